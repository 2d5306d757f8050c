#include "engine/learn/measure.h"

#include "engine/base/deadline.h"
#include "engine/base/workers.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace emilia {
namespace {

/// In hundredths of a disc; greater than any error.
constexpr std::int16_t not_measured = std::numeric_limits<std::int16_t>::max();

/// Computes the values of positions, for one thread.
class Measurer {
public:
    Measurer(const Weights& weights, const MeasureSettings& settings)
        : weights_(weights), settings_(settings) {
        if (settings.depth)
            searcher_.emplace(1, settings.hash_megabytes, *settings.instruction_set, weights);
    }

    /// Returns nothing if it was stopped.
    [[nodiscard]] std::optional<Score> value(const Board& board) {
        if (!searcher_) return settings_.instruction_set->evaluate(weights_, board);
        searcher_->forget();
        SearchLimits limits;
        limits.depth = *settings_.depth;
        limits.stop = settings_.stop;
        const SearchResult result = searcher_->search(board, limits);
        if (is_stopped(settings_.stop)) return std::nullopt;
        if (result.lines.empty()) return Score::from_discs(board.final_score());
        return result.lines.front().value.score();
    }

    /// How many positions a thread takes at once. The evaluation is so fast that taking single ones
    /// would slow it down.
    [[nodiscard]] std::size_t portion() const noexcept { return searcher_ ? 1 : 4096; }

private:
    const Weights& weights_;
    const MeasureSettings& settings_;
    std::optional<Searcher> searcher_;
};

} // namespace

void Errors::add(double error, double weight_of_error) noexcept {
    ++positions;
    weight += weight_of_error;
    sum += weight_of_error * error;
    absolute += weight_of_error * std::abs(error);
    square += weight_of_error * error * error;
}

void Errors::add(const Errors& others) noexcept {
    positions += others.positions;
    weight += others.weight;
    sum += others.sum;
    absolute += others.absolute;
    square += others.square;
}

double Errors::mean() const noexcept {
    return weight == 0 ? 0 : sum / weight;
}

double Errors::mean_absolute() const noexcept {
    return weight == 0 ? 0 : absolute / weight;
}

double Errors::root_mean_square() const noexcept {
    return weight == 0 ? 0 : std::sqrt(square / weight);
}

ErrorsByEmpties measure(std::span<const LabelledPosition> positions, const Weights& weights,
                        const MeasureSettings& settings, std::atomic<std::size_t>& done) {
    std::vector<std::int16_t> errors(positions.size(), not_measured);
    std::atomic<std::size_t> next = 0;
    const auto work = [&](std::size_t) {
        Measurer measurer(weights, settings);
        while (!is_stopped(settings.stop)) {
            const std::size_t begin = next.fetch_add(measurer.portion());
            if (begin >= positions.size()) return;
            const std::size_t end = std::min(begin + measurer.portion(), positions.size());
            for (std::size_t i = begin; i < end; ++i) {
                const auto value = measurer.value(positions[i].board);
                if (!value) return;
                errors[i] = static_cast<std::int16_t>((*value - positions[i].score).hundredths());
            }
            done += end - begin;
        }
    };
    in_parallel(static_cast<std::size_t>(settings.threads), settings.threads, work);

    ErrorsByEmpties result; // summed in the order of the positions, so that threads don't change it
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (errors[i] == not_measured) continue;
        const auto empties = static_cast<std::size_t>(positions[i].board.empties());
        result[empties].add(Score::from_hundredths(errors[i]).discs());
    }
    return result;
}

} // namespace emilia
