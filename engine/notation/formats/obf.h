#pragma once

// OBF, problem files: a board string, `;`, then `MOVE:SCORE;` for moves with known exact scores.
// A line that starts with `%` or `#` is a comment.

#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

struct ScoredMove {
    Square move = Square::none;
    int discs = 0; ///< exact score for the side to move
    [[nodiscard]] friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Problem {
    Position position;
    std::vector<ScoredMove> moves; ///< in the order of the line; may be empty

    /// The highest score given, or none where the line gives no moves.
    [[nodiscard]] std::optional<int> best_discs() const noexcept;
    /// The score given for `move`, or none.
    [[nodiscard]] std::optional<int> discs_of(Square move) const noexcept;
    [[nodiscard]] friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether a line of a file holds no problem: blank or a comment.
[[nodiscard]] bool is_obf_comment(std::string_view line) noexcept;

[[nodiscard]] Parsed<Problem> parse_obf(std::string_view line);

/// A line that reads back as the same problem.
[[nodiscard]] std::string to_obf(const Problem& problem);

} // namespace emilia
