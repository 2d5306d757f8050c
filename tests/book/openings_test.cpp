#include "book/openings.h"
#include "engine/base/files.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <algorithm>
#include <string>

using namespace emilia;

namespace {

/// Games by their first moves.
class Games {
public:
    void add(const std::string& moves, int times) {
        WthorGame game;
        game.moves = moves_of(parse_moves(moves).value());
        for (int i = 0; i < times; ++i) games_.push_back(game);
    }
    [[nodiscard]] std::vector<Opening> most_played(const OpeningLimits& limits,
                                                   const Book& book = {}) const {
        std::vector<const WthorGame*> games;
        for (const WthorGame& game : games_) games.push_back(&game);
        return emilia::most_played(games, book, limits);
    }
    /// The lines with their games, such as `f5d6 3`.
    [[nodiscard]] std::vector<std::string> lines(const OpeningLimits& limits) const {
        std::vector<std::string> lines;
        for (const Opening& opening : most_played(limits)) {
            lines.push_back(to_string(moves_of(opening.game)) + ' '
                            + std::to_string(opening.games));
        }
        return lines;
    }

private:
    std::vector<WthorGame> games_;
};

using Lines = std::vector<std::string>;

} // namespace

TEST_CASE("a line ends where the games part, and at an opening with a name") {
    Games games;
    games.add("f5d6c5f4e3c6d3", 6);
    games.add("f5d6c5f4e3c6e6", 5);
    games.add("f5d6c5f4d3", 1);
    const std::string perpendicular = "f5d6 12";
    const std::string fishhook = "f5d6c5 12";
    CHECK(games.lines({})
          == Lines{fishhook, perpendicular, "f5d6c5f4e3c6 11", "f5d6c5f4e3c6d3 6",
                   "f5d6c5f4e3c6e6 5"});
    CHECK(games.lines({.share = 54})
          == Lines{fishhook, perpendicular, "f5d6c5f4e3c6d3 6", "f5d6c5f4e3c6e6 5"});
    CHECK(games.lines({.share = 95})
          == Lines{fishhook, perpendicular, "f5d6c5f4 12", "f5d6c5f4e3c6 11", "f5d6c5f4e3c6d3 6",
                   "f5d6c5f4e3c6e6 5"});
    CHECK(games.lines({.lines = 1}) == Lines{fishhook});
}

TEST_CASE("a line goes on if a move has exactly the share that is asked for") {
    Games games;
    games.add("f5d6c5f4e3c6d3", 4);
    games.add("f5d6c5f4e3c6e6", 4);
    const std::string last = "f5d6c5f4e3c6 8";
    const auto has_last = [&](int share) {
        const Lines lines = games.lines({.share = share});
        return std::find(lines.begin(), lines.end(), last) != lines.end();
    };
    CHECK_FALSE(has_last(50));
    CHECK(has_last(51));
}

TEST_CASE("lines of a fixed length are as long wherever the games part") {
    Games games;
    games.add("f5d6c5f4", 3);
    games.add("f5f6e6f4", 2);
    games.add("f5d6c3", 1);
    CHECK(games.lines({.plies = 1}) == Lines{"f5 6"});
    CHECK(games.lines({.plies = 2}) == Lines{"f5d6 4", "f5f6 2"});
    CHECK(games.lines({.plies = 3}) == Lines{"f5d6c5 3", "f5f6e6 2"});
    CHECK(games.lines({.plies = 5}).empty());
}

TEST_CASE("symmetric games and transpositions are one line, in the usual order of its moves") {
    Games games;
    games.add("f5d6c3d3c4", 2);
    games.add("f5d6c4d3c3", 3);
    games.add("d3c5f6f5e6", 4); // the first order once more, from another first move
    const auto openings = games.most_played({.plies = 5});
    REQUIRE(openings.size() == 1);
    CHECK(openings.front().games == 9);
    CHECK(to_string(moves_of(openings.front().game)) == "f5d6c3d3c4");
    CHECK(openings.front().name == "Tiger");
}

TEST_CASE("what a line has lost is the difference of the values at its ends") {
    Games games;
    games.add("f5d6", 5);
    games.add("f5f6", 3);
    games.add("f5f4", 2);
    const Book book = testing::book_after_f5(100, -1, -120);
    const auto openings = games.most_played({.plies = 2}, book);
    REQUIRE(openings.size() == 3);
    const Score start = book.find(Board::start())->value;
    for (const Opening& opening : openings) {
        CHECK(opening.moves_in_book == 2);
        CHECK(opening.black_value == start - opening.black_loss + opening.white_loss);
        CHECK(opening.black_loss == Score());
    }
    CHECK(openings[0].white_loss == Score());
    CHECK_FALSE(openings[0].mistake);
    CHECK(openings[1].white_loss == Score::from_hundredths(101));
    REQUIRE(openings[1].mistake);
    CHECK(openings[1].mistake->ply == 2);
    CHECK(openings[1].mistake->move == Square::f6);
    CHECK(openings[1].mistake->loss == Score::from_hundredths(101));
    const auto a_disc = games.most_played({.plies = 2}, testing::book_after_f5(100, 0, -120));
    CHECK_FALSE(a_disc[1].mistake); // exactly a disc is not more than one
}

TEST_CASE("a line that leaves the book has losses up to there and no value") {
    Games games;
    games.add("f5f6e6f4", 2);
    const Opening part =
        games.most_played({.plies = 4}, testing::book_after_f5(300, 100, 0)).front();
    CHECK(part.moves_in_book == 2);
    CHECK_FALSE(part.black_value);
    CHECK(part.white_loss == Score::from_hundredths(200));
    const Opening none = games.most_played({.plies = 4}).front();
    CHECK(none.moves_in_book == 0);
    CHECK_FALSE(none.black_value);
    CHECK_FALSE(none.mistake);
}

TEST_CASE("no games, and games that nobody has repeated, have no lines") {
    Games games;
    CHECK(games.lines({}).empty());
    games.add("", 3);
    CHECK(games.lines({}).empty());
    games.add("f5d6", 1);
    CHECK(games.lines({}).empty());
}

TEST_CASE("the popular positions of a game base are those that many games came through") {
    const auto base = parse_wthor(*read_file(testing::data_path("wthor/WTH_1978.wtb")));
    REQUIRE(base);
    std::vector<const WthorGame*> games;
    GameCounts results; // black's
    for (const WthorGame& game : base->games) {
        games.push_back(&game);
        ++(game.final_discs > 32   ? results.wins
           : game.final_discs < 32 ? results.losses
                                   : results.draws);
    }
    const std::vector<Seed> all = popular_positions(games, 1, 24);
    REQUIRE(!all.empty());
    const auto fewest = std::min_element(all.begin(), all.end(), [](const Seed& a, const Seed& b) {
        return a.board.empties() < b.board.empties();
    });
    CHECK(fewest->board.empties() == 24);
    const auto counts = [&all](const Board& board) {
        const auto found = std::find_if(all.begin(), all.end(), [&board](const Seed& seed) {
            return seed.board == canonical(board);
        });
        REQUIRE(found != all.end());
        return found->games;
    };
    CHECK(counts(Board::start()) == results);
    CHECK(counts(Board::start().after(Square::d3))
          == GameCounts{results.losses, results.draws, results.wins});
    const std::vector<Seed> popular = popular_positions(games, 3, 24);
    CHECK(popular.size() < all.size());
    for (std::size_t i = 0; i < popular.size(); ++i) {
        CHECK(popular[i].board == all[i].board);
        CHECK(popular[i].games.total() >= 3);
        CHECK(popular[i].board.empties() >= 24);
        CHECK(canonical(popular[i].board) == popular[i].board);
    }
    CHECK(all[popular.size()].games.total() < 3);
    const std::vector<Seed> early = popular_positions(games, 1, 56);
    CHECK(early.size() < all.size());
    CHECK(std::all_of(early.begin(), early.end(),
                      [](const Seed& seed) { return seed.board.empties() >= 56; }));
}
