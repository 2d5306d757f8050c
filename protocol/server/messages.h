#pragma once

// The messages of the server and of its service for Othello (`/os`): cut out of the bytes that
// arrive, which come in pieces of any size, and then as data.

#include "engine/notation/game.h"
#include "engine/notation/parse_error.h"
#include "protocol/server/game_terms.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emilia::ggs {

/// A block of lines as it is on the wire, without colours, bells and the line `READY`.
struct RawMessage {
    std::string head;                ///< the first line; blank if `READY` came alone
    std::vector<std::string> body{}; ///< the lines behind it, without the `|` that they begin with
    bool ready = false;              ///< `READY` ended it, and not the next block
};

class MessageReader {
public:
    /// Longer lines lose their end, and longer messages their last lines. Nothing that the client
    /// understands comes near these limits.
    static constexpr std::size_t longest_line = 4096;
    static constexpr std::size_t most_lines = 256;

    /// Returns the messages that `bytes` complete. A prompt of the login, which may lack a line
    /// end, is complete as soon as its text is.
    [[nodiscard]] std::vector<RawMessage> take(std::string_view bytes);

private:
    void take_line(std::vector<RawMessage>& complete);
    void finish_message(std::vector<RawMessage>& complete);

    std::string line_;   ///< without its end so far
    RawMessage message_; ///< a blank head: none has begun
};

/// Whether a line asks for the name of the user, or for the password.
[[nodiscard]] bool asks_for_login(std::string_view line) noexcept;
[[nodiscard]] bool asks_for_password(std::string_view line) noexcept;

struct AsksForLogin {};
struct AsksForPassword {};
/// `READY` alone: the server has taken a command, or lets the user in.
struct Ready {};

/// `/os: +  .26 2012.0 bob      05:00//02:00       8b S 1428.0 alice    .7`. The clocks, type and
/// mode are still texts, because a challenge with an unknown one must be declined, too.
struct Challenge {
    std::string id{}; ///< `.8`
    std::string from{};
    std::string from_rating{};
    std::string to{};
    std::string clock{};
    std::string to_clock{}; ///< of who is asked, if it is another one
    std::string type{};
    std::string mode{};
    std::string stored{}; ///< the number of the stored game that is to continue
};

/// `/os: - .8 …`
struct ChallengeGone {
    std::string id;
};

/// `/os: + match .5 1720 alice 1720 bob 8b U`. The mode is `U`, `R` or, in a tournament, `T`.
struct MatchBegins {
    std::string id;
    std::array<std::string, 2> names;
    std::string type;
    std::string mode;
};

/// How a match or a game ends. It is without a result if nobody leads.
struct Outcome {
    std::string text;             ///< as the server writes it
    std::optional<double> lead{}; ///< discs of the player who is named first
    bool stored = false;          ///< the match can continue
};

/// `-64.00`, `-12.00  .2` (an archived match), `aborted`, `alice left`, `alice left .7` (a stored
/// one).
[[nodiscard]] Outcome parse_outcome(std::string_view text);

/// `/os: - match .5 1720 alice 1720 bob 8b R -64.00  .2`
struct MatchEnds {
    std::string id;
    std::array<std::string, 2> names;
    Outcome outcome;
};

/// `/os: end .16.0 ( alice vs. bob ) -18.00`: one of the games of a synchro match.
struct GameEnds {
    std::string id;
    std::array<std::string, 2> names;
    Outcome outcome;
};

struct BoardPlayer {
    std::string name;
    std::string rating;
    ClockState clock;
};

/// `/os: join .5 8b K?` or `/os: update .5 8b K?` with the whole position.
struct BoardMessage {
    std::string game; ///< `.5`, or `.5.0` in a synchro match
    std::string type;
    std::optional<PlayedMove> last_move; ///< `Square::none` if its text can't be understood
    BoardPlayer black;
    BoardPlayer white;
    Position position;
    /// Of a `join`: the start and all moves, and the time that the players agreed on.
    std::optional<Game> record{};
    int plies = 0;                      ///< moves and passes, as the server counts them
    std::vector<std::string> strange{}; ///< lines of a kind that nobody knows
};

/// `/os: join .27 (;GM[Othello]…` or `/os: update .27 D3/1.00/0.36`: a board as an account with
/// the setting `client +` gets it.
struct GgfBoard {
    std::string game;
    std::array<std::string, 2> names; ///< blank in an update
};

/// `/os: error .5 illegal move`
struct Refusal {
    std::string game;
    std::string reason;
};

/// `/os: ERR request '.8' not found.` or `/os: ERR match '.77' not found.`
struct NotFound {
    enum class What : std::uint8_t { challenge, match };
    What what;
    std::string id;
};

/// `: - /os 1`, `: + /os 1` or `: ERR user '/os' not found.`: the service goes, comes, or is away.
struct ServiceChange {
    bool is_here;
};

/// `/os: timeout .9 alice (*)` or `/os: fatal-timeout .9 alice (*)`: the time of a player is over.
struct TimeOver {
    std::string game;
    std::string name;
    bool fatal; ///< the game, too
};

/// `/os: score .3 alice is offering`
struct ScoreOffered {
    std::string game;
};

/// `/os: stored 1 alice` and a line for each stored match of a user.
struct StoredMatches {
    std::string user;
    std::vector<std::array<std::string, 2>> names;
};

/// What an engine need not know, by kind.
struct Harmless {
    enum class Kind : std::uint8_t {
        acknowledgement, ///< `: +ack: …`
        information,     ///< help and lists that somebody asked for
        notification,    ///< who comes and goes
        talk,
        watching,  ///< who watches a game
        rating,    ///< `rating_update`
        request,   ///< the opponent asks for an undo, or to abort the game
        trust,     ///< a time that the server doesn't believe
        complaint, ///< a command that the server does not obey
    };
    Kind kind;
};

/// Of no known kind.
struct Strange {};

using Message =
    std::variant<Strange, Harmless, Ready, AsksForLogin, AsksForPassword, Challenge, ChallengeGone,
                 MatchBegins, MatchEnds, GameEnds, BoardMessage, GgfBoard, Refusal, NotFound,
                 ServiceChange, TimeOver, ScoreOffered, StoredMatches>;

/// The error says what is wrong with a message of a known kind.
[[nodiscard]] Parsed<Message> parse_message(const RawMessage& raw);

/// Reads a position with the clocks, or in a `join` two of them with all moves between. `lines` are
/// those behind the head. The error says what is missing or wrong.
[[nodiscard]] Parsed<BoardMessage> parse_board_message(std::string_view game, std::string_view type,
                                                       const std::vector<std::string>& lines);

/// Reads a move as its player typed it, which may be `D3`, `d03`, `D+3`, `D 3 /1.00/0.72` or
/// `pass`. What can't be understood is left out; the boards say what was played.
[[nodiscard]] PlayedMove read_typed_move(std::string_view text);

/// Whether the block is a message of the service for Othello.
[[nodiscard]] bool is_of_service(const RawMessage& raw) noexcept;

/// The game that a malformed `join` or `update` is about, as far as that can be told.
[[nodiscard]] std::optional<std::string> game_of_board_message(const RawMessage& raw);

/// Whether `text` is the id of a challenge, a match or a game: `.8`, `.5.1`.
[[nodiscard]] bool is_id(std::string_view text) noexcept;

/// The match that a game belongs to: `.5` of `.5.1`.
[[nodiscard]] std::string match_of(std::string_view game);

} // namespace emilia::ggs
