#include "protocol/commands/learning/train_plan.h"

#include "engine/base/files.h"
#include "engine/eval/weights.h"
#include "engine/learn/network_checkpoint.h"
#include "engine/learn/training_set.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/reports/or_throw.h"

#include <array>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

/// The options of each part of the training.
constexpr std::array tables_names = {"passes", "ridge", "smoothness"};
constexpr std::array network_names = {"network", "rate", "batch", "decay", "search-weight", "seed"};

/// A number of an option, with a default that is printed in short.
po::typed_value<float>* number_option(float value) {
    return po::value<float>()->value_name("X")->default_value(value, fmt::format("{}", value));
}

po::options_description tables_options() {
    const FitSettings defaults;
    po::options_description described("Tables");
    auto add = described.add_options();
    add("tables", po::value<std::string>()->value_name("FILE"),
        "take the tables from this file of weights instead of fitting them");
    add("passes", po::value<int>()->value_name("N")->default_value(defaults.passes),
        "at most N passes over the positions; the fit ends earlier if the error stops falling");
    add("ridge", number_option(defaults.ridge),
        "pull each weight towards zero as strongly as X examples with score 0 would");
    add("smoothness", number_option(defaults.smoothness),
        "pull each weight as strongly towards its value in the neighbouring phases");
    return described;
}

po::options_description network_options() {
    const NetworkFitSettings defaults;
    po::options_description described("Network");
    auto add = described.add_options();
    add("network-passes", po::value<int>()->value_name("N")->default_value(defaults.passes),
        "N passes over the positions; 0: tables only");
    add("network", po::value<std::string>()->value_name("FILE"),
        "begin with the network of this file of weights instead of a random one, and keep what it "
        "learned from other positions; a smaller --rate is then better");
    add("rate", number_option(defaults.rate),
        "greatest rate of learning, about the most that a batch changes a number");
    add("batch", po::value<int>()->value_name("N")->default_value(static_cast<int>(defaults.batch)),
        "learn N positions at a time");
    add("decay", number_option(defaults.decay),
        "in each batch a row that it shows loses X times the rate of itself");
    add("search-weight", number_option(defaults.search_weight),
        "weight of a search's value, where that of an exact score is 1");
    add("seed",
        po::value<std::int64_t>()->value_name("S")->default_value(
            static_cast<std::int64_t>(defaults.seed)),
        "another first network, and another order of the positions");
    return described;
}

/// Throws UsageError if one of the options is given.
template <class Names>
void refuse(const ParsedOptions& options, const Names& names, const char* why) {
    for (const char* name : names) {
        if (options.has(name) && !options.values[name].defaulted())
            throw UsageError(fmt::format("--{} does nothing {}", name, why));
    }
}

void refuse_idle_options(const ParsedOptions& options, const TrainPlan& plan) {
    if (plan.initial) {
        constexpr const char* why = "with --initial";
        refuse(options, std::array{"tables", "network-passes", "threads"}, why);
        refuse(options, tables_names, why);
        refuse(options, network_names, why);
    }
    if (plan.tables) refuse(options, tables_names, "with --tables");
    if (plan.network.passes == 0) {
        refuse(options, network_names, "with --network-passes 0");
        if (plan.tables) throw UsageError("--tables and --network-passes 0 leave nothing to fit");
    }
}

NetworkFitSettings network_settings(const ParsedOptions& options) {
    NetworkFitSettings settings;
    settings.passes = in_range(options, "network-passes", 0, 10'000);
    settings.rate = in_range(options, "rate", 1e-9F, 1.0F);
    settings.batch = static_cast<std::size_t>(in_range(options, "batch", 1, 1 << 20));
    settings.decay = in_range(options, "decay", 0.0F, 1000.0F);
    settings.search_weight = in_range(options, "search-weight", 0.0F, 1000.0F);
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    settings.seed = static_cast<std::uint64_t>(in_range<std::int64_t>(options, "seed", 0, largest));
    return settings;
}

} // namespace

po::options_description train_options() {
    po::options_description described("Options");
    auto add = described.add_options();
    add("output", po::value<std::string>()->value_name("WEIGHTS"), "file of weights to write");
    add("initial", "write the simple weights instead of fitting any");
    add("threads", po::value<int>()->value_name("N"), "threads (default: all cores)");
    described.add(tables_options());
    described.add(network_options());
    return described;
}

TrainPlan train_plan(const ParsedOptions& options) {
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
    plan.network = network_settings(options);
    plan.network.threads = plan.fit.threads;
    plan.network.checkpoint = plan.output + ".checkpoint";
    if (const auto tables = options.get<std::string>("tables")) plan.tables = input_path(*tables);
    if (const auto network = options.get<std::string>("network"))
        plan.network_file = input_path(*network);
    refuse_idle_options(options, plan);
    if (plan.network.rate * plan.network.decay > 1)
        throw UsageError("--rate times --decay is at most 1, so that no row loses more than all");
    return plan;
}

void check_output(const TrainPlan& plan) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    for (const std::string& file : plan.files) {
        if (fs::equivalent(to_path(file), to_path(plan.output), ignored))
            throw UsageError(fmt::format("'{}' can't be both positions and --output", file));
    }
    const auto refuse_output = [&](const std::optional<std::string>& file, const char* option) {
        if (file && fs::equivalent(to_path(*file), to_path(plan.output), ignored))
            throw UsageError(fmt::format("'{}' can't be both --{} and --output", *file, option));
    };
    refuse_output(plan.tables, "tables");
    refuse_output(plan.network_file, "network");
    or_throw(check_replaceable(plan.output));
    const auto before = or_throw(read_beginning(plan.output));
    if (!before.empty() && !begins_weights_file(before)) {
        throw std::runtime_error(
            fmt::format("'{}' is not a file of weights; choose another --output", plan.output));
    }
}

void check_checkpoint(const TrainPlan& plan) {
    if (plan.network.passes == 0 || plan.initial) return;
    or_throw(check_replaceable(plan.network.checkpoint));
    const std::string settings = described(plan.network);
    or_throw(check_checkpoint(plan.network.checkpoint, settings));
}

} // namespace emilia
