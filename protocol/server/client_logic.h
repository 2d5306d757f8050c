#pragma once

// The logic of a client of the server: it takes what happens (a message, a chosen move, a lost
// connection, the time) and returns what is to be done. It knows neither sockets nor files nor
// threads, so that tests and the fuzzer can drive it.

#include "engine/notation/game.h"
#include "protocol/server/messages.h"
#include "protocol/server/pacing.h"
#include "protocol/server/rules.h"
#include "protocol/server/running_game.h"

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
/// Keep the record of a game that has ended, in place of the unfinished one with this key.
struct Keep {
    Game game;
    int key = 0;
};
/// A game that has begun and not ended, or has ended in a match that has not.
struct UnfinishedGame {
    int key = 0; ///< its number in the file
    Game game;
    bool continues = false; ///< the server keeps it if it is interrupted
};
/// Keep this game in place of the one with the same key before.
struct KeepUnfinished {
    UnfinishedGame game;
};
/// Tell the user.
struct Tell {
    std::string text;
};
/// Note in the log that this line of the server was not understood.
struct Report {
    std::string line;
};
/// Disconnect, and connect again after a pause.
struct Reconnect {
    std::string why;
};
/// Disconnect for good. The lines that were to be sent before still leave, but not after a failure.
struct Leave {
    std::optional<std::string> failure{}; ///< none: all is well
};

using Action = std::variant<Send, Think, Await, Forget, Prepare, Keep, KeepUnfinished, Tell, Report,
                            Reconnect, Leave>;
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
    /// Beyond these the client passes over what a server announces.
    static constexpr std::size_t most_matches = 8;
    static constexpr std::size_t most_games = 2 * most_matches;
    /// Of more interrupted games the oldest one counts as broken.
    static constexpr std::size_t most_unfinished = 100;

    /// `unfinished` are the games that an earlier client could not finish and the server may
    /// continue.
    explicit ClientLogic(LogicSettings settings, std::vector<UnfinishedGame> unfinished = {});

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
        std::string opponent;
        bool continues = false; ///< rated or of a tournament: the server keeps it
        /// The second game of a synchro match is not shown yet; then the first one is played alone.
        std::optional<Time> alone_at{};
    };

    // The session: client_logic.cpp.
    void take(const Strange&, Time now);
    void take(const Harmless&, Time now);
    void take(const Ready&, Time now);
    void take(const AsksForLogin&, Time now);
    void take(const AsksForPassword&, Time now);
    void take(const Challenge& challenge, Time now);
    void take(const ChallengeGone& gone, Time now);
    void take(const NotFound& missing, Time now);
    void take(const ServiceChange& change, Time now);

    void arrive(Time now);
    void arrive_at_service(Time now);
    /// Whether a game that was interrupted may still continue.
    [[nodiscard]] bool may_resume(Time now) const noexcept {
        return now < (logged_in() ? resume_until_ : return_until_);
    }
    void answer(const Challenge& challenge, Time now);
    [[nodiscard]] Decision decide(const Challenge& challenge, Time now) const;
    [[nodiscard]] bool is_busy() const noexcept { return accepted_ || !matches_.empty(); }
    void open_or_leave(Time now);
    /// During a match, too: the service counts matches itself, and an `open 0` that comes after the
    /// match would drop the next challenge.
    [[nodiscard]] bool wants_challenges(Time now) const noexcept {
        return !finishing_ || may_resume(now);
    }
    /// Says whether challenges are welcome, if the service thinks otherwise.
    void say_openness(Time now);
    void leave();
    /// Leaves if it is to finish and nothing is left to wait for.
    void leave_if_finished(Time now);
    void send(std::string text, OutgoingLine::Rank rank = OutgoingLine::Rank::command);
    void tell_service(std::string_view command,
                      OutgoingLine::Rank rank = OutgoingLine::Rank::command);
    void tell(std::string text);
    [[nodiscard]] bool is_own(std::string_view name) const noexcept {
        return name == settings_.user;
    }

    // Matches and games: client_games.cpp.
    void take(const MatchBegins& match, Time now);
    void take(const MatchEnds& match, Time now);
    void take(const GameEnds& end, Time now);
    void take(const BoardMessage& message, Time now);
    void take(const GgfBoard& board, Time now);
    void take(const Refusal& refusal, Time now);
    void take(const TimeOver& event, Time now);
    void take(const ScoreOffered& offer, Time now);
    void take(const StoredMatches& stored, Time now);

    [[nodiscard]] bool knows_match(const BoardMessage& message, Time now);
    void take_turn(RunningGame& game, Time now);
    /// For all games of a match.
    void take_turns(const std::string& match, Time now);
    /// The same after something has changed in one of them: the server may now take what it
    /// refused.
    void renew_turns(const std::string& match, Time now);
    /// Whether the server would take a move in this game. The games of a synchro match run in step:
    /// who has moved in one waits for the other.
    [[nodiscard]] bool is_in_step(const RunningGame& game) const;
    void await_second_game(const std::string& match, Time now);
    void send_move(RunningGame& game, const Choice& choice, Time now);
    /// Asks for the board of a match, or plans to: one look-up at a time.
    void look_up(const std::string& match, Time now);
    void look_up_next(Time now);
    /// Records the games of a match that is over, or keeps them apart if it may continue.
    void close_games(const std::string& match, bool continues, std::string_view why);
    /// The server knows this match no more, without a word about its end.
    void lose_match(const std::string& id);
    void lose_matches();
    void keep_unfinished(const RunningGame& game, bool continues);
    void set_aside(UnfinishedGame game);
    [[nodiscard]] std::optional<UnfinishedGame> take_unfinished(const BoardMessage& message);

    LogicSettings settings_;
    Actions actions_; ///< of the present event
    Phase phase_ = Phase::offline;
    Time last_heard_;
    Time last_sent_; ///< a command that keeps the connection awake
    bool service_is_here_ = true;
    bool said_open_ = true; ///< to the service
    struct Accepted {
        std::string id;
        std::string from;
        Time until; ///< then the match will not begin any more
    };
    std::optional<Accepted> accepted_;
    std::deque<std::string> answered_; ///< challenges, the latest last
    std::map<std::string, Match> matches_;
    std::deque<std::string> unplayable_; ///< matches that have begun in spite of their type
    std::map<std::string, RunningGame> games_;
    std::vector<UnfinishedGame> unfinished_; ///< interrupted games that may continue
    int next_key_ = 0;                       ///< of an unfinished game
    std::set<std::string> to_look_up_;       ///< matches
    Time look_up_until_;                     ///< until then the server may answer the last look-up
    Time return_until_; ///< until then it is worth returning to an interrupted match
    Time resume_until_; ///< until then the server may resume an interrupted match
    std::optional<Time> check_stored_at_; ///< then to ask which matches the server has stored
    int matches_played_ = 0;
    double lag_; ///< seconds; the way of a move to the server and back
    bool progressed_ = false;
    bool finishing_ = false;
    bool left_ = false;
};

} // namespace emilia::ggs
