#include "engine/board/symmetry.h"
#include "engine/games/position_index.h"
#include "tests/catch.h"
#include "tests/games/some_games.h"

#include <set>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Whether one board is the other in one of the eight symmetries. Mirrors and turns square by
/// square, unlike the code under test.
bool is_same(const Board& one, const Board& other) {
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
        bool same = true;
        for (int row = 0; row < 8 && same; ++row) {
            for (int column = 0; column < 8 && same; ++column) {
                int to_column = (symmetry & 1) != 0 ? 7 - column : column;
                int to_row = (symmetry & 2) != 0 ? 7 - row : row;
                if ((symmetry & 4) != 0) std::swap(to_column, to_row);
                const Square from = square_at(column, row);
                const Square to = square_at(to_column, to_row);
                same = contains(one.player, from) == contains(other.player, to)
                       && contains(one.opponent, from) == contains(other.opponent, to);
            }
        }
        if (same) return true;
    }
    return false;
}

/// The games through a position, by replaying all of them.
std::set<std::uint32_t> games_through(const std::vector<Game>& games, const Board& board) {
    std::set<std::uint32_t> found;
    for (std::uint32_t number = 0; number < games.size(); ++number) {
        Position position = games[number].start();
        bool there = is_same(position.board, board);
        for (const PlayedMove& played : games[number].moves()) {
            if (there) break;
            position = position.after(played.move);
            there = position.board.empties() == board.empties() && is_same(position.board, board);
        }
        if (there) found.insert(number);
    }
    return found;
}

} // namespace

TEST_CASE("the games through 1,000 positions are those that replaying every game finds") {
    const std::vector<Game> games = mixed_games();
    const GameBase base = base_of(games);
    const PositionIndex index(base);
    Random random(1000);
    std::size_t several = 0;
    for (int i = 0; i < 1000; ++i) {
        // Two thirds are from the games, half of them from their first ten moves.
        Board board;
        if (i % 3 == 0) {
            const auto boards = random_game(random);
            board = boards[static_cast<std::size_t>(below(random, 12))];
        } else {
            const BaseGame& game = base[random() % base.size()];
            const int most = i % 3 == 1 ? std::min<int>(10, game.plies) : game.plies;
            board = base.board(game, static_cast<std::size_t>(below(random, most + 1)));
        }
        board = transformed(board, below(random, symmetry_count));
        CAPTURE(i);
        const auto found = index.find(base, board);
        std::set<std::uint32_t> numbers;
        for (const auto& [game, plies, symmetry] : found) {
            numbers.insert(game);
            CHECK(transformed(base.board(base[game], plies), symmetry) == board);
        }
        CHECK(numbers.size() == found.size());
        CHECK(numbers == games_through(games, board));
        if (numbers.size() > 1) ++several;
    }
    CHECK(several > 300);
}

TEST_CASE("a position of a game from another start is found in any order of moves and symmetry") {
    // The same position by two orders of moves, and a board that a base has as a start.
    const Game one = parse_moves("f5d6c4d3c3").value();
    const Game other = parse_moves("f5d6c3d3c4").value();
    REQUIRE(one.position().board == other.position().board);
    const Game start(one.position());
    const GameBase base = base_of({one, other, start, parse_moves("f5f6").value()});
    const PositionIndex index(base);
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        const auto found = index.find(base, transformed(one.position().board, symmetry));
        REQUIRE(found.size() == 3);
        CHECK(found[2].game == 2);
        CHECK(found[2].plies == 0);
    }
    CHECK(index.find(base, Board::start()).size() == 3);
    CHECK(index.find(base, parse_moves("f5d6c4").value().position().board).size() == 1);
    CHECK(index.find(base, Board{}).empty());
}

TEST_CASE("an index of no games finds nothing") {
    const GameBase empty;
    CHECK(PositionIndex(empty).find(empty, Board::start()).empty());
    CHECK(PositionIndex().find(empty, Board::start()).empty());
}

TEST_CASE("an index that was written and read is the same, and other bytes are refused") {
    const GameBase base = base_of(mixed_games());
    const PositionIndex index(base);
    std::string bytes;
    index.put(bytes);
    std::string_view rest = bytes;
    const auto copy = PositionIndex::take(rest, base);
    REQUIRE(copy);
    CHECK(*copy == index);
    CHECK(rest.empty());
    rest = bytes;
    CHECK_FALSE(PositionIndex::take(rest, base_of({parse_moves("f5").value()})));
    for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 5) {
        rest = std::string_view(bytes).substr(0, size);
        CHECK_FALSE(PositionIndex::take(rest, base));
    }
    Random random(4);
    for (int i = 0; i < 500; ++i) {
        std::string damaged = bytes;
        damaged[random() % damaged.size()] = static_cast<char>(random());
        rest = damaged;
        const auto read = PositionIndex::take(rest, base);
        if (read) static_cast<void>(read->find(base, Board::start()));
    }
}
