#pragma once

// Helpers for the tests of this folder: data files, random games, checks of error messages.

#include "engine/notation/formats/game_text.h"
#include "engine/notation/game_tree.h"
#include "tests/locations.h"
#include "tests/random_game.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace emilia::testing {

/// Reads the lines of a file in the tests' data folder.
[[nodiscard]] inline std::vector<std::string> lines_of(const std::string& name) {
    std::ifstream file(testing::data_path(name));
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// Whether a message can be shown to users: one line of printable ASCII without an initial capital.
[[nodiscard]] inline bool is_presentable(const std::string& message) {
    return !message.empty() && !(message.front() >= 'A' && message.front() <= 'Z')
           && message.size() < 200 && std::all_of(message.begin(), message.end(), [](char c) {
                  return c >= 32 && c < 127;
              });
}

/// Plays random moves to the end of the game.
[[nodiscard]] inline Game random_played_game(Random& random, const Position& start = {}) {
    Game game(start);
    while (!game.position().board.is_over()) {
        if (!game.play(random_move(game.position().board, random))) break;
    }
    return game;
}

/// One of many random games, for a format that keeps names, ratings and results; `number` is its
/// place among them. Half of them start from another position, and some names hold what formats
/// must escape.
[[nodiscard]] inline Game random_record(Random& random, int number) {
    static const std::vector<std::string> names = {
        "", "a [b\\] (;c;) : {d} \xc3\xa9", "\\", "\\\\]", "\"\\\"]", "plain"};
    const auto name = [&random] {
        return names[static_cast<std::size_t>(below(random, static_cast<int>(names.size())))];
    };
    const std::vector<Board> boards = random_game(random);
    const Position start =
        number % 2 == 0
            ? Position{}
            : Position{boards[boards.size() / 2], number % 3 == 0 ? Color::white : Color::black};
    Game game = random_played_game(random, start);
    game.black_name = name();
    game.white_name = name();
    game.event = name();
    game.place = name();
    game.date = name();
    if (number % 7 != 0) game.black_rating = fmt::format("{}.5", 1500 + number);
    if (number % 7 != 1) game.white_rating = fmt::format("{} dan", number);
    if (number % 4 != 0) game.result = result_of_lead(below(random, 129) - 64);
    if (number % 8 == 1)
        game.result = GameResult{.winner = Color::white, .margin = {}, .ending = Ending::timeout};
    return game;
}

/// Remarks on a move of a tree, half of them none; some have what formats must escape.
[[nodiscard]] inline Remarks random_remarks(Random& random) {
    static const std::vector<std::string> comments = {
        "", "plain", "two\nlines", "\n", "a [b\\] (;c;) (\n;d) : {e} \xc3\xa9", "\\", " ]\\\n"};
    Remarks remarks;
    if (below(random, 2) == 0) return remarks;
    remarks.comment =
        comments[static_cast<std::size_t>(below(random, static_cast<int>(comments.size())))];
    remarks.mark = static_cast<Mark>(below(random, 7));
    if (below(random, 3) == 0) remarks.value = (below(random, 12'801) - 6'400) / 100.0;
    return remarks;
}

/// Grows a tree behind a node, at most `most` nodes, in the order in which a text has them.
inline void grow(GameTree& tree, std::size_t node, Random& random, std::size_t most) {
    const Position& position = tree.nodes()[node].position;
    const bool passes = position.board.must_pass();
    const Position before = passes ? position.after(Square::pass) : position;
    for (const Square move : squares_of(before.board.legal_moves())) {
        if (tree.nodes().size() >= most) return;
        if (below(random, 4) > 0) continue;
        const auto added = tree.add(node, {.move = move, .color = before.to_move});
        if (!added) continue;
        tree.remarks(*added) = random_remarks(random);
        grow(tree, *added, random, most);
    }
}

[[nodiscard]] inline GameTree random_tree(Random& random, const Position& start) {
    GameTree tree(start);
    tree.remarks(0).comment = random_remarks(random).comment;
    grow(tree, 0, random, static_cast<std::size_t>(1 + below(random, 200)));
    return tree;
}

[[nodiscard]] inline std::vector<Square> squares_played(const Game& game) {
    std::vector<Square> squares;
    for (const PlayedMove& played : game.moves()) {
        squares.push_back(played.move);
    }
    return squares;
}

/// Cuts a text into games and parses each. Offsets of errors count from the beginning of the text.
[[nodiscard]] inline std::vector<Parsed<Game>>
every_game(std::string_view text, Variations variations, Parsed<Game> (*parse)(std::string_view)) {
    std::vector<Parsed<Game>> games;
    GameCutter cutter(text, variations);
    while (const auto part = cutter.next()) {
        games.push_back(parse(part->text));
        if (!games.back()) games.back().error().offset += part->offset;
    }
    return games;
}

/// Whether `parse` handles every prefix of `text`: each error must have a presentable message and
/// an offset inside the text.
template <typename Parse>
[[nodiscard]] bool survives_truncation(const std::string& text, Parse parse) {
    for (std::size_t length = 0; length <= text.size(); ++length) {
        const std::string prefix =
            text.substr(0, length); // a copy, so that sanitizers find overruns
        const auto parsed = parse(prefix);
        if (!parsed && (!is_presentable(parsed.error().message) || parsed.error().offset > length))
            return false;
    }
    return true;
}

/// Like `survives_truncation`, for texts with characters changed, removed or doubled at random.
template <typename Parse>
[[nodiscard]] bool survives_damage(const std::string& text, Parse parse, int repeats = 2'000) {
    Random random(99);
    for (int repeat = 0; repeat < repeats; ++repeat) {
        std::string damaged = text;
        for (int change = below(random, 4); change >= 0; --change) {
            const auto at = static_cast<std::size_t>(below(random, static_cast<int>(text.size())));
            if (at >= damaged.size()) continue;
            switch (below(random, 4)) {
            case 0: damaged.erase(at, 1); break;
            case 1: damaged.insert(at, 1, damaged[at]); break;
            case 2: damaged[at] = static_cast<char>(random() & 0xff); break;
            default: std::swap(damaged[at], damaged[damaged.size() / 2]); break;
            }
        }
        const auto parsed = parse(damaged);
        if (!parsed
            && (!is_presentable(parsed.error().message) || parsed.error().offset > damaged.size()))
            return false;
    }
    return true;
}

} // namespace emilia::testing
