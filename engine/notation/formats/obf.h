#pragma once

// OBF, the format of problem files. A line has a board string, `;` and then `MOVE:SCORE;` for each
// move whose exact score is known. Instead of the board string, a line may have the moves that lead
// to the position from the usual start. A line that starts with `%` or `#` is a comment. Published
// files end their lines with an entry for no move, as in `--:-127;`: such entries are skipped.

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
    std::vector<ScoredMove> moves; ///< in the order of the line; empty if no scores are given

    /// The highest given score; nothing if no move has one.
    [[nodiscard]] std::optional<int> best_discs() const noexcept;
    /// The given score of `move`, if any.
    [[nodiscard]] std::optional<int> discs_of(Square move) const noexcept;
    [[nodiscard]] friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether a line is blank or a comment.
[[nodiscard]] bool is_obf_comment(std::string_view line) noexcept;

[[nodiscard]] Parsed<Problem> parse_obf(std::string_view line);

/// Writes a line that parses to the same problem.
[[nodiscard]] std::string to_obf(const Problem& problem);

} // namespace emilia
