#include "book/book_player.h"
#include "engine/analysis/game_analysis.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/square_text.h"
#include "protocol/commands/analyze_game.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/record_files.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <iostream>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr double default_seconds = 3.0;
constexpr Bounds<int> all_numbers{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};

constexpr const char* usage =
    "emilia analyze MOVES|\"BOARD\": scores every legal move of a position, best first, each with\n"
    "its principal variation. The position is a board, or the one after moves such as f5d6c3.\n"
    "Scores are in discs for the side to move. Without a limit it thinks for 3 s. It prefers a "
    "book\n"
    "value wherever the opening book is deeper than the search; with --depth, --nodes or --level\n"
    "only if --book names the book. On a terminal the table is updated while it thinks.\n"
    "\n"
    "emilia analyze --game FILE|MOVES: compares each move of a game with the best move and shows\n"
    "how many discs it lost, the turning points, and a summary for each player. Scores are exact\n"
    "from the point where the game can be solved. FILE - is standard input.\n"
    "\n"
    "A BOARD lists the 64 squares a1, b1, ... h8 and then the side to move: X x * b B for black,\n"
    "O o 0 w W for white, - or a full stop for an empty square; blanks are ignored.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia analyze f5d6c3 --time 10\n"
    "  emilia analyze --top 3 \\\n"
    "    \"---------------------------OX------XO--------------------------- X\"\n"
    "  emilia analyze --exact --json \\\n"
    "    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"\n"
    "  emilia analyze --game f5d6c3d3c4f4 --time 0.5\n"
    "  emilia analyze --game wthor/WTH_1980.wtb --index 2 --html report.html\n"
    "  emilia analyze --game wthor/ --event 'world champ' --output finals.jsonl\n";

struct PositionSettings {
    Position position;
    EngineSettings engine;
    std::shared_ptr<const OpeningBook> book; ///< may be null
    int lines = square_count;
    bool exact = false;
    bool json = false;
};

std::string table_text(const SearchResult& result) {
    std::string text = fmt::format("{:4}  {:>6}  {:21}  {}\n", "move", "score", "search", "line");
    for (const Line& line : result.lines) {
        text += fmt::format("{:4}  {:>6}  {:21}  {}\n", to_string(line.move), score_text(line),
                            certainty_text(line), to_string(line.principal_variation));
    }
    return text + fmt::format("{} in {:.2f} s\n", counted(result.nodes, "node"), result.seconds);
}

std::string end_text(const Position& position) {
    const int discs = position.board.final_score();
    if (discs == 0) return "The game is over: a draw.\n";
    return fmt::format("The game is over: {:+d} for {}.\n", discs, to_string(position.to_move));
}

void print_board(const Position& position) {
    std::cout << (output_has_colors() ? paint_board(position) : draw_board(position)) << "\n\n";
    if (const std::string note = note_on(position); !note.empty()) std::cout << note << "\n\n";
    flush_output();
}

ExitStatus analyze_position(const PositionSettings& settings) {
    Engine engine(settings.engine);
    const InterruptFlag interrupt;
    const Position& position = settings.position;
    if (!settings.json) print_board(position);
    LiveText table;
    ProgressLine progress;
    const auto told = [&settings](SearchResult result) {
        if (settings.book)
            result.lines =
                with_book(std::move(result.lines), settings.position.board, *settings.book);
        return result;
    };
    const auto show = [&](const SearchResult& sofar) {
        if (table.is_live() && !settings.json) {
            table.show(table_text(told(sofar)));
        } else {
            progress.show(progress_text(sofar));
        }
    };
    const SearchProgress shown{.iteration = show, .pulse = show};
    const SearchResult result =
        told(settings.exact ? engine.solve(position.board, settings.lines, &interrupt.flag(), shown)
                            : engine.analyze(position.board, settings.lines, default_seconds,
                                             &interrupt.flag(), shown));
    progress.clear();
    if (settings.json) {
        std::cout << to_json(position, result).dump() << '\n';
    } else {
        table.finish(result.lines.empty() ? end_text(position) : table_text(result));
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

/// What the command line chooses, for a position or for games.
struct Choices {
    std::optional<int> lines;
    bool exact = false;
    bool json = false;
    GamesSettings games; ///< a position is analyzed if there are no words
    EngineSettings limits;
    BookChoice book;
    Resources resources;

    [[nodiscard]] EngineSettings engine() const { return resources.engine(limits); }
};

std::shared_ptr<const OpeningBook> book_of(const BookChoice& choice) {
    return std::make_shared<BookPlayer>(chosen_book(choice.file), BookVariety{}, 0);
}

PositionSettings position_settings(const CommandOptions& options, const Choices& choices,
                                   const Arguments& words) {
    for (const char* of_games : {"html", "output", "index", "player", "event", "years", "part"})
        check_usage(!options.given(of_games), "--{} needs --game", of_games);
    check_usage(!words.empty(),
                "analyze needs a board, 64 squares and the side to move, in quotes, "
                "or moves such as f5d6c3");
    PositionSettings settings{.position = given_game(words).position(),
                              .engine = {},
                              .book = {},
                              .lines = choices.lines.value_or(square_count),
                              .exact = choices.exact,
                              .json = choices.json};
    for (const char* other : {"time", "depth", "nodes", "level", "wld-at", "exact-at"})
        options.exclude("exact", other);
    const bool named = choices.book.file.has_value();
    check_usage(!choices.exact || !named,
                "--exact solves the position itself, so it needs no --book");
    // With a limit that says how far to search, a book must be asked for.
    const EngineSettings& limits = choices.limits;
    const bool limited = limits.depth || limits.nodes || limits.level;
    if (!choices.book.none && !choices.exact && (named || !limited))
        settings.book = book_of(choices.book);
    settings.engine = choices.engine();
    return settings;
}

GamesSettings games_settings(const Choices& choices, const Arguments& words) {
    check_usage(!choices.exact,
                "--exact needs a position; a game is exact from the move that can be solved in "
                "--time, or from --exact-at N empty squares");
    check_usage(!choices.limits.wld_at,
                "--wld-at needs a position; an outcome does not tell how many discs a move of a "
                "game lost");
    check_usage(words.empty(), "--game and the board '{}' exclude each other",
                words.empty() ? "" : words.front());
    GamesSettings settings = choices.games;
    settings.json = choices.json;
    settings.engine = choices.engine();
    settings.files_read = files_read(choices.resources.weights_file, choices.book.file);
    constexpr int lines_on_a_page = 4;
    settings.analysis.lines = choices.lines.value_or(settings.page ? lines_on_a_page : 1);
    if (!choices.book.none) settings.analysis.book = book_of(choices.book);
    const EngineSettings& limits = choices.limits;
    const bool limited = limits.seconds || limits.depth || limits.nodes || limits.level;
    settings.analysis.recorded =
        RecordedSettings{.seconds = limited ? limits.seconds : settings.analysis.seconds,
                         .depth = limits.depth,
                         .nodes = limits.nodes,
                         .level = limits.level,
                         .exact_at = limits.exact_at,
                         .lines = settings.analysis.lines,
                         .book = choices.book.none ? "none" : book_identity(choices.book.file),
                         .weights = weights_identity(choices.resources.weights_file)};
    return settings;
}

void add_games(CommandOptions& options, GamesSettings& games) {
    options.group("Games");
    options.texts("game", "FILE|MOVES", games.words,
                  "analyze games instead of a position, with --time SECONDS for each move (default "
                  "1); a game is a file that 'emilia convert' reads, or moves such as f5d6c3");
    options.output("html", "FILE", games.page,
                   "write an HTML page about one game, with board, graphs and mistakes");
    options.output(
        "output", "FILE", games.output,
        "append each analyzed game to FILE as a line of JSON, and skip games that FILE "
        "already has with the same settings; so the same command continues a stopped job");
    add_part(options, games.part, "chosen games");
    add_selection(options, games.selection);
}

} // namespace

ExitStatus run_analyze(const Arguments& arguments) {
    Choices choices;
    CommandOptions options(usage, examples);
    options.flag("exact", choices.exact, "solve the position exactly, however long it takes");
    options.number(
        "top", "LINES", all_numbers,
        [&choices](int lines) {
            check_usage(lines >= 1, "--top must be at least 1, not {}", lines);
            choices.lines = lines;
        },
        "show only the best LINES moves");
    options.flag("json", choices.json, "print JSON");
    add_games(options, choices.games);
    add_limits(options, choices.limits);
    add_book_choice(options, choices.book);
    add_resources(options, choices.resources);
    const Arguments words = options.read(arguments);
    if (!choices.games.words.empty()) return analyze_games(games_settings(choices, words));
    return analyze_position(position_settings(options, choices, words));
}

} // namespace emilia
