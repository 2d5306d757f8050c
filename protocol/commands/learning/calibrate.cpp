#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/base/workers.h"
#include "engine/learn/calibration.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/position_options.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/or_throw.h"

#include <cmath>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia calibrate FILE...: measures how well shallow searches predict deeper ones, by empty\n"
    "squares, on files of positions (their labels don't matter), and fits the curve that gives\n"
    "Multi-ProbCut its margins. New weights need new margins: --output writes them as the header\n"
    "to build the program with. scripts/train.sh makes both.";

constexpr const char* examples = "Examples:\n"
                                 "  emilia calibrate selfplay.pos --sample 200 --depth 8\n"
                                 "  emilia calibrate selfplay.pos --sample 4000 \\\n"
                                 "      --output engine/search/probcut_margins.h\n";

// Smaller depths give too few pairs to fit three parameters.
constexpr Depth least_depth = 5;
constexpr Depth greatest_depth = 30;

struct CalibrationPlan {
    std::vector<std::string> files;
    PositionChoice choice;
    CalibrationSettings settings;
    std::optional<std::string> output;
};

po::options_description calibrate_options() {
    po::options_description described("Options");
    auto add = described.add_options();
    add("depth", po::value<int>()->value_name("N")->default_value(CalibrationSettings{}.depth),
        "search up to N plies deep");
    add_choice_options(described);
    add("output", po::value<std::string>()->value_name("HEADER"),
        "write the curve to a C++ header");
    add_weights_option(described);
    add("threads", po::value<int>()->value_name("N"), "threads (default: all cores)");
    add("hash", po::value<int>()->value_name("MB")->default_value(32),
        "memory of each thread's transposition table");
    add_isa_option(described);
    return described;
}

/// Throws UsageError, or std::runtime_error if the output can't be written.
CalibrationPlan plan_of(const ParsedOptions& options) {
    CalibrationPlan plan;
    plan.files = input_paths(options.positional);
    if (plan.files.empty()) throw UsageError("calibrate needs a file of positions");
    plan.choice = chosen_positions(options);
    plan.choice.least_empties =
        std::max(plan.choice.least_empties, calibrated_bands.front().front());
    plan.choice.most_empties = std::min(plan.choice.most_empties, calibrated_bands.back().back());
    plan.settings.depth = in_range(options, "depth", least_depth, greatest_depth);
    plan.settings.threads = chosen_threads(options);
    plan.settings.hash_megabytes = chosen_hash_megabytes(options, plan.settings.threads);
    plan.settings.instruction_set = &chosen_instruction_set(options);
    plan.output = output_path(options, "output");
    if (plan.output) {
        refuse_as_output(*plan.output, plan.files);
        if (const auto weights = options.get<std::string>("weights"))
            refuse_as_output(*plan.output, {input_path(*weights)});
        or_throw(check_replaceable(*plan.output));
    }
    return plan;
}

std::vector<Board> boards_of(const CalibrationPlan& plan) {
    std::vector<Board> boards;
    for (const LabelledPosition& position : read_positions(plan.files, plan.choice)) {
        if (position.board.legal_moves() != 0) boards.push_back(position.board);
    }
    return boards;
}

/// Searches on other threads and shows progress from this one. Ctrl-C ends it early.
std::vector<ValuesByDepth> search_with_progress(const std::vector<Board>& boards,
                                                const Weights& weights,
                                                const CalibrationSettings& settings) {
    std::vector<ValuesByDepth> values;
    std::atomic<std::size_t> done = 0;
    JobProgress progress(boards.size(), "position");
    Workers searching(1, [&](std::size_t, const std::atomic<bool>&) {
        values = search_all_depths(boards, weights, settings, done);
    });
    while (!searching.wait_for(std::chrono::milliseconds(100))) progress.show(done);
    return values;
}

void print_tables(const std::vector<PhasePairs>& phases, const std::vector<ProbcutPhase>& curve) {
    std::cout << fmt::format("{:>7} {:>7} {:>4} {:>9} {:>6} {:>9} {:>9} {:>6}\n", "empties",
                             "shallow", "deep", "positions", "slope", "intercept", "deviation",
                             "curve");
    for (std::size_t i = 0; i < phases.size(); ++i) {
        for (const DepthPair& pair : phases[i].pairs) {
            std::cout << fmt::format("{:>7} {:>7} {:>4} {:>9} {:>6.3f} {:>+9.2f} {:>9.2f} "
                                     "{:>6.2f}\n",
                                     phases[i].empties, pair.shallow, pair.deep,
                                     with_commas(pair.positions), pair.slope, pair.intercept,
                                     pair.deviation, deviation(curve[i], pair.shallow, pair.deep));
        }
    }
    std::cout << "deviation = base + scale * sqrt(deep - shallow) * decay^shallow\n";
    std::cout << fmt::format("{:>7} {:>7} {:>7} {:>7}\n", "empties", "base", "scale", "decay");
    for (const ProbcutPhase& phase : curve) {
        std::cout << fmt::format("{:>7} {:>7.3f} {:>7.3f} {:>7.3f}\n", phase.empties, phase.base,
                                 phase.scale, phase.decay);
    }
}

/// The root-mean-square relative error of the curve over all pairs.
double curve_error(const std::vector<PhasePairs>& phases, const std::vector<ProbcutPhase>& curve) {
    double squares = 0;
    double count = 0;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        for (const DepthPair& pair : phases[i].pairs) {
            const double error = deviation(curve[i], pair.shallow, pair.deep) / pair.deviation - 1;
            squares += error * error;
            ++count;
        }
    }
    return std::sqrt(squares / count);
}

constexpr const char* header_beginning = R"(#pragma once

// The margins of Multi-ProbCut, made by `emilia calibrate` (see engine/learn/calibration.h) from
// {} positions of {}, searched full-width to {} plies. The curve is
// within {:.1f} % (root mean square) of the deviations measured.

#include "engine/search/probcut.h"

#include <array>
#include <cstdint>

namespace emilia {{

/// `weights_checksum` (engine/learn/calibration.h) of the weights that these margins were fitted
/// to. A test compares it with that of the embedded weights.
inline constexpr std::uint32_t margins_weights_checksum = 0x{:08x};

inline constexpr auto probcut_phases = std::to_array<ProbcutPhase>({{
)";

std::string header_text(const CalibrationPlan& plan, const Weights& weights, std::size_t positions,
                        const std::vector<PhasePairs>& phases,
                        const std::vector<ProbcutPhase>& curve) {
    std::string files;
    for (const std::string& file : plan.files) {
        const std::string name = to_text(to_path(file).filename());
        files += (files.empty() ? "" : ", ") + printable(name);
    }
    std::string text =
        fmt::format(header_beginning, with_commas(positions), files, plan.settings.depth,
                    100 * curve_error(phases, curve), weights_checksum(weights));
    for (const ProbcutPhase& phase : curve) {
        text += fmt::format("    {{{}, {:.3f}, {:.3f}, {:.3f}}},\n", phase.empties, phase.base,
                            phase.scale, phase.decay);
    }
    return text + "});\n\n} // namespace emilia\n";
}

} // namespace

ExitStatus run_calibrate(const Arguments& arguments) {
    po::options_description described = calibrate_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    CalibrationPlan plan = plan_of(options);
    const Weights weights = chosen_weights(options);
    const std::vector<Board> boards = boards_of(plan);
    const InterruptFlag interrupt;
    plan.settings.stop = &interrupt.flag();
    const std::vector<ValuesByDepth> values = search_with_progress(boards, weights, plan.settings);
    const std::vector<PhasePairs> phases = regress(values);
    if (phases.empty()) {
        if (interrupt.raised()) return ExitStatus::interrupted;
        throw std::runtime_error(
            fmt::format("too few positions, only {}: {} are needed in each band of about five "
                        "numbers of empty squares",
                        with_commas(values.size()), least_calibrated_positions));
    }
    const std::vector<ProbcutPhase> curve = fit_curve(phases);
    print_tables(phases, curve);
    if (interrupt.raised()) return ExitStatus::interrupted; // the measurement is incomplete
    if (plan.output) {
        or_throw(
            replace_file(*plan.output, header_text(plan, weights, values.size(), phases, curve)));
        std::cout << fmt::format("written: '{}'\n", printable(*plan.output));
    }
    return ExitStatus::ok;
}

} // namespace emilia
