#include "engine/learn/network_fit.h"

#include "engine/base/numbers.h"
#include "engine/base/random_numbers.h"
#include "engine/base/workers.h"
#include "engine/learn/network_batch.h"
#include "engine/learn/network_checkpoint.h"
#include "engine/learn/network_gradient.h"
#include "engine/learn/quantize.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

using Clock = std::chrono::steady_clock;

struct ErrorSums {
    std::size_t count = 0;
    double absolute = 0;
    double square = 0;

    void add(double error) noexcept {
        ++count;
        absolute += std::abs(error);
        square += error * error;
    }
    void add(const ErrorSums& other) noexcept {
        count += other.count;
        absolute += other.absolute;
        square += other.square;
    }
    [[nodiscard]] FitErrors means() const noexcept {
        if (count == 0) return {};
        const auto number = static_cast<double>(count);
        return {absolute / number, std::sqrt(square / number)};
    }
};

/// Measures errors on the positions that are held back.
class Validation {
public:
    Validation(const TrainingSet& set, const Weights& tables, int threads)
        : lessons_(set, tables, 1, threads), numbers_(lessons_.numbers()), threads_(threads) {}

    [[nodiscard]] NetworkErrors of_tables() const {
        return errors([](const Lesson&) { return 0.0F; });
    }
    [[nodiscard]] NetworkErrors of(const FloatNetwork& network) const {
        return errors([&](const Lesson& lesson) {
            return discs_of_output
                   * network_output(network, reader_.read(lesson.board, lesson.table_value));
        });
    }

private:
    /// `correction` returns discs.
    template <class Correction>
    [[nodiscard]] NetworkErrors errors(const Correction& correction) const {
        constexpr std::size_t parts = 64; // their sums are added in order, whatever the threads
        std::array<ErrorSums, parts> exact;
        std::array<ErrorSums, parts> searched;
        in_parallel(parts, threads_, [&](std::size_t part) {
            const std::size_t end = numbers_.size() * (part + 1) / parts;
            for (std::size_t i = numbers_.size() * part / parts; i < end; ++i) {
                const Lesson lesson = lessons_.lesson(numbers_[i]);
                const float value = lesson.table_value + correction(lesson);
                auto& sums = lessons_.is_exact(numbers_[i]) ? exact[part] : searched[part];
                sums.add(static_cast<double>(value - lesson.score));
            }
        });
        for (std::size_t part = 1; part < parts; ++part) {
            exact[0].add(exact[part]);
            searched[0].add(searched[part]);
        }
        ErrorSums all = exact[0];
        all.add(searched[0]);
        return {exact[0].count, searched[0].count, exact[0].means(), searched[0].means(),
                all.means()};
    }

    NetworkLessons lessons_;
    std::vector<std::uint32_t> numbers_;
    NetworkReader reader_;
    int threads_;
};

/// One fit.
class Trainer {
public:
    Trainer(const NetworkLessons& lessons, const NetworkFitSettings& settings,
            const NetworkProgress& progress, NetworkState state)
        : lessons_(lessons),
          settings_(settings),
          progress_(progress),
          batch_(lessons, settings.batch, settings.threads),
          state_(std::move(state)) {}

    [[nodiscard]] const NetworkState& state() const noexcept { return state_; }
    [[nodiscard]] bool stopped() const noexcept {
        return settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed);
    }

    /// Learns the rest of the current pass, or until a stop. Calls `save` from time to time before
    /// the end.
    template <class Save>
    [[nodiscard]] FileResult<void> go_on(std::uint64_t batches_per_pass, const Save& save) {
        if (stopped()) return {};
        const std::uint64_t pass = state_.steps / batches_per_pass;
        const std::vector<std::uint32_t> order = order_of(pass);
        Clock::time_point saved = Clock::now();
        Clock::time_point told{};
        for (std::uint64_t batch = state_.steps % batches_per_pass;
             batch < batches_per_pass && !stopped(); ++batch) {
            const std::span<const std::uint32_t> all(order);
            learn(all.subspan(batch * settings_.batch, settings_.batch), batches_per_pass);
            const Clock::time_point now = Clock::now();
            if (progress_.within_pass && now - told >= std::chrono::milliseconds(250)) {
                told = now;
                progress_.within_pass(static_cast<int>(pass) + 1,
                                      static_cast<double>(batch + 1)
                                          / static_cast<double>(batches_per_pass));
            }
            // The caller saves the state at the end of the pass.
            const bool is_last = batch + 1 == batches_per_pass;
            if (is_last || now - saved < settings_.checkpoint_every) continue;
            if (auto written = save(state_); !written) return written;
            saved = now;
        }
        return {};
    }

private:
    /// The order of a pass, which are counted from 0, depends on the seed alone.
    [[nodiscard]] std::vector<std::uint32_t> order_of(std::uint64_t pass) const {
        std::vector<std::uint32_t> order = lessons_.numbers();
        RandomNumbers random(settings_.seed, static_cast<std::uint32_t>(pass + 1));
        for (std::size_t left = order.size(); left > 1; --left) {
            const int chosen = random.below(static_cast<int>(left));
            std::swap(order[left - 1], order[static_cast<std::size_t>(chosen)]);
        }
        return order;
    }

    void learn(std::span<const std::uint32_t> numbers, std::uint64_t batches_per_pass) {
        const auto batches =
            static_cast<double>(batches_per_pass) * static_cast<double>(settings_.passes);
        const double warm_up = std::min(200.0, batches / 10);
        const auto done = static_cast<double>(state_.steps);
        const double rate = static_cast<double>(settings_.rate)
                            * std::min(1.0, (done + 1) / warm_up)
                            * (1 + std::cos(std::numbers::pi * done / batches)) / 2;
        const std::uint64_t step = state_.steps + 1;
        const auto rounded = static_cast<float>(rate);
        batch_.learn(numbers, AdamStep(step, rounded, settings_.decay), AdamStep(step, rounded, 0),
                     state_);
    }

    const NetworkLessons& lessons_;
    const NetworkFitSettings& settings_;
    const NetworkProgress& progress_;
    NetworkBatch batch_;
    NetworkState state_;
};

} // namespace

std::string described(const NetworkFitSettings& settings) {
    std::string line = fmt::format(
        "passes {}, rate {}, batch {}, decay {}, search weight {}, seed {}", settings.passes,
        settings.rate, settings.batch, settings.decay, settings.search_weight, settings.seed);
    if (settings.first)
        line += fmt::format(", first network {:08x}", Network(*settings.first).checksum());
    return line;
}

FileResult<NetworkFit> fit_network(const TrainingSet& training, const TrainingSet& validation,
                                   const Weights& tables, const NetworkFitSettings& settings,
                                   const NetworkProgress& progress) {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (training.examples.size() > most) {
        return tl::unexpected(fmt::format("the network can learn from at most {}, not {}",
                                          counted(most, "position"),
                                          with_commas(training.examples.size())));
    }
    const std::size_t positions = count_lessons(training);
    const std::uint64_t batches_per_pass = positions / settings.batch;
    if (batches_per_pass == 0) {
        return tl::unexpected(
            fmt::format("the network can learn from {}, which are too few for a batch of {}",
                        counted(positions, "position"), with_commas(settings.batch)));
    }
    const NetworkLessons lessons(training, tables, settings.search_weight, settings.threads);
    const bool keeps = !settings.checkpoint.empty();
    CheckpointKey key;
    NetworkState state;
    if (keeps) {
        key = {described(settings), lessons.examples_hash(), lessons.tables_hash()};
        auto kept = read_checkpoint(settings.checkpoint, key);
        if (!kept) return tl::unexpected(kept.error());
        if (*kept) state = std::move(**kept);
    }
    if (state.network.rows.empty())
        state = {settings.first ? to_floats(*settings.first) : random_network(settings.seed),
                 empty_network(), empty_network(), 0};
    const auto network_so_far = [&settings](const NetworkState& now) {
        return settings.first ? now.network : now.learned();
    };
    const auto save = [&](const NetworkState& now) -> FileResult<void> {
        if (!keeps) return {};
        return write_checkpoint(settings.checkpoint, key, now);
    };

    const Validation held_out(validation, tables, settings.threads);
    NetworkFit result{{}, false, held_out.of_tables(), {}};
    if (progress.start) progress.start({positions, batches_per_pass, state.steps, result.tables});
    Trainer trainer(lessons, settings, progress, std::move(state));
    const auto passes = static_cast<std::uint64_t>(settings.passes);
    const auto is_done = [&](std::uint64_t number) {
        return trainer.state().steps >= number * batches_per_pass;
    };
    bool measured = false;
    while (!is_done(passes)) {
        const std::uint64_t pass = trainer.state().steps / batches_per_pass + 1;
        if (auto went = trainer.go_on(batches_per_pass, save); !went)
            return tl::unexpected(went.error());
        if (auto written = save(trainer.state()); !written) return tl::unexpected(written.error());
        measured = is_done(pass);
        if (!measured) break; // a stop
        result.network = network_so_far(trainer.state());
        result.validation = held_out.of(result.network);
        if (progress.pass) progress.pass({static_cast<int>(pass), result.validation});
    }
    if (!measured) {
        result.network = network_so_far(trainer.state());
        result.validation = held_out.of(result.network);
    }
    result.complete = is_done(passes);
    return result;
}

} // namespace emilia
