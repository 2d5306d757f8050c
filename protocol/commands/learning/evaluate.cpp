#include "engine/base/numbers.h"
#include "engine/learn/measure.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/learning.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

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
    print("{:>8} {:>12} {:>+8.3f} {:>8.3f} {:>8.3f}\n", name, with_commas(errors.positions),
          errors.mean(), errors.mean_absolute(), errors.root_mean_square());
}

void print_table(const std::vector<Band>& bands, const Errors& all, double seconds) {
    print("{:>8} {:>12} {:>8} {:>8} {:>8}\n", "empties", "positions", "bias", "absolute", "rms");
    for (const Band& band : bands) {
        print_row(band.first == band.last ? fmt::format("{}", band.first)
                                          : fmt::format("{}-{}", band.first, band.last),
                  band.errors);
    }
    if (all.positions > 0) print_row("all", all);
    print("{} in {:.1f} s\n", counted(all.positions, "position"), seconds);
}

nlohmann::ordered_json to_json(const Errors& errors) {
    nlohmann::ordered_json object = {{"positions", errors.positions}};
    if (errors.positions == 0) return object;
    object["mean_error"] = errors.mean();
    object["mean_absolute_error"] = errors.mean_absolute();
    object["root_mean_square_error"] = errors.root_mean_square();
    return object;
}

void print_json(const std::vector<Band>& bands, const Errors& all, std::optional<Depth> depth,
                double seconds) {
    using nlohmann::ordered_json;
    ordered_json rows = ordered_json::array();
    for (const Band& band : bands) {
        ordered_json object = {{"empties", {band.first, band.last}}};
        object.update(to_json(band.errors));
        rows.push_back(object);
    }
    ordered_json object = {{"format", json_format},
                           {"depth", depth ? ordered_json(*depth) : ordered_json()}};
    object.update(to_json(all));
    object["bands"] = rows;
    object["seconds"] = seconds;
    std::cout << object.dump() << '\n';
}

struct EvaluateSettings {
    std::vector<std::string> files;
    PositionChoice positions;
    std::optional<Depth> depth; ///< none: the evaluation without a search
    int band = 4;               ///< numbers of empty squares in a row of the table
    bool json = false;
    Resources resources{.hash_megabytes = 4};
};

EvaluateSettings read_settings(const Arguments& arguments) {
    EvaluateSettings settings;
    CommandOptions options(usage, examples);
    add_position_choice(options, settings.positions);
    options.number("depth", "N", settings.depth, depth_bounds, "search each position N plies deep");
    options.flag("exact-only", settings.positions.exact_only,
                 "take only positions that were solved");
    options.number("band", "N", settings.band, {1, 60},
                   "put N numbers of empty squares into each row of the table");
    options.flag("json", settings.json, "print JSON");
    add_job_resources(options, settings.resources, "threads");
    settings.files = input_paths(options.read(arguments));
    check_usage(!settings.files.empty(), "evaluate needs a file of positions");
    return settings;
}

} // namespace

ExitStatus run_evaluate(const Arguments& arguments) {
    const EvaluateSettings settings = read_settings(arguments);
    const Weights weights = settings.resources.weights();
    const InterruptFlag interrupt;
    const std::vector<LabelledPosition> positions =
        read_positions(settings.files, settings.positions);
    const Stopwatch watch;
    ErrorsByEmpties errors;
    show_progress_of(positions.size(), [&](std::atomic<std::size_t>& done) {
        errors = measure(positions, weights,
                         {.depth = settings.depth,
                          .hash_megabytes = settings.resources.hash_megabytes,
                          .threads = settings.resources.threads,
                          .instruction_set = settings.resources.instruction_set,
                          .stop = &interrupt.flag()},
                         done);
    });
    const double seconds = watch.seconds();
    const std::vector<Band> bands = in_bands(errors, settings.band, settings.positions);
    if (settings.json) {
        print_json(bands, all_of(errors), settings.depth, seconds);
    } else {
        print_table(bands, all_of(errors), seconds);
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
