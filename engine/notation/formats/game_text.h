#pragma once

// What GGF and SGF share: a text of nodes (`;`), variations (`(` … `)`) and properties
// `NAME[value]` with one or more values, in which `\` escapes the next character; and moves that
// are noted with their place in the text, to be played when the start is known.

#include "engine/notation/game.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// A value as it stands in the text, escapes and all.
struct PropertyValue {
    std::string_view text;
    std::size_t offset = 0; ///< of its first character in the whole text
};

struct Property {
    std::string_view name;
    std::vector<PropertyValue> values; ///< at least one
};

struct GameToken {
    enum class Kind { property, node, open, close };
    Kind kind = Kind::close;
    std::size_t offset = 0;
    Property property; ///< of a token of that kind
};

/// Whether there is a `(;` in `text`.
[[nodiscard]] bool holds_game_text(std::string_view text) noexcept;

/// Gives the parts of a game one after the other. The end of the text is an error, as a game ends
/// with `)`.
class GameTextReader {
public:
    /// Starts at the first `(;` of `text`, which is not given as a token; without one the first
    /// `next` is an error.
    explicit GameTextReader(std::string_view text) noexcept;

    [[nodiscard]] Parsed<GameToken> next();
    /// The place behind what was given last; the end of the text also after a value that nothing
    /// closes.
    [[nodiscard]] std::size_t place() const noexcept { return at_; }

private:
    [[nodiscard]] Parsed<Property> property();
    [[nodiscard]] Parsed<PropertyValue> value(std::string_view name);
    void skip_blanks() noexcept;

    std::string_view text_;
    std::size_t at_;
    bool found_;
};

/// Whether games of a kind have variations, `(;` inside `(;`.
enum class Variations { none, some };

/// A part of a text, and where it begins there.
struct TextPart {
    std::string_view text;
    std::size_t offset = 0;
};

/// Cuts a text with several games into parts with one game each, in the text's order; what stands
/// between games is left out. A game that is broken does not take the next ones with it: it ends,
/// at the latest, before a `(;` behind which comes one of the properties with which games begin
/// (`GM`, `FF`, …).
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
    std::size_t limit_ = 0; ///< where a game is known to begin, or the end of the text
};

/// Takes the value of a property that GGF and SGF share: names, ratings (`RB` in GGF,
/// `BR` in SGF), event, place, date. Others change nothing.
void take_header(GameHeader& header, std::string_view name, const PropertyValue& value);

/// `NAME[value]`, or nothing for an empty value.
[[nodiscard]] std::string property_text(std::string_view name, std::string_view value);

/// A value without its escapes, as one line: control characters become blanks.
[[nodiscard]] std::string plain_text(const PropertyValue& value);
/// Escapes `text` so that it can stand between brackets, as one line.
[[nodiscard]] std::string escaped(std::string_view text);

/// A move and where it stands in the text.
struct NotedMove {
    PlayedMove played;
    std::size_t offset = 0;
};

/// `game` with the moves played, and passes where the side to move has none. An error names the
/// move's number.
[[nodiscard]] Parsed<Game> play_all(Game game, const std::vector<NotedMove>& moves);

} // namespace emilia
