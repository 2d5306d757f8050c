#pragma once

// The syntax that GGF and SGF share: nodes (`;`), variations (`(` … `)`) and properties
// `NAME[value]` with one or more values, in which `\` escapes the next character.
//
// A property that sets the start position may follow the moves, so a reader collects the moves with
// their offsets and plays them at the end (`play_all`).

#include "engine/notation/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// A value as it is in the text, with its escapes.
struct PropertyValue {
    std::string_view text;
    std::size_t offset = 0; ///< of the value's first character in the whole text
};

struct Property {
    std::string name; ///< without the small letters that old versions of SGF allow: `Black` is `B`
    std::vector<PropertyValue> values; ///< at least one
};

struct GameToken {
    enum class Kind { property, node, open, close };
    Kind kind = Kind::close;
    std::size_t offset = 0;
    Property property; ///< set only if `kind` is `property`
};

/// Whether `text` contains `(;`, with or without blanks between the two.
[[nodiscard]] bool holds_game_text(std::string_view text) noexcept;

/// Splits one game into tokens. Reaching the end of the text is an error, because a game ends with
/// `)`.
class GameTextReader {
public:
    /// Starts behind the first `(;` in `text`. Without a `(;`, the first call of `next` fails.
    explicit GameTextReader(std::string_view text) noexcept;

    [[nodiscard]] Parsed<GameToken> next();
    /// The offset behind the last token; the end of the text after a value without a closing `]`.
    [[nodiscard]] std::size_t place() const noexcept { return at_; }

private:
    [[nodiscard]] Parsed<Property> property();
    [[nodiscard]] Parsed<PropertyValue> value(std::string_view name);
    void skip_blanks() noexcept;

    std::string_view text_;
    std::size_t at_;
    bool found_;
};

/// Whether a format has variations, that is `(;` inside `(;`.
enum class Variations { none, some };

/// A part of a text and its offset in the whole.
struct TextPart {
    std::string_view text;
    std::size_t offset = 0;
};

/// Cuts a text into its games, in order, and skips what is between them. A malformed game does not
/// swallow the games behind it: it ends at the latest before the next `(;` that is followed by a
/// root property such as `GM` or `FF`.
class GameCutter {
public:
    GameCutter(std::string_view text, Variations variations) noexcept
        : text_(text), variations_(variations) {}

    [[nodiscard]] std::optional<TextPart> next();

private:
    [[nodiscard]] std::size_t limit_behind(std::size_t begin) noexcept;

    std::string_view text_;
    Variations variations_;
    std::size_t at_ = 0;
    std::size_t limit_ = 0; ///< offset of the next certain game start, or the end of the text
};

/// Stores the value of a property that GGF and SGF share: names, ratings (`RB` in GGF, `BR` in
/// SGF), event, place and date, with the bytes of the file. Ignores all other properties.
void take_header(GameHeader& header, std::string_view name, const PropertyValue& value);

/// Converts each text of a header from `charset`, in the spelling of SGF's property `CA`, to UTF-8;
/// control characters become blanks. Bytes that are not UTF-8 are read as Latin-1 in all other
/// character sets, and where none is known.
void decode_header(GameHeader& header, std::string_view charset = {});

/// Writes `NAME[value]`, or nothing if the value is empty.
[[nodiscard]] std::string property_text(std::string_view name, std::string_view value);

/// Removes the escapes from a value and leaves its bytes as they are.
[[nodiscard]] std::string plain_text(const PropertyValue& value);
/// Escapes `text`, UTF-8, for use between brackets; control characters become blanks.
[[nodiscard]] std::string escaped(std::string_view text);

/// A move and its offset in the text.
struct NotedMove {
    PlayedMove played;
    std::size_t offset = 0;
};

/// Plays the moves in `game`, with a pass wherever the side to move has no move. An error gives the
/// number of the move.
[[nodiscard]] Parsed<Game> play_all(Game game, const std::vector<NotedMove>& moves);

} // namespace emilia
