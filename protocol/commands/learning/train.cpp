#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/eval/weights.h"
#include "engine/learn/network_batch.h"
#include "engine/learn/network_checkpoint.h"
#include "engine/learn/network_fit.h"
#include "engine/system/memory.h"
#include "engine/system/open_file.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/train_report.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <filesystem>
#include <initializer_list>
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

struct TrainSettings {
    std::vector<std::string> files;
    std::string output;
    bool initial = false;                    ///< nothing is fitted
    std::optional<std::string> tables;       ///< the file with the tables; none if they are fitted
    std::optional<std::string> network_file; ///< the file with the network to begin with
    FitSettings fit;
    NetworkFitSettings network; ///< without passes there is no network
};

void add_tables_options(CommandOptions& options, TrainSettings& settings) {
    options.group("Tables");
    options.text("tables", "FILE", settings.tables,
                 "take the tables from this file of weights instead of fitting them");
    options.number("passes", "N", settings.fit.passes, {1, 100'000},
                   "at most N passes over the positions; the fit ends earlier if the error stops "
                   "falling");
    constexpr Bounds pulls{0.0F, 1e9F};
    options.number("ridge", "X", settings.fit.ridge, pulls,
                   "pull each weight towards zero as strongly as X examples with score 0 would");
    options.number("smoothness", "X", settings.fit.smoothness, pulls,
                   "pull each weight as strongly towards its value in the neighbouring phases");
}

void add_network_options(CommandOptions& options, TrainSettings& settings) {
    NetworkFitSettings& network = settings.network;
    options.group("Network");
    options.number("network-passes", "N", network.passes, {0, 10'000},
                   "N passes over the positions; 0: tables only");
    options.text("network", "FILE", settings.network_file,
                 "begin with the network of this file of weights instead of a random one, and keep "
                 "what it learned from other positions; a smaller --rate is then better");
    options.number("rate", "X", network.rate, {1e-9F, 1},
                   "greatest rate of learning, about the most that a batch changes a number");
    options.number("batch", "N", network.batch, {1, 1 << 20}, "learn N positions at a time");
    options.number("decay", "X", network.decay, {0, 1000},
                   "in each batch a row that it shows loses X times the rate of itself");
    options.number("search-weight", "X", network.search_weight, {0, 1000},
                   "weight of a search's value, where that of an exact score is 1");
    options.number("seed", "S", network.seed, seed_bounds,
                   "another first network, and another order of the positions");
}

/// Throws UsageError if an option is given that does nothing.
void refuse_idle_options(const CommandOptions& options, const TrainSettings& settings) {
    const auto refuse = [&options](std::initializer_list<const char*> names, const char* why) {
        for (const char* const name : names)
            check_usage(!options.given(name), "--{} does nothing {}", name, why);
    };
    const std::initializer_list<const char*> of_tables = {"passes", "ridge", "smoothness"};
    const std::initializer_list<const char*> of_network = {"network", "rate",          "batch",
                                                           "decay",   "search-weight", "seed"};
    if (settings.initial) {
        refuse({"tables", "network-passes", "threads"}, "with --initial");
        refuse(of_tables, "with --initial");
        refuse(of_network, "with --initial");
    }
    if (settings.tables) refuse(of_tables, "with --tables");
    if (settings.network.passes > 0) return;
    refuse(of_network, "with --network-passes 0");
    check_usage(!settings.tables, "--tables and --network-passes 0 leave nothing to fit");
}

TrainSettings read_settings(const Arguments& arguments) {
    TrainSettings settings;
    std::optional<std::string> output;
    settings.fit.threads = all_cores();
    CommandOptions options(usage, examples);
    options.output("output", "WEIGHTS", output, "file of weights to write");
    options.flag("initial", settings.initial, "write the simple weights instead of fitting any");
    add_threads(options, settings.fit.threads, "threads");
    add_tables_options(options, settings);
    add_network_options(options, settings);
    settings.files = input_paths(options.read(arguments));
    check_usage(!settings.initial || settings.files.empty(),
                "train takes either --initial or files of positions, not both");
    check_usage(settings.initial || !settings.files.empty(), "train needs a file of positions");
    check_usage(settings.files.size() <= most_training_files,
                "train takes at most {} files, not {}", most_training_files, settings.files.size());
    refuse_repeated(settings.files);
    check_usage(output.has_value(), "train needs --output and a file");
    refuse_idle_options(options, settings);
    check_usage(settings.network.rate * settings.network.decay <= 1,
                "--rate times --decay is at most 1, so that no row loses more than all");
    settings.output = *output;
    for (auto* const file : {&settings.tables, &settings.network_file})
        if (*file) *file = input_path(**file);
    settings.network.threads = settings.fit.threads;
    settings.network.checkpoint = settings.output + ".checkpoint";
    return settings;
}

/// Refuses to overwrite positions, or anything else that is not a file of weights. Throws
/// UsageError and std::runtime_error.
void check_output(const TrainSettings& settings) {
    const auto refuse = [&settings](const std::string& file, const std::string& what) {
        std::error_code ignored;
        check_usage(!std::filesystem::equivalent(to_path(file), to_path(settings.output), ignored),
                    "'{}' can't be both {} and --output", file, what);
    };
    for (const std::string& file : settings.files) refuse(file, "positions");
    if (settings.tables) refuse(*settings.tables, "--tables");
    if (settings.network_file) refuse(*settings.network_file, "--network");
    or_throw(check_replaceable(settings.output));
    const auto before = or_throw(read_beginning(settings.output));
    if (!before.empty() && !begins_weights_file(before))
        fail("'{}' is not a file of weights; choose another --output", settings.output);
}

/// Refuses to begin where there is a checkpoint of another training. The settings have their first
/// network by then. Throws std::runtime_error.
void refuse_other_checkpoint(const TrainSettings& settings) {
    if (settings.network.passes == 0 || settings.initial) return;
    or_throw(check_replaceable(settings.network.checkpoint));
    or_throw(check_checkpoint(settings.network.checkpoint, described(settings.network)));
}

OpenFile locked_file(const std::string& path, const std::string& output) {
    for (;;) {
        auto file = OpenFile::to_append(path);
        const auto locked = file ? file->try_lock(OpenFile::Lock::exclusive)
                                 : SystemResult<bool>(tl::unexpected(file.error()));
        if (!locked) fail("cannot lock '{}': {}", path, locked.error().message());
        if (!*locked) fail("'{}' is being written by another job", output);
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

TrainingData read_data(const TrainSettings& settings) {
    const Stopwatch watch;
    auto data = or_throw(read_training_data(settings.files, settings.fit.threads));
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
    if (!weights) fail("'{}' {}", path, weights.error());
    return std::move(*weights);
}

StoredWeights read_tables(const std::string& path) {
    StoredWeights weights = read_stored_weights(path);
    weights.network.reset();
    return weights;
}

std::shared_ptr<const StoredNetwork> read_first_network(const std::string& path) {
    StoredWeights weights = read_stored_weights(path);
    if (!weights.network) fail("'{}' has no network to begin with", path);
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
std::size_t write_weights(const TrainSettings& settings, const StoredWeights& weights,
                          Compression compression) {
    const std::string bytes = encode_weights(weights, compression);
    or_throw(replace_file(settings.output, bytes));
    return bytes.size();
}

/// Says so if there are too few positions for a network.
bool wants_network(const TrainSettings& settings, const TrainingData& data) {
    if (settings.network.passes == 0) return false;
    const std::size_t positions = count_lessons(data.training);
    if (positions >= settings.network.batch) return true;
    print("no network: it could learn from {}, fewer than a batch of {}\n",
          counted(positions, "position"), with_commas(settings.network.batch));
    return false;
}

void remove_checkpoint(const TrainSettings& settings) {
    std::error_code ignored;
    std::filesystem::remove(to_path(settings.network.checkpoint), ignored);
    remove_unfinished(settings.network.checkpoint);
}

} // namespace

ExitStatus run_train(const Arguments& arguments) {
    TrainSettings settings = read_settings(arguments);
    check_output(settings);
    const OutputLock lock(settings.output);
    if (settings.network_file) settings.network.first = read_first_network(*settings.network_file);
    refuse_other_checkpoint(settings);
    if (settings.initial) {
        static_cast<void>(write_weights(settings, initial_weights(), Compression::quick));
        print("'{}' holds the initial weights\n", printable(settings.output));
        return ExitStatus::ok;
    }
    const Stopwatch watch;
    auto tables = settings.tables ? std::optional(read_tables(*settings.tables)) : std::nullopt;
    const TrainingData data = read_data(settings);
    auto interrupt = std::make_optional<InterruptFlag>();
    if (!tables) tables = fit_tables(data, settings.fit, *interrupt);
    if (!tables) {
        std::cout << "stopped before the end of the first pass; nothing is written\n";
        return ExitStatus::interrupted;
    }
    StoredWeights weights = std::move(*tables);
    const bool with_network = !interrupt->raised() && wants_network(settings, data);
    if (with_network) {
        // Whatever happens to the network, the fit of the tables is not lost.
        if (!settings.tables)
            static_cast<void>(write_weights(settings, weights, Compression::quick));
        weights.network = train_network(data, weights, settings.network, *interrupt);
    }
    // The best compression takes seconds, so the weights are saved without it first.
    std::size_t size = write_weights(settings, weights, Compression::quick);
    const bool interrupted = interrupt->raised();
    interrupt.reset();
    if (!interrupted) {
        size = write_weights(settings, weights, Compression::smallest);
        if (with_network) remove_checkpoint(settings);
    }
    print("'{}' holds them in {} bytes; {:.1f} s, at most {} MB of memory\n",
          printable(settings.output), with_commas(size), watch.seconds(),
          with_commas(peak_memory_bytes() >> 20));
    return interrupted ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
