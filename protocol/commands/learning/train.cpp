#include "engine/base/numbers.h"
#include "engine/base/read_file.h"
#include "engine/base/replace_file.h"
#include "engine/base/text.h"
#include "engine/eval/initial_weights.h"
#include "engine/learn/fit.h"
#include "engine/learn/quantize.h"
#include "protocol/commands/command.h"
#include "protocol/commands/interrupt.h"
#include "protocol/options/inputs.h"
#include "protocol/options/options.h"
#include "protocol/options/output_file.h"

#include <chrono>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <sys/resource.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia train FILES... --output WEIGHTS: fits the evaluation's weights to the labelled\n"
    "positions in the files. Every fiftieth game is held back from the fit, and the weights with\n"
    "the smallest error on those games are written. Ctrl-C drops the current pass and writes the\n"
    "best weights so far, less compressed. The same files and options give the same weights, with "
    "any\n"
    "number of threads.\n"
    "\n"
    "emilia train --initial --output WEIGHTS: writes simple weights that need no training: a "
    "value\n"
    "for a disc on each square. Self-play can start with them.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia train games.pos wthor.pos --output new.weights\n"
    "  emilia train night-*.pos --output new.weights --passes 30 --ridge 10\n"
    "  emilia train --initial --output start.weights\n";

/// The passes of a fit so far.
struct PassLog {
    int last = 0;
    int best = 0;
    FitErrors least;
};

struct TrainPlan {
    std::vector<std::string> files;
    std::string output;
    bool initial = false; ///< nothing is fitted
    FitSettings fit;
};

class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

po::options_description train_options() {
    const FitSettings defaults;
    po::options_description described("Options");
    auto add = described.add_options();
    add("output", po::value<std::string>()->value_name("WEIGHTS"), "file of weights to write");
    add("initial", "write the simple weights instead of fitting any");
    add("passes", po::value<int>()->value_name("N")->default_value(defaults.passes),
        "at most N passes over the positions; training ends earlier if the error stops falling");
    add("ridge", po::value<float>()->value_name("X")->default_value(defaults.ridge),
        "pull each weight towards zero as strongly as X examples with score 0 would");
    add("smoothness", po::value<float>()->value_name("X")->default_value(defaults.smoothness),
        "pull each weight as strongly towards its value in the neighbouring phases");
    add("threads", po::value<int>()->value_name("N"), "threads (default: all cores)");
    return described;
}

/// Refuses to overwrite positions, or anything else that is not a file of weights.
void check_output(const TrainPlan& plan) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const std::string& file : plan.files) {
        if (fs::equivalent(file, plan.output, ignored))
            throw UsageError(fmt::format("'{}' can't be both positions and --output", file));
    }
    if (const auto checked = check_replaceable(plan.output); !checked)
        throw std::runtime_error(checked.error());
    const auto before = read_beginning(plan.output);
    if (!before) throw std::runtime_error(before.error());
    if (!before->empty() && !begins_weights_file(*before)) {
        throw std::runtime_error(
            fmt::format("'{}' is not a file of weights; choose another --output", plan.output));
    }
}

/// Throws UsageError.
TrainPlan plan_of(const ParsedOptions& options) {
    TrainPlan plan;
    plan.files = input_paths(options.positional);
    plan.initial = options.has("initial");
    if (plan.initial && !plan.files.empty())
        throw UsageError("train takes either --initial or files of positions, not both");
    if (!plan.initial && plan.files.empty()) throw UsageError("train needs a file of positions");
    if (plan.files.size() > most_training_files) {
        throw UsageError(fmt::format("train takes at most {} files, not {}", most_training_files,
                                     plan.files.size()));
    }
    refuse_repeated(plan.files);
    if (!options.has("output")) throw UsageError("train needs --output and a file");
    plan.output = *output_path(options, "output");
    plan.fit.passes = in_range(options, "passes", 1, 100'000);
    constexpr float most_pull = 1e9F;
    plan.fit.ridge = in_range(options, "ridge", 0.0F, most_pull);
    plan.fit.smoothness = in_range(options, "smoothness", 0.0F, most_pull);
    plan.fit.threads = chosen_threads(options);
    return plan;
}

struct Counts {
    std::size_t exact = 0;
    std::size_t others = 0;

    void add(const TrainingSet& set, std::size_t empties) {
        for (std::size_t i = set.start[empties]; i < set.start[empties + 1]; ++i)
            ++(set.examples[i].is_exact() ? exact : others);
    }
};

void print_counts(const TrainingData& data, double seconds) {
    constexpr std::size_t width = 4;
    std::cout << fmt::format("{:>8} {:>12} {:>12} {:>12}\n", "empties", "exact", "others",
                             "held back");
    for (std::size_t first = 1; first <= 60; first += width) {
        Counts counts;
        std::size_t held_back = 0;
        for (std::size_t empties = first; empties < first + width; ++empties) {
            counts.add(data.training, empties);
            held_back += data.validation.size(empties);
        }
        if (counts.exact + counts.others + held_back == 0) continue;
        std::cout << fmt::format(
            "{:>8} {:>12} {:>12} {:>12}\n", fmt::format("{}-{}", first, first + width - 1),
            with_commas(counts.exact), with_commas(counts.others), with_commas(held_back));
    }
    std::cout << fmt::format("{}; different positions to learn from: {}, held back: {}; "
                             "read in {:.1f} s\n",
                             counted(data.labels, "label"),
                             with_commas(data.training.examples.size()),
                             with_commas(data.validation.examples.size()), seconds)
              << std::flush;
}

TrainingData read_data(const TrainPlan& plan) {
    const Stopwatch watch;
    auto data = read_training_data(plan.files, plan.fit.threads);
    if (!data) throw std::runtime_error(data.error());
    if (data->training.examples.empty())
        throw std::runtime_error("the files hold no position to learn from");
    print_counts(*data, watch.seconds());
    return std::move(*data);
}

void print_pass(const FitPass& pass, bool validated, double seconds) {
    std::cout << fmt::format("{:>4}", pass.number)
              << (validated ? fmt::format(" {:>10.4f} {:>10.4f}", pass.validation.mean_absolute,
                                          pass.validation.root_mean_square)
                            : fmt::format(" {:>10} {:>10}", "?", "?"))
              << fmt::format(" {:>9.1f}\n", seconds) << std::flush;
}

void print_end(const PassLog& log, const FitSettings& settings, bool validated, bool interrupted) {
    const char* const why = interrupted                  ? "stopped"
                            : log.last < settings.passes ? "the error stopped falling"
                                                         : "all passes done";
    if (!validated) {
        std::cout << fmt::format("{}; the weights are those of pass {}\n", why, log.last);
        return;
    }
    std::cout << fmt::format("{}; the best weights are those of pass {}, root-mean-square error "
                             "{:.4f}\n",
                             why, log.best, log.least.root_mean_square);
}

/// Nothing if it was interrupted before the first pass was done.
std::optional<StoredWeights> fit_with_progress(const TrainingData& data, FitSettings settings,
                                               const InterruptFlag& interrupt) {
    settings.stop = &interrupt.flag();
    const bool validated = !data.validation.examples.empty();
    const Stopwatch watch;
    PassLog log;
    std::cout << fmt::format("{:>4} {:>10} {:>10} {:>9}\n", "pass", "absolute", "rms", "seconds")
              << std::flush;
    const auto progress = [&](const FitPass& pass) {
        print_pass(pass, validated, watch.seconds());
        log.last = pass.number;
        const bool better = pass.validation.root_mean_square < log.least.root_mean_square;
        if (log.best == 0 || better) {
            log.best = pass.number;
            log.least = pass.validation;
        }
    };
    const Parameters parameters = fit(data.training, data.validation, settings, progress);
    if (log.last == 0) return std::nullopt;
    print_end(log, settings, validated, interrupt.raised());
    return quantize(parameters);
}

std::size_t peak_memory_megabytes() noexcept {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    return static_cast<std::size_t>(used.ru_maxrss) / 1024;
}

/// Returns the size of the file in bytes.
std::size_t write_weights(const TrainPlan& plan, const StoredWeights& weights,
                          Compression compression) {
    const std::string bytes = encode_weights(weights, compression);
    if (const auto written = replace_file(plan.output, bytes); !written)
        throw std::runtime_error(written.error());
    return bytes.size();
}

} // namespace

ExitStatus run_train(const Arguments& arguments) {
    po::options_description described = train_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const TrainPlan plan = plan_of(options);
    check_output(plan);
    if (plan.initial) {
        static_cast<void>(write_weights(plan, initial_weights(), Compression::quick));
        std::cout << fmt::format("'{}' holds the initial weights\n", printable(plan.output));
        return ExitStatus::ok;
    }
    const Stopwatch watch;
    const TrainingData data = read_data(plan);
    auto interrupt = std::make_optional<InterruptFlag>();
    const auto weights = fit_with_progress(data, plan.fit, *interrupt);
    if (!weights) {
        std::cout << "stopped before the end of the first pass; nothing is written\n";
        return ExitStatus::interrupted;
    }
    std::cout << std::flush;
    // The best compression takes seconds, so the weights are saved without it first.
    std::size_t size = write_weights(plan, *weights, Compression::quick);
    const bool interrupted = interrupt->raised();
    interrupt.reset();
    if (!interrupted) size = write_weights(plan, *weights, Compression::smallest);
    std::cout << fmt::format("'{}' holds them in {} bytes; {:.1f} s, at most {} MB of memory\n",
                             printable(plan.output), with_commas(size), watch.seconds(),
                             with_commas(peak_memory_megabytes()));
    return interrupted ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
