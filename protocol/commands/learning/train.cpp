#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/eval/weights.h"
#include "engine/learn/float_network.h"
#include "engine/learn/network_batch.h"
#include "engine/learn/network_fit.h"
#include "engine/system/memory.h"
#include "engine/system/open_file.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/learning/train_plan.h"
#include "protocol/commands/learning/train_report.h"
#include "protocol/commands/options/options.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/terminal.h"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia train FILES... --output WEIGHTS: fits the evaluation to the labelled positions in\n"
    "the files, first its tables, then the network that corrects them. Every fiftieth game is\n"
    "held back to measure the errors. The same files and options give the same weights, with\n"
    "any number of threads.\n"
    "\n"
    "Ctrl-C drops the current pass of the tables and writes the best ones so far, less\n"
    "compressed. While the network learns, WEIGHTS.checkpoint keeps its state. After Ctrl-C or\n"
    "a kill the same command fits the tables again, unless --tables names them, and continues\n"
    "with the network where it was.\n"
    "\n"
    "emilia train --initial --output WEIGHTS: writes simple weights that need no training: a\n"
    "value for a disc on each square. Self-play can start with them.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia train games.pos wthor.pos --output new.weights\n"
    "  emilia train night-*.pos --output new.weights --passes 30 --ridge 10\n"
    "  emilia train games.pos --output tables.weights --network-passes 0\n"
    "  emilia train games.pos --output new.weights --tables tables.weights --seed 2\n"
    "  emilia train games.pos --output new.weights --network old.weights --rate 5e-4\n"
    "  emilia train --initial --output start.weights\n";

OpenFile locked_file(const std::string& path, const std::string& output) {
    for (;;) {
        auto file = OpenFile::to_append(path);
        const auto locked = file ? file->try_lock(OpenFile::Lock::exclusive)
                                 : SystemResult<bool>(tl::unexpected(file.error()));
        if (!locked) {
            throw std::runtime_error(
                fmt::format("cannot lock '{}': {}", path, locked.error().message()));
        }
        if (!*locked)
            throw std::runtime_error(fmt::format("'{}' is being written by another job", output));
        // The training before may have removed the file just before it was locked here.
        if (!file->is_deleted()) return std::move(*file);
    }
}

/// Keeps other trainings from the same output and its checkpoint as long as it lives. These files
/// are replaced again and again, so another one beside them is locked, and removed in the end.
class OutputLock {
public:
    /// Throws std::runtime_error if another training has it.
    explicit OutputLock(const std::string& output)
        : path_(link_target(output) + ".emilia-lock"), file_(locked_file(path_, output)) {}
    ~OutputLock() {
        std::error_code ignored;
        std::filesystem::remove(to_path(path_), ignored);
    }
    OutputLock(const OutputLock&) = delete;
    OutputLock& operator=(const OutputLock&) = delete;

private:
    std::string path_;
    OpenFile file_;
};

class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

TrainingData read_data(const TrainPlan& plan) {
    const Stopwatch watch;
    auto data = or_throw(read_training_data(plan.files, plan.fit.threads));
    if (data.training.examples.empty())
        throw std::runtime_error("the files hold no position to learn from");
    print_counts(data, watch.seconds());
    return data;
}

/// Nothing if it was interrupted before the first pass was done.
std::optional<StoredWeights> fit_tables(const TrainingData& data, FitSettings settings,
                                        const InterruptFlag& interrupt) {
    settings.stop = &interrupt.flag();
    const Stopwatch watch;
    PassLog log;
    print_tables_header();
    const auto progress = [&](const FitPass& pass) {
        print_tables_pass(pass, watch.seconds());
        log.last = pass.number;
        const bool better = pass.validation.root_mean_square() < log.least.root_mean_square();
        if (log.best == 0 || better) {
            log.best = pass.number;
            log.least = pass.validation;
        }
    };
    const Parameters parameters = fit(data.training, data.validation, settings, progress);
    if (log.last == 0 && !interrupt.raised())
        throw std::runtime_error("these positions teach nothing: the score of each is 0");
    if (log.last == 0) return std::nullopt;
    print_tables_end(log, settings, interrupt.raised());
    return quantize(parameters);
}

StoredWeights read_stored_weights(const std::string& path) {
    const auto bytes = or_throw(read_file(path));
    auto weights = decode_weights(bytes);
    if (!weights) throw std::runtime_error(fmt::format("'{}' {}", path, weights.error()));
    return std::move(*weights);
}

StoredWeights read_tables(const std::string& path) {
    StoredWeights weights = read_stored_weights(path);
    weights.network.reset();
    return weights;
}

std::shared_ptr<const StoredNetwork> read_first_network(const std::string& path) {
    StoredWeights weights = read_stored_weights(path);
    if (!weights.network)
        throw std::runtime_error(fmt::format("'{}' has no network to begin with", path));
    return std::make_shared<const StoredNetwork>(std::move(*weights.network));
}

/// Nothing if the error is less without a network.
std::optional<StoredNetwork> train_network(const TrainingData& data, const StoredWeights& tables,
                                           NetworkFitSettings settings,
                                           const InterruptFlag& interrupt) {
    settings.stop = &interrupt.flag();
    const Stopwatch watch;
    ProgressLine line;
    const NetworkProgress progress = {
        .start = [&](const NetworkStart& start) { print_network_start(start, settings); },
        .within_pass =
            [&](int pass, double share) {
                line.show(fmt::format("pass {}: {:.0f} %", pass, 100 * share));
            },
        .pass =
            [&](const NetworkPass& pass) {
                line.clear();
                print_network_pass(pass, watch.seconds());
            },
    };
    auto result = fit_network(data.training, data.validation, Weights(tables), settings, progress);
    line.clear();
    const auto fitted = or_throw(std::move(result));

    const bool is_better =
        data.validation.examples.empty()
        || fitted.validation.all.root_mean_square() < fitted.tables.all.root_mean_square();
    print_network_end(fitted, settings, is_better);
    if (!is_better) return std::nullopt;
    return quantize_network(fitted.network);
}

/// Returns the size of the file in bytes.
std::size_t write_weights(const TrainPlan& plan, const StoredWeights& weights,
                          Compression compression) {
    const std::string bytes = encode_weights(weights, compression);
    or_throw(replace_file(plan.output, bytes));
    return bytes.size();
}

/// Says so if there are too few positions for a network.
bool wants_network(const TrainPlan& plan, const TrainingData& data) {
    if (plan.network.passes == 0) return false;
    const std::size_t positions = count_lessons(data.training);
    if (positions >= plan.network.batch) return true;
    std::cout << fmt::format("no network: it could learn from {}, fewer than a batch of {}\n",
                             counted(positions, "position"), with_commas(plan.network.batch));
    return false;
}

void remove_checkpoint(const TrainPlan& plan) {
    std::error_code ignored;
    std::filesystem::remove(to_path(plan.network.checkpoint), ignored);
    remove_unfinished(plan.network.checkpoint);
}

} // namespace

ExitStatus run_train(const Arguments& arguments) {
    auto described = train_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    TrainPlan plan = train_plan(options);
    check_output(plan);
    const OutputLock lock(plan.output);
    if (plan.network_file) plan.network.first = read_first_network(*plan.network_file);
    check_checkpoint(plan);
    if (plan.initial) {
        static_cast<void>(write_weights(plan, initial_weights(), Compression::quick));
        std::cout << fmt::format("'{}' holds the initial weights\n", printable(plan.output));
        return ExitStatus::ok;
    }
    const Stopwatch watch;
    auto tables = plan.tables ? std::optional(read_tables(*plan.tables)) : std::nullopt;
    const TrainingData data = read_data(plan);
    auto interrupt = std::make_optional<InterruptFlag>();
    if (!tables) tables = fit_tables(data, plan.fit, *interrupt);
    if (!tables) {
        std::cout << "stopped before the end of the first pass; nothing is written\n";
        return ExitStatus::interrupted;
    }
    StoredWeights weights = std::move(*tables);
    const bool with_network = !interrupt->raised() && wants_network(plan, data);
    if (with_network) {
        // Whatever happens to the network, the fit of the tables is not lost.
        if (!plan.tables) static_cast<void>(write_weights(plan, weights, Compression::quick));
        weights.network = train_network(data, weights, plan.network, *interrupt);
    }
    // The best compression takes seconds, so the weights are saved without it first.
    std::size_t size = write_weights(plan, weights, Compression::quick);
    const bool interrupted = interrupt->raised();
    interrupt.reset();
    if (!interrupted) {
        size = write_weights(plan, weights, Compression::smallest);
        if (with_network) remove_checkpoint(plan);
    }
    std::cout << fmt::format("'{}' holds them in {} bytes; {:.1f} s, at most {} MB of memory\n",
                             printable(plan.output), with_commas(size), watch.seconds(),
                             with_commas(peak_memory_bytes() >> 20));
    return interrupted ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
