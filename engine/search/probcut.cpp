#include "engine/search/probcut.h"

#include "engine/base/constants.h"
#include "engine/eval/evaluation.h"
#include "engine/eval/evaluation_cache.h"
#include "engine/search/midgame_search.h"
#include "engine/search/probcut_margins.h"

#include <array>
#include <cstddef>

namespace emilia {
namespace {

constexpr std::size_t most_empties = 60;

/// Interpolates between the fitted phases; outside them the nearest one is used.
constexpr double deviation(int empties, Depth shallow, Depth deep) noexcept {
    if (empties <= probcut_phases.front().empties)
        return deviation(probcut_phases.front(), shallow, deep);
    for (std::size_t i = 1; i < probcut_phases.size(); ++i) {
        const ProbcutPhase& after = probcut_phases[i];
        if (empties > after.empties) continue;
        const ProbcutPhase& before = probcut_phases[i - 1];
        const double part = static_cast<double>(empties - before.empties)
                            / static_cast<double>(after.empties - before.empties);
        return (1 - part) * deviation(before, shallow, deep)
               + part * deviation(after, shallow, deep);
    }
    return deviation(probcut_phases.back(), shallow, deep);
}

/// A deviation in hundredths of a disc times the tuned scales.
EMILIA_TABLE_FUNCTION int scaled(int deviation, std::size_t empties, Depth deep) noexcept {
    constexpr Depth deepest_shallow = 6;
    const int of_phase = empties > 40   ? constants::margin_above_40
                         : empties > 28 ? constants::margin_above_28
                                        : constants::margin_below_29;
    const int of_depth = deep <= deepest_shallow ? constants::margin_of_shallow : 100;
    return deviation * of_phase * of_depth / 10'000;
}

using Deviations = std::array<std::array<std::int16_t, most_empties + 1>, most_empties + 1>;

/// In hundredths of a disc, by the depth of the deep search and the number of empty squares.
const Deviations& deviations() noexcept {
    EMILIA_TABLE Deviations table = [] {
        Deviations result{};
        for (std::size_t depth = least_probcut_depth; depth < result.size(); ++depth) {
            const auto deep = static_cast<Depth>(depth);
            for (std::size_t empties = 0; empties <= most_empties; ++empties) {
                const double fitted =
                    deviation(static_cast<int>(empties), probcut_probe_depth(deep), deep);
                result[depth][empties] = static_cast<std::int16_t>(
                    scaled(static_cast<int>(100 * fitted), empties, deep));
            }
        }
        return result;
    }();
    return table;
}

// With fewer empties solving a node is cheaper than judging it by a midgame search.
constexpr int least_probcut_empties = 11;

constexpr Depth end_probe_depth(int empties) noexcept {
    return 2 * (empties / 4);
}

// The standard deviation of the error of a midgame search against the exact score, in hundredths
// of a disc, by the depth of the search. engine/search/EXPERIMENTS.md compares it with others.
int end_deviation(Depth depth) noexcept {
    EMILIA_TABLE auto table = [] {
        constexpr int most = 64; // of an empty board, which only a user can ask about
        std::array<int, static_cast<std::size_t>(end_probe_depth(most)) + 1> result{};
        double deviation = constants::end_deviation;
        for (int& entry : result) {
            entry = static_cast<int>(deviation);
            deviation *= constants::end_decay / 1000.0;
        }
        return result;
    }();
    return table[static_cast<std::size_t>(depth)];
}

/// Whether `position` is above the window or below; none if it is probably within. The evaluation
/// has to say so, and a search of `depth` plies to confirm it: the search alone would cut off more
/// and be wrong more often, and where the evaluation denies it, it is hardly worth its nodes.
std::optional<bool> outside(SearchThread& thread, const PatternBoard& position, Window window,
                            Depth depth, Confidence confidence) noexcept {
    const Board& board = position.board();
    const Score value = evaluate_lazily(thread.weights, thread.evaluations.place(board), board,
                                        board.legal_moves(), window.alpha, window.beta,
                                        [&]() -> const PatternBoard& { return position; });
    const auto searched = [&](Window zero_window) {
        return search_midgame(thread, position, zero_window, depth, confidence);
    };
    const auto [low, high] = window;
    if (value >= high) {
        if (depth == 0) return true;
        if (high < max_score && searched({high - score_step, high}) >= high) return true;
    }
    if (value <= low) {
        if (depth == 0) return false;
        if (low > min_score && searched({low, low + score_step}) <= low) return false;
    }
    return std::nullopt;
}

} // namespace

int probcut_margin(Depth depth, int empties, Confidence confidence) noexcept {
    const auto& of_depth = deviations()[static_cast<std::size_t>(depth)];
    return of_depth[std::min(static_cast<std::size_t>(empties), of_depth.size() - 1)]
           * margin_in_tenths(confidence) / 10;
}

std::optional<bool> probably_above(SearchThread& thread, const PatternBoard& position, Score alpha,
                                   Depth depth, Confidence confidence) noexcept {
    const Score margin = in_steps(
        Score::from_hundredths(probcut_margin(depth, position.board().empties(), confidence)));
    return outside(thread, position, {alpha - margin, alpha + score_step + margin},
                   probcut_probe_depth(depth), confidence);
}

std::optional<bool> end_probably_above(SearchThread& thread, const Board& board, int alpha,
                                       int empties, Confidence confidence) noexcept {
    if (empties < least_probcut_empties) return std::nullopt;
    const Depth depth = end_probe_depth(empties);
    const Score margin =
        in_steps(Score::from_hundredths(margin_in_tenths(confidence) * end_deviation(depth) / 10));
    return outside(thread, PatternBoard(board),
                   {Score::from_discs(alpha) - margin, Score::from_discs(alpha + 1) + margin},
                   depth, confidence);
}

} // namespace emilia
