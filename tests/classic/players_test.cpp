#include "engine/classic/players.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <atomic>
#include <chrono>
#include <set>

using namespace emilia;
using namespace emilia::classic;

TEST_CASE("every player of the literature plays a legal game to its end", "[classic]") {
    for (const PlayerKind& kind : player_kinds()) {
        INFO(kind.name);
        const auto player = kind.make(kind, {});
        for (const MoveLimits& limits : {MoveLimits{}, MoveLimits{.seconds = 0.02}}) {
            player->new_game();
            Board board = Board::start();
            while (!board.is_over()) {
                const Square move = player->choose(board, limits).move;
                REQUIRE(board.is_legal(move));
                board = board.after(move);
            }
        }
    }
}

TEST_CASE("every player of the literature has a name of its own and a source", "[classic]") {
    std::set<std::string_view> names;
    for (const PlayerKind& kind : player_kinds()) {
        INFO(kind.name);
        CHECK(names.insert(kind.name).second);
        CHECK(find_player(kind.name) == &kind);
        CHECK_FALSE(kind.source.empty());
        CHECK_FALSE(kind.description.empty());
        CHECK((kind.plies == 0) == (kind.evaluation.estimate == nullptr));
    }
    CHECK(find_player("nobody") == nullptr);
    CHECK(find_player("") == nullptr);
}

TEST_CASE("every player moves at once on a stop or a deadline", "[classic]") {
    testing::Random random(4);
    const std::vector<Board> game = testing::random_game(random);
    const Board& board = game[20];
    const std::atomic<bool> stop = true;
    for (const PlayerKind& kind : player_kinds()) {
        INFO(kind.name);
        PlayerSettings settings;
        if (kind.plies != 0) settings = {.plies = 60, .method = Method::minimax};
        const auto player = kind.make(kind, settings); // a search that would never end by itself
        CHECK(board.is_legal(player->choose(board, {.stop = &stop}).move));
        CHECK(board.is_legal(player->choose(board, {.seconds = 0.001}).move));
        CHECK(board.is_legal(player->choose(board, {.clock = GameClock{.seconds = 0.01}}).move));
        CHECK(board.is_legal(player->choose(board, {.clock = GameClock{.seconds = -5}}).move));
    }
}

TEST_CASE("a player that deepens because of a stop flag finds the same move as without one") {
    const std::atomic<bool> stop = false;
    testing::Random random(5);
    for (const Board& board : testing::random_game(random)) {
        if (board.is_over()) break;
        const PlayerKind& kind = *find_player("modified-weighted-squares");
        const auto player = kind.make(kind, {.plies = 4});
        const Decision plain = player->choose(board, {});
        const Decision careful = player->choose(board, {.stop = &stop});
        CHECK(plain.move == careful.move);
        CHECK(careful.nodes >= plain.nodes);
    }
}

TEST_CASE("a player counts the boards of an interrupted search") {
    const PlayerKind& kind = *find_player("modified-weighted-squares");
    const auto player = kind.make(kind, {.plies = 60, .method = Method::minimax});
    const std::atomic<bool> stop = true; // is checked every few hundred boards
    CHECK(player->choose(Board::start(), {.stop = &stop}).nodes > 100);
}

TEST_CASE("the random player plays the same game with the same seed only", "[classic]") {
    const PlayerKind& kind = *find_player("random");
    const auto moves = [&kind](std::uint64_t seed) {
        const auto player = kind.make(kind, {.seed = seed});
        std::vector<Square> all;
        for (Board board = Board::start(); !board.is_over(); board = board.after(all.back()))
            all.push_back(player->choose(board, {}).move);
        return all;
    };
    CHECK(moves(1) == moves(1));
    CHECK(moves(1) != moves(2));
}
