#pragma once

// What a player has decided about the moves of a repertoire. It is a text that he can edit:
//
//   # the Tiger
//   prefer f5d6c3d3c4 b5
//   avoid f5f6 e6           # I never remember it
//
// A line gives moves from the usual start, or a board and the moves behind it. The last move is
// the one meant, in its position and in all that are symmetric to it.

#include "engine/board/board_hash.h"
#include "engine/notation/game.h"
#include "engine/notation/parse_error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace emilia {

class RepertoireChoices {
public:
    enum class Kind : std::uint8_t { prefer, avoid };

    /// Parses a whole text. An error gives the line. Two lines must not contradict each other.
    [[nodiscard]] static Parsed<RepertoireChoices> parse(std::string_view text);

    /// Adds a choice; `line` has at least one move. Lines of the text that contradict it go.
    void add(Kind kind, const Game& line);

    /// The text with all its comments.
    [[nodiscard]] std::string text() const;

    /// The move to play in a position, if the player prefers one.
    [[nodiscard]] std::optional<Square> preferred(const Board& board) const;
    [[nodiscard]] bool avoids(const Board& board, Square move) const;

private:
    /// A move in any symmetry.
    struct Choice {
        Kind kind = Kind::prefer;
        Board before; ///< canonical
        Board after;  ///< canonical

        [[nodiscard]] bool contradicts(const Choice& other) const noexcept;
        [[nodiscard]] friend bool operator==(const Choice&, const Choice&) = default;
    };
    struct Line {
        std::string text;
        std::optional<Choice> choice = {}; ///< none in a comment or a blank line
    };

    [[nodiscard]] static Choice choice_of(Kind kind, Game line);
    [[nodiscard]] Parsed<void> take(std::string_view text);

    std::vector<Line> lines_;
    std::unordered_multimap<Board, Choice, BoardHash> choices_; ///< by the board before the move
};

} // namespace emilia
