#pragma once

// The messages of the server and of its service for Othello (`/os`): cut out of the bytes that
// arrive, which come in pieces of any size, and then as data.

#include "engine/notation/game.h"
#include "engine/notation/parse_error.h"
#include "protocol/server/game_terms.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace emilia::ggs {

/// A message as it is on the wire, without the line `READY` that ends it.
struct RawMessage {
    std::string head;                ///< the first line; never blank
    std::vector<std::string> body{}; ///< the lines behind it, without the `|` that they begin with
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

/// `/os: + .8 1720.0 alice 01:00//02:00 8b U 1720.0 bob`. The clock, type and mode are still texts,
/// because a challenge with an unknown one must be declined, too.
struct Challenge {
    std::string id{}; ///< `.8`
    std::string from{};
    std::string from_rating{};
    std::string to{};
    std::string clock{};
    std::string type{};
    std::string mode{};
};

/// `/os: - .8 …`
struct ChallengeGone {
    std::string id;
};

/// `/os: + match .5 1720 alice 1720 bob 8b U`
struct MatchBegins {
    std::string id;
    std::array<std::string, 2> names;
    std::string type;
    std::string mode;
};

/// `/os: - match .5 1720 alice 1720 bob 8b U -64.00`
struct MatchEnds {
    std::string id;
    std::array<std::string, 2> names;
    std::string outcome; ///< a number of discs, `aborted`, `adjourned` or `NAME left`
};

/// `/os: end .5.0 …`: one of the games of a match.
struct GameEnds {
    std::string id;
    std::string outcome;
};

struct BoardPlayer {
    std::string name;
    std::string rating;
    ClockState clock;
};

/// `/os: join .5 8b K?` and `/os: update .5 8b K?` with the whole position.
struct BoardMessage {
    std::string game; ///< `.5`, or `.5.0` in a synchro match
    std::string type;
    std::optional<PlayedMove> last_move; ///< its colour is that of the player not to move
    BoardPlayer black;
    BoardPlayer white;
    Position position;
};

/// `/os: error .5 illegal move`
struct Refusal {
    std::string game;
    std::string reason;
};

/// What matters to nobody who plays: talk, acknowledgements, lists.
struct Other {};

using Message = std::variant<Other, AsksForLogin, AsksForPassword, Challenge, ChallengeGone,
                             MatchBegins, MatchEnds, GameEnds, BoardMessage, Refusal>;

/// The error says what is wrong with a message of a known kind.
[[nodiscard]] Parsed<Message> parse_message(const RawMessage& raw);

/// The game that a malformed `join` or `update` is about, as far as that can be told.
[[nodiscard]] std::optional<std::string> game_of_board_message(const RawMessage& raw);

/// Whether `text` is the id of a challenge, a match or a game: `.8`, `.5.1`.
[[nodiscard]] bool is_id(std::string_view text) noexcept;

/// The match that a game belongs to: `.5` of `.5.1`.
[[nodiscard]] std::string match_of(std::string_view game);

} // namespace emilia::ggs
