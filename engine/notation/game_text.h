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

/// Gives the parts of a game one after the other. The end of the text is an error, as a game ends
/// with `)`.
class GameTextReader {
public:
    /// Starts at the first `(;` of `text`, which is not given as a token; without one the first
    /// `next` is an error.
    explicit GameTextReader(std::string_view text) noexcept;

    [[nodiscard]] Parsed<GameToken> next();

private:
    [[nodiscard]] Parsed<Property> property();
    [[nodiscard]] Parsed<PropertyValue> value(std::string_view name);
    void skip_blanks() noexcept;

    std::string_view text_;
    std::size_t at_;
    bool found_;
};

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
