#include "engine/base/numbers.h"
#include "engine/base/workers.h"
#include "engine/learn/measure.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/position_options.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/result_json.h"

#include <chrono>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia evaluate FILE...: measures the error of the evaluation, or with --depth of a search,\n"
    "on labelled positions. It prints the errors in discs by the number of empty squares: the "
    "mean\n"
    "(bias), the mean absolute and the root-mean-square error. A positive bias means that the\n"
    "values are too good for the side to move.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia evaluate held-out.pos --exact-only\n"
    "  emilia evaluate held-out.pos --weights new.weights --depth 8 --sample 2000\n"
    "  emilia evaluate held-out.pos --empties 8-24 --band 1 --json\n";

/// Numbers of empty squares whose errors are shown together.
struct Band {
    int first;
    int last;
    Errors errors;
};

/// The bands that hold any position: 0 by itself, 1 to `width`, and so on, without the numbers of
/// empty squares that were not chosen.
std::vector<Band> in_bands(const ErrorsByEmpties& by_empties, int width,
                           const PositionChoice& choice) {
    std::vector<Band> bands;
    for (int last = 0; last < 60 + width; last += width) {
        Band band{std::max(choice.least_empties, last - width + 1),
                  std::min(choice.most_empties, last),
                  {}};
        for (int empties = band.first; empties <= band.last; ++empties)
            band.errors.add(by_empties[static_cast<std::size_t>(empties)]);
        if (band.errors.positions > 0) bands.push_back(band);
    }
    return bands;
}

Errors all_of(const ErrorsByEmpties& by_empties) {
    Errors all;
    for (const Errors& errors : by_empties) all.add(errors);
    return all;
}

void print_row(const std::string& name, const Errors& errors) {
    std::cout << fmt::format("{:>8} {:>12} {:>+8.3f} {:>8.3f} {:>8.3f}\n", name,
                             with_commas(errors.positions), errors.mean(), errors.mean_absolute(),
                             errors.root_mean_square());
}

void print_table(const std::vector<Band>& bands, const Errors& all, double seconds) {
    std::cout << fmt::format("{:>8} {:>12} {:>8} {:>8} {:>8}\n", "empties", "positions", "bias",
                             "absolute", "rms");
    for (const Band& band : bands) {
        print_row(band.first == band.last ? fmt::format("{}", band.first)
                                          : fmt::format("{}-{}", band.first, band.last),
                  band.errors);
    }
    if (all.positions > 0) print_row("all", all);
    std::cout << fmt::format("{} in {:.1f} s\n", counted(all.positions, "position"), seconds);
}

nlohmann::ordered_json to_json(const Errors& errors) {
    nlohmann::ordered_json object = {{"positions", errors.positions}};
    if (errors.positions == 0) return object;
    object["mean_error"] = errors.mean();
    object["mean_absolute_error"] = errors.mean_absolute();
    object["root_mean_square_error"] = errors.root_mean_square();
    return object;
}

void print_json(const std::vector<Band>& bands, const Errors& all, const MeasureSettings& settings,
                double seconds) {
    using nlohmann::ordered_json;
    ordered_json rows = ordered_json::array();
    for (const Band& band : bands) {
        ordered_json object = {{"empties", {band.first, band.last}}};
        object.update(to_json(band.errors));
        rows.push_back(object);
    }
    ordered_json object = {
        {"format", json_format},
        {"depth", settings.depth ? ordered_json(*settings.depth) : ordered_json()}};
    object.update(to_json(all));
    object["bands"] = rows;
    object["seconds"] = seconds;
    std::cout << object.dump() << '\n';
}

/// Measures on other threads and shows progress from this one. Ctrl-C ends it early.
ErrorsByEmpties measure_with_progress(const std::vector<LabelledPosition>& positions,
                                      const Weights& weights, const MeasureSettings& settings) {
    ErrorsByEmpties errors;
    std::atomic<std::size_t> done = 0;
    JobProgress progress(positions.size(), "position");
    Workers measuring(1, [&](std::size_t, const std::atomic<bool>&) {
        errors = measure(positions, weights, settings, done);
    });
    while (!measuring.wait_for(std::chrono::milliseconds(100))) progress.show(done);
    return errors;
}

po::options_description evaluate_options() {
    po::options_description described("Options");
    add_choice_options(described);
    auto add = described.add_options();
    add("depth", po::value<int>()->value_name("N"), "search each position N plies deep");
    add("exact-only", "take only positions that were solved");
    add("band", po::value<int>()->value_name("N")->default_value(4),
        "put N numbers of empty squares into each row of the table");
    add("json", "print JSON");
    add_weights_option(described);
    add("threads", po::value<int>()->value_name("N"), "threads (default: all cores)");
    add("hash", po::value<int>()->value_name("MB")->default_value(4),
        "memory of each thread's transposition table");
    add_isa_option(described);
    return described;
}

} // namespace

ExitStatus run_evaluate(const Arguments& arguments) {
    po::options_description described = evaluate_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (options.positional.empty()) throw UsageError("evaluate needs a file of positions");
    PositionChoice choice = chosen_positions(options);
    choice.exact_only = options.has("exact-only");
    const int width = in_range(options, "band", 1, 60);
    MeasureSettings settings;
    settings.depth = optional_in_range(options, "depth", 1, 60);
    settings.threads = chosen_threads(options);
    settings.hash_megabytes = chosen_hash_megabytes(options, settings.threads);
    settings.instruction_set = &chosen_instruction_set(options);
    const Weights weights = chosen_weights(options);
    const InterruptFlag interrupt;
    const std::vector<LabelledPosition> positions =
        read_positions(input_paths(options.positional), choice);

    settings.stop = &interrupt.flag();
    const auto start = std::chrono::steady_clock::now();
    const ErrorsByEmpties errors = measure_with_progress(positions, weights, settings);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::vector<Band> bands = in_bands(errors, width, choice);
    if (options.has("json")) {
        print_json(bands, all_of(errors), settings, seconds);
    } else {
        print_table(bands, all_of(errors), seconds);
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
