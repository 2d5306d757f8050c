#include "book/book_player.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/positions/position_source.h"
#include "protocol/play/drill.h"
#include "protocol/play/personal_game.h"
#include "protocol/play/plain_view.h"
#include "protocol/play/play_session.h"
#include "protocol/play/saved_games.h"
#include "protocol/play/saved_level.h"
#include "protocol/play/screen_view.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia play [BOARD|MOVES]: play a game against Emilia at a terminal. Move to a square with "
    "the arrow keys and press Enter, or type it: f5. Type help for all commands: undo, hint, "
    "switch, level 5, save game.ggf and others. In a pipe, with --plain, or on a terminal that "
    "can't place its cursor, the same commands are typed line by line and the board is printed "
    "after each move.\n\nWith --drill it asks the best move in positions that 'emilia puzzles' "
    "has found, your move in those of 'emilia book repertoire', or others with scores, and asks "
    "again on later days, what was wrong first.\n\nThe "
    "game is saved after each move, so nothing is lost if the program is "
    "killed; --resume continues it.";

constexpr const char* examples =
    R"(Examples:
  emilia play
  emilia play --level 8 --color white --clock 5
  emilia play --player iago --eval --comment
  emilia play f5d6c3 --level 1
  emilia play --adapt
  emilia play --load game.sgf
  emilia play --resume
  emilia play --drill puzzles.obf
  printf 'f5\nhint\nsave game.ggf\n' | emilia play --level 1
)";

/// What the command line says.
struct PlayChoices {
    PlaySettings play;
    std::optional<TimeControl> clock;
    std::optional<std::string> load;
    EngineSettings limits;
    PlayerChoice player;
    BookPlay book;
    Resources resources;
    bool plain = false;
    bool letters = false;
    std::optional<std::string> drill;
    std::size_t drill_count = default_drill_count;
    std::optional<std::string> drill_log;
    bool adapt = false;
};

/// By the clock of this place, as people count days.
std::chrono::sys_days today() {
    const std::tm local = fmt::localtime(std::time(nullptr));
    return std::chrono::year(local.tm_year + 1900) / (local.tm_mon + 1) / local.tm_mday;
}

Color color_of(const std::string& name) {
    for (const Color color : {Color::black, Color::white})
        if (equal_ignoring_case(name, to_string(color))) return color;
    throw UsageError("--color is black or white, not {}", in_quotes(name));
}

TimeControl clock_of(const std::string& text) {
    const auto clock = parse_clock(text);
    check_usage(clock.has_value(), "--clock: {}", clock ? "" : clock.error().message);
    return *clock;
}

void declare(CommandOptions& options, PlayChoices& choices) {
    PlaySettings& play = choices.play;
    options.parsed(
        "color", "COLOR", [&play](const std::string& name) { play.person = color_of(name); },
        "your color: black, which moves first, or white", "black");
    options.parsed(
        "clock", "TIME", [&](const std::string& text) { choices.clock = clock_of(text); },
        "time for the game of each side, in minutes: 5, 4:30, or 5+2 with 2 seconds more for "
        "each move");
    options.flag("eval", play.evaluation, "show who is ahead in each position");
    options.flag("comment", play.comments, "say after a bad move what would have been better");
    options.flag(
        "adapt", choices.adapt,
        "an opponent that adapts to you: its level rises after a game that you win and "
        "falls after one that you lose, and is kept for your next games; begins at --level");
    options.text(
        "load", "FILE", choices.load,
        "continue the first game of a file that 'emilia convert' reads; if 'emilia play' saved it, "
        "with the same side, level or player unless you choose others");
    options.flag("resume", play.resume, "continue the unfinished game in the same way");
    options.flag("plain", choices.plain, "print lines instead of filling the screen");
    options.flag("letters", choices.letters, "show the discs on the screen as X and O");
    options.group("Drill");
    options.text("drill", "FILE", choices.drill,
                 "ask the best moves of the problems in FILE, a board and the scores of its moves "
                 "a line");
    options.number("count", "N", choices.drill_count, drill_count_bounds,
                   "ask at most N positions");
    options.output("drill-log", "FILE", choices.drill_log,
                   "keep the answers in FILE instead of your data folder");
    add_limits(options, choices.limits, level_for_people);
    add_player(options, choices.player);
    add_book_play(options, choices.book);
    add_resources(options, choices.resources);
}

Game game_to_play(const PlayChoices& choices, const Arguments& words) {
    check_usage(int{!words.empty()} + int{choices.load.has_value()} + int{choices.play.resume} <= 1,
                "moves or a board, --load and --resume exclude each other");
    check_usage(choices.load != "-", "--load needs a file; standard input has your moves");
    Game game;
    if (choices.load) {
        LoadedGame loaded = or_throw(load_game(*choices.load));
        if (!loaded.remark.empty()) print_message(loaded.remark);
        game = std::move(loaded.game);
    } else {
        game = game_or_start(words);
    }
    if (choices.clock) game.time = *choices.clock;
    return game;
}

/// Sets whom the person plays against, and with which limits.
void choose_opponent(PlayChoices& choices) {
    EngineSettings& limits = choices.limits;
    PlaySettings& play = choices.play;
    if (choices.player.kind == nullptr) {
        if (!limits.seconds && !limits.depth && !limits.nodes && !limits.level)
            limits.level = level_for_people;
        play.opponent.level = limits.level;
        return;
    }
    complete(choices.player, limits, false, choices.book.seed);
    for (const auto& [option, value] : {std::pair("wld-at", limits.wld_at),
                                        {"exact-at", limits.exact_at},
                                        {"level", limits.level}}) {
        check_usage(!value, "--{} is for Emilia itself; leave it out, or leave out --player",
                    option);
    }
    play.opponent.player = choices.player.kind->name;
    play.player = choices.player.settings;
    play.seconds = std::exchange(limits.seconds, std::nullopt);
    limits.depth.reset();
}

PlayChoices read_play_choices(const Arguments& arguments) {
    PlayChoices choices;
    PlaySettings& play = choices.play;
    CommandOptions options(usage, examples, "Game");
    declare(options, choices);
    const Arguments words = options.read(arguments);
    for (const char* option : {"drill-log", "count"})
        check_usage(choices.drill || !options.given(option), "--{} needs --drill", option);
    for (const char* option : {"load", "resume", "clock", "color", "level", "player"})
        options.exclude("drill", option);
    for (const char* option : {"time", "depth", "nodes", "wld-at", "exact-at", "player", "drill"})
        options.exclude("adapt", option);
    check_usage(!choices.drill || words.empty(), "--drill takes its positions from the file");
    play.person_chosen = options.given("color");
    for (const char* option : {"time", "depth", "nodes", "level", "player"})
        if (options.given(option)) play.opponent_chosen = true;
    play.clock_chosen = choices.clock.has_value();
    play.game = game_to_play(choices, words);
    if (const auto folder = user_data_folder()) play.folder = *folder / "emilia";
    if (choices.adapt) {
        play.adaptive = play.folder ? read_adaptive_level(*play.folder) : AdaptiveLevel{};
        if (!choices.limits.level) choices.limits.level = play.adaptive->level;
    }
    choose_opponent(choices);
    play.engine = choices.resources.engine(choices.limits);
    play.engine.book = choices.book.player();
    play.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    return choices;
}

/// The problems of a file that have scores.
std::vector<Problem> read_problems(const std::string& path) {
    PositionSource source(path, Part(), "problem");
    Complaints complaints;
    std::vector<Problem> problems;
    const std::atomic<bool> never = false;
    while (const auto line = source.next(never, true)) {
        for (GivenPosition& given : source.read({*line}, never)) {
            if (given.problem.moves.empty()) {
                complaints.add(
                    fmt::format("line {} of '{}' gives no scores of moves", given.line, path));
            } else {
                problems.push_back(std::move(given.problem));
            }
        }
    }
    source.check_any();
    for (const std::string& problem : source.take_problems()) complaints.add(problem);
    complaints.finish();
    if (problems.empty())
        fail("'{}' has no problem with scores; 'emilia puzzles' finds some", path);
    return problems;
}

ExitStatus run_drill(const PlayChoices& choices) {
    const auto problems = read_problems(*choices.drill);
    std::string log_file;
    if (choices.drill_log) {
        log_file = *choices.drill_log;
    } else {
        const auto folder = user_data_folder();
        if (!folder) {
            fail("there is no folder for your answers, as {}; use --drill-log FILE",
                 why_no_user_data_folder());
        }
        std::error_code error;
        std::filesystem::create_directories(*folder / "emilia", error);
        log_file = to_text(*folder / "emilia" / "drill.txt");
    }
    refuse_as_output(log_file, {*choices.drill});
    AnswerLog log = or_throw(AnswerLog::open(log_file));
    Drill drill(problems, log.cards(), choices.drill_count, today());
    const InterruptFlag interrupt;
    const DrillLook look{.prompt = is_terminal(StandardStream::input),
                         .colors = !choices.plain && output_has_colors()};
    ask(drill, log, std::cin, std::cout, look, interrupt.flag());
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

void play(PlaySession& session, bool plain, bool letters, const std::atomic<bool>& interrupt) {
    if (!plain && at_terminal() && obeys_escapes(StandardStream::output)) {
        if (const auto screen = open_screen(output_has_colors())) {
            ScreenView(session, *screen, letters, interrupt).run();
            return;
        }
    }
    const PlainLook look{.prompt = is_terminal(StandardStream::input),
                         .colors = !plain && output_has_colors()};
    play_in_plain_text(session, std::cin, std::cout, look, interrupt);
}

} // namespace

ExitStatus run_play(const Arguments& arguments) {
    PlayChoices choices = read_play_choices(arguments);
    if (choices.drill) return run_drill(choices);
    const InterruptFlag interrupt;
    PlaySession session(std::move(choices.play));
    play(session, choices.plain, choices.letters, interrupt.flag());
    if (const std::string farewell = session.farewell(); !farewell.empty())
        std::cout << farewell << '\n';
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
