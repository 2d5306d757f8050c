#include "protocol/commands/learning/learning.h"

#include "engine/base/numbers.h"
#include "engine/base/workers.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <random>

namespace emilia {
namespace {

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

void add_position_choice(CommandOptions& options, PositionChoice& choice) {
    options.number("sample", "N", choice.sample, {1, 1'000'000'000},
                   "use a sample of N positions, the same every time");
    const auto take = [&choice](const std::string& text) {
        const auto range = parse_range(text);
        check_usage(range && range->first >= 0 && range->second <= 60,
                    "--empties is a number of empty squares or a range, such as 8-24, not '{}'",
                    text);
        choice.least_empties = range->first;
        choice.most_empties = range->second;
    };
    options.parsed("empties", "A-B", take, "use only positions with A to B empty squares");
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

PositionWriter open_positions(const std::string& path, std::string_view settings) {
    auto writer = or_throw(PositionWriter::open(path, settings));
    if (writer.bytes_cut_off() > 0) {
        print_message("removed an unfinished game, {1}, from the end of '{0}'", path,
                      counted(writer.bytes_cut_off(), "byte"));
    }
    if (writer.lacks_settings()) {
        print_message("'{}' comes from an earlier version and does not say its "
                      "settings; it is continued with '{}'",
                      path, settings);
    }
    return writer;
}

void show_progress_of(std::size_t positions,
                      const std::function<void(std::atomic<std::size_t>& done)>& work) {
    std::atomic<std::size_t> done = 0;
    JobProgress progress(positions, "position");
    Workers working(1, [&](std::size_t, const std::atomic<bool>&) { work(done); });
    while (!working.wait_for(std::chrono::milliseconds(100))) progress.show(done);
}

} // namespace emilia
