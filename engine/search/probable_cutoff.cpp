#include "engine/search/probable_cutoff.h"

#include "engine/eval/evaluation.h"
#include "engine/search/midgame_search.h"

#include <array>
#include <cstddef>

namespace emilia {
namespace {

constexpr int least_empties = 11;

constexpr Depth probe_depth(int empties) noexcept {
    return empties / 3;
}

// The standard deviation, in hundredths of a disc, of the error of a search of so many plies
// against the exact score, on the safe side: 400 positions each of 10, 12, 14 and 16 empties from
// games of 2023–2025 have 9.0 discs without a search and 5.3 with six plies. The true figures did
// not save nodes on FFO 40–49.
constexpr auto end_deviations = [] {
    std::array<int, 24> result{};
    double deviation = 1050;
    for (int& entry : result) {
        entry = static_cast<int>(deviation);
        deviation *= 0.925;
    }
    return result;
}();

} // namespace

std::optional<int> probable_cutoff(SearchThread& thread, const Board& board, int alpha, int empties,
                                   Confidence confidence) noexcept {
    if (empties < least_empties) return std::nullopt;
    const Depth depth = probe_depth(empties);
    const int margin =
        margin_in_tenths(confidence) * end_deviations[static_cast<std::size_t>(depth)] / 10;
    const PatternBoard position(board);
    const int likely = evaluate(thread.weights, position).hundredths();
    MidgameSearch search(thread, Confidence::certain);
    // Only a side to which the evaluation leans clearly is worth a probe.
    if (const int high = 100 * (alpha + 1) + margin;
        likely >= high - margin / 2 && high < max_score.hundredths()) {
        const Score bound = Score::from_hundredths(high);
        if (search.search(position, bound - score_step, bound, depth) >= bound) return alpha + 1;
    }
    if (const int low = 100 * alpha - margin;
        likely <= low + margin / 2 && low > min_score.hundredths()) {
        const Score bound = Score::from_hundredths(low);
        if (search.search(position, bound, bound + score_step, depth) <= bound) return alpha;
    }
    return std::nullopt;
}

} // namespace emilia
