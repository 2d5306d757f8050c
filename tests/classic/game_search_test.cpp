#include "engine/classic/game_search.h"
#include "engine/classic/norvig.h"
#include "engine/classic/strategy.h"
#include "engine/classic/students.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <array>
#include <map>
#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::classic;
using emilia::testing::below;
using emilia::testing::Random;
using emilia::testing::random_game;

namespace {

/// The "simple game tree" of Cuesta Sierra and Zamanillo Sáez 2022, section 1.1. A node and the
/// move to it have the same letter; A, G and J are the first player's.
class SimpleGameTree {
public:
    using Node = char;
    using Move = char;

    [[nodiscard]] std::string moves(char node) const {
        const auto found = children_.find(node);
        return found == children_.end() ? "" : found->second;
    }
    [[nodiscard]] static char after(char, char move) { return move; }
    [[nodiscard]] Value estimate(char node) { return value(node); }
    [[nodiscard]] Value final_value(char node) { return value(node); }

    /// The leaves that were evaluated, in order.
    std::string visited;

private:
    Value value(char node) {
        const auto leaf = leaves_.find(node);
        if (leaf == leaves_.end()) return 0;
        visited += node;
        const bool second_player_moves = std::string("KLMNOP").find(node) != std::string::npos;
        return second_player_moves ? -leaf->second : leaf->second;
    }

    std::map<char, std::string> children_ = {{'A', "BCD"}, {'B', "EF"}, {'C', "GH"},
                                             {'D', "IJ"},  {'G', "KL"}, {'J', "MNOP"}};
    std::map<char, Value> leaves_ = {{'E', 4}, {'F', 3}, {'H', 5}, {'K', 2}, {'L', 1},
                                     {'I', 5}, {'M', 4}, {'N', 2}, {'O', 6}, {'P', 1}};
};

using FoundInTree = Found<SimpleGameTree>;

// The depth of the tree, and a greater one.
constexpr std::array tree_plies = {3, 9};

Value worthless(const Board&, int) {
    return 0;
}

/// Positions that are not over, of random games.
std::vector<Board> unfinished_positions(Random& random, int number) {
    std::vector<Board> positions;
    while (static_cast<int>(positions.size()) < number) {
        std::vector<Board> game = random_game(random);
        game.pop_back();
        // Neighbouring positions of a game are too much alike.
        for (const Board& board : game)
            if (below(random, 4) == 0) positions.push_back(board);
    }
    positions.resize(static_cast<std::size_t>(number));
    return positions;
}

} // namespace

TEST_CASE("minimax finds the value and the move of the simple game tree by all its leaves") {
    for (const int plies : tree_plies) {
        SimpleGameTree tree;
        const FoundInTree found = minimax(tree, 'A', plies);
        CHECK(found.value == 5);
        CHECK(found.move == 'D');
        CHECK(tree.visited == "EFKLHIMNOP");
    }
}

TEST_CASE("alpha-beta cuts off the leaves H and P of the simple game tree") {
    for (const int plies : tree_plies) {
        SimpleGameTree tree;
        const FoundInTree found = alpha_beta(tree, 'A', losing_value, winning_value, plies);
        CHECK(found.value == 5);
        CHECK(found.move == 'D');
        CHECK(tree.visited == "EFKLIMNO");
    }
}

TEST_CASE("alpha-beta with killers searches the simple game tree like alpha-beta") {
    // No move is legal in two nodes of this tree, so no killer is ever legal.
    for (const int plies : tree_plies) {
        SimpleGameTree tree;
        const FoundInTree found =
            alpha_beta_with_killers(tree, 'A', losing_value, winning_value, plies);
        CHECK(found.value == 5);
        CHECK(found.move == 'D');
        CHECK(tree.visited == "EFKLIMNO");
    }
}

TEST_CASE("sorted alpha-beta finds the value and the move of the simple game tree") {
    for (const int plies : tree_plies) {
        SimpleGameTree tree;
        const FoundInTree found =
            sorted_alpha_beta(tree, 'A', tree.estimate('A'), losing_value, winning_value, plies);
        CHECK(found.value == 5);
        CHECK(found.move == 'D');
    }
}

TEST_CASE("a search of 0 plies returns the evaluation of the position") {
    SimpleGameTree tree;
    CHECK(minimax(tree, 'E', 0).value == 4);
    CHECK(alpha_beta(tree, 'E', losing_value, winning_value, 0).value == 4);
    CHECK(alpha_beta_with_killers(tree, 'E', losing_value, winning_value, 0).value == 4);
    CHECK(sorted_alpha_beta(tree, 'E', 4, losing_value, winning_value, 0).value == 4);
    CHECK_FALSE(minimax(tree, 'E', 0).move);
}

TEST_CASE("alpha-beta in every order finds the value that minimax finds") {
    const std::vector<Evaluation> evaluations = {
        {worthless},        {count_difference}, {number_of_moves},
        {weighted_squares}, {norvig_iago},      throughout<student_tournament_1>,
    };
    Random random(1992);
    const auto compare = [&](int plies, int positions) {
        for (const Board& board : unfinished_positions(random, positions)) {
            for (const Evaluation& evaluation : evaluations) {
                CAPTURE(board.player, board.opponent, plies);
                const Choice wanted = choose(board, evaluation, Method::minimax, plies);
                const Choice natural = choose(board, evaluation, Method::alpha_beta, plies);
                REQUIRE(natural.value == wanted.value);
                REQUIRE(natural.move == wanted.move);
                REQUIRE(natural.counts.boards <= wanted.counts.boards);
                for (const Method method :
                     {Method::static_order, Method::sorted, Method::killers}) {
                    const Choice choice = choose(board, evaluation, method, plies);
                    REQUIRE(choice.value == wanted.value);
                    REQUIRE(board.is_legal(choice.move));
                }
            }
        }
    };
    compare(1, 2000);
    compare(2, 2000);
    compare(3, 300);
    compare(4, 40);
}

TEST_CASE("killer moves save boards compared with the static order alone") {
    Random random(1811);
    Nodes with_killers = 0;
    Nodes without = 0;
    for (const Board& board : unfinished_positions(random, 40)) {
        const Evaluation evaluation{modified_weighted_squares};
        with_killers += choose(board, evaluation, Method::killers, 5).counts.boards;
        without += choose(board, evaluation, Method::static_order, 5).counts.boards;
    }
    CHECK(with_killers < without);
}

TEST_CASE("random moves are all legal ones about equally often", "[classic]") {
    RandomNumbers random(1, 0);
    const Board board = Board::start().after(Square::d3);
    std::map<Square, int> times;
    for (int i = 0; i < 3000; ++i) ++times[random_move(board, random)];
    REQUIRE(times.size() == 3);
    for (const auto& [move, count] : times) {
        CAPTURE(move);
        CHECK(board.is_legal(move));
        CHECK(count > 900);
        CHECK(count < 1100);
    }
}

TEST_CASE("a random move is the only legal one, or a forced pass", "[classic]") {
    RandomNumbers random(1, 0);
    const Board only_a1{.player = bit(Square::c1), .opponent = bit(Square::b1)};
    CHECK(random_move(only_a1, random) == Square::a1);
    const Board must_pass{.player = bit(Square::b1), .opponent = bit(Square::a1)};
    REQUIRE(must_pass.must_pass());
    CHECK(random_move(must_pass, random) == Square::pass);
    const Board only_h8{.player = bit(Square::f8), .opponent = bit(Square::g8)};
    CHECK(random_move(only_h8, random) == Square::h8);
}
