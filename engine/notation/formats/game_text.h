#pragma once

// What GGF and SGF share: nodes (`;`), variations (`(` … `)`) and properties `NAME[value]` with one
// or more values, in which `\` escapes the next character, and the properties that mean the same.

#include "engine/notation/game.h"

#include <cstddef>
#include <limits>
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
    void skip_empty_variations() noexcept;
    void skip_blanks() noexcept;

    std::string_view text_;
    std::size_t at_;
    bool found_;
};

/// Whether a format has variations, that is `(` inside a game.
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

/// Reads the first game of a text; each format derives a class that says what its own properties
/// mean. A property that sets the start position may follow the moves, so these are played at the
/// end, with a pass wherever the side to move has no move.
class GameReader {
public:
    /// Reads the first variation, and at most `most_moves` moves of it, not counting the passes
    /// that the text leaves out. An error of a move gives its number. Call it once.
    [[nodiscard]] Parsed<Game>
    read(std::string_view text, Variations variations,
         std::size_t most_moves = std::numeric_limits<std::size_t>::max());

protected:
    GameReader() = default;
    ~GameReader() = default;

    /// Takes a value of any property but `B` and `W`; the names and the date are taken already, if
    /// the property is one of theirs. The offset of an error is that in the value.
    [[nodiscard]] virtual Parsed<void> take(std::string_view name, const PropertyValue& value) = 0;
    [[nodiscard]] virtual Parsed<PlayedMove> move(std::string_view text, Color color) const = 0;
    [[nodiscard]] virtual Position start() const = 0;
    virtual void start_node() noexcept {}

    /// Sets `kept` to what was read, or returns why nothing was.
    template <typename Value, typename Kept>
    [[nodiscard]] static Parsed<void> keep(const Parsed<Value>& read, Kept& kept) {
        return read.map([&kept](const Value& value) { kept = value; });
    }

    struct NotedMove {
        PlayedMove played;
        std::size_t offset = 0; ///< in the text
    };
    std::vector<NotedMove> moves_; ///< so far
    GameHeader header_;            ///< so far, with the bytes of the file
    std::string_view charset_;     ///< in the spelling of SGF's property `CA`; empty if unknown

private:
    [[nodiscard]] Parsed<void> take(const Property& property);
    [[nodiscard]] Parsed<void> add_move(Color color, const PropertyValue& value);
    [[nodiscard]] Parsed<Game> play(std::size_t most_moves);
};

/// Parses a lead in discs, at most 128 on either side: komi may be a part of it.
[[nodiscard]] std::optional<double> parse_lead(std::string_view text) noexcept;

/// Writes `NAME[value]`, or nothing if the value is empty.
[[nodiscard]] std::string property_text(std::string_view name, std::string_view value);

/// Removes the escapes from a value and leaves its bytes as they are.
[[nodiscard]] std::string unescaped(std::string_view value);

/// Bytes of a game as UTF-8. `charset` is the value of SGF's property `CA`; bytes that are not
/// UTF-8 are read as Latin-1 in all other character sets, too, and where none is named.
[[nodiscard]] std::string from_charset(std::string_view bytes, std::string_view charset);

/// The value of a comment as UTF-8: its lines end with `\n`, except for those that a `\` joins.
[[nodiscard]] std::string comment_in(std::string_view value, std::string_view charset);
/// `text`, UTF-8, with `\n` at the ends of its lines and blanks for all other control characters.
[[nodiscard]] std::string tidy_lines(std::string_view text);

/// Escapes `text`, UTF-8, for use between brackets; control characters become blanks. `(;` is
/// escaped, too, so that nobody takes it for the beginning of a game.
[[nodiscard]] std::string escaped(std::string_view text);
/// The same for a comment: its lines stay.
[[nodiscard]] std::string escaped_lines(std::string_view text);

} // namespace emilia
