// `emilia book repertoire`: shows what one side plays from a position on, writes problems for a
// drill, and shows where games left it.

#include "book/repertoire/repertoire.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/book/repertoire_options.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/games/games_input.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/repertoire_report.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/terminal.h"

#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia book repertoire [MOVES|\"BOARD\"] --color COLOR: shows what a side has to remember\n"
    "from a position on, by default the start: its best move in each of its positions, or the one\n"
    "that you prefer, and all good answers of the opponent. It also shows with how few lines\n"
    "the opponent could keep the position's value but for --loss, if he doesn't know which good\n"
    "move you will play: one answer in each of his positions, to all good moves of yours.\n"
    "\n"
    "--prefer and --avoid are kept in a file that you can edit; 'emilia book build' obeys it, "
    "too.\n"
    "'emilia play --drill' asks the moves that --drill has written. With --games it shows where\n"
    "games left the repertoire.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia book repertoire f5d6c3d3c4 --color white --plies 10\n"
    "  emilia book repertoire f5d6c3d3c4 --color white --prefer f5d6c3d3c4b5\n"
    "  emilia book repertoire f5d6 --color black --avoid f5d6c4 --drill black.obf\n"
    "  emilia book repertoire f5d6 --color black --games my-games.ggf --player anna\n";

constexpr int usual_plies = 12;

struct RepertoireSettings {
    Game first;
    std::optional<std::string> book_file;
    RepertoireOptions repertoire;
    int plies = usual_plies;
    std::optional<Game> prefer; ///< the last move is the one meant
    std::optional<Game> avoid;
    std::size_t count = 40;
    bool json = false;
    std::optional<std::string> drill;
    std::vector<std::string> games;
    std::optional<std::string> player; ///< a part of his name
};

/// Adds `--name MOVES`, whose last move is meant.
void add_choice(CommandOptions& options, const std::string& name, std::optional<Game>& line,
                const std::string& help) {
    options.parsed(
        name, "MOVES",
        [&line, name](const std::string& word) {
            line = given_game({word});
            check_usage(!line->moves().empty(), "--{} needs moves, of which the last one is meant",
                        name);
        },
        help);
}

void declare(CommandOptions& options, RepertoireSettings& settings) {
    add_book(options, settings.book_file);
    add_repertoire(options, settings.repertoire, "your side: black or white");
    options.number("plies", "N", settings.plies, {1, max_book_empties},
                   "follow lines of at most N moves");
    add_choice(options, "prefer", settings.prefer,
               "play the last of these moves, whatever its value");
    add_choice(options, "avoid", settings.avoid, "never play the last of these moves");
    options.number("count", "N", settings.count, {1, 1'000'000'000},
                   "show at most N rows of a table");
    options.flag("json", settings.json, "print JSON");
    options.output("drill", "FILE", settings.drill,
                   "write the positions to remember for 'emilia play --drill FILE'");
    options.group("Games");
    options.texts("games", "FILE...", settings.games,
                  "show where the games of these files left the repertoire");
    options.text("player", "NAME", settings.player,
                 "only games of this player with your colour: a part of the name");
}

/// Throws UsageError unless the last move of a line is one of `color`.
void check_side(const char* option, const std::optional<Game>& line, Color color) {
    if (!line || line->moves().back().color == color) return;
    throw UsageError("--{}: {} is a move of {}, but the repertoire is that of {}", option,
                     to_string(line->moves().back().move), to_string(opposite(color)),
                     to_string(color));
}

RepertoireSettings read_repertoire_settings(const Arguments& arguments) {
    RepertoireSettings settings;
    CommandOptions options(usage, examples);
    declare(options, settings);
    settings.first = game_or_start(options.read(arguments));
    check_first(settings.first);
    check_usage(settings.repertoire.color.has_value(), "book repertoire needs --color");
    check_usage(!settings.player || !settings.games.empty(),
                "--player needs --games and files of games");
    check_side("prefer", settings.prefer, *settings.repertoire.color);
    check_side("avoid", settings.avoid, *settings.repertoire.color);
    settings.games = or_throw(expand_folders(input_paths(settings.games)));
    if (!settings.drill) return settings;
    std::vector<std::string> read = files_read({}, settings.book_file);
    read.insert(read.end(), settings.games.begin(), settings.games.end());
    const auto choices = place_of_choices(settings.repertoire.choices_file);
    check_usage(!choices || !is_same_output(*choices, *settings.drill),
                "the drill and your choices need two files");
    refuse_as_output(*settings.drill, read);
    or_throw(check_replaceable(*settings.drill));
    return settings;
}

/// Adds the choices of the command line to the file.
void keep_choices(const RepertoireSettings& settings) {
    if (!settings.prefer && !settings.avoid) return;
    const auto file = place_of_choices(settings.repertoire.choices_file);
    if (!file) {
        fail("there is no folder for your choices, as {}; use --choices FILE",
             why_no_user_data_folder());
    }
    RepertoireChoices choices = choices_so_far(file);
    if (settings.prefer) choices.add(RepertoireChoices::Kind::prefer, *settings.prefer);
    if (settings.avoid) choices.add(RepertoireChoices::Kind::avoid, *settings.avoid);
    std::error_code ignored;
    if (!settings.repertoire.choices_file)
        std::filesystem::create_directories(to_path(*file).parent_path(), ignored);
    or_throw(replace_file(*file, choices.text()));
}

/// Says so if a choice concerns a position that the repertoire hasn't got.
void note_without_effect(const std::optional<Game>& line, const Repertoire& repertoire) {
    if (!line) return;
    Game before = *line;
    before.undo();
    if (repertoire.find(before.position().board, true) != nullptr) return;
    print_message("this repertoire doesn't reach the position before {}; the choice is kept for "
                  "others, and for when the book has grown",
                  to_string(line->moves().back().move));
}

void write_drill(const std::string& path, const RepertoireReport& report, const Book& book) {
    const std::vector<Problem> problems = repertoire_problems(report, book);
    std::string text =
        fmt::format("# The first move of each line is that of {}.\n", to_string(report.color));
    for (const Problem& problem : problems) text += to_obf(problem) + '\n';
    or_throw(replace_file(path, text));
    print_message("{} in '{}'", counted(problems.size(), "position"), path);
    const std::size_t left_out = report.repertoire.to_remember() - problems.size();
    if (left_out > 0)
        print_message("{} left out, because the book has no value of the move that you prefer; "
                      "grow the book with 'emilia book build --from'",
                      counted(left_out, "position"));
}

/// The games through the first position; none after an interrupt.
std::optional<IndexedGames> read_games(const RepertoireSettings& settings, Complaints& complaints) {
    const InterruptFlag interrupt;
    return read_indexed({.files = settings.games, .index_file = {}}, complaints, interrupt);
}

ExitStatus show_departures(const RepertoireSettings& settings, const RepertoireReport& report,
                           const Book& book) {
    Complaints complaints;
    const auto games = read_games(settings, complaints);
    if (!games) return ExitStatus::interrupted;
    GameFilter filter{.player = settings.player.value_or(""),
                      .through = settings.first.position().board};
    if (filter.has_player()) filter.color = report.color;
    const auto chosen = choose(games->base, games->index, filter);
    if (chosen.empty())
        fail("none of {} passes through this position{}", counted(games->base.size(), "game"),
             filter.has_player() ? " with this player and colour" : "");
    const DeparturesReport departed{
        *games, departures(games->base, chosen, report.repertoire, book, report.color)};
    if (settings.json) {
        std::cout << line_of(departures_json(report, departed)) << '\n';
    } else {
        std::cout << fitted(departures_text(report, departed));
    }
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace

ExitStatus run_book_repertoire(const Arguments& arguments) {
    const RepertoireSettings settings = read_repertoire_settings(arguments);
    const Book book = chosen_book(settings.book_file);
    keep_choices(settings);
    const RepertoireSide side = settings.repertoire.side(settings.first);
    const Board& first = settings.first.position().board;
    const Repertoire repertoire(book, first, side, settings.plies);
    if (repertoire.positions().empty()) {
        fail("the book does not know this position; begin earlier in the game, name another book "
             "with --book, or grow one with 'emilia book build --from'");
    }
    note_without_effect(settings.prefer, repertoire);
    note_without_effect(settings.avoid, repertoire);
    const RepertoireReport report{.first = settings.first,
                                  .color = *settings.repertoire.color,
                                  .side = side,
                                  .plies = settings.plies,
                                  .repertoire = repertoire,
                                  .opponent = least_of_opponent(book, first, side, settings.plies),
                                  .most_rows = settings.count};
    if (settings.drill) write_drill(*settings.drill, report, book);
    if (!settings.games.empty()) return show_departures(settings, report, book);
    if (settings.json) {
        std::cout << line_of(repertoire_json(report)) << '\n';
    } else {
        std::cout << fitted(repertoire_text(report));
    }
    return ExitStatus::ok;
}

} // namespace emilia
