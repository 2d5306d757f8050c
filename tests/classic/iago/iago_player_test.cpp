#include "engine/board/symmetry.h"
#include "engine/classic/iago/iago_player.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/classic/iago/iago_games.h"
#include "tests/random_game.h"

#include <array>
#include <atomic>
#include <string_view>

using namespace emilia;
using namespace emilia::classic;
using testing::ArticleGame;

namespace {

std::vector<Square> own_game() {
    std::array<IagoPlayer, 2> players;
    std::vector<Square> moves;
    Board board = Board::start();
    for (std::size_t to_move = 0; !board.is_over(); to_move = 1 - to_move) {
        const Square move = players[to_move].choose(board, {}).move;
        REQUIRE(board.is_legal(move));
        moves.push_back(move);
        board = board.after(move);
    }
    return moves;
}

/// Figures 5.2 and 5.3: the moves that Iago would have played, 2 to 45.
constexpr std::string_view iago_in_first_game =
    "d6c3f4e3c6f3g6c4f3g6h5c4c3g3c2f2b4e1f1d7f1d7d7h4d7c7e1c1b1c7b6a4b5a6b5b5d8a7a2d7a7g6b2f7";
constexpr std::string_view iago_in_second_game =
    "d6e6f4c5f4d3g5c6b5b6g4a4e7a4c3h5d2c3f3c3f4a5e8a5c2c2f2c2f2d8c8b3g8f7f7a4h3g8a6f2a3f2h6b2";

/// The same for moves 46 to 60, which it solved; move 57 of the second game is misprinted.
constexpr std::string_view iago_ends_first_game = "g7e8f8e8h1a1g7a1h7a8b7c8b8g8h8";
constexpr std::string_view iago_ends_second_game = "a1a2f2e1b7g7f2g1a7g1h2a1h1h7h7";
constexpr int first_solved = 46;

/// Move `number` of a list, counted from 0, in the symmetry of WTHOR's file.
Square published_move(std::string_view list, int number, int symmetry) {
    const auto square = parse_square(list.substr(2 * static_cast<std::size_t>(number), 2));
    REQUIRE(square);
    return transformed(*square, symmetry);
}

int solved(const Board& board) {
    if (board.is_over()) return board.final_score();
    KillerRatings killers(IagoOrdering::response);
    IagoSearch search(board, killers);
    for (int ply = 1; ply <= 4; ++ply) search.search(IagoGoal::estimate, ply); // orders the moves
    return search.search(IagoGoal::difference, 1).value;
}

struct Endgame {
    double mean_loss[2] = {};    ///< discs per move of black and of white
    double best_moves[2] = {};   ///< share of best moves
    int published_were_best = 0; ///< moves chosen by the article's Iago
    int published_were_legal = 0;
};

/// Analyzes the moves from 46 on.
Endgame endgame_of(ArticleGame game, std::string_view published, int symmetry) {
    Endgame end;
    int moves[2] = {};
    for (const testing::Turn& turn : testing::turns_of(game)) {
        const int number = move_number(turn.board) - first_solved;
        if (number < 0) continue;
        const std::size_t mover = turn.black_moves ? 0 : 1;
        const int best = solved(turn.board);
        const int loss = best + solved(turn.board.after(turn.played));
        ++moves[mover];
        end.mean_loss[mover] += loss;
        end.best_moves[mover] += loss == 0 ? 1 : 0;
        const Square choice = published_move(published, number, symmetry);
        if (!turn.board.is_legal(choice)) continue;
        ++end.published_were_legal;
        if (solved(turn.board.after(choice)) == -best) ++end.published_were_best;
    }
    for (std::size_t side = 0; side < 2; ++side) {
        end.mean_loss[side] /= moves[side];
        end.best_moves[side] /= moves[side];
    }
    return end;
}

/// How often Iago chooses the same move as the article's Iago in a game that the latter analyzed.
/// `symmetry` maps the article's squares to those of WTHOR's file.
int agreements(ArticleGame game, std::string_view published, int symmetry) {
    IagoMind mind;
    int same = 0;
    for (const testing::Turn& turn : testing::turns_of(game)) {
        const int move = move_number(turn.board);
        if (move < 2 || move > 45) continue;
        // The analysis had no overhead.
        mind.new_game();
        const IagoThought thought =
            mind.think(turn.board, {.seconds = IagoClock::usual_share(move)});
        if (thought.move == published_move(published, move - 2, symmetry)) ++same;
    }
    return same;
}

} // namespace

TEST_CASE("Iago plays the same game against itself again") {
    const std::vector<Square> first = own_game();
    CHECK(first.size() > 50);
    CHECK(own_game() == first);
}

TEST_CASE("Iago chooses half of the moves that the Iago of 1981 chose") {
    // The experts chose 41 of its 88 (table 5.1); ours was seen to choose 53.
    const int same = agreements(ArticleGame::cerf_mimura, iago_in_first_game, 0)
                     + agreements(ArticleGame::mimura_cerf, iago_in_second_game, 4);
    CHECK(same >= 44);
}

TEST_CASE("the experts lost as many discs in the end as Iago found") {
    // Table 5.1, moves 46 to 60: the share of moves as good as Iago's, and discs lost per move.
    const Endgame first = endgame_of(ArticleGame::cerf_mimura, iago_ends_first_game, 0);
    CHECK(first.best_moves[0] == Approx(0.88).margin(0.006));
    CHECK(first.best_moves[1] == Approx(0.86).margin(0.006));
    CHECK(first.mean_loss[0] == Approx(0.7).margin(0.051));
    CHECK(first.mean_loss[1] == Approx(4.0).margin(0.051));
    CHECK(first.published_were_best == first.published_were_legal);
    CHECK(first.published_were_legal == 15);
    const Endgame second = endgame_of(ArticleGame::mimura_cerf, iago_ends_second_game, 4);
    CHECK(second.best_moves[0] == Approx(0.86).margin(0.006));
    CHECK(second.best_moves[1] == Approx(0.88).margin(0.006));
    CHECK(second.mean_loss[0] == Approx(1.4).margin(0.051));
    CHECK(second.mean_loss[1] == Approx(0.5).margin(0.051));
    CHECK(second.published_were_best == second.published_were_legal);
    CHECK(second.published_were_legal == 14);
    // "If Mimura had played 46-g7" he would have lost by 2 discs only (5.1).
    const testing::Turn turn = testing::turn_at(ArticleGame::cerf_mimura, 46);
    CHECK(solved(turn.board) == -2);
    CHECK(solved(turn.board.after(Square::g7)) == 2);
    CHECK(turn.played == Square::b2);
}

TEST_CASE("Iago's value more than doubles after move 30 against Reversi Challenger") {
    IagoMind mind;
    const auto value_at = [&mind](int move) {
        const testing::Turn turn = testing::turn_at(ArticleGame::reversi_challenger, move);
        REQUIRE_FALSE(turn.black_moves);
        mind.new_game();
        return mind.think(turn.board, {.seconds = IagoClock::usual_share(move)}).value;
    };
    const int before = value_at(30);
    CHECK(value_at(34) > 2 * before); // figure 4.2
}

TEST_CASE("Iago plays a forced pass or a single move without a search") {
    testing::Random random(7);
    IagoPlayer player;
    int passes = 0;
    int single_moves = 0;
    for (const Board& board : testing::positions_of_games(random, 30)) {
        if (board.is_over() || count(board.legal_moves()) > 1) continue;
        ++(board.must_pass() ? passes : single_moves);
        const Decision decision = player.choose(board, {});
        CHECK(board.is_legal(decision.move));
        CHECK(decision.nodes == 0);
    }
    CHECK(passes > 0);
    CHECK(single_moves > 0);
}

TEST_CASE("Iago moves at once on a stop") {
    std::atomic<bool> stop{true};
    IagoPlayer player;
    testing::Random random(8);
    for (const Board& board : testing::random_game(random)) {
        if (board.is_over()) break;
        const Decision decision = player.choose(board, {.seconds = 1e9, .stop = &stop});
        CHECK(board.is_legal(decision.move));
        CHECK(decision.nodes < 20'000);
    }
}

TEST_CASE("Iago makes a legal move even with no time left") {
    for (const double left : {0.0, -1.0}) {
        for (const MoveLimits& limits :
             {MoveLimits{.seconds = left}, MoveLimits{.clock = GameClock{.seconds = left}},
              MoveLimits{.seconds = 100, .clock = GameClock{.seconds = left}}}) {
            IagoPlayer player;
            testing::Random random(9);
            for (const Board& board : testing::random_game(random)) {
                if (board.is_over()) break;
                CHECK(board.is_legal(player.choose(board, limits).move));
            }
        }
    }
}

TEST_CASE("a new game starts as the first one did") {
    IagoPlayer player;
    const auto first_moves = [&player] {
        std::vector<Square> moves;
        for (const testing::Turn& turn : testing::turns_of(ArticleGame::the_moor)) {
            if (turn.black_moves && move_number(turn.board) < 20)
                moves.push_back(player.choose(turn.board, {}).move);
        }
        return moves;
    };
    const std::vector<Square> first = first_moves();
    player.new_game();
    CHECK(first_moves() == first);
}

TEST_CASE("Iago is among the players") {
    const PlayerKind* const kind = find_player("iago");
    REQUIRE(kind != nullptr);
    const auto player = kind->make(*kind, {});
    CHECK(Board::start().is_legal(player->choose(Board::start(), {}).move));
}

TEST_CASE("the moves of a game use up the time without the reserve") {
    for (const int first : {1, 2}) {
        double sum = 0;
        for (int move = first; move <= 60; move += 2) {
            CHECK(IagoClock::usual_allocation(move) >= 0);
            sum += IagoClock::usual_allocation(move) + 10; // the overhead
        }
        // A move whose share is less than its overhead gets 0, so the sum can be a little larger.
        CHECK(sum > 27.5 * 60 - 10);
        CHECK(sum < 27.5 * 60 + 100);
    }
}

TEST_CASE("the first move gets no time and the end of the midgame the most") {
    CHECK(IagoClock::usual_allocation(1) == 0);
    CHECK(IagoClock::usual_allocation(2) > 10);
    CHECK(IagoClock::usual_allocation(46) > 2 * IagoClock::usual_allocation(10));
    CHECK(IagoClock::usual_allocation(46) > IagoClock::usual_allocation(44));
    CHECK(IagoClock::usual_allocation(46) > IagoClock::usual_allocation(52));
}

TEST_CASE("each move's share of the time left is its part of what the curve has left") {
    // The sums of the curve over the side's moves from this one on.
    CHECK(iago_time_fraction(1) == Approx(0.05 / 32.04706));
    CHECK(iago_time_fraction(2) == Approx(0.6 / 32.25294));
    CHECK(iago_time_fraction(3) == Approx(0.8 / 31.99706));
    CHECK(iago_time_fraction(20) == Approx(1.0 / 24.5));
    CHECK(iago_time_fraction(40) == Approx(1.4 / 12.7));
    CHECK(iago_time_fraction(46) == Approx(2.2 / 7.7));
    CHECK(iago_time_fraction(48) == Approx(1.9 / 5.5));
    CHECK(iago_time_fraction(49) == Approx(1.75 / 4.5));
    CHECK(iago_time_fraction(54) == Approx(0.4 / 1.0));
}

TEST_CASE("no move takes all the time that is left") {
    for (const int move : {-1, 0, 1, 2, 30, 59, 60, 61}) {
        CHECK(iago_time_fraction(move) > 0);
        CHECK(iago_time_fraction(move) <= 0.4);
    }
}

TEST_CASE("the article's clock is divided as in the article") {
    IagoClock clock;
    double left = 30 * 60;
    for (int move = 2; move <= 60; move += 2) {
        const double seconds = clock.allocation(move, {.seconds = left});
        if (move < 56) CHECK(seconds == Approx(IagoClock::usual_allocation(move)).epsilon(0.001));
        left -= seconds + (seconds > 0 ? 10 : 0); // with the overhead
        CHECK(left > 0);
    }
}

TEST_CASE("another clock is divided in proportion") {
    IagoClock clock;
    CHECK(clock.allocation(2, {.seconds = 60}) == Approx(IagoClock::usual_allocation(2) / 30));
    // The time that move 2 did not use is left for the later moves.
    CHECK(clock.allocation(4, {.seconds = 60}) > IagoClock::usual_allocation(4) / 30);
}

TEST_CASE("an increment and a clock for a number of moves are used") {
    IagoClock clock;
    const double without = clock.allocation(20, {.seconds = 600});
    CHECK(clock.allocation(20, {.seconds = 600, .increment = 7}) == Approx(without + 7));
    CHECK(clock.allocation(40, {.seconds = 3, .increment = 7}) == Approx(7)); // only the increment
    CHECK(clock.allocation(40, {.seconds = 30, .moves = 3}) == Approx(10));
    CHECK(clock.allocation(40, {.seconds = 30, .moves = 0}) == Approx(30));
    CHECK(clock.allocation(40, {.seconds = -1, .moves = 1}) == 0);
}

TEST_CASE("a clock that has run down allots nothing") {
    IagoClock clock;
    CHECK(clock.allocation(1, {.seconds = 0}) == 0);
    CHECK(clock.allocation(59, {.seconds = -5}) == 0);
    clock.new_game();
    CHECK(clock.allocation(1, {.seconds = 1800}) == Approx(0.0).margin(1));
    CHECK(clock.allocation(31, {.seconds = 100}) == 0); // less than the reserve
}
