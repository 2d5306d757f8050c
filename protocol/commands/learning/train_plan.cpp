#include "protocol/commands/learning/train_plan.h"

#include "engine/base/read_file.h"
#include "engine/base/replace_file.h"
#include "engine/eval/weights.h"
#include "engine/learn/network_checkpoint.h"
#include "engine/learn/training_set.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <array>
#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The options of each part of the training.
constexpr std::array tables_names = {"passes", "ridge", "smoothness"};
constexpr std::array network_names = {"network", "rate", "batch", "decay", "search-weight", "seed"};

void add_tables_options(CommandOptions& options, TrainPlan& plan) {
    constexpr float most_pull = 1e9F;
    options.group("Tables");
    options.text("tables", "FILE", plan.tables,
                 "take the tables from this file of weights instead of fitting them");
    options.number(
        "passes", "N", plan.fit.passes, {1, 100'000},
        "at most N passes over the positions; the fit ends earlier if the error stops falling");
    options.number("ridge", "X", plan.fit.ridge, {0, most_pull},
                   "pull each weight towards zero as strongly as X examples with score 0 would");
    options.number("smoothness", "X", plan.fit.smoothness, {0, most_pull},
                   "pull each weight as strongly towards its value in the neighbouring phases");
}

void add_network_options(CommandOptions& options, TrainPlan& plan) {
    NetworkFitSettings& network = plan.network;
    options.group("Network");
    options.number("network-passes", "N", network.passes, {0, 10'000},
                   "N passes over the positions; 0: tables only");
    options.text(
        "network", "FILE", plan.network_file,
        "begin with the network of this file of weights instead of a random one, and keep what it "
        "learned from other positions; a smaller --rate is then better");
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

/// Throws UsageError if one of the options is given.
template <class Names>
void refuse(const CommandOptions& options, const Names& names, const char* why) {
    for (const char* name : names)
        check_usage(!options.given(name), "--{} does nothing {}", name, why);
}

void refuse_idle_options(const CommandOptions& options, const TrainPlan& plan) {
    if (plan.initial) {
        constexpr const char* why = "with --initial";
        refuse(options, std::array{"tables", "network-passes", "threads"}, why);
        refuse(options, tables_names, why);
        refuse(options, network_names, why);
    }
    if (plan.tables) refuse(options, tables_names, "with --tables");
    if (plan.network.passes == 0) {
        refuse(options, network_names, "with --network-passes 0");
        check_usage(!plan.tables, "--tables and --network-passes 0 leave nothing to fit");
    }
}

} // namespace

TrainPlan read_train_plan(const Arguments& arguments, const char* usage, const char* examples) {
    TrainPlan plan;
    std::optional<std::string> output;
    CommandOptions options(usage, examples);
    options.output("output", "WEIGHTS", output, "file of weights to write");
    options.flag("initial", plan.initial, "write the simple weights instead of fitting any");
    plan.fit.threads = all_cores();
    add_threads(options, plan.fit.threads, "threads");
    add_tables_options(options, plan);
    add_network_options(options, plan);
    plan.files = input_paths(options.read(arguments));
    check_usage(!plan.initial || plan.files.empty(),
                "train takes either --initial or files of positions, not both");
    check_usage(plan.initial || !plan.files.empty(), "train needs a file of positions");
    check_usage(plan.files.size() <= most_training_files, "train takes at most {} files, not {}",
                most_training_files, plan.files.size());
    refuse_repeated(plan.files);
    check_usage(output.has_value(), "train needs --output and a file");
    plan.output = *output;
    plan.network.threads = plan.fit.threads;
    plan.network.checkpoint = plan.output + ".checkpoint";
    for (auto* const file : {&plan.tables, &plan.network_file})
        if (*file) *file = input_path(**file);
    refuse_idle_options(options, plan);
    check_usage(plan.network.rate * plan.network.decay <= 1,
                "--rate times --decay is at most 1, so that no row loses more than all");
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
