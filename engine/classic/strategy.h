#pragma once

// Chooses a move by an evaluation and a number of plies, with the search methods of chapter 18 of
// Norvig's "Paradigms of Artificial Intelligence Programming" (1992). All of them except
// `maximizer` choose a move of the same value.

#include "engine/base/deadline.h"
#include "engine/base/random_numbers.h"
#include "engine/board/board.h"
#include "engine/classic/evaluation.h"
#include "engine/search/search_terms.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>

namespace emilia::classic {

struct Interruption {
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    const std::atomic<bool>* stop = nullptr;
};

/// Thrown by a search that is interrupted.
struct Interrupted {
    Nodes boards = 0; ///< boards made so far, if the search counts them
};

/// The deadline `seconds` from now; none without a limit.
[[nodiscard]] inline std::optional<std::chrono::steady_clock::time_point>
deadline_in(std::optional<double> seconds) {
    if (!seconds) return std::nullopt;
    return emilia::deadline_in(*seconds);
}

/// Checks for an interruption every 256 positions.
class InterruptionCheck {
public:
    explicit InterruptionCheck(const Interruption& interruption) noexcept
        : interruption_(interruption) {}

    /// Call it once for each position. Throws Interrupted.
    void count_position() {
        constexpr unsigned interval = 256;
        if (++positions_ % interval != 0) return;
        if (is_stopped(interruption_.stop)
            || (interruption_.deadline
                && std::chrono::steady_clock::now() >= *interruption_.deadline))
            throw Interrupted();
    }

private:
    Interruption interruption_;
    unsigned positions_ = 0;
};

struct SearchCounts {
    Nodes boards = 0;      ///< positions made by a move
    Nodes evaluations = 0; ///< of positions where the game is not over

    void add(const SearchCounts& others) noexcept {
        boards += others.boards;
        evaluations += others.evaluations;
    }
};

/// The moves of a position in the order in which they were added.
class MoveList {
public:
    void add(Square move) noexcept { moves_[size_++] = move; }
    [[nodiscard]] Square* begin() noexcept { return moves_.data(); }
    [[nodiscard]] Square* end() noexcept { return moves_.data() + size_; }
    [[nodiscard]] const Square* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] const Square* end() const noexcept { return moves_.data() + size_; }

private:
    std::array<Square, square_count> moves_;
    std::size_t size_ = 0;
};

/// The order in which moves are searched: group by group, and by index within a group.
using SquareOrder = std::span<const WeightBoard::Group>;

/// From a1, b1, … to h8, which the book calls random ordering (Norvig 1992, section 18.9).
[[nodiscard]] SquareOrder natural_order() noexcept;
/// By Norvig's weights of the squares, best first (section 18.9).
[[nodiscard]] SquareOrder static_order() noexcept;

/// The legal moves in `order`.
[[nodiscard]] inline MoveList in_order(Bitboard legal, SquareOrder order) noexcept {
    MoveList moves;
    for (const auto& group : order)
        for (const Square square : squares_of(legal & group.squares)) moves.add(square);
    return moves;
}

/// The game for one search of a position. `after` throws Interrupted.
class OthelloGame {
public:
    using Node = Board;
    using Move = Square;

    /// The evaluation, the order and the interruption's stop flag must outlive this object.
    OthelloGame(const Evaluation& evaluation, SquareOrder order, int root_move,
                const Interruption& interruption) noexcept
        : evaluation_(evaluation),
          order_(order),
          root_move_(root_move),
          interruption_check_(interruption) {}

    /// A forced pass is a move and takes a ply.
    [[nodiscard]] MoveList moves(const Board& board) const noexcept {
        const Bitboard legal = board.legal_moves();
        MoveList list = in_order(legal, order_);
        if (legal == 0 && !board.is_over()) list.add(Square::pass);
        return list;
    }

    [[nodiscard]] Board after(const Board& board, Square move) {
        if (move != Square::pass) ++counts_.boards;
        interruption_check_.count_position();
        return board.after(move);
    }

    [[nodiscard]] Value estimate(const Board& board) {
        ++counts_.evaluations;
        return evaluation_.estimate(board, root_move_);
    }

    [[nodiscard]] Value final_value(const Board& board) const {
        return evaluation_.final_value(board);
    }

    [[nodiscard]] const SearchCounts& counts() const noexcept { return counts_; }

private:
    const Evaluation& evaluation_;
    SquareOrder order_;
    int root_move_;
    InterruptionCheck interruption_check_;
    SearchCounts counts_;
};

enum class Method {
    maximizer,    ///< one ply, evaluated for the mover; a finished game is evaluated, too (18.3)
    minimax,      ///< the whole tree (18.4)
    alpha_beta,   ///< moves in the order a1 to h8 (18.5)
    static_order, ///< alpha-beta, moves ordered by the weights of their squares (18.9)
    sorted,       ///< alpha-beta, moves ordered by the evaluation (18.9)
    killers,      ///< alpha-beta, static order and killer moves (18.11)
};

struct Choice {
    Square move; ///< `Square::pass` if it is forced
    Value value; ///< for the player to move, in the evaluation's unit
    SearchCounts counts;
};

/// Searches `plies` (1 or more) deep; the game must not be over. Throws Interrupted.
[[nodiscard]] Choice choose(const Board& board, const Evaluation& evaluation, Method method,
                            int plies, const Interruption& interruption = {});

/// A random legal move, or a pass if it is forced (Norvig 1992, section 18.2). The game must not be
/// over.
[[nodiscard]] inline Square random_move(const Board& board, RandomNumbers& random) {
    Bitboard legal = board.legal_moves();
    if (legal == 0) return Square::pass;
    for (int skip = random.below(count(legal)); skip > 0; --skip) legal &= legal - 1;
    return first_square(legal);
}

} // namespace emilia::classic
