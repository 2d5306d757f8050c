#include "engine/analysis/game_analysis.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/system/process.h"
#include "protocol/commands/analyze_game.h"
#include "protocol/commands/command.h"
#include "protocol/commands/lost_output.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/board_text.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr double default_seconds = 3.0;

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

Position read_position(const ParsedOptions& options) {
    if (options.positional.empty()) {
        throw UsageError("analyze needs a board, 64 squares and the side to move, in quotes, or "
                         "moves such as f5d6c3");
    }
    return given_game(options.positional).position();
}

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
    std::cout << std::flush;
}

void refuse_game_options(const ParsedOptions& options) {
    for (const char* of_games : {"html", "output", "index", "player", "event", "years", "part"}) {
        if (options.has(of_games)) throw UsageError(fmt::format("--{} needs --game", of_games));
    }
}

/// The book, unless a limit other than time says how far to search and no book was asked for.
std::shared_ptr<const OpeningBook> book_for(const ParsedOptions& options) {
    if (!wants_book(options)) return nullptr;
    const bool named = options.has("book");
    if (options.has("exact")) {
        if (named) throw UsageError("--exact solves the position itself, so it needs no --book");
        return nullptr;
    }
    const bool limited = options.has("depth") || options.has("nodes") || options.has("level");
    if (limited && !named) return nullptr;
    return std::make_shared<BookPlayer>(chosen_book(options), BookVariety{}, 0);
}

ExitStatus analyze_position(const ParsedOptions& options, const Position& position, int top) {
    const EndsWithItsOutput ends_with_its_output;
    const auto book = book_for(options);
    Engine engine(settings_with_weights(options));
    const InterruptFlag interrupt;
    const bool json = options.has("json");
    if (!json) print_board(position);
    LiveText table;
    ProgressLine progress;
    const auto told = [&](SearchResult result) {
        if (book) result.lines = with_book(std::move(result.lines), position.board, *book);
        return result;
    };
    const auto show = [&](const SearchResult& sofar) {
        if (table.is_live() && !json) {
            table.show(table_text(told(sofar)));
        } else {
            progress.show(progress_text(sofar));
        }
    };
    const SearchProgress shown{.iteration = show, .pulse = show};
    const SearchResult result =
        told(options.has("exact")
                 ? engine.solve(position.board, top, &interrupt.flag(), shown)
                 : engine.analyze(position.board, top, default_seconds, &interrupt.flag(), shown));
    progress.clear();
    if (json) {
        std::cout << to_json(position, result).dump() << '\n';
    } else {
        table.finish(result.lines.empty() ? end_text(position) : table_text(result));
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace

ExitStatus run_analyze(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description described("Options");
    auto add = described.add_options();
    add("exact", "solve the position exactly, however long it takes");
    add("top", po::value<int>()->value_name("N"), "show only the N best moves");
    add("json", "print JSON");
    add_game_options(described);
    described.add(limit_options()).add(book_choice_options()).add(resource_options());
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const int top = options.get<int>("top").value_or(square_count);
    if (top < 1) throw UsageError(fmt::format("--top must be at least 1, not {}", top));
    if (options.has("game")) return analyze_games(options);
    refuse_game_options(options);
    const Position position = read_position(options);

    for (const char* other : {"time", "depth", "nodes", "level", "wld-at", "exact-at"}) {
        if (options.has("exact") && options.has(other)) {
            throw UsageError(fmt::format("--exact and --{} exclude each other", other));
        }
    }

    return analyze_position(options, position, top);
}

} // namespace emilia
