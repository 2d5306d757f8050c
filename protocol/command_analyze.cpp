#include "engine/notation/board_string.h"
#include "engine/notation/move_list.h"
#include "engine/notation/square_text.h"
#include "protocol/board_text.h"
#include "protocol/books.h"
#include "protocol/command.h"
#include "protocol/command_analyze_game.h"
#include "protocol/interrupt.h"
#include "protocol/numbers.h"
#include "protocol/options.h"
#include "protocol/result_json.h"
#include "protocol/result_text.h"
#include "protocol/terminal.h"

#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr double default_seconds = 3.0;

constexpr const char* usage =
    "emilia analyze \"BOARD\": scores every legal move of a position, best first, with its "
    "principal\n"
    "variation. Scores are in discs, for the side to move. Without a limit it takes 3 s.\n"
    "\n"
    "A BOARD is 64 squares a1, b1, ... h8, then the side to move: black X x * b B, white O o 0 w "
    "W,\n"
    "empty - or a full stop; blanks are ignored.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia analyze \"---------------------------OX------XO--------------------------- X\"\n"
    "  emilia analyze --exact --json \\\n"
    "    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"\n";

Position read_position(const ParsedOptions& options) {
    std::string text;
    for (const std::string& part : options.positional) text += part + ' ';
    if (text.empty()) {
        throw UsageError("analyze needs a board: 64 squares and the side to move, in quotes");
    }
    const auto position = parse_position(text);
    if (!position)
        throw UsageError(fmt::format("the board is wrong: {}", position.error().message));
    return *position;
}

void print_table(const Position& position, const SearchResult& result) {
    std::cout << draw_board(position) << "\n\n";
    if (result.lines.empty()) {
        const int discs = position.board.final_score();
        std::cout << fmt::format("The game is over: {} for {}.\n",
                                 discs == 0 ? "a draw" : fmt::format("{:+d}", discs),
                                 to_string(position.to_move));
        return;
    }
    std::cout << fmt::format("{:4}  {:>6}  {:13}  {}\n", "move", "score", "certainty", "line");
    for (const Line& line : result.lines) {
        std::cout << fmt::format("{:4}  {:>6}  {:13}  {}\n", to_string(line.move), score_text(line),
                                 certainty_text(line), to_string(line.principal_variation));
    }
    std::cout << fmt::format("{} nodes in {:.2f} s\n", with_commas(result.nodes), result.seconds);
}

void print_json(const Position& position, const SearchResult& result) {
    nlohmann::ordered_json moves = nlohmann::ordered_json::array();
    for (const Line& line : result.lines) moves.push_back(to_json(line));
    const std::string board = to_string(position);
    const nlohmann::ordered_json object = {{"format", json_format},
                                           {"board", board.substr(0, square_count)},
                                           {"player", board.substr(board.size() - 1)},
                                           {"empties", position.board.empties()},
                                           {"moves", moves},
                                           {"nodes", result.nodes},
                                           {"seconds", result.seconds}};
    std::cout << object.dump() << '\n';
}

} // namespace

ExitStatus run_analyze(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description described("Options");
    auto add = described.add_options();
    add("exact", "solve to the end of the game, however long it takes");
    add("top", po::value<int>()->value_name("N"), "only the N best moves");
    add("json", "print JSON");
    add_game_options(described);
    described.add(limit_options()).add(book_play_options()).add(resource_options());
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (options.has("game")) return analyze_games(options);
    const Position position = read_position(options);
    const int top = options.get<int>("top").value_or(square_count);
    if (top < 1) throw UsageError(fmt::format("--top is 1 or more, not {}", top));

    for (const char* other : {"depth", "level", "wld-at", "exact-at"}) {
        if (options.has("exact") && options.has(other)) {
            throw UsageError(fmt::format("--exact and --{} exclude each other", other));
        }
    }

    Engine engine(settings_with_weights(options));
    const InterruptFlag interrupt;
    ProgressLine progress;
    const auto show = [&progress](const SearchResult& sofar) {
        progress.show(progress_text(sofar));
    };
    const SearchProgress shown{.iteration = show, .pulse = show};
    const SearchResult result =
        options.has("exact")
            ? engine.solve(position.board, top, &interrupt.flag(), shown)
            : engine.analyse(position.board, top, default_seconds, &interrupt.flag(), shown);
    progress.clear();
    if (options.has("json")) {
        print_json(position, result);
    } else {
        print_table(position, result);
    }
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
