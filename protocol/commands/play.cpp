#include "book/book_player.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/player_options.h"
#include "protocol/play/clock_text.h"
#include "protocol/play/plain_view.h"
#include "protocol/play/play_session.h"
#include "protocol/play/saved_game.h"
#include "protocol/play/screen_view.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/terminal.h"

#include <ctime>
#include <iostream>
#include <memory>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr int level_for_people = 3;

constexpr const char* usage =
    "emilia play [BOARD|MOVES]: play a game against Emilia at a terminal. Move to a square with "
    "the arrow keys and press Enter, or type it: f5. Type help for all commands: undo, hint, "
    "switch, level 5, save game.ggf and others. In a pipe, with --plain, or on a terminal that "
    "can't place its cursor, the same commands are typed line by line and the board is printed "
    "after each move.\n\nAn unfinished game is kept after each move, so nothing is lost when the "
    "program is killed; --resume goes on with it.";

constexpr const char* examples =
    R"(Examples:
  emilia play
  emilia play --level 8 --color white --clock 5
  emilia play --player iago --eval --comment
  emilia play f5d6c3 --level 1
  emilia play --load game.sgf
  emilia play --resume
  printf 'f5\nhint\nsave game.ggf\n' | emilia play --level 1
)";

po::options_description play_options() {
    po::options_description options("Game");
    auto add = options.add_options();
    add("color", po::value<std::string>()->value_name("COLOR")->default_value("black"),
        "your discs: black, which begins, or white");
    add("clock", po::value<std::string>()->value_name("TIME"),
        "time for the game of each side, in minutes: 5, 4:30, or 5+2 with 2 seconds more for "
        "each move");
    add("eval", po::bool_switch(), "show who is ahead in each position");
    add("comment", po::bool_switch(), "say after a bad move what would have been better");
    add("load", po::value<std::string>()->value_name("FILE"),
        "go on with the first game of a file that 'emilia convert' reads; if 'emilia play' saved "
        "it, with the same side, level or player unless you choose others");
    add("resume", po::bool_switch(), "go on in the same way with the game that was not finished");
    add("plain", po::bool_switch(), "print lines instead of filling the screen");
    add("letters", po::bool_switch(), "show the discs on the screen as X and O");
    return options;
}

Color chosen_color(const ParsedOptions& options) {
    const std::string name = *options.get<std::string>("color");
    for (const Color color : {Color::black, Color::white})
        if (equal_ignoring_case(name, to_string(color))) return color;
    throw UsageError(fmt::format("--color is black or white, not {}", in_quotes(name)));
}

Game chosen_game(const ParsedOptions& options) {
    const auto file = options.get<std::string>("load");
    const bool resume = *options.get<bool>("resume");
    if (int{!options.positional.empty()} + int{file.has_value()} + int{resume} > 1)
        throw UsageError("moves or a board, --load and --resume exclude each other");
    Game game = options.positional.empty() ? Game() : given_game(options.positional);
    if (file == "-") throw UsageError("--load needs a file; standard input has your moves");
    if (file) game = or_throw(load_game(*file)).game;
    if (const auto text = options.get<std::string>("clock")) {
        const auto clock = parse_clock(*text);
        if (!clock) throw UsageError(fmt::format("--clock: {}", clock.error().message));
        game.time = *clock;
    }
    return game;
}

/// Sets whom the person plays against, and with which limits.
void choose_opponent(const ParsedOptions& options, PlaySettings& settings) {
    EngineSettings& engine = settings.engine;
    if (const auto choice = player_choice(options)) {
        for (const char* option : {"wld-at", "exact-at", "level"}) {
            if (options.has(option))
                throw UsageError(fmt::format(
                    "--{} is for Emilia itself; leave it out, or leave out --player", option));
        }
        settings.opponent.player = choice->kind->name;
        settings.player = choice->settings;
        settings.seconds = std::exchange(engine.seconds, std::nullopt);
        engine.depth.reset();
        return;
    }
    if (!engine.seconds && !engine.depth && !engine.nodes && !engine.level)
        engine.level = level_for_people;
    settings.opponent.level = engine.level;
}

PlaySettings chosen_settings(const ParsedOptions& options) {
    PlaySettings settings;
    settings.person = chosen_color(options);
    settings.person_chosen = !options.values["color"].defaulted();
    for (const char* option : {"time", "depth", "nodes", "level", "player"})
        if (options.has(option)) settings.opponent_chosen = true;
    settings.clock_chosen = options.has("clock");
    settings.game = chosen_game(options);
    settings.engine = settings_with_weights(options);
    choose_opponent(options, settings);
    const BookVariety variety = chosen_variety(options);
    const std::uint64_t seed = chosen_seed(options);
    if (wants_book(options))
        settings.engine.book = std::make_shared<BookPlayer>(chosen_book(options), variety, seed);
    settings.evaluation = *options.get<bool>("eval");
    settings.comments = *options.get<bool>("comment");
    settings.resume = *options.get<bool>("resume");
    settings.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
    if (const auto folder = user_data_folder()) settings.folder = *folder / "emilia";
    return settings;
}

void play(PlaySession& session, const ParsedOptions& options, const std::atomic<bool>& interrupt) {
    const bool plain = *options.get<bool>("plain");
    if (!plain && at_terminal() && obeys_escapes(StandardStream::output)) {
        if (const auto screen = open_screen(output_has_colors())) {
            ScreenView(session, *screen, *options.get<bool>("letters"), interrupt).run();
            return;
        }
    }
    const PlainLook look{.prompt = is_terminal(StandardStream::input),
                         .colors = !plain && output_has_colors()};
    play_in_plain_text(session, std::cin, std::cout, look, interrupt);
}

} // namespace

ExitStatus run_play(const Arguments& arguments) {
    po::options_description described = play_options();
    described.add(limit_options(level_for_people)).add(player_options());
    described.add(book_play_options()).add(resource_options());
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const InterruptFlag interrupt;
    PlaySession session(chosen_settings(options));
    play(session, options, interrupt.flag());
    if (const std::string farewell = session.farewell(); !farewell.empty())
        std::cout << farewell << '\n';
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
