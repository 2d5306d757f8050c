#include "book/book_player.h"
#include "engine/analysis/game_analysis.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/process.h"
#include "protocol/commands/analyze_game.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/positions/position_job.h"
#include "protocol/commands/record_files.h"
#include "protocol/commands/season.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <iostream>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr double seconds_of_a_position = 3.0;

constexpr const char* usage =
    "emilia analyze MOVES|\"BOARD\": scores every legal move of a position, best first, each with\n"
    "its principal variation. The position is a board, or the one after moves such as f5d6c3; a\n"
    "diagram, FEN's rows, a board with moves behind it or a game will do, too.\n"
    "Scores are in discs for the side to move. Without a limit it thinks for 3 s. It prefers a "
    "book\n"
    "value wherever the opening book is deeper than the search; with --depth, --nodes or --level\n"
    "only if --book names the book. On a terminal the table is updated while it thinks.\n"
    "\n"
    "emilia analyze --game FILE|MOVES: compares each move of a game with the best move and shows\n"
    "how many discs it lost, the turning points, and a summary for each player. Scores are exact\n"
    "from the point where the game can be solved. FILE - is standard input.\n"
    "\n"
    "emilia analyze --positions FILE: finds the best move and the score of each position of a "
    "file,\n"
    "which has a board, moves or a problem in each line, and may be of any length. Without a "
    "limit\n"
    "it searches at level 21. Threads search different positions, and in the end help each other\n"
    "with hard ones. FILE - is standard input.\n"
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
    "  emilia analyze --game my-games.ggf --time 0.5 --html season/\n"
    "  emilia analyze --game wthor/ --event 'world champ' --output finals.jsonl\n"
    "  emilia analyze --positions boards.txt --depth 12 --json > scores.jsonl\n"
    "  emilia analyze --positions boards.txt --depth 0 --csv\n";

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

ExitStatus analyze_position(const AnalyzeSettings& settings) {
    Engine engine(settings.engine);
    const InterruptFlag interrupt;
    const Position& position = settings.position;
    if (!settings.json) print_board(position);
    LiveText table;
    ProgressLine progress;
    const AnalysisSettings& analysis = settings.analysis;
    const auto told = [&](SearchResult result) {
        if (analysis.book)
            result.lines = with_book(std::move(result.lines), position.board, *analysis.book);
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
        told(settings.exact ? engine.solve(position.board, analysis.lines, &interrupt.flag(), shown)
                            : engine.analyze(position.board, analysis.lines, analysis.seconds,
                                             &interrupt.flag(), shown));
    progress.clear();
    if (settings.json) {
        std::cout << to_json(position, result).dump() << '\n';
    } else {
        table.finish(result.lines.empty() ? end_text(position) : table_text(result));
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

/// The position that the words describe, after checks of the options.
Position chosen_position(const CommandOptions& options, const Arguments& words) {
    for (const char* of_games : {"html", "index", "player", "event", "years"})
        check_usage(!options.given(of_games), "--{} needs --game", of_games);
    for (const char* of_jobs : {"output", "part"})
        check_usage(!options.given(of_jobs), "--{} needs --game or --positions", of_jobs);
    check_usage(!words.empty(),
                "analyze needs a board, 64 squares and the side to move, in quotes, or moves such "
                "as f5d6c3");
    const Position position = given_game(words).position();
    for (const char* other : {"time", "depth", "nodes", "level", "wld-at", "exact-at"})
        options.exclude("exact", other);
    check_usage(!options.given("exact") || !options.given("book"),
                "--exact solves the position itself, so it needs no --book");
    return position;
}

/// Completes the settings of a job for many positions, after checks of the options.
PositionJobSettings position_job(const CommandOptions& options, const Arguments& words,
                                 const AnalyzeSettings& settings, const Resources& resources) {
    PositionJobSettings job = settings.positions;
    if (!words.empty())
        throw UsageError("--positions and the board '{}' exclude each other", words.front());
    for (const char* other :
         {"game", "html", "index", "player", "event", "years", "book", "no-book"})
        options.exclude("positions", other);
    for (const char* other : {"time", "depth", "nodes", "level", "wld-at", "exact-at"})
        options.exclude("exact", other);
    if (settings.exact) job.question = Question::exact;
    job.limits = settings.engine;
    job.resources = resources;
    job.json = settings.json;
    job.output = settings.output;
    job.part = settings.part;
    check_positions(options, job);
    return job;
}

void check_options_of_games(const CommandOptions& options, const Arguments& words) {
    check_usage(!options.given("exact"),
                "--exact needs a position; a game is exact from the move that can be solved in "
                "--time, or from --exact-at N empty squares");
    check_usage(!options.given("wld-at"),
                "--wld-at needs a position; an outcome does not tell how many discs a move of a "
                "game lost");
    if (!words.empty())
        throw UsageError("--game and the board '{}' exclude each other", words.front());
}

RecordedSettings recorded_settings(const AnalyzeSettings& settings, const BookChoice& book,
                                   const Resources& resources) {
    const EngineSettings& limits = settings.engine;
    const bool limited = limits.seconds || limits.depth || limits.nodes || limits.level;
    return {.seconds = limited ? limits.seconds : settings.analysis.seconds,
            .depth = limits.depth,
            .nodes = limits.nodes,
            .level = limits.level,
            .exact_at = limits.exact_at,
            .lines = settings.analysis.lines,
            .book = book.none ? "none" : book_identity(book.file),
            .weights = weights_identity(resources.weights_file)};
}

AnalyzeSettings read_analyze_settings(const Arguments& arguments) {
    AnalyzeSettings settings;
    std::optional<int> lines;
    std::optional<std::string> positions;
    BookChoice book;
    Resources resources;
    CommandOptions options(usage, examples);
    options.flag("exact", settings.exact, "solve the position exactly, however long it takes");
    constexpr Bounds<int> all{std::numeric_limits<int>::min(), std::numeric_limits<int>::max()};
    options.number(
        "top", "LINES", all,
        [&lines](int number) {
            check_usage(number >= 1, "--top must be at least 1, not {}", number);
            lines = number;
        },
        "show only the best LINES moves");
    options.flag("json", settings.json, "print JSON");
    options.group("Games");
    options.texts("game", "FILE|MOVES", settings.games,
                  "analyze games instead of a position, with --time SECONDS for each move (default "
                  "1); a game is a file that 'emilia convert' reads, or moves such as f5d6c3");
    options.output("html", "FILE|FOLDER/", settings.page,
                   "write an HTML page about one game, with board, graphs and mistakes; into a "
                   "folder a page of each game and of the season, which the same command with more "
                   "games continues");
    add_selection(options, settings.selection);
    options.group("Many positions");
    options.text("positions", "FILE", positions,
                 "analyze the positions of FILE, a line each; --depth 0 evaluates them without a "
                 "search");
    add_position_forms(options, settings.positions);
    options.group("Long jobs (--game and --positions)");
    options.output(
        "output", "FILE", settings.output,
        "append each result to FILE as a line of JSON, and skip what FILE already has with the "
        "same settings; so the same command continues a stopped job");
    add_part(options, settings.part, "chosen games or positions");
    add_limits(options, settings.engine, std::nullopt, depth_or_none_bounds);
    add_book_choice(options, book);
    add_resources(options, resources);
    const Arguments words = options.read(arguments);

    if (positions) {
        settings.positions.input = *positions;
        settings.positions.lines = lines.value_or(1);
        settings.positions = position_job(options, words, settings, resources);
        return settings;
    }
    for (const char* of_jobs : {"csv", "unordered"})
        check_usage(!options.given(of_jobs), "--{} needs --positions", of_jobs);
    check_usage(settings.engine.depth != 0, "--depth 0 needs --positions");
    const bool of_games = !settings.games.empty();
    if (of_games) {
        check_options_of_games(options, words);
    } else {
        settings.position = chosen_position(options, words);
    }
    AnalysisSettings& analysis = settings.analysis;
    constexpr int lines_on_a_page = 4;
    analysis.lines = lines.value_or(!of_games ? square_count : settings.page ? lines_on_a_page : 1);
    if (!of_games) analysis.seconds = seconds_of_a_position;
    if (settings.page && names_folder(*settings.page)) {
        settings.season = std::exchange(settings.page, std::nullopt);
        if (!settings.output) settings.output = season_records(*settings.season);
    }
    // With a limit that says how far to search a position, a book must be asked for.
    const EngineSettings limits = settings.engine;
    const bool suits_book = !settings.exact && !limits.depth && !limits.nodes && !limits.level;
    settings.engine = resources.engine(limits);
    if (!book.none && (of_games || book.file || suits_book))
        analysis.book = std::make_shared<BookPlayer>(chosen_book(book.file), BookVariety{}, 0);
    if (of_games) {
        analysis.recorded = recorded_settings(settings, book, resources);
        settings.files_read = files_read(resources.weights_file, book.file);
    }
    return settings;
}

} // namespace

ExitStatus run_analyze(const Arguments& arguments) {
    const AnalyzeSettings settings = read_analyze_settings(arguments);
    if (!settings.positions.input.empty()) return run_positions(settings.positions);
    return settings.games.empty() ? analyze_position(settings) : analyze_games(settings);
}

} // namespace emilia
