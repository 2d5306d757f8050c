// Checks a row of EXPERIMENTS.md and prints what the page says about it. scripts/reliability.sh
// starts it. The first Ctrl-C or request to end ends the row after the case in hand, the second one
// at once.

#include "tests/locations.h"
#include "tests/reliability/rows.h"

#include <exception>
#include <functional>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>

#include <boost/program_options.hpp>
#include <fmt/format.h>

using namespace emilia::testing;
namespace po = boost::program_options;

namespace {

struct Settings {
    std::uint64_t count = 0;
    double seconds = 0;
    std::uint64_t seed = 1;
    double most_milliseconds = 0;
    int least_empties = 0;
    int most_empties = 0;
    std::string games;
};

const std::map<std::string, std::function<Summary(Run&, const Settings&)>> rows = {
    {"exact",
     [](Run& run, const Settings& settings) {
         return run_exact(run, settings.least_empties, settings.most_empties);
     }},
    {"search", [](Run& run, const Settings&) { return run_search(run); }},
    {"hostile", [](Run& run, const Settings&) { return run_hostile(run); }},
    {"archives",
     [](Run& run, const Settings& settings) { return run_archives(run, settings.games); }},
    {"stops",
     [](Run& run, const Settings& settings) { return run_stops(run, settings.most_milliseconds); }},
};

int check_row(int argc, char** argv) {
    Settings settings;
    std::string row;
    po::options_description options("Options");
    options.add_options()("row", po::value(&row)->required(), "what to check")(
        "count", po::value(&settings.count)->default_value(1'000),
        "cases")("seconds", po::value(&settings.seconds)->default_value(0), "0: no limit")(
        "seed", po::value(&settings.seed)->default_value(1), "of the random numbers")(
        "most-milliseconds", po::value(&settings.most_milliseconds)->default_value(1'000),
        "of stops: a longer latency is a finding")(
        "least-empties", po::value(&settings.least_empties)->default_value(1), "of exact")(
        "most-empties", po::value(&settings.most_empties)->default_value(10), "of exact")(
        "games", po::value(&settings.games)->default_value(data_path("wthor")),
        "of archives: a folder of WTHOR bases");
    po::positional_options_description positions;
    positions.add("row", 1);
    po::variables_map map;
    po::store(po::command_line_parser(argc, argv).options(options).positional(positions).run(),
              map);
    po::notify(map);
    if (!rows.contains(row)) throw std::runtime_error(fmt::format("there is no row '{}'", row));
    if (settings.least_empties < 1 || settings.most_empties < settings.least_empties
        || settings.most_empties > 30)
        throw std::runtime_error("the empty squares must be from 1 to 30, the least first");

    Run run(settings.count, settings.seconds, settings.seed);
    try {
        const Summary summary = rows.at(row)(run, settings);
        if (run.done() == 0) throw std::runtime_error("there was no time for any case");
        fmt::print("{} | {}\n", summary.checked, summary.result);
        return 0;
    } catch (const Finding& finding) {
        fmt::print(stderr, "{}: after {} cases a finding:\n{}\n", row, run.done(), finding.what());
        return 1;
    }
}

} // namespace

int main(int argc, char** argv) {
    try {
        return check_row(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }
}
