#include "engine/learn/fit.h"

#include "engine/base/deadline.h"
#include "engine/base/workers.h"
#include "engine/eval/pattern_board.h"
#include "engine/eval/weights.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace emilia {
namespace {

constexpr std::size_t empties_count = 65;

/// Into how many parts to split the examples of one number of empties. Each part has sums of its
/// own, so there should be few. The number must not depend on the threads, because the result would
/// depend on them, too: floating-point sums change with the order of the additions.
std::size_t parts_of(std::size_t examples) {
    constexpr std::size_t least_in_a_part = 32768;
    constexpr std::size_t most_parts = 32;
    return std::clamp<std::size_t>(examples / least_in_a_part, 1, most_parts);
}

double dot(const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

/// The table index of each feature of a position.
using Entries = std::array<std::size_t, lookups<Reader::table>.size()>;

/// The share of the second knot in the weights at a number of empties.
float share_of_second(const PhaseBlend& blend) {
    return static_cast<float>(blend.parts) / static_cast<float>(blend.parts_in_all);
}

/// The least-squares problem, as a linear map of the parameters.
class Problem {
public:
    Problem(const TrainingSet& set, const FitSettings& settings, const TiedWeights& tied)
        : set_(set), settings_(settings), tied_(tied), table_(pattern_weights) {}

    [[nodiscard]] bool stopped() const noexcept { return is_stopped(settings_.stop); }

    /// Computes each example's value under `parameters` and adds `factor(example, value)` to every
    /// parameter in `result` that the value depends on, in proportion to its coefficient. After a
    /// stop the result is incomplete.
    template <class Factor>
    void collect(const Parameters& parameters, Parameters& result, const Factor& factor) {
        std::fill(result.values.begin(), result.values.end(), 0.0F);
        for (std::size_t empties = 0; empties < empties_count; ++empties) {
            if (stopped()) return;
            if (set_.size(empties) == 0) continue;
            load_table(parameters, empties);
            const std::size_t size = set_.size(empties);
            const std::size_t parts = parts_of(size);
            std::vector<std::vector<double>> sums(parts,
                                                  std::vector<double>(set_.mistake_groups, 0.0));
            if (collected_.size() < parts) collected_.resize(parts);
            in_parallel(parts, settings_.threads, [&](std::size_t part) {
                std::vector<float>& collected = collected_[part];
                collected.assign(pattern_weights, 0.0F);
                const Example* const examples = &set_.examples[set_.start[empties]];
                const std::size_t end = size * (part + 1) / parts;
                for (std::size_t i = size * part / parts; i < end && !stopped(); ++i) {
                    const Example& example = examples[i];
                    Entries entries;
                    const float sum = value(parameters, example, empties, entries);
                    const float share = factor(example, sum);
                    for (const std::size_t entry : entries) collected[entry] += share;
                    sums[part][example.mistake_group] += share;
                }
            });
            add_up_parts(parts);
            fold(empties, sums, result);
        }
    }

    /// The errors under `parameters`, each example with its weight; incomplete after a stop.
    Errors errors(const Parameters& parameters) {
        Errors errors;
        for (std::size_t empties = 0; empties < empties_count; ++empties) {
            if (set_.size(empties) == 0) continue;
            load_table(parameters, empties);
            const std::size_t end = set_.start[empties + 1];
            for (std::size_t i = set_.start[empties]; i < end && !stopped(); ++i) {
                const Example& example = set_.examples[i];
                Entries entries;
                const auto error = static_cast<double>(value(parameters, example, empties, entries)
                                                       - example.score);
                errors.add(error, static_cast<double>(example.weight));
            }
        }
        return errors;
    }

    /// The diagonal of the problem's matrix, penalties included.
    [[nodiscard]] Parameters diagonal(const Parameters& shape) {
        Parameters result = shape;
        std::fill(result.values.begin(), result.values.end(), 0.0F);
        squares_ = true;
        Parameters nothing = result;
        collect(nothing, result, [](const Example& example, float) { return example.weight; });
        squares_ = false;
        for (std::size_t knot = 0; knot < knots.size(); ++knot) {
            const float neighbours = (knot == 0 || knot + 1 == knots.size()) ? 1.0F : 2.0F;
            for (std::size_t i = 0; i < tied_.count; ++i)
                result.values[result.weight(knot, i)] +=
                    settings_.ridge + neighbours * settings_.smoothness;
        }
        for (float& value : result.values) value = std::max(value, 1.0F);
        return result;
    }

    /// Adds the penalties' part of the linear map to `result`.
    void add_pulls(const Parameters& parameters, Parameters& result) const {
        for (std::size_t knot = 0; knot < knots.size(); ++knot) {
            for (std::size_t i = 0; i < tied_.count; ++i) {
                const float own = parameters.values[parameters.weight(knot, i)];
                float pull = settings_.ridge * own;
                if (knot > 0)
                    pull += settings_.smoothness
                            * (own - parameters.values[parameters.weight(knot - 1, i)]);
                if (knot + 1 < knots.size())
                    pull += settings_.smoothness
                            * (own - parameters.values[parameters.weight(knot + 1, i)]);
                result.values[result.weight(knot, i)] += pull;
            }
        }
        // The constants and corrections have almost no penalty.
        for (std::size_t i = parameters.constant(0); i < parameters.values.size(); ++i)
            result.values[i] += parameters.values[i];
    }

private:
    void load_table(const Parameters& parameters, std::size_t empties) {
        const PhaseBlend blend = phase_blend(static_cast<int>(empties));
        const float second = share_of_second(blend);
        const float* const a = &parameters.values[parameters.weight(blend.first, 0)];
        const float* const b = &parameters.values[parameters.weight(blend.second, 0)];
        for (std::size_t i = 0; i < table_.size(); ++i) {
            const std::uint32_t tied = tied_.of_entry[i];
            table_[i] = (1 - second) * a[tied] + second * b[tied];
        }
    }

    float value(const Parameters& parameters, const Example& example, std::size_t empties,
                Entries& entries) const {
        float sum = parameters.values[parameters.constant(empties)];
        if (example.mistake_group != 0)
            sum += parameters.values[parameters.mistake(example.mistake_group, empties)];
        const PatternBoard position(example.board);
        const std::int16_t* const contents = position.contents();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const Lookup& lookup = lookups<Reader::table>[i];
            entries[i] = static_cast<std::size_t>(lookup.middle + contents[lookup.feature]);
            sum += table_[entries[i]];
        }
        return sum;
    }

    /// Adds the sums of the first `parts` parts to those of part 0.
    void add_up_parts(std::size_t parts) {
        constexpr std::size_t ranges = 64;
        std::vector<float>& all = collected_.front();
        if (parts == 1) return;
        in_parallel(ranges, settings_.threads, [&](std::size_t range) {
            const std::size_t end = all.size() * (range + 1) / ranges;
            for (std::size_t part = 1; part < parts; ++part) {
                const std::vector<float>& collected = collected_[part];
                for (std::size_t i = all.size() * range / ranges; i < end; ++i)
                    all[i] += collected[i];
            }
        });
    }

    void fold(std::size_t empties, const std::vector<std::vector<double>>& sums,
              Parameters& result) {
        const PhaseBlend blend = phase_blend(static_cast<int>(empties));
        float second = share_of_second(blend);
        float first = 1 - second;
        if (squares_) {
            second *= second;
            first *= first;
        }
        float* const a = &result.values[result.weight(blend.first, 0)];
        float* const b = &result.values[result.weight(blend.second, 0)];
        const std::vector<float>& collected = collected_.front();
        for (std::size_t i = 0; i < collected.size(); ++i) {
            if (collected[i] == 0) continue;
            const std::uint32_t tied = tied_.of_entry[i];
            a[tied] += first * collected[i];
            b[tied] += second * collected[i];
        }
        for (const std::vector<double>& of_part : sums) {
            for (std::size_t group = 0; group < of_part.size(); ++group) {
                const auto sum = static_cast<float>(of_part[group]);
                result.values[result.constant(empties)] += sum;
                if (group != 0) result.values[result.mistake(group, empties)] += sum;
            }
        }
    }

    const TrainingSet& set_;
    const FitSettings& settings_;
    const TiedWeights& tied_;
    bool squares_ = false;
    std::vector<float> table_;                  ///< weights at the current number of empties
    std::vector<std::vector<float>> collected_; ///< the sums of each part
};

/// Gives numbers of empties without examples the constant of the nearest one with examples, even
/// from even and odd from odd: the parity decides who has the last move, which is worth a disc or
/// two.
void extend_constants(const TrainingSet& training, Parameters& parameters) {
    std::size_t least = 0;
    while (least < empties_count && training.size(least) == 0) ++least;
    if (least == empties_count) return;
    std::size_t greatest = empties_count - 1;
    while (training.size(greatest) == 0) --greatest;
    if (greatest == least) return;
    for (std::size_t empties = 0; empties < empties_count; ++empties) {
        std::size_t nearest = std::clamp(empties, least, greatest);
        if ((nearest + empties) % 2 == 1) nearest += empties < least ? 1U : -std::size_t{1};
        parameters.values[parameters.constant(empties)] =
            parameters.values[parameters.constant(nearest)];
    }
}

Weight quantized(float discs) {
    constexpr auto most = static_cast<float>(std::numeric_limits<Weight>::max());
    return static_cast<Weight>(std::lround(std::clamp(discs * weight_units_per_disc, -most, most)));
}

} // namespace

Parameters::Parameters(std::size_t tied_count, std::size_t mistake_groups)
    : values(knots.size() * tied_count + empties_count * mistake_groups), tied_count_(tied_count) {}

std::size_t Parameters::constant(std::size_t empties) const noexcept {
    return knots.size() * tied_count_ + empties;
}

std::size_t Parameters::mistake(std::size_t group, std::size_t empties) const noexcept {
    return constant(0) + group * empties_count + empties;
}

Parameters fit(const TrainingSet& training, const TrainingSet& validation,
               const FitSettings& settings, const std::function<void(const FitPass&)>& progress) {
    const TiedWeights& tied = tie_weights(Reader::table);
    Problem problem(training, settings, tied);
    Problem held_out(validation, settings, tied);
    Parameters parameters(tied.count, training.mistake_groups);
    const Parameters diagonal = problem.diagonal(parameters);

    Parameters residual = parameters;
    problem.collect(parameters, residual,
                    [](const Example& example, float) { return example.weight * example.score; });
    Parameters preconditioned = residual;
    const auto precondition = [&] {
        for (std::size_t i = 0; i < residual.values.size(); ++i)
            preconditioned.values[i] = residual.values[i] / diagonal.values[i];
    };
    precondition();
    Parameters direction = preconditioned;
    Parameters product = parameters;
    double old_norm = dot(residual.values, preconditioned.values);
    std::optional<Parameters> best;
    double least_error = 0;
    int passes_since_best = 0;
    constexpr int patience = 4;
    for (int pass = 1; pass <= settings.passes; ++pass) {
        problem.collect(direction, product,
                        [](const Example& example, float value) { return example.weight * value; });
        problem.add_pulls(direction, product);
        const double curvature = dot(direction.values, product.values);
        if (problem.stopped() || !(curvature > 0)) break;
        const auto step = static_cast<float>(old_norm / curvature);
        for (std::size_t i = 0; i < parameters.values.size(); ++i) {
            parameters.values[i] += step * direction.values[i];
            residual.values[i] -= step * product.values[i];
        }
        const Errors errors = held_out.errors(parameters);
        if (problem.stopped()) break;
        if (!best || errors.root_mean_square() < least_error || validation.examples.empty()) {
            best = parameters;
            least_error = errors.root_mean_square();
            passes_since_best = 0;
        } else {
            ++passes_since_best;
        }
        progress({pass, errors});
        if (passes_since_best >= patience) break;
        precondition();
        const double norm = dot(residual.values, preconditioned.values);
        const auto turn = static_cast<float>(norm / old_norm);
        old_norm = norm;
        for (std::size_t i = 0; i < direction.values.size(); ++i)
            direction.values[i] = preconditioned.values[i] + turn * direction.values[i];
    }
    if (!best) return {tied.count, training.mistake_groups};
    parameters = *best;
    extend_constants(training, parameters);
    return parameters;
}

StoredWeights quantize(const Parameters& parameters) {
    StoredWeights weights;
    weights.tied.resize(knots.size() * parameters.tied_count());
    for (std::size_t i = 0; i < weights.tied.size(); ++i)
        weights.tied[i] = quantized(parameters.values[i]);
    for (std::size_t empties = 0; empties < weights.constants.size(); ++empties)
        weights.constants[empties] = quantized(parameters.values[parameters.constant(empties)]);
    return weights;
}

} // namespace emilia
