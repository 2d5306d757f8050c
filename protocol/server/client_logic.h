#pragma once

// The logic of a client of the server: it takes what happens (a message, a chosen move, a lost
// connection, the time) and returns what is to be done. It knows neither sockets nor files nor
// threads, so that tests and the fuzzer can drive it.

#include "engine/notation/game.h"
#include "protocol/server/messages.h"
#include "protocol/server/pacing.h"
#include "protocol/server/rules.h"
#include "protocol/server/running_game.h"

#include <array>
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emilia::ggs {

struct LogicSettings {
    std::string user;
    std::string password;
    Rules rules{};
    double lag = 0.5;                           ///< seconds to keep back for the way to the server
    std::optional<int> matches{};               ///< leave after this number of them
    std::chrono::milliseconds silence{150'000}; ///< without a word: the connection is lost
};

/// Send this line.
struct Send {
    OutgoingLine line;
};
/// Think about the next move of a game. This replaces what is thought about the game so far.
struct Think {
    std::string game;
    Board board;
    double seconds = 0; ///< that may be used until the end of the game
    double increment = 0;
};
/// The opponent of this game is to move on `board`: think ahead, or not.
struct Await {
    std::string game;
    Board board;
};
/// Stop thinking about a game.
struct Forget {
    std::string game;
};
/// A new match begins.
struct Prepare {};
/// Keep the record of a game that has ended.
struct Keep {
    Game game;
};
/// These are the games that have begun and not ended; keep them in place of those before.
struct KeepUnfinished {
    std::vector<Game> games;
};
/// Tell the user.
struct Tell {
    std::string text;
};
/// Disconnect, and connect again after a pause.
struct Reconnect {
    std::string why;
};
/// Disconnect for good. The lines that were to be sent before still leave, but not after a failure.
struct Leave {
    std::optional<std::string> failure{}; ///< none: all is well
};

using Action =
    std::variant<Send, Think, Await, Forget, Prepare, Keep, KeepUnfinished, Tell, Reconnect, Leave>;
using Actions = std::vector<Action>;

/// The answer to `Think`.
struct Choice {
    std::string game;
    Board board; ///< of the `Think`
    Square move = Square::none;
    std::optional<double> evaluation{}; ///< discs
    double seconds = 0;
};

class ClientLogic {
public:
    /// `unfinished` are the games that an earlier client could not finish.
    explicit ClientLogic(LogicSettings settings, std::vector<Game> unfinished = {});

    [[nodiscard]] Actions connected(Time now);
    [[nodiscard]] Actions disconnected(Time now);
    [[nodiscard]] Actions received(const RawMessage& raw, Time now);
    [[nodiscard]] Actions chosen(const Choice& choice, Time now);
    /// For what depends only on the time. Call it several times a second.
    [[nodiscard]] Actions passed(Time now);
    /// Finishes the running games and then leaves.
    [[nodiscard]] Actions finish(Time now);

    [[nodiscard]] bool logged_in() const noexcept { return phase_ == Phase::logged_in; }
    /// Whether the server has confirmed a move since the last connection was made.
    [[nodiscard]] bool progressed() const noexcept { return progressed_; }

private:
    enum class Phase { offline, expects_login, expects_password, sent_password, logged_in };
    struct Match {
        /// In the order of the challenge; black and white if its beginning was missed.
        std::array<std::string, 2> names;
        std::string opponent;
    };

    void take(const Other&, Time now);
    void take(const AsksForLogin&, Time now);
    void take(const AsksForPassword&, Time now);
    void take(const Challenge& challenge, Time now);
    void take(const ChallengeGone& gone, Time now);
    void take(const MatchBegins& match, Time now);
    void take(const MatchEnds& match, Time now);
    void take(const GameEnds& end, Time now);
    void take(const BoardMessage& message, Time now);
    void take(const Refusal& refusal, Time now);

    void arrive(Time now);
    /// Whether a game that was interrupted may still continue.
    [[nodiscard]] bool may_resume(Time now) const noexcept {
        return now < (logged_in() ? resume_until_ : return_until_);
    }
    void answer(const Challenge& challenge, Time now);
    [[nodiscard]] Decision decide(const Challenge& challenge) const;
    [[nodiscard]] bool knows_match(const BoardMessage& message);
    [[nodiscard]] bool is_busy() const noexcept { return accepted_ || !matches_.empty(); }
    void take_turn(RunningGame& game, Time now);
    void send_move(RunningGame& game, const Choice& choice, Time now);
    void end_game(const std::string& id, std::string_view outcome);
    void set_aside(RunningGame& game);
    [[nodiscard]] std::optional<Game> take_unfinished(const BoardMessage& message);
    void keep_unfinished();
    void reread(std::string why);
    void open_or_leave(Time now);
    void leave();
    /// Leaves if it is to finish and nothing is left to wait for.
    void leave_if_finished(Time now);

    void send(std::string text, bool urgent = true);
    void tell_service(std::string_view command, bool urgent = true);
    void tell(std::string text);
    [[nodiscard]] bool is_own(std::string_view name) const noexcept;

    LogicSettings settings_;
    Actions actions_; ///< of the present event
    Phase phase_ = Phase::offline;
    Time last_heard_;
    Time last_sent_; ///< a command that keeps the connection awake
    struct Accepted {
        std::string id;
        std::string from;
        Time until; ///< then the match will not begin any more
    };
    std::optional<Accepted> accepted_;
    std::map<std::string, Match> matches_;
    std::set<std::string> unplayable_; ///< matches that have begun in spite of their type
    std::map<std::string, RunningGame> games_;
    std::vector<Game> unfinished_;     ///< interrupted games that may continue
    std::deque<std::string> answered_; ///< challenges, the latest last
    Time return_until_;                ///< until then it is worth returning to an interrupted match
    Time resume_until_;                ///< until then the server may resume an interrupted match
    std::optional<Time> arrival_;      ///< then the password counts as accepted
    int matches_played_ = 0;
    double lag_; ///< seconds; the way of a move to the server and back
    bool progressed_ = false;
    bool finishing_ = false;
    bool left_ = false;
};

} // namespace emilia::ggs
