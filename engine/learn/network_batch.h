#pragma once

// The positions that the network learns from, the gradient of the network at one of them, and a
// step of Adam over a batch of them.

#include "engine/eval/weights.h"
#include "engine/learn/adam.h"
#include "engine/learn/float_network.h"
#include "engine/learn/training_set.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace emilia {

// The output of the network in floating point, and its gradient by the chain rule (D. Rumelhart,
// G. Hinton, R. Williams, "Learning representations by back-propagating errors", 1986). All sums
// are added in a fixed order. Any thread may call these functions.

/// The correction of the tables' value, in units of `discs_of_output`.
[[nodiscard]] float network_output(const FloatNetwork& network, const NetworkInput& input) noexcept;

/// Computes the gradient of `weight` / 2 × (output − target)². Adds the part of the dense
/// parameters to `dense`, and writes the part of the first sums, which is also that of each of the
/// position's rows, to `sums`. Returns output − target.
float add_gradient(const FloatNetwork& network, const NetworkInput& input, float target,
                   float weight, DenseParameters& dense, FloatRow& sums) noexcept;

/// A position to learn from. Values are in discs.
struct Lesson {
    Board board;
    float table_value;
    float score;
    float weight;
};

/// The examples of a set with a score that the network can learn: exact ones and those of searches.
/// The set must outlive this object. Any thread may read it.
class NetworkLessons {
public:
    /// Evaluates all examples by the tables; a network in `tables` does not matter.
    NetworkLessons(const TrainingSet& set, const Weights& tables, float search_weight, int threads);

    /// The numbers of the examples in ascending order.
    [[nodiscard]] std::vector<std::uint32_t> numbers() const;

    [[nodiscard]] Lesson lesson(std::uint32_t number) const noexcept {
        const Example& example = set_.examples[number];
        return {example.board, table_values_[number], example.score,
                example.is_exact() ? 1 : search_weight_};
    }
    /// Prefetches what `lesson(number)` reads.
    void prefetch(std::uint32_t number) const noexcept {
        __builtin_prefetch(&set_.examples[number]);
        __builtin_prefetch(&table_values_[number]);
    }
    [[nodiscard]] bool is_exact(std::uint32_t number) const noexcept {
        return set_.examples[number].is_exact();
    }

    /// Identify the examples, and the tables' values of them.
    [[nodiscard]] std::uint64_t examples_hash() const noexcept;
    [[nodiscard]] std::uint64_t tables_hash() const noexcept;

private:
    const TrainingSet& set_;
    std::vector<float> table_values_; ///< of each example, whether the network learns it or not
    float search_weight_;
};

/// The number of examples in a set that the network can learn from.
[[nodiscard]] std::size_t count_lessons(const TrainingSet& set) noexcept;

/// All that changes while a network learns.
struct NetworkState {
    FloatNetwork network;
    FloatNetwork first_moments;
    FloatNetwork second_moments;
    std::uint64_t steps = 0; ///< batches so far
    [[nodiscard]] friend bool operator==(const NetworkState&, const NetworkState&) = default;

    /// The network with zeros in the rows that no batch has shown yet: the random numbers in which
    /// they started mean nothing.
    [[nodiscard]] FloatNetwork learned() const;
};

/// Learns batches of one size. The result does not depend on the number of threads, because the
/// gradients are added in an order that has nothing to do with it.
class NetworkBatch {
public:
    NetworkBatch(const NetworkLessons& lessons, std::size_t size, int threads);

    /// Learns the examples with these numbers, `size` of them, with the mean squared error as the
    /// loss. A row that no example shows is not changed.
    void learn(std::span<const std::uint32_t> numbers, const AdamStep& rows, const AdamStep& dense,
               NetworkState& state);

private:
    static constexpr std::size_t slices = 32;      ///< of a batch, each with its own sums
    static constexpr std::size_t row_ranges = 128; ///< of the rows, for the threads
    static constexpr std::size_t lookup_count = lookups<Reader::network>.size();

    void find_gradients(std::span<const std::uint32_t> numbers, std::size_t slice,
                        const FloatNetwork& network);
    void sort_by_row(std::size_t shape);
    void change_rows(std::size_t range, const AdamStep& step, NetworkState& state) const;
    void change_dense(const AdamStep& step, NetworkState& state) const;

    const NetworkLessons& lessons_;
    const NetworkReader reader_;
    std::size_t size_;
    int threads_;
    std::vector<DenseParameters> dense_gradients_; ///< of each slice
    std::vector<FloatRow> sum_gradients_;          ///< of each example of the batch
    std::vector<std::uint32_t> rows_;              ///< of each example, one for each look-up
    /// The examples that show a row, row by row: those of one row end at `ends_[row]`, where those
    /// of the next one begin.
    std::vector<std::uint32_t> by_row_;
    std::vector<std::uint32_t> ends_;
};

} // namespace emilia
