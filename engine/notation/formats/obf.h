#pragma once

// OBF, the format of files of test problems, one problem a line. A line has a board string, `;` and
// then `MOVE:SCORE;` for each move whose exact score is known. Instead of the board string, a line
// may have the moves that lead to the position from the usual start. A line that starts with `%` or
// `#` is a comment, and so is the rest of a line behind the `;` of an entry. Published files end
// their lines with an entry for no move, as in `--:-127;`: such entries are skipped. Others know
// only the score of the position, as in `BOARD X +18`.

#include "engine/notation/game.h"
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
    std::vector<ScoredMove> moves = {}; ///< in the order of the line; empty if no scores are given
    std::optional<int> discs = {}; ///< the position's score, if the line gives it without a move
    std::string remark = {};       ///< what stands behind, without the sign of a comment

    /// The highest given score, or that of the position; nothing if none is given.
    [[nodiscard]] std::optional<int> best_discs() const noexcept;
    /// The given score of `move`, if any.
    [[nodiscard]] std::optional<int> discs_of(Square move) const noexcept;
    /// Whether the first move is the only solution, whatever its score: its remark begins with
    /// `repertoire`.
    [[nodiscard]] bool is_of_repertoire() const noexcept;
    [[nodiscard]] friend bool operator==(const Problem&, const Problem&) = default;
};

/// Whether a line is blank or a comment.
[[nodiscard]] bool is_obf_comment(std::string_view line) noexcept;

/// What a text says that begins with a board or with moves.
struct BoardRecord {
    Game game;                      ///< the board, if there is one, and the moves behind it
    std::vector<ScoredMove> scores; ///< of moves after those of the game
    std::optional<int> discs = {};  ///< score of the position after the game
    std::optional<std::size_t> moves_behind_board = {}; ///< offset of the first, if there is any
    std::string remark = {};                            ///< as in a problem
};

/// Parses a board (`board_text.h`) or moves, and behind them what a line of OBF may have, or moves:
/// `BOARD X f7`, `BOARDX;f5d6c3`. If no side to move is given and the moves fit only one, it is
/// that.
[[nodiscard]] Parsed<BoardRecord> parse_board_record(std::string_view text);

/// Parses a line that is no comment. A problem has no moves behind its board.
[[nodiscard]] Parsed<Problem> parse_obf(std::string_view line);

/// Writes a line that parses to the same problem.
[[nodiscard]] std::string to_obf(const Problem& problem);

} // namespace emilia
