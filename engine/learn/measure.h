#pragma once

// Measures the error of the evaluation, or of a search with it, on labelled positions.

#include "engine/learn/position_file.h"
#include "engine/play/searcher.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

namespace emilia {

/// Sums of errors. An error is the computed value minus the label, in discs; it is positive if the
/// value is too good for the side to move.
struct Errors {
    std::size_t positions = 0;
    double weight = 0; ///< of the positions together
    double sum = 0;
    double absolute = 0;
    double square = 0;

    void add(double error, double weight_of_error = 1) noexcept;
    void add(const Errors& others) noexcept;
    // These are 0 without a position.
    [[nodiscard]] double mean() const noexcept;
    [[nodiscard]] double mean_absolute() const noexcept;
    [[nodiscard]] double root_mean_square() const noexcept;
};

/// Errors by the number of empty squares.
using ErrorsByEmpties = std::array<Errors, 65>;

struct MeasureSettings {
    std::optional<Depth> depth;     ///< plies of a search; none: the evaluation without a search
    std::size_t hash_megabytes = 4; ///< for each thread
    int threads = 1;
    const InstructionSet* instruction_set = &best_instruction_set();
    const std::atomic<bool>* stop = nullptr; ///< ends the work early when it becomes true
};

/// Every search runs on one thread and starts with an empty table, so the result does not depend on
/// `threads`. `done` counts finished positions; a stop leaves the others out. Throws std::bad_alloc
/// if there is not enough memory for the tables.
[[nodiscard]] ErrorsByEmpties measure(std::span<const LabelledPosition> positions,
                                      const Weights& weights, const MeasureSettings& settings,
                                      std::atomic<std::size_t>& done);

} // namespace emilia
