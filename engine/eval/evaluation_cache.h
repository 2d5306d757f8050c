#pragma once

// Evaluations that are kept. A search meets the same positions again: by another order of the same
// moves, at the next iteration, in a shallower search for Multi-ProbCut, and in the order of the
// moves before it searches them. Two fifths of the leaves of a midgame search are such positions,
// and finding an evaluation takes a tenth of the time of making it.

#include "engine/board/board.h"
#include "engine/eval/evaluation.h"
#include "engine/eval/pattern_board.h"
#include "engine/eval/score.h"
#include "engine/eval/weights.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

namespace emilia {

/// What the evaluation says of a position in which the side to move has a move.
class KnownEvaluation {
public:
    [[nodiscard]] bool is_of(const Board& board) const noexcept { return board_ == board; }
    [[nodiscard]] Score by_tables() const noexcept { return Score::from_hundredths(by_tables_); }
    [[nodiscard]] bool has_corrected() const noexcept { return corrected_ != unknown; }
    [[nodiscard]] Score corrected() const noexcept { return Score::from_hundredths(corrected_); }

    void set(const Board& board, Score by_tables) noexcept {
        board_ = board;
        by_tables_ = static_cast<std::int16_t>(by_tables.hundredths());
        corrected_ = unknown;
    }
    void set_corrected(Score score) noexcept {
        corrected_ = static_cast<std::int16_t>(score.hundredths());
    }

private:
    static constexpr std::int16_t unknown = std::numeric_limits<std::int16_t>::max();

    Board board_{all_squares, all_squares}; ///< no position: nothing is known
    std::int16_t by_tables_ = 0;
    std::int16_t corrected_ = unknown;
};

/// The evaluations of one thread, with the same weights. It is small enough for the processor's
/// second cache.
class EvaluationCache {
public:
    /// The only place where `board` can be, which may hold another position. Starts to fetch it.
    [[nodiscard]] KnownEvaluation& place(const Board& board) noexcept {
        if (!known_ && !allocate()) return spare_;
        KnownEvaluation& place = known_[static_cast<std::size_t>(hash(board) >> (64 - size_bits))];
        __builtin_prefetch(&place);
        return place;
    }

private:
    static constexpr int size_bits = 14; // 384 KB
    static constexpr std::size_t size = std::size_t{1} << size_bits;
    /// A search of few nodes does without the memory, because clearing it would take longer.
    static constexpr int least_asked = 1024;

    [[gnu::noinline]] bool allocate() noexcept {
        if (++asked_ < least_asked) return false;
        known_.reset(new (std::nothrow) KnownEvaluation[size]);
        return known_ != nullptr;
    }

    std::unique_ptr<KnownEvaluation[]> known_;
    KnownEvaluation spare_;
    int asked_ = 0;
};

// The evaluations of evaluation.h, taken from the place of `board` in the cache if they are known
// there. Otherwise `make` gives the PatternBoard of `board`; it is called at most once.

template <typename Make>
[[nodiscard]] Score evaluate_by_tables(const Weights& weights, KnownEvaluation& known,
                                       const Board& board, Make make) noexcept {
    if (!known.is_of(board)) known.set(board, evaluate_by_tables(weights, make()));
    return known.by_tables();
}

/// Where the value of the tables is near the window, the whole evaluation; far outside, where the
/// network would hardly ever bring it back, the value of the tables. `legal` are the legal moves,
/// at least one.
template <typename Make>
[[nodiscard]] Score evaluate_lazily(const Weights& weights, KnownEvaluation& known,
                                    const Board& board, Bitboard legal, Score alpha, Score beta,
                                    Make make) noexcept {
    const bool is_known = known.is_of(board);
    if (is_known) {
        if (is_far_outside(known.by_tables(), alpha, beta)) return known.by_tables();
        if (known.has_corrected()) return known.corrected();
    }
    const PatternBoard& position = make();
    if (!is_known) {
        known.set(board, evaluate_by_tables(weights, position));
        if (is_far_outside(known.by_tables(), alpha, beta)) return known.by_tables();
    }
    known.set_corrected(corrected(weights, position, legal, known.by_tables()));
    return known.corrected();
}

} // namespace emilia
