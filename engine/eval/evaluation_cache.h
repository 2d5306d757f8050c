#pragma once

// Evaluations that are kept, and searches of one ply. A search meets the same positions again: by
// another order of the same moves, at the next iteration, in a shallower search for Multi-ProbCut,
// and in the order of the moves before it searches them. Two fifths of the leaves of a midgame
// search are such positions.

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

/// What is known of a position: the evaluation, if the side to move has a move, and bounds of the
/// value that a search of one ply with such evaluations finds.
class KnownEvaluation {
public:
    KnownEvaluation() = default; ///< of no position

    [[nodiscard]] bool is_of(const Board& board) const noexcept { return board_ == board; }
    /// Makes this the place of `board`; if it was another position's, nothing is known now.
    void claim(const Board& board) noexcept {
        if (!is_of(board)) *this = KnownEvaluation(board);
    }

    [[nodiscard]] bool has_by_tables() const noexcept { return by_tables_ != unknown; }
    [[nodiscard]] Score by_tables() const noexcept { return Score::from_hundredths(by_tables_); }
    void set_by_tables(Score score) noexcept { by_tables_ = stored(score); }

    [[nodiscard]] bool has_corrected() const noexcept { return corrected_ != unknown; }
    [[nodiscard]] Score corrected() const noexcept { return Score::from_hundredths(corrected_); }
    void set_corrected(Score score) noexcept { corrected_ = stored(score); }

    [[nodiscard]] Score lower() const noexcept { return Score::from_hundredths(lower_); }
    [[nodiscard]] Score upper() const noexcept { return Score::from_hundredths(upper_); }
    /// Takes the value of a search of one ply with the window from `alpha` to `beta`.
    void set_searched(Score value, Score alpha, Score beta) noexcept {
        if (value > alpha) lower_ = stored(value);
        if (value < beta) upper_ = stored(value);
    }

private:
    using Stored = std::int16_t; ///< hundredths of a disc
    static constexpr Stored unknown = std::numeric_limits<Stored>::max();
    [[nodiscard]] static constexpr Stored stored(Score score) noexcept {
        return static_cast<Stored>(score.hundredths());
    }

    explicit KnownEvaluation(const Board& board) noexcept : board_(board) {}

    Board board_{all_squares, all_squares};
    Stored by_tables_ = unknown;
    Stored corrected_ = unknown;
    Stored lower_ = stored(min_score);
    Stored upper_ = stored(max_score);
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
        if (asked_ < least_asked) {
            ++asked_;
            return false;
        }
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
    known.claim(board);
    if (!known.has_by_tables()) known.set_by_tables(evaluate_by_tables(weights, make()));
    return known.by_tables();
}

/// Where the value of the tables is near the window, the whole evaluation; far outside, where the
/// network would hardly ever bring it back, the value of the tables; either in steps. `legal` are
/// the legal moves, at least one.
template <typename Make>
[[nodiscard]] Score evaluate_lazily(const Weights& weights, KnownEvaluation& known,
                                    const Board& board, Bitboard legal, Score alpha, Score beta,
                                    Make make) noexcept {
    known.claim(board);
    const bool has_tables = known.has_by_tables();
    if (has_tables) {
        if (is_far_outside(known.by_tables(), alpha, beta)) return in_steps(known.by_tables());
        if (known.has_corrected()) return known.corrected();
    }
    const PatternBoard& position = make();
    if (!has_tables) {
        known.set_by_tables(evaluate_by_tables(weights, position));
        if (is_far_outside(known.by_tables(), alpha, beta)) return in_steps(known.by_tables());
    }
    known.set_corrected(in_steps(corrected(weights, position, legal, known.by_tables())));
    return known.corrected();
}

} // namespace emilia
