#include "book/game_openings.h"
#include "book/opening_names.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"

using namespace emilia;

namespace {

GameBase base_of(const std::vector<std::string>& games) {
    GameBase base;
    for (const std::string& moves : games) base.add(parse_moves(moves).value(), 0, 1);
    return base;
}

std::vector<ChosenGame> all_of(const GameBase& base) {
    return choose(base, PositionIndex(base), {});
}

/// A book of the positions before each of these moves. The last move of a line leads out of it and
/// is worth a disc.
Book book_of(const std::vector<const char*>& lines) {
    Book book;
    for (const char* line : lines) {
        const Game game = parse_moves(line).value();
        Board board = Board::start();
        for (const PlayedMove& played : game.moves()) {
            const Board here = canonical(board);
            BookPosition position;
            if (const BookPosition* known = book.find(board)) position = *known;
            const Square move = transformed(played.move, symmetry_between(board, here));
            if (!has_move(position.moves, move))
                position.moves.push_back({.square = move, .score = Score::from_discs(1)});
            book.put(here, position);
            board = board.after(played.move);
        }
    }
    book.update();
    return book;
}

} // namespace

TEST_CASE("the games of a base have the openings that they have by themselves") {
    std::vector<std::string> games{"d3c5f6", "f5", "f5d6c3d3c4f4c5b3", "f5f6e6f4e3c5c4e7"};
    for (const NamedOpening& opening : named_openings()) games.emplace_back(opening.moves);
    const GameBase base = base_of(games);
    const GameOpenings openings(base, PositionIndex(base));
    CHECK(openings.name(0) == "Perpendicular");
    CHECK(openings.name(1).empty());
    for (std::uint32_t game = 0; game < base.size(); ++game) {
        CAPTURE(games[game]);
        CHECK(openings.name(game) == opening_name(base.record(base[game])));
    }
}

TEST_CASE("games are kept by a part of their opening's name") {
    const GameBase base = base_of({"f5d6c3d3c4", "f5d6", "f5", "f5d6c3d3c4f4"});
    const GameOpenings openings(base, PositionIndex(base));
    auto chosen = all_of(base);
    openings.keep(chosen, "TIG");
    REQUIRE(chosen.size() == 2);
    CHECK(chosen[0].game == 0);
    CHECK(chosen[1].game == 3);
}

TEST_CASE("games leave a book by the first move that it doesn't know") {
    const Book book = book_of({"f5d6c3f4", "f5f6e6"});
    const GameBase base = base_of({
        "f5d6c3d3c4", // leaves it with d3
        "f5d6c3g5",   // with g5
        "c4e3f6e6",   // with d3, in another symmetry
        "f5d6",       // ends in it
        "f5f4e3",     // leaves it with f4
        "f5f6e6f4",   // stays in it as far as it goes
        "f5d6c3d3",   // leaves it with d3
    });
    const auto exits = book_exits(base, all_of(base), Color::black, book);
    REQUIRE(exits.size() == 3);
    CHECK(to_string(exits[0].line) == "f5d6c3");
    CHECK(exits[0].move == Square::d3);
    CHECK(exits[0].mover == Color::white);
    CHECK(exits[0].tally.games == 3);
    REQUIRE(exits[0].best);
    CHECK(exits[0].best->square == Square::f4);
    CHECK(exits[0].best->score == Score::from_discs(1));
    CHECK(exits[1].move == Square::g5);
    CHECK(to_string(exits[2].line) == "f5");
    CHECK(exits[2].move == Square::f4);
}

TEST_CASE("a game that starts outside of a book doesn't leave it") {
    GameBase base;
    Game game(parse_moves("f5d6c3d3c4f4").value().position());
    REQUIRE(game.play(first_square(game.position().board.legal_moves())));
    base.add(game, 0, 1);
    CHECK(book_exits(base, all_of(base), Color::black, book_of({"f5"})).empty());
}
