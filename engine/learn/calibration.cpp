#include "engine/learn/calibration.h"

#include "engine/base/bytes.h"
#include "engine/base/deadline.h"
#include "engine/base/workers.h"
#include "engine/play/searcher.h"
#include "engine/search/probcut.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace emilia {
namespace {

double discs(std::int16_t hundredths) noexcept {
    return hundredths / 100.0;
}

/// Returns nothing if too few positions of the band were searched that deep.
std::optional<DepthPair> regress_pair(std::span<const ValuesByDepth> positions,
                                      const std::array<int, 2>& band, Depth deep) {
    const Depth shallow = probcut_probe_depth(deep);
    double count = 0;
    double sum_x = 0;
    double sum_y = 0;
    double sum_xx = 0;
    double sum_xy = 0;
    double squares = 0;
    for (const ValuesByDepth& position : positions) {
        if (position.empties < band[0] || position.empties > band[1]
            || position.values.size() <= static_cast<std::size_t>(deep)) {
            continue;
        }
        const double x = discs(position.values[static_cast<std::size_t>(shallow)]);
        const double y = discs(position.values[static_cast<std::size_t>(deep)]);
        ++count;
        sum_x += x;
        sum_y += y;
        sum_xx += x * x;
        sum_xy += x * y;
        squares += (y - x) * (y - x);
    }
    if (count < static_cast<double>(least_calibrated_positions)) return std::nullopt;
    const double spread = sum_xx - sum_x * sum_x / count;
    const double slope = spread > 0 ? (sum_xy - sum_x * sum_y / count) / spread : 1;
    return DepthPair{.shallow = shallow,
                     .deep = deep,
                     .positions = static_cast<std::size_t>(count),
                     .slope = slope,
                     .intercept = (sum_y - slope * sum_x) / count,
                     .deviation = std::sqrt(squares / count)};
}

/// The base and scale, both at least 0, that give the smallest sum of squared relative errors for a
/// fixed decay.
struct PhaseFit {
    ProbcutPhase phase;
    double error; ///< sum of squared relative errors
};

PhaseFit fit_phase(const PhasePairs& pairs, double decay) {
    const ProbcutPhase unit{.empties = pairs.empties, .base = 0, .scale = 1, .decay = decay};
    // With u = 1/σ and v = curve/σ, base · u + scale · v should be 1.
    double uu = 0;
    double uv = 0;
    double vv = 0;
    double u1 = 0;
    double v1 = 0;
    for (const DepthPair& pair : pairs.pairs) {
        const double u = 1 / pair.deviation;
        const double v = deviation(unit, pair.shallow, pair.deep) / pair.deviation;
        uu += u * u;
        uv += u * v;
        vv += v * v;
        u1 += u;
        v1 += v;
    }
    const double determinant = uu * vv - uv * uv;
    double base = 0;
    double scale = v1 / vv;
    if (determinant > 1e-9 * uu * vv) {
        base = (u1 * vv - v1 * uv) / determinant;
        scale = (v1 * uu - u1 * uv) / determinant;
    }
    if (base < 0) {
        base = 0;
        scale = v1 / vv;
    } else if (scale < 0) {
        base = u1 / uu;
        scale = 0;
    }
    const auto count = static_cast<double>(pairs.pairs.size());
    const double error = base * base * uu + scale * scale * vv + count
                         + 2 * (base * scale * uv - base * u1 - scale * v1);
    return {{.empties = pairs.empties, .base = base, .scale = scale, .decay = decay}, error};
}

} // namespace

std::uint32_t weights_checksum(const Weights& weights) {
    std::string bytes;
    for (int empties = 0; empties < static_cast<int>(empties_numbers); ++empties) {
        put(bytes, weights.constant(empties));
        const auto* const table = reinterpret_cast<const char*>(weights.table(empties));
        put(bytes, checksum({table, pattern_weights * sizeof(Weight)}));
    }
    if (weights.network() != nullptr) put(bytes, weights.network()->checksum());
    return checksum(bytes);
}

std::vector<ValuesByDepth> search_all_depths(std::span<const Board> positions,
                                             const Weights& weights,
                                             const CalibrationSettings& settings,
                                             std::atomic<std::size_t>& done) {
    std::vector<ValuesByDepth> all(positions.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t) {
        Searcher searcher(1, settings.hash_megabytes, *settings.instruction_set, weights);
        for (std::size_t i = next++; i < positions.size() && !is_stopped(settings.stop);
             i = next++) {
            const Board& board = positions[i];
            searcher.forget();
            SearchLimits limits;
            limits.depth = std::min(settings.depth, board.empties() - 1);
            limits.confidence = Confidence::certain;
            limits.stop = settings.stop;
            const auto keep = [](Score score) {
                return static_cast<std::int16_t>(score.hundredths());
            };
            std::vector<std::int16_t> values = {
                keep(in_steps(settings.instruction_set->evaluate(weights, board)))};
            const auto add = [&](const SearchResult& result) {
                values.push_back(keep(result.lines.front().value.score()));
            };
            if (limits.depth > 0)
                static_cast<void>(searcher.search(board, limits, {.iteration = add}));
            if (is_stopped(settings.stop)) return;
            all[i] = {.empties = board.empties(), .values = std::move(values)};
            ++done;
        }
    };
    in_parallel(static_cast<std::size_t>(settings.threads), settings.threads, work);
    std::erase_if(all, [](const ValuesByDepth& position) { return position.values.empty(); });
    return all;
}

std::vector<PhasePairs> regress(std::span<const ValuesByDepth> positions) {
    std::size_t most_values = 0;
    for (const ValuesByDepth& position : positions)
        most_values = std::max(most_values, position.values.size());
    std::vector<PhasePairs> phases;
    for (const std::array<int, 2>& band : calibrated_bands) {
        PhasePairs phase{.empties = (band[0] + band[1]) / 2, .pairs = {}};
        for (Depth deep = least_probcut_depth; deep < static_cast<Depth>(most_values); ++deep) {
            if (const auto pair = regress_pair(positions, band, deep)) phase.pairs.push_back(*pair);
        }
        if (!phase.pairs.empty()) phases.push_back(std::move(phase));
    }
    return phases;
}

std::vector<ProbcutPhase> fit_curve(std::span<const PhasePairs> phases) {
    // All phases share one decay: a single phase has too few pairs to separate decay and base.
    double least_error = std::numeric_limits<double>::infinity();
    std::vector<ProbcutPhase> best;
    constexpr int steps_of_one = 200;
    for (int step = steps_of_one / 2; step <= steps_of_one; ++step) {
        const double decay = static_cast<double>(step) / steps_of_one;
        double error = 0;
        std::vector<ProbcutPhase> fitted;
        for (const PhasePairs& phase : phases) {
            const PhaseFit fit = fit_phase(phase, decay);
            fitted.push_back(fit.phase);
            error += fit.error;
        }
        if (error < least_error) {
            least_error = error;
            best = std::move(fitted);
        }
    }
    return best;
}

} // namespace emilia
