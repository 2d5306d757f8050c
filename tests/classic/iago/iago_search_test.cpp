#include "engine/classic/game_search.h"
#include "engine/classic/iago/iago_evaluation.h"
#include "engine/classic/iago/iago_search.h"
#include "engine/play/engine.h"
#include "tests/classic/iago/iago_games.h"
#include "tests/random_game.h"

#include <atomic>
#include <chrono>

using namespace emilia;
using namespace emilia::classic;

namespace {

constexpr IagoOrdering orderings[] = {IagoOrdering::move_generation, IagoOrdering::square_value,
                                      IagoOrdering::move_number, IagoOrdering::response};

std::vector<Board> positions_with_moves(int games, std::uint64_t seed) {
    testing::Random random(seed);
    std::vector<Board> found;
    for (const Board& board : testing::positions_of_games(random, games))
        if (!board.is_over()) found.push_back(board);
    return found;
}

Value plain_minimax(const Board& board, int plies) {
    const Evaluation evaluation{
        .estimate = [](const Board& leaf, int) { return Value(iago_value(leaf)); },
        .final_value = [](const Board& end) { return Value(iago_final_value(end)); }};
    OthelloGame game(evaluation, natural_order(), move_number(board), {});
    return minimax(game, board, plies).value;
}

/// `number` positions of real games with `empties` empty squares.
std::vector<Board> real_endings(int empties, std::size_t number) {
    std::vector<Board> found;
    for (const WthorGame& game : testing::games_of("WTH_1981.wtb")) {
        for (const testing::Turn& turn : testing::turns_of(game)) {
            if (turn.board.empties() == empties && found.size() < number)
                found.push_back(turn.board);
        }
    }
    REQUIRE(found.size() == number);
    return found;
}

} // namespace

TEST_CASE("Iago's search finds what minimax finds in every order") {
    constexpr int plies = 3;
    for (const Board& board : positions_with_moves(6, 5)) {
        const auto value = static_cast<int>(plain_minimax(board, plies));
        for (const IagoOrdering ordering : orderings) {
            for (const int saved : {0, 1, 3}) {
                KillerRatings killers(ordering);
                IagoSearch search(board, killers, saved);
                IagoIteration iteration;
                for (int ply = 1; ply <= plies; ++ply)
                    iteration = search.search(IagoGoal::estimate, ply);
                REQUIRE(iteration.complete());
                REQUIRE(iteration.value == value);
                REQUIRE(board.is_legal(iteration.move));
                const Board after = board.after(iteration.move);
                if (!after.is_over())
                    REQUIRE(-static_cast<int>(plain_minimax(after, plies - 1)) == value);
            }
        }
    }
}

TEST_CASE("Iago's search finds what minimax finds five plies deep") {
    for (const testing::Turn& turn : testing::turns_of(testing::ArticleGame::the_moor)) {
        if (move_number(turn.board) % 12 != 3) continue;
        KillerRatings killers(IagoOrdering::response);
        IagoSearch search(turn.board, killers);
        IagoIteration iteration;
        for (int ply = 1; ply <= 5; ++ply) iteration = search.search(IagoGoal::estimate, ply);
        CHECK(iteration.value == static_cast<int>(plain_minimax(turn.board, 5)));
    }
}

TEST_CASE("Iago's end-game searches agree with Emilia's solver") {
    EngineSettings settings{};
    settings.hash_megabytes = 1;
    Engine engine(settings);
    for (const int empties : {1, 4, 7, 9}) {
        for (const Board& board : real_endings(empties, 12)) {
            const int score = engine.solve(board, 1).lines.at(0).value.score().whole_discs();
            KillerRatings killers(IagoOrdering::response);
            IagoSearch search(board, killers);
            const IagoIteration difference = search.search(IagoGoal::difference, 1);
            REQUIRE(difference.complete());
            CHECK(difference.value == score);
            const IagoIteration outcome = search.search(IagoGoal::outcome, 1);
            CHECK(outcome.complete());
            CHECK(outcome.value == (score > 0) - (score < 0));
            CHECK(search.counts().evaluated == 0);
        }
    }
}

TEST_CASE("a search for the outcome ends with the first win") {
    int wins = 0;
    for (const Board& board : real_endings(7, 12)) {
        KillerRatings killers(IagoOrdering::response);
        IagoSearch search(board, killers);
        const IagoIteration outcome =
            search.search(IagoGoal::outcome, 1, [](int /*searched*/) { return false; });
        const bool is_win = outcome.value == 1;
        CHECK(outcome.complete() == (is_win || outcome.first_ply_nodes == 1));
        wins += is_win && outcome.first_ply_nodes > 1;
    }
    CHECK(wins > 0);
}

TEST_CASE("terminal nodes are counted by what ends them") {
    KillerRatings killers(IagoOrdering::response);
    IagoSearch search(Board::start(), killers);
    CHECK(search.search(IagoGoal::estimate, 1).first_ply_nodes == 4);
    CHECK(search.counts().terminal() == 4);
    CHECK(search.counts().boards == 4);
    CHECK(search.counts().ends == 0);
}

TEST_CASE("a forced pass is a move of Iago's search") {
    testing::Random random(6);
    int passes = 0;
    for (const Board& board : testing::positions_of_games(random, 60)) {
        if (!board.must_pass()) continue;
        ++passes;
        KillerRatings killers(IagoOrdering::response);
        IagoSearch search(board, killers);
        const IagoIteration iteration = search.search(IagoGoal::estimate, 2);
        CHECK(iteration.move == Square::pass);
        CHECK(iteration.value == static_cast<int>(plain_minimax(board, 2)));
    }
    CHECK(passes > 0);
}

TEST_CASE("an iteration may end between first-ply nodes") {
    KillerRatings killers(IagoOrdering::response);
    IagoSearch search(Board::start(), killers);
    const IagoIteration iteration =
        search.search(IagoGoal::estimate, 3, [](int searched) { return searched < 2; });
    CHECK(iteration.searched == 2);
    CHECK(iteration.first_ply_nodes == 4);
    CHECK_FALSE(iteration.complete());
    CHECK_FALSE(iteration.interrupted);
    CHECK(Board::start().is_legal(iteration.move));
}

TEST_CASE("a stop or a deadline interrupts Iago's search") {
    std::atomic<bool> stop{true};
    const Interruption stopped{.stop = &stop};
    const Interruption late{.deadline = std::chrono::steady_clock::now()};
    for (const Interruption& interruption : {stopped, late}) {
        KillerRatings killers(IagoOrdering::response);
        IagoSearch search(Board::start(), killers, usual_saved_plies, interruption);
        const IagoIteration iteration = search.search(IagoGoal::estimate, 20);
        CHECK(iteration.interrupted);
        CHECK(iteration.searched == 0);
        CHECK(search.counts().boards < 10'000);
    }
}

TEST_CASE("moves are tried left to right or by the value of their squares") {
    const KillerContext context{.side = 0, .move = 1, .answered = Square::none};
    const Bitboard legal = bit(Square::b2) | bit(Square::d3) | bit(Square::h8);
    KillerRatings natural(IagoOrdering::move_generation);
    natural.reward(Square::h8, context); // learns nothing
    const MoveList by_generation = natural.ordered(legal, context);
    CHECK(std::vector(by_generation.begin(), by_generation.end())
          == std::vector{Square::b2, Square::d3, Square::h8});
    KillerRatings by_square(IagoOrdering::square_value);
    const MoveList by_value = by_square.ordered(legal, context);
    CHECK(std::vector(by_value.begin(), by_value.end())
          == std::vector{Square::h8, Square::d3, Square::b2});
}

TEST_CASE("a killer is tried first in the contexts that rewarded it") {
    constexpr Bitboard legal = bit(Square::b2) | bit(Square::d3);
    const KillerContext here{.side = 0, .move = 10, .answered = Square::e6};
    const KillerContext same_move{.side = 0, .move = 10, .answered = Square::f4};
    const KillerContext same_answer{.side = 0, .move = 12, .answered = Square::e6};
    const KillerContext other_side{.side = 1, .move = 10, .answered = Square::e6};
    const auto first = [](KillerRatings& killers, const KillerContext& context) {
        return *killers.ordered(legal, context).begin();
    };
    KillerRatings by_number(IagoOrdering::move_number);
    by_number.reward(Square::d3, here);
    CHECK(first(by_number, here) == Square::d3);
    CHECK(first(by_number, same_move) == Square::d3);
    CHECK(first(by_number, same_answer) == Square::b2);
    CHECK(first(by_number, other_side) == Square::b2);
    KillerRatings by_response(IagoOrdering::response);
    by_response.reward(Square::d3, here);
    CHECK(first(by_response, here) == Square::d3);
    CHECK(first(by_response, same_move) == Square::b2);
    CHECK(first(by_response, same_answer) == Square::d3);
    CHECK(first(by_response, other_side) == Square::b2);
    by_response.clear();
    CHECK(first(by_response, here) == Square::b2);
}

TEST_CASE("old killers fade when ratings are halved") {
    const KillerContext context{.side = 0, .move = 10, .answered = Square::e6};
    const Bitboard legal = bit(Square::b2) | bit(Square::d3);
    KillerRatings killers(IagoOrdering::response);
    for (int i = 0; i < 3; ++i) killers.reward(Square::d3, context);
    killers.halve();
    killers.halve();
    killers.reward(Square::b2, context);
    CHECK(*killers.ordered(legal, context).begin() == Square::b2);
}
