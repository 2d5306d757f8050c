#include "engine/learn/network_batch.h"

#include "engine/base/workers.h"
#include "engine/eval/evaluation.h"
#include "engine/learn/network_gradient.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace emilia {
namespace {

bool is_lesson(const Example& example) noexcept {
    return example.source != LabelSource::later;
}

/// Adds a word to a hash.
void mix(std::uint64_t& hash, std::uint64_t word) noexcept {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    hash = (hash ^ word) * odd;
    hash ^= hash >> 32;
}

} // namespace

NetworkLessons::NetworkLessons(const TrainingSet& set, const Weights& tables, float search_weight,
                               int threads)
    : set_(set), table_values_(set.examples.size()), search_weight_(search_weight) {
    constexpr std::size_t parts = 256;
    in_parallel(parts, threads, [&](std::size_t part) {
        const std::size_t end = set.examples.size() * (part + 1) / parts;
        for (std::size_t i = set.examples.size() * part / parts; i < end; ++i) {
            const Example& example = set.examples[i];
            if (!is_lesson(example)) continue;
            table_values_[i] =
                static_cast<float>(evaluate_by_tables(tables, PatternBoard(example.board)).discs());
        }
    });
}

std::vector<std::uint32_t> NetworkLessons::numbers() const {
    std::vector<std::uint32_t> numbers;
    numbers.reserve(count_lessons(set_));
    for (std::size_t i = 0; i < set_.examples.size(); ++i) {
        if (is_lesson(set_.examples[i])) numbers.push_back(static_cast<std::uint32_t>(i));
    }
    return numbers;
}

std::uint64_t NetworkLessons::examples_hash() const noexcept {
    std::uint64_t hash = 0;
    for (const Example& example : set_.examples) {
        if (!is_lesson(example)) continue;
        mix(hash, example.board.player);
        mix(hash, example.board.opponent);
        mix(hash, std::uint64_t{std::bit_cast<std::uint32_t>(example.score)} << 8
                      | static_cast<std::uint64_t>(example.source));
    }
    return hash;
}

std::uint64_t NetworkLessons::tables_hash() const noexcept {
    std::uint64_t hash = 0;
    for (const float value : table_values_) mix(hash, std::bit_cast<std::uint32_t>(value));
    return hash;
}

std::size_t count_lessons(const TrainingSet& set) noexcept {
    return static_cast<std::size_t>(
        std::count_if(set.examples.begin(), set.examples.end(), is_lesson));
}

FloatNetwork NetworkState::learned() const {
    FloatNetwork result = network;
    for (std::size_t row = 0; row < result.rows.size(); ++row) {
        if (second_moments.rows[row] == FloatRow{}) result.rows[row] = {};
    }
    return result;
}

NetworkBatch::NetworkBatch(const NetworkLessons& lessons, std::size_t size, int threads)
    : lessons_(lessons),
      size_(size),
      threads_(threads),
      dense_gradients_(slices),
      sum_gradients_(size),
      rows_(size * lookup_count),
      by_row_(size * lookup_count),
      ends_(reader_.row_count()) {}

void NetworkBatch::learn(std::span<const std::uint32_t> numbers, const AdamStep& rows,
                         const AdamStep& dense, NetworkState& state) {
    in_parallel(slices, threads_,
                [&](std::size_t slice) { find_gradients(numbers, slice, state.network); });
    in_parallel(shapes.size(), threads_, [&](std::size_t shape) {
        if (is_read_by(Reader::network, shapes[shape])) sort_by_row(shape);
    });
    in_parallel(row_ranges + 1, threads_, [&](std::size_t part) {
        if (part == 0) {
            change_dense(dense, state);
        } else {
            change_rows(part - 1, rows, state);
        }
    });
    ++state.steps;
}

void NetworkBatch::find_gradients(std::span<const std::uint32_t> numbers, std::size_t slice,
                                  const FloatNetwork& network) {
    constexpr std::size_t ahead = 8; // lessons that are on their way from the memory
    DenseParameters& gradient = dense_gradients_[slice];
    gradient = {};
    const std::size_t begin = size_ * slice / slices;
    const std::size_t end = size_ * (slice + 1) / slices;
    for (std::size_t i = begin; i < std::min(begin + ahead, end); ++i)
        lessons_.prefetch(numbers[i]);
    for (std::size_t i = begin; i < end; ++i) {
        if (i + ahead < end) lessons_.prefetch(numbers[i + ahead]);
        const Lesson lesson = lessons_.lesson(numbers[i]);
        const NetworkInput input = reader_.read(lesson.board, lesson.table_value);
        std::copy(input.rows.begin(), input.rows.end(), &rows_[i * lookup_count]);
        const float target = (lesson.score - lesson.table_value) / discs_of_output;
        add_gradient(network, input, target, 2 * lesson.weight / static_cast<float>(size_),
                     gradient, sum_gradients_[i]);
    }
}

void NetworkBatch::sort_by_row(std::size_t shape) {
    constexpr auto& known = lookups<Reader::network>;
    std::size_t first = 0;
    while (features[known[first].feature].shape != shape) ++first;
    std::size_t last = first;
    while (last < known.size() && features[known[last].feature].shape == shape) ++last;

    const std::size_t rows_begin = reader_.first_row(shape);
    const std::size_t rows_end = last == known.size()
                                     ? reader_.row_count()
                                     : reader_.first_row(features[known[last].feature].shape);
    const auto for_shown = [&](const auto& use) {
        for (std::size_t i = 0; i < size_; ++i) {
            for (std::size_t lookup = first; lookup < last; ++lookup)
                use(rows_[i * lookup_count + lookup], i);
        }
    };
    std::fill(&ends_[rows_begin], ends_.data() + rows_end, 0U);
    for_shown([this](std::uint32_t row, std::size_t) { ++ends_[row]; });
    auto begin = static_cast<std::uint32_t>(first * size_);
    for (std::size_t row = rows_begin; row < rows_end; ++row)
        begin += std::exchange(ends_[row], begin);
    // Each place that is filled moves the row's begin on, up to its end.
    for_shown([this](std::uint32_t row, std::size_t i) {
        by_row_[ends_[row]++] = static_cast<std::uint32_t>(i);
    });
}

void NetworkBatch::change_rows(std::size_t range, const AdamStep& step, NetworkState& state) const {
    constexpr std::size_t vectors = network_sums / float_lanes;
    const std::size_t rows_end = ends_.size() * (range + 1) / row_ranges;
    for (std::size_t row = ends_.size() * range / row_ranges; row < rows_end; ++row) {
        const std::uint32_t begin = row == 0 ? 0 : ends_[row - 1];
        if (begin == ends_[row]) continue;
        std::array<FloatLanes, vectors> gradient{};
        for (std::uint32_t place = begin; place < ends_[row]; ++place) {
            const float* const sums = sum_gradients_[by_row_[place]].sums.data();
            for (std::size_t i = 0; i < vectors; ++i) gradient[i] += load(sums + i * float_lanes);
        }
        for (std::size_t i = 0; i < vectors; ++i) {
            const std::size_t at = i * float_lanes;
            step.apply(gradient[i], &state.network.rows[row].sums[at],
                       &state.first_moments.rows[row].sums[at],
                       &state.second_moments.rows[row].sums[at]);
        }
    }
}

void NetworkBatch::change_dense(const AdamStep& step, NetworkState& state) const {
    const std::size_t size = state.network.dense.numbers().size();
    for (std::size_t at = 0; at < size; at += float_lanes) {
        FloatLanes gradient{};
        for (const DenseParameters& of_slice : dense_gradients_)
            gradient += load(&of_slice.numbers()[at]);
        step.apply(gradient, &state.network.dense.numbers()[at],
                   &state.first_moments.dense.numbers()[at],
                   &state.second_moments.dense.numbers()[at]);
    }
}

} // namespace emilia
