#include "engine/base/numbers.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <cmath>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia solve FILE|MOVES|\"BOARD\": solves every problem of a file exactly and compares the "
    "best\n"
    "score with the file. The exit status is 1 if a score differs or a line is invalid. FILE - is\n"
    "standard input. Instead of a file it takes a position: a board or moves such as f5d6c3.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia solve fforum-20-39.obf --threads 1\n"
    "  emilia solve fforum-40-59.obf --depth 12 --json\n"
    "  grep -v '^#' problems.obf | head -3 | emilia solve -\n"
    "\n"
    "Each line of the file contains a board, or the moves that lead to it, a\n"
    "semicolon and, if known, moves with their exact scores:\n"
    "  --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X;"
    " G8:+18;\n";

enum class Mode { exact, outcome, midgame };

struct SolveSettings {
    Mode mode = Mode::exact;
    EngineSettings limits;
    bool json = false;
    Part part;
    Resources resources;
    Arguments words; ///< the file or the position
};

struct Solved {
    int id = 0;
    int empties = 0;
    LineValue value{};               ///< an outcome in Mode::outcome
    std::optional<int> expected{};   ///< `value.number()`, as the file has it
    std::optional<bool> best_move{}; ///< whether the found move has the file's best score
    SearchResult result;

    [[nodiscard]] bool wrong() const { return expected && *expected != value.number(); }
    [[nodiscard]] Square move() const {
        return result.lines.empty() ? Square::none : result.lines.front().move;
    }
};

Solved solve_one(Engine& engine, const NumberedProblem& numbered, Mode mode,
                 const std::atomic<bool>& stop, const SearchProgress& progress) {
    const auto& [id, problem] = numbered;
    const Board& board = problem.position.board;
    engine.forget(); // so that the node count does not depend on earlier problems
    Solved solved{
        .id = id, .empties = board.empties(), .expected = problem.best_discs(), .result = {}};
    switch (mode) {
    case Mode::exact: solved.result = engine.solve(board, 1, &stop, progress); break;
    case Mode::outcome: solved.result = engine.solve_outcome(board, 1, &stop, progress); break;
    case Mode::midgame:
        solved.result = engine.analyze(board, 1, std::nullopt, &stop, progress);
        break;
    }
    const bool over = solved.result.lines.empty();
    const auto outcome = [](int discs) { return outcome_of(Score::from_discs(discs)); };
    if (!over) {
        solved.value = solved.result.lines.front().value;
    } else {
        solved.value = Score::from_discs(board.final_score());
        if (mode == Mode::outcome)
            solved.value = {outcome(board.final_score()), solved.value.score()};
    }
    if (mode == Mode::outcome && solved.expected) solved.expected = sign(outcome(*solved.expected));
    if (!over && problem.best_discs()) {
        solved.best_move = problem.discs_of(solved.move()) == problem.best_discs();
    }
    return solved;
}

/// Averages over the problems whose best score is known.
struct Accuracy {
    double mean_absolute_error = 0;
    double best_move_rate = 0;
};

std::optional<Accuracy> accuracy(const std::vector<Solved>& all) {
    Accuracy sum;
    int known = 0;
    for (const Solved& solved : all) {
        if (!solved.expected) continue;
        ++known;
        sum.mean_absolute_error += std::abs(solved.value.number() - *solved.expected);
        sum.best_move_rate += solved.best_move.value_or(false) ? 1 : 0;
    }
    if (known == 0) return std::nullopt;
    return Accuracy{sum.mean_absolute_error / known, sum.best_move_rate / known};
}

struct Totals {
    Nodes nodes = 0;
    double seconds = 0;
    int wrong = 0;
};

Totals totals_of(const std::vector<Solved>& all) {
    Totals totals;
    for (const Solved& solved : all) {
        totals.nodes += solved.result.nodes;
        totals.seconds += solved.result.seconds;
        totals.wrong += solved.wrong() ? 1 : 0;
    }
    return totals;
}

void print_heading() {
    print("{:>3} {:>7} {:>6} {:>8} {:>4} {:>14} {:>9} {:>12}  {}\n", "#", "empties", "score",
          "expected", "move", "nodes", "seconds", "nodes/s", "principal variation");
}

void print_row(const Solved& solved, Mode mode) {
    const auto& [nodes, seconds] = std::pair(solved.result.nodes, solved.result.seconds);
    const double number = solved.value.number();
    const std::string score = mode == Mode::midgame
                                  ? fmt::format("{:+.2f}", number)
                                  : fmt::format("{:+d}", static_cast<int>(number));
    print("{:>3} {:>7} {:>6} {:>8} {:>4} {:>14} {:>9.3f} {:>12}  {}{}\n", solved.id, solved.empties,
          score, solved.expected ? fmt::format("{:+d}", *solved.expected) : "?",
          to_string(solved.move()), with_commas(nodes), seconds,
          with_commas(per_second(nodes, seconds)),
          solved.result.lines.empty() ? ""
                                      : to_string(solved.result.lines.front().principal_variation),
          mode != Mode::midgame && solved.wrong() ? "  WRONG" : "");
    flush_output();
}

void print_totals(const std::vector<Solved>& all, Mode mode) {
    const Totals totals = totals_of(all);
    print("{}, {} in {:.3f} s, {} nodes/s", counted(all.size(), "problem"),
          counted(totals.nodes, "node"), totals.seconds,
          with_commas(per_second(totals.nodes, totals.seconds)));
    if (mode != Mode::midgame) {
        print(", {} wrong\n", totals.wrong);
        return;
    }
    std::cout << '\n';
    if (const auto mean = accuracy(all)) {
        print("mean absolute error {:.2f} discs, best move found {:.1f} %\n",
              mean->mean_absolute_error, 100 * mean->best_move_rate);
    }
}

void print_json(const std::vector<Solved>& all, Mode mode) {
    using nlohmann::ordered_json;
    ordered_json problems = ordered_json::array();
    for (const Solved& solved : all) {
        problems.push_back(
            {{"id", solved.id},
             {"empties", solved.empties},
             {"score", value_json(solved.value)},
             {"expected", solved.expected ? ordered_json(*solved.expected) : ordered_json()},
             {"move", to_string(solved.move())},
             {"nodes", solved.result.nodes},
             {"seconds", solved.result.seconds},
             {"pv", solved.result.lines.empty()
                        ? ordered_json::array()
                        : to_json(solved.result.lines.front().principal_variation)}});
    }
    const Totals totals = totals_of(all);
    ordered_json object = {{"format", json_format},
                           {"problems", problems},
                           {"nodes", totals.nodes},
                           {"seconds", totals.seconds},
                           {"wrong", totals.wrong}};
    if (mode == Mode::midgame) {
        if (const auto mean = accuracy(all)) {
            object["mean_absolute_error"] = mean->mean_absolute_error;
            object["best_move_rate"] = mean->best_move_rate;
        }
    }
    std::cout << object.dump() << '\n';
}

bool is_position(const std::vector<std::string>& words) {
    std::error_code ignored;
    return !words.empty() && looks_like_position(words)
           && !std::filesystem::exists(to_path(words.front()), ignored);
}

SolveSettings read_solve_settings(const Arguments& arguments) {
    SolveSettings settings;
    bool outcome = false;
    CommandOptions options(usage, examples);
    options.flag("wld", outcome, "find only the outcome: 1 for a win, 0 for a draw, -1 for a loss");
    options.number("depth", "N", settings.limits.depth, depth_bounds,
                   "search N plies deep instead, and show the error of the scores");
    options.flag("json", settings.json, "print JSON");
    add_part(options, settings.part, "problems");
    add_resources(options, settings.resources);
    settings.words = options.read(arguments);
    check_usage(settings.words.size() == 1 || is_position(settings.words),
                "solve needs one problem file, or one position");
    options.exclude("wld", "depth");
    if (outcome) settings.mode = Mode::outcome;
    if (settings.limits.depth) settings.mode = Mode::midgame;
    return settings;
}

/// The problems of a file, or the position that the words describe.
ProblemFile given_problems(const std::vector<std::string>& words) {
    if (is_position(words)) return {{{1, {given_game(words).position(), {}}}}, {}};
    return or_throw(read_problems(input_path(words.front())));
}

} // namespace

ExitStatus run_solve(const Arguments& arguments) {
    const SolveSettings settings = read_solve_settings(arguments);
    const Mode mode = settings.mode;
    Engine engine(settings.resources.engine(settings.limits));
    ProblemFile file = given_problems(settings.words);
    settings.part.keep(file.problems);
    Complaints complaints;
    for (const std::string& bad_line : file.bad_lines) complaints.add(bad_line);
    complaints.finish();

    const bool json = settings.json;
    const InterruptFlag interrupt;
    ProgressLine progress;
    std::vector<Solved> all;
    if (!json) print_heading();
    for (const NumberedProblem& problem : file.problems) {
        const std::string place =
            fmt::format("problem {}, {} of {}", problem.id, all.size() + 1, file.problems.size());
        progress.show(place);
        const auto show = [&](const SearchResult& sofar) {
            progress.show(fmt::format("{}: {}", place, progress_text(sofar)));
        };
        Solved solved =
            solve_one(engine, problem, mode, interrupt.flag(), {.iteration = show, .pulse = show});
        progress.clear();
        if (interrupt.raised()) break; // the result of an interrupted search is not exact
        all.push_back(std::move(solved));
        if (!json) print_row(all.back(), mode);
    }
    if (json) {
        print_json(all, mode);
    } else {
        print_totals(all, mode);
    }
    if (interrupt.raised()) return ExitStatus::interrupted;
    const bool all_right = mode == Mode::midgame || totals_of(all).wrong == 0;
    return all_right && !complaints.any() ? ExitStatus::ok : ExitStatus::failed;
}

} // namespace emilia
