#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/learn/calibration.h"
#include "engine/system/paths.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/learning.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <cmath>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia calibrate FILE...: measures how well shallow searches predict deeper ones, by empty\n"
    "squares, on files of positions (their labels don't matter), and fits the curve that gives\n"
    "Multi-ProbCut its margins. New weights need new margins: --output writes them as the header\n"
    "to build the program with. scripts/train.sh makes both.";

constexpr const char* examples = "Examples:\n"
                                 "  emilia calibrate selfplay.pos --sample 200 --depth 8\n"
                                 "  emilia calibrate selfplay.pos --sample 4000 \\\n"
                                 "      --output engine/search/probcut_margins.h\n";

struct CalibrateSettings {
    std::vector<std::string> files;
    PositionChoice positions{.least_empties = calibrated_bands.front().front(),
                             .most_empties = calibrated_bands.back().back()};
    Depth depth = CalibrationSettings{}.depth;
    std::optional<std::string> output;
    Resources resources{.hash_megabytes = 32};
};

/// Throws UsageError, or std::runtime_error if the output can't be written.
CalibrateSettings read_settings(const Arguments& arguments) {
    CalibrateSettings settings;
    const PositionChoice all = settings.positions;
    CommandOptions options(usage, examples);
    // Smaller depths give too few pairs to fit three parameters.
    options.number("depth", "N", settings.depth, {5, 30}, "search up to N plies deep");
    add_position_choice(options, settings.positions);
    options.output("output", "HEADER", settings.output, "write the curve to a C++ header");
    add_job_resources(options, settings.resources, "threads");
    settings.files = input_paths(options.read(arguments));
    check_usage(!settings.files.empty(), "calibrate needs a file of positions");
    auto& [least, most, exact_only, sample] = settings.positions;
    least = std::max(least, all.least_empties);
    most = std::min(most, all.most_empties);
    if (settings.output) {
        refuse_as_output(*settings.output, settings.files);
        if (const auto& weights = settings.resources.weights_file)
            refuse_as_output(*settings.output, {input_path(*weights)});
        or_throw(check_replaceable(*settings.output));
    }
    return settings;
}

std::vector<Board> boards_of(const CalibrateSettings& settings) {
    std::vector<Board> boards;
    for (const LabelledPosition& position : read_positions(settings.files, settings.positions)) {
        if (position.board.legal_moves() != 0) boards.push_back(position.board);
    }
    return boards;
}

void print_tables(const std::vector<PhasePairs>& phases, const std::vector<ProbcutPhase>& curve) {
    print("{:>7} {:>7} {:>4} {:>9} {:>6} {:>9} {:>9} {:>6}\n", "empties", "shallow", "deep",
          "positions", "slope", "intercept", "deviation", "curve");
    for (std::size_t i = 0; i < phases.size(); ++i) {
        for (const DepthPair& pair : phases[i].pairs) {
            print("{:>7} {:>7} {:>4} {:>9} {:>6.3f} {:>+9.2f} {:>9.2f} "
                  "{:>6.2f}\n",
                  phases[i].empties, pair.shallow, pair.deep, with_commas(pair.positions),
                  pair.slope, pair.intercept, pair.deviation,
                  deviation(curve[i], pair.shallow, pair.deep));
        }
    }
    std::cout << "deviation = base + scale * sqrt(deep - shallow) * decay^shallow\n";
    print("{:>7} {:>7} {:>7} {:>7}\n", "empties", "base", "scale", "decay");
    for (const ProbcutPhase& phase : curve) {
        print("{:>7} {:>7.3f} {:>7.3f} {:>7.3f}\n", phase.empties, phase.base, phase.scale,
              phase.decay);
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

std::string header_text(const CalibrateSettings& settings, const Weights& weights,
                        std::size_t positions, const std::vector<PhasePairs>& phases,
                        const std::vector<ProbcutPhase>& curve) {
    std::string files;
    for (const std::string& file : settings.files) {
        const std::string name = to_text(to_path(file).filename());
        files += (files.empty() ? "" : ", ") + printable(name);
    }
    std::string text = fmt::format(header_beginning, with_commas(positions), files, settings.depth,
                                   100 * curve_error(phases, curve), weights_checksum(weights));
    for (const ProbcutPhase& phase : curve) {
        text += fmt::format("    {{{}, {:.3f}, {:.3f}, {:.3f}}},\n", phase.empties, phase.base,
                            phase.scale, phase.decay);
    }
    return text + "});\n\n} // namespace emilia\n";
}

} // namespace

ExitStatus run_calibrate(const Arguments& arguments) {
    const CalibrateSettings settings = read_settings(arguments);
    const Weights weights = settings.resources.weights();
    const std::vector<Board> boards = boards_of(settings);
    const InterruptFlag interrupt;
    std::vector<ValuesByDepth> values;
    show_progress_of(boards.size(), [&](std::atomic<std::size_t>& done) {
        values = search_all_depths(boards, weights,
                                   {.depth = settings.depth,
                                    .hash_megabytes = settings.resources.hash_megabytes,
                                    .threads = settings.resources.threads,
                                    .instruction_set = settings.resources.instruction_set,
                                    .stop = &interrupt.flag()},
                                   done);
    });
    const std::vector<PhasePairs> phases = regress(values);
    if (phases.empty()) {
        if (interrupt.raised()) return ExitStatus::interrupted;
        fail("too few positions, only {}: {} are needed in each band of about five "
             "numbers of empty squares",
             with_commas(values.size()), least_calibrated_positions);
    }
    const std::vector<ProbcutPhase> curve = fit_curve(phases);
    print_tables(phases, curve);
    if (interrupt.raised()) return ExitStatus::interrupted; // the measurement is incomplete
    if (settings.output) {
        or_throw(replace_file(*settings.output,
                              header_text(settings, weights, values.size(), phases, curve)));
        print("written: '{}'\n", printable(*settings.output));
    }
    return ExitStatus::ok;
}

} // namespace emilia
