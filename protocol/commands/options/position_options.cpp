#include "protocol/commands/options/position_options.h"

#include "engine/base/numbers.h"
#include "engine/learn/position_file.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/reports/or_throw.h"

#include <random>

namespace emilia {
namespace {

namespace po = boost::program_options;

/// Keeps all positions, or a uniform sample of fixed size that is the same every time (Waterman's
/// algorithm R, see Knuth, "The Art of Computer Programming", volume 2, 3.4.2).
class Reservoir {
public:
    explicit Reservoir(std::optional<std::size_t> size) : size_(size) {}

    void offer(const LabelledPosition& position) {
        ++offered_;
        if (!size_ || positions_.size() < *size_) {
            positions_.push_back(position);
        } else if (const std::uint64_t place = random_() % offered_; place < *size_) {
            positions_[place] = position;
        }
    }

    [[nodiscard]] std::vector<LabelledPosition> take() { return std::move(positions_); }

private:
    std::optional<std::size_t> size_;
    std::mt19937_64 random_; // default seed: the same sample every time
    std::uint64_t offered_ = 0;
    std::vector<LabelledPosition> positions_;
};

} // namespace

bool PositionChoice::contains(const LabelledPosition& position) const noexcept {
    const int empties = position.board.empties();
    return empties >= least_empties && empties <= most_empties
           && (!exact_only || position.source == LabelSource::exact);
}

void add_choice_options(po::options_description& described) {
    auto add = described.add_options();
    add("sample", po::value<std::int64_t>()->value_name("N"),
        "use a sample of N positions, the same every time");
    add("empties", po::value<std::string>()->value_name("A-B"),
        "use only positions with A to B empty squares");
}

PositionChoice chosen_positions(const ParsedOptions& options) {
    PositionChoice choice;
    constexpr std::int64_t max_sample = 1'000'000'000;
    if (const auto sample = optional_in_range<std::int64_t>(options, "sample", 1, max_sample))
        choice.sample = static_cast<std::size_t>(*sample);
    const auto text = options.get<std::string>("empties");
    if (!text) return choice;
    const auto range = parse_range(*text);
    if (!range || range->first < 0 || range->second > 60) {
        throw UsageError(fmt::format(
            "--empties is a number of empty squares or a range, such as 8-24, not '{}'", *text));
    }
    choice.least_empties = range->first;
    choice.most_empties = range->second;
    return choice;
}

std::vector<LabelledPosition> read_positions(const std::vector<std::string>& files,
                                             const PositionChoice& choice) {
    refuse_repeated(files);
    Reservoir reservoir(choice.sample);
    for (const std::string& file : files) {
        const auto visit = [&](std::uint32_t, std::span<const LabelledPosition> positions) {
            for (const LabelledPosition& position : positions) {
                if (choice.contains(position)) reservoir.offer(position);
            }
        };
        or_throw(read_positions(file, visit));
    }
    std::vector<LabelledPosition> positions = reservoir.take();
    if (positions.empty()) throw std::runtime_error("these files contain no such position");
    return positions;
}

} // namespace emilia
