#pragma once

// OBF, the format of files of test problems, one problem a line. A line has a board string, `;` and
// then `MOVE:SCORE;` for each move whose exact score is known. Instead of the board string, a line
// may have the moves that lead to the position from the usual start. A line that starts with `%` or
// `#` is a comment. Published files end their lines with an entry for no move, as in `--:-127;`:
// such entries are skipped.

#include "engine/notation/parse_error.h"
#include "engine/notation/position.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

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

/// Parses a line that is no comment.
[[nodiscard]] Parsed<Problem> parse_obf(std::string_view line);

/// Writes a line that parses to the same problem.
[[nodiscard]] std::string to_obf(const Problem& problem);

struct NumberedProblem {
    int id; ///< counts the file's problems from 1, including those that cannot be parsed
    Problem problem;
};

struct ProblemFile {
    std::vector<NumberedProblem> problems;
    std::vector<std::string> bad_lines; ///< a message with file and line for each bad line
};

/// Reads a whole file. Fails if the file cannot be read or has neither problems nor bad lines.
[[nodiscard]] tl::expected<ProblemFile, std::string> read_problems(const std::string& path);

} // namespace emilia
