#include "engine/learn/training_set.h"

#include "engine/base/workers.h"
#include "engine/board/symmetry.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// A label before it is merged into an example.
struct Gathered {
    Board board;
    float score;
    std::uint8_t group;
    LabelSource source;
};

constexpr std::uint32_t validation_share = 50;

// Variances in square discs: of exact scores around the best evaluation of this kind, and of final
// scores of games around the exact scores. Only their ratio matters. It gives the weight of a label
// that contains mistakes, and how that weight grows if the label is the mean of several.
constexpr float variance_of_evaluation = 40;
constexpr float variance_of_games = 60;

/// From the best source of a label to the worst.
int rank(LabelSource source) noexcept {
    switch (source) {
    case LabelSource::exact: return 0;
    case LabelSource::search: return 1;
    case LabelSource::later: break;
    }
    return 2;
}

bool before(const Gathered& a, const Gathered& b) noexcept {
    const int a_empties = a.board.empties();
    const int b_empties = b.board.empties();
    if (a_empties != b_empties) return a_empties < b_empties;
    if (a.board.player != b.board.player) return a.board.player < b.board.player;
    if (a.board.opponent != b.board.opponent) return a.board.opponent < b.board.opponent;
    if (a.source != b.source) return rank(a.source) < rank(b.source);
    if (a.group != b.group) return a.group < b.group;
    return a.score < b.score; // a total order, so that threads do not change the result
}

void sort(std::vector<Gathered>& labels, int threads) {
    const auto at = [&labels](std::size_t place) {
        return labels.begin() + static_cast<std::ptrdiff_t>(place);
    };
    const auto parts = static_cast<std::size_t>(std::max(threads, 1));
    in_parallel(parts, threads, [&](std::size_t part) {
        const auto begin = at(labels.size() * part / parts);
        const auto end = at(labels.size() * (part + 1) / parts);
        for (auto label = begin; label != end; ++label) label->board = canonical(label->board);
        std::sort(begin, end, before);
    });
    for (std::size_t part = 1; part < parts; ++part) {
        std::inplace_merge(labels.begin(), at(labels.size() * part / parts),
                           at(labels.size() * (part + 1) / parts), before);
    }
}

void set_starts(TrainingSet& set) {
    std::array<std::size_t, 66> counts{};
    for (const Example& example : set.examples)
        ++counts[static_cast<std::size_t>(example.board.empties())];
    std::size_t start = 0;
    for (std::size_t empties = 0; empties < counts.size(); ++empties) {
        set.start[empties] = start;
        start += counts[empties];
    }
}

/// Merges the labels of one position and source, from `first` to `last`.
Example merged(const Gathered* first, const Gathered* last) {
    if (first->source == LabelSource::exact)
        return {first->board, first->score, 1, 0, LabelSource::exact};
    double sum = 0;
    for (const Gathered* label = first; label != last; ++label) sum += label->score;
    const auto count = static_cast<float>(last - first);
    const float weight =
        variance_of_evaluation / (variance_of_evaluation + variance_of_games / count);
    return {first->board, static_cast<float>(sum) / count, weight, first->group, first->source};
}

TrainingSet make_set(std::vector<Gathered> labels, int threads) {
    sort(labels, threads);
    TrainingSet set;
    set.examples.reserve(labels.size());
    const Gathered* const end = labels.data() + labels.size();
    for (const Gathered* first = labels.data(); first != end;) {
        // Labels of different groups are not merged, because their corrections differ.
        const Gathered* const last = std::find_if(first, end, [first](const Gathered& label) {
            return label.board != first->board || label.source != first->source
                   || label.group != first->group;
        });
        set.examples.push_back(merged(first, last));
        // Labels of worse sources are left out.
        first = std::find_if(last, end, [first](const Gathered& label) {
            return label.board != first->board || label.source == first->source;
        });
    }
    set_starts(set);
    return set;
}

Gathered gathered(const LabelledPosition& position, std::uint8_t file) {
    const bool mover_erred_once_more =
        position.source == LabelSource::later && position.distance % 2 == 1;
    return {position.board, static_cast<float>(position.score.discs()),
            mover_erred_once_more ? static_cast<std::uint8_t>(1 + file) : std::uint8_t{0},
            position.source};
}

/// At least the number of labels in these files.
std::size_t most_labels(const std::vector<std::string>& files) {
    std::size_t number = 0;
    for (const std::string& file : files) {
        std::error_code none;
        const auto size = std::filesystem::file_size(to_path(file), none);
        if (!none) number += size / bytes_per_position;
    }
    return number;
}

} // namespace

FileResult<TrainingData> read_training_data(const std::vector<std::string>& files, int threads) {
    assert(files.size() <= most_training_files);
    // Nearly all labels are for training. A vector that grows would need thrice the memory.
    std::vector<Gathered> training;
    training.reserve(most_labels(files));
    std::vector<Gathered> validation;
    std::uint8_t file_number = 0;
    for (const std::string& file : files) {
        const auto visit = [&](std::uint32_t game, std::span<const LabelledPosition> positions) {
            auto& labels = game % validation_share == 0 ? validation : training;
            for (const LabelledPosition& position : positions)
                labels.push_back(gathered(position, file_number));
        };
        if (const auto read = read_positions(file, visit); !read)
            return tl::unexpected(read.error());
        ++file_number;
    }
    TrainingData data;
    data.labels = training.size() + validation.size();
    data.training = make_set(std::move(training), threads);
    data.validation = make_set(std::move(validation), threads);
    data.training.mistake_groups = data.validation.mistake_groups =
        static_cast<std::uint8_t>(file_number + 1);
    return data;
}

} // namespace emilia
