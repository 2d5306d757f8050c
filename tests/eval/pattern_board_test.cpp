#include "engine/eval/pattern_board.h"
#include "tests/catch.h"
#include "tests/random_game.h"

#include <algorithm>
#include <set>
#include <vector>

using namespace emilia;

namespace {

/// What the definition says, square by square.
int content_of(const Feature& feature, const Board& board) {
    int content = 0;
    int place = 1;
    for (std::size_t i = 0; i < shapes[feature.shape].size; ++i, place *= 3) {
        if (contains(board.player, feature.squares[i])) content += place;
        if (contains(board.opponent, feature.squares[i])) content -= place;
    }
    return content;
}

void require_contents(const PatternBoard& position) {
    const Board& board = position.board();
    CAPTURE(board.player, board.opponent);
    for (std::size_t i = 0; i < feature_count; ++i)
        REQUIRE(position.contents()[i] == content_of(features[i], board));
    for (std::size_t i = feature_count; i < pattern_lanes; ++i)
        REQUIRE(position.contents()[i] == 0);
}

} // namespace

TEST_CASE("a pattern board's contents are those of its features") {
    testing::Random random(31);
    for (int density = 0; density <= 8; ++density) {
        for (int i = 0; i < 50; ++i)
            require_contents(PatternBoard(testing::random_board(random, density)));
    }
    require_contents(PatternBoard(Board{all_squares, 0}));
    require_contents(PatternBoard(Board{0, all_squares}));
}

TEST_CASE("moves and passes update the contents") {
    testing::Random random(32);
    for (int game = 0; game < 50; ++game) {
        PatternBoard position(Board::start());
        while (!position.board().is_over()) {
            const Board board = position.board();
            if (board.must_pass()) {
                position = position.passed();
                REQUIRE(position.board() == board.passed());
            } else {
                const Square move = testing::random_move(board, random);
                position = position.after(move, board.flips(move));
                REQUIRE(position.board() == board.after(move));
            }
            require_contents(position);
        }
    }
}

TEST_CASE("every symmetry maps the features of a shape to features of that shape") {
    const auto squares_of_feature = [](const Feature& feature, int symmetry) {
        std::set<Square> squares;
        for (std::size_t i = 0; i < shapes[feature.shape].size; ++i)
            squares.insert(transformed(feature.squares[i], symmetry));
        return squares;
    };
    for (const Feature& feature : features) {
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            const auto image = squares_of_feature(feature, symmetry);
            const auto same = [&](const Feature& other) {
                return other.shape == feature.shape && squares_of_feature(other, 0) == image;
            };
            REQUIRE(std::count_if(features.begin(), features.end(), same) == 1);
        }
    }
}

TEST_CASE("the features cover every square") {
    std::set<Square> covered;
    for (const Feature& feature : features) {
        for (std::size_t i = 0; i < shapes[feature.shape].size; ++i)
            covered.insert(feature.squares[i]);
    }
    CHECK(covered.size() == square_count);
}
