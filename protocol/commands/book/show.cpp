// `emilia book info` and `probe`: show the contents of a book.

#include "book/book_player.h"
#include "book/opening_names.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"
#include "protocol/reports/terminal.h"

#include <array>
#include <iostream>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* info_usage =
    "emilia book info: shows how many positions a book has, how deep "
    "they were searched and at\n"
    "which move of the game they occur.";
constexpr const char* info_examples = "Examples:\n"
                                      "  emilia book info\n"
                                      "  emilia book info --book my.book\n";

constexpr const char* probe_usage =
    "emilia book probe [MOVES|\"BOARD\"]: shows what the book knows about a position, by "
    "default\n"
    "the start: each move with its value in discs for the side to move, the doubt of the value,\n"
    "the depth of the book behind it, the number of games that reached the next position, and the\n"
    "expected line. The doubt is the expected error in discs.";
constexpr const char* probe_examples =
    "Examples:\n"
    "  emilia book probe f5d6c3\n"
    "  emilia book probe f5d6c3 --json\n"
    "  emilia book probe \\\n"
    "    \"---------------------------OX------XO--------------------------- X\"\n";

std::string games_text(const GameCounts& games) {
    if (games.total() == 0) return "";
    return fmt::format("{} won, {} drawn, {} lost", with_commas(games.wins),
                       with_commas(games.draws), with_commas(games.losses));
}

void print_position(const Book& book, const Game& game) {
    const Board& board = game.position().board;
    std::cout << draw_board(game.position()) << "\n\n";
    if (const auto name = opening_name(game); !name.empty()) print("opening: {}\n", name);
    const BookPosition* const position = book.find(board);
    if (position == nullptr) {
        std::cout << "The book does not know this position.\n";
        return;
    }
    print("value:   {:+.2f} for {}, ", position->value.discs(), to_string(game.position().to_move));
    if (is_solved(board, *position)) {
        std::cout << "solved\n";
    } else if (position->depth == 0) {
        std::cout << "not searched itself\n";
    } else {
        print("own search to depth {}{}\n", position->depth,
              selectivity_text(position->confidence));
    }
    if (position->games.total() > 0) print("games:   {}\n", games_text(position->games));
    print("\n{:4}  {:>6}  {:>5}  {:>5}  {:>7}  {}\n", "move", "value", "doubt", "depth", "games",
          "line");
    for (const BookMove& move : book.moves(board)) {
        const BookLine known = follow(book, board, move);
        std::cout << fitted(
            fmt::format("{:4}  {:>+6.2f}  {:>5.2f}  {:>5}  {:>7}  {}\n", to_string(move.square),
                        move.score.discs(), known.doubt.discs(), known.line.depth,
                        with_commas(known.games), to_string(known.line.principal_variation)));
    }
}

nlohmann::ordered_json probe_json(const Book& book, const Game& game) {
    const Board& board = game.position().board;
    const std::string text = to_string(game.position());
    nlohmann::ordered_json object = {{"format", json_format},
                                     {"board", text.substr(0, square_count)},
                                     {"player", text.substr(text.size() - 1)},
                                     {"known", false}};
    if (const auto name = opening_name(game); !name.empty()) object["opening"] = name;
    const BookPosition* const position = book.find(board);
    if (position == nullptr) return object;
    object["known"] = true;
    object["value"] = discs_json(position->value);
    object["solved"] = is_solved(board, *position);
    object["depth"] = position->depth;
    object["confidence"] = percent(position->confidence);
    object["games"] = {{"won", position->games.wins},
                       {"drawn", position->games.draws},
                       {"lost", position->games.losses}};
    object["moves"] = nlohmann::ordered_json::array();
    for (const BookMove& move : book.moves(board)) {
        const BookLine known = follow(book, board, move);
        object["moves"].push_back({{"move", to_string(move.square)},
                                   {"value", discs_json(move.score)},
                                   {"doubt", discs_json(known.doubt)},
                                   {"depth", known.line.depth},
                                   {"games", known.games},
                                   {"pv", to_json(known.line.principal_variation)}});
    }
    return object;
}

void print_info(const Book& book) {
    struct Ten {
        std::size_t positions = 0;
        std::size_t moves = 0;
    };
    std::map<int, Ten> by_discs;
    std::map<std::string, std::size_t> by_search;
    for (const auto& [board, position] : book.positions()) {
        Ten& ten = by_discs[(square_count - 4 - board.empties()) / 4 * 4];
        ++ten.positions;
        ten.moves += position.moves.size();
        ++by_search[is_solved(board, position) ? "solved"
                    : position.depth == 0      ? "not searched"
                                               : fmt::format("depth {:2}{}", position.depth,
                                                             selectivity_text(position.confidence))];
    }
    print("{}\n", counted(book.size(), "position"));
    if (const BookPosition* const start = book.find(Board::start())) {
        print("the start is worth {:+.2f}", start->value.discs());
        if (start->games.total() > 0)
            print(" and was seen in {}", counted(start->games.total(), "game"));
        std::cout << '\n';
    }
    if (!book.games().empty()) print("{} learned\n", counted(book.games().size(), "game"));
    print("\n{:>12}  {:>9}  {:>9}\n", "after moves", "positions", "moves each");
    for (const auto& [discs, ten] : by_discs) {
        print("{:>12}  {:>9}  {:>9.1f}\n", fmt::format("{}-{}", discs, discs + 3),
              with_commas(ten.positions),
              static_cast<double>(ten.moves) / static_cast<double>(ten.positions));
    }
    print("\n{:>20}  {:>9}\n", "searched", "positions");
    for (const auto& [search, positions] : by_search)
        print("{:>20}  {:>9}\n", search, with_commas(positions));
}

struct ProbeSettings {
    std::optional<std::string> book_file;
    bool json = false;
    Game game;
};

ProbeSettings read_probe_settings(const Arguments& arguments) {
    ProbeSettings settings;
    CommandOptions options(probe_usage, probe_examples);
    add_book(options, settings.book_file);
    options.flag("json", settings.json, "print JSON");
    settings.game = game_or_start(options.read(arguments));
    return settings;
}

} // namespace

ExitStatus run_book_info(const Arguments& arguments) {
    std::optional<std::string> book_file;
    CommandOptions options(info_usage, info_examples);
    add_book(options, book_file);
    options.read_all(arguments, "book info takes no argument '{}'; name the book with --book");
    print_info(chosen_book(book_file));
    return ExitStatus::ok;
}

ExitStatus run_book_probe(const Arguments& arguments) {
    const auto [book_file, json, game] = read_probe_settings(arguments);
    const Book book = chosen_book(book_file);
    if (json) {
        std::cout << probe_json(book, game).dump() << '\n';
    } else {
        print_position(book, game);
    }
    return ExitStatus::ok;
}

} // namespace emilia
