#include "engine/notation/position.h"
#include "engine/system/paths.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/positions/position_job.h"

#include <filesystem>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia solve FILE|MOVES|\"BOARD\": solves every problem of a file exactly and compares the "
    "best\n"
    "score with the file. The exit status is 1 if a score differs or a line is invalid. FILE - is\n"
    "standard input. Instead of a file it takes a position: a board or moves such as f5d6c3.\n"
    "Threads solve different problems, and in the end help each other with hard ones. A problem\n"
    "that takes less than a million nodes takes the same nodes with any number of threads.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia solve fforum-20-39.obf --threads 1\n"
    "  emilia solve fforum-40-59.obf --depth 12 --json\n"
    "  emilia solve problems.obf --output solved.jsonl\n"
    "  grep -v '^#' problems.obf | head -3 | emilia solve -\n"
    "\n"
    "Each line of the file contains a board, or the moves that lead to it, a\n"
    "semicolon and, if known, moves with their exact scores:\n"
    "  --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"
    " G8:+18;\n";

bool is_position(const Arguments& words) {
    std::error_code ignored;
    return !words.empty() && looks_like_position(words)
           && !std::filesystem::exists(to_path(words.front()), ignored);
}

PositionJobSettings read_solve_settings(const Arguments& arguments) {
    PositionJobSettings settings;
    settings.unit = "problem";
    settings.question = Question::exact;
    settings.compares = true;
    bool outcome = false;
    CommandOptions options(usage, examples);
    options.flag("wld", outcome, "find only the outcome: 1 for a win, 0 for a draw, -1 for a loss");
    options.number("depth", "N", settings.limits.depth, depth_or_none_bounds,
                   "search N plies deep instead, and show the error of the scores; 0 evaluates "
                   "without a search");
    options.flag("json", settings.json, "print a line of JSON for each problem, and the totals");
    add_position_forms(options, settings);
    options.output("output", "FILE", settings.output,
                   "append the results to FILE as lines of JSON, and leave out those that it has, "
                   "so the same command continues a stopped job");
    add_part(options, settings.part, "problems");
    options.group("Resources");
    add_job_resources(options, settings.resources, "number of threads");
    const Arguments words = options.read(arguments);
    check_usage(words.size() == 1 || is_position(words),
                "solve needs one problem file, or one position");
    options.exclude("wld", "depth");
    if (outcome) settings.question = Question::outcome;
    if (settings.limits.depth) settings.question = Question::analysis;
    check_positions(options, settings);
    if (is_position(words)) {
        settings.position = given_game(words).position();
    } else {
        settings.input = words.front();
    }
    return settings;
}

} // namespace

ExitStatus run_solve(const Arguments& arguments) {
    return run_positions(read_solve_settings(arguments));
}

} // namespace emilia
