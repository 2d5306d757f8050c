#include "engine/learn/network_fit.h"

#include "engine/base/deadline.h"
#include "engine/base/numbers.h"
#include "engine/base/random_numbers.h"
#include "engine/base/workers.h"
#include "engine/learn/network_batch.h"
#include "engine/learn/network_checkpoint.h"

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
        std::array<Errors, parts> exact;
        std::array<Errors, parts> searched;
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
        Errors all = exact[0];
        all.add(searched[0]);
        return {exact[0], searched[0], all};
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
            std::uint64_t batches_per_pass, NetworkState state)
        : lessons_(lessons),
          settings_(settings),
          batches_per_pass_(batches_per_pass),
          batch_(lessons, settings.batch, settings.threads),
          state_(std::move(state)) {}

    [[nodiscard]] const NetworkState& state() const noexcept { return state_; }
    [[nodiscard]] bool stopped() const noexcept { return is_stopped(settings_.stop); }
    /// The number of the current pass, from 1.
    [[nodiscard]] int pass() const noexcept {
        return static_cast<int>(state_.steps / batches_per_pass_) + 1;
    }
    [[nodiscard]] bool is_done(int pass) const noexcept { return this->pass() > pass; }
    [[nodiscard]] FloatNetwork network() const {
        return settings_.first ? state_.network : state_.learned();
    }

    /// Learns the rest of the current pass, or until a stop. Calls `save` from time to time before
    /// the end.
    template <class Progress, class Save>
    [[nodiscard]] FileResult<void> finish_pass(const Progress& progress, const Save& save) {
        if (stopped()) return {};
        const int pass = this->pass();
        const std::vector<std::uint32_t> order = order_of(pass);
        Clock::time_point saved = Clock::now();
        Clock::time_point reported{};
        for (std::uint64_t batch = state_.steps % batches_per_pass_;
             batch < batches_per_pass_ && !stopped(); ++batch) {
            learn(std::span(order).subspan(batch * settings_.batch, settings_.batch));
            const Clock::time_point now = Clock::now();
            if (progress && now - reported >= std::chrono::milliseconds(250)) {
                reported = now;
                progress(pass,
                         static_cast<double>(batch + 1) / static_cast<double>(batches_per_pass_));
            }
            // The caller saves the state at the end of the pass.
            const bool is_last = batch + 1 == batches_per_pass_;
            if (is_last || now - saved < settings_.checkpoint_every) continue;
            if (auto written = save(state_); !written) return written;
            saved = now;
        }
        return {};
    }

private:
    /// The order of a pass depends on the seed alone.
    [[nodiscard]] std::vector<std::uint32_t> order_of(int pass) const {
        std::vector<std::uint32_t> order = lessons_.numbers();
        RandomNumbers random(settings_.seed, static_cast<std::uint32_t>(pass));
        for (std::size_t left = order.size(); left > 1; --left) {
            const int chosen = random.below(static_cast<int>(left));
            std::swap(order[left - 1], order[static_cast<std::size_t>(chosen)]);
        }
        return order;
    }

    void learn(std::span<const std::uint32_t> numbers) {
        const auto batches =
            static_cast<double>(batches_per_pass_) * static_cast<double>(settings_.passes);
        const double warm_up = std::min(200.0, batches / 10);
        const auto done = static_cast<double>(state_.steps);
        const auto rate = static_cast<float>(
            static_cast<double>(settings_.rate) * std::min(1.0, (done + 1) / warm_up)
            * (1 + std::cos(std::numbers::pi * done / batches)) / 2);
        const std::uint64_t step = state_.steps + 1;
        batch_.learn(numbers, AdamStep(step, rate, settings_.decay), AdamStep(step, rate, 0),
                     state_);
    }

    const NetworkLessons& lessons_;
    const NetworkFitSettings& settings_;
    const std::uint64_t batches_per_pass_;
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
    const auto save = [&](const NetworkState& now) -> FileResult<void> {
        if (!keeps) return {};
        return write_checkpoint(settings.checkpoint, key, now);
    };

    const Validation held_out(validation, tables, settings.threads);
    NetworkFit result{{}, false, held_out.of_tables(), {}};
    if (progress.start) progress.start({positions, batches_per_pass, state.steps, result.tables});
    Trainer trainer(lessons, settings, batches_per_pass, std::move(state));
    const auto measure_network = [&] {
        result.network = trainer.network();
        result.validation = held_out.of(result.network);
    };
    bool measured = false;
    while (!trainer.is_done(settings.passes)) {
        const int pass = trainer.pass();
        auto went = trainer.finish_pass(progress.within_pass, save);
        if (went) went = save(trainer.state());
        if (!went) return tl::unexpected(went.error());
        measured = trainer.is_done(pass);
        if (!measured) break; // a stop
        measure_network();
        if (progress.pass) progress.pass({pass, result.validation});
    }
    if (!measured) measure_network();
    result.complete = trainer.is_done(settings.passes);
    return result;
}

} // namespace emilia
