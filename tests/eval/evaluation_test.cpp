#include "engine/board/symmetry.h"
#include "engine/eval/evaluation.h"
#include "engine/notation/formats/obf.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/random_game.h"

#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace emilia;

namespace {

constexpr Score bound = Score::from_discs(63);

Score evaluate(const Board& board) {
    return emilia::evaluate(embedded_weights(), PatternBoard(board));
}

/// Positions of random games and, for what no game can reach, boards filled at random.
std::vector<Board> many_boards() {
    testing::Random random(20);
    std::vector<Board> boards = testing::positions_of_games(random, 60);
    for (int density = 0; density <= 8; ++density) {
        for (int i = 0; i < 200; ++i) boards.push_back(testing::random_board(random, density));
    }
    return boards;
}

/// Pairs of an exact score and the evaluation of the position after the move that it belongs to.
struct Samples {
    std::vector<double> exact;
    std::vector<double> evaluated;
};

void read_problems(const std::string& file, Samples& samples) {
    std::ifstream in(testing::data_path("ffo/" + file));
    REQUIRE(in.is_open());
    for (std::string line; std::getline(in, line);) {
        if (is_obf_comment(line)) continue;
        const auto problem = parse_obf(line);
        REQUIRE(problem);
        for (const ScoredMove& scored : problem->moves) {
            samples.exact.push_back(scored.discs);
            const Board after = problem->position.board.after(scored.move);
            samples.evaluated.push_back((-evaluate(after)).discs());
        }
    }
}

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double correlation(const Samples& samples) {
    const double mean_exact = mean(samples.exact);
    const double mean_evaluated = mean(samples.evaluated);
    double both = 0;
    double exact = 0;
    double evaluated = 0;
    for (std::size_t i = 0; i < samples.exact.size(); ++i) {
        const double x = samples.exact[i] - mean_exact;
        const double y = samples.evaluated[i] - mean_evaluated;
        both += x * y;
        exact += x * x;
        evaluated += y * y;
    }
    return both / std::sqrt(exact * evaluated);
}

} // namespace

TEST_CASE("Symmetric positions have the same evaluation") {
    for (const Board& board : many_boards()) {
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            REQUIRE(evaluate(transformed(board, symmetry)) == evaluate(board));
    }
}

TEST_CASE("No evaluation claims a wipe-out") {
    std::vector<Board> boards = many_boards();
    for (int i = 0; i < square_count; ++i) {
        const Bitboard square = bit(square_at(i));
        for (const Bitboard others : {Bitboard{0}, ~square, edges & ~square, corners & ~square}) {
            boards.push_back({square, others});
            boards.push_back({0, others});
        }
    }
    for (const Board& board : boards) {
        for (const Board& seen : {board, board.passed()}) {
            REQUIRE(evaluate(seen) <= bound);
            REQUIRE(evaluate(seen) >= -bound);
        }
    }
}

TEST_CASE("The start is about even") {
    CHECK(std::abs(evaluate(Board::start()).discs()) < 6);
}

TEST_CASE("Owning a corner is better than leaving it to the opponent") {
    testing::Random random(21);
    std::vector<double> gains;
    for (const Board& board : testing::positions_of_games(random, 100)) {
        for (const Square corner : squares_of(board.occupied() & corners)) {
            const Board own{board.player | bit(corner), board.opponent & ~bit(corner)};
            const Board lost{board.player & ~bit(corner), board.opponent | bit(corner)};
            gains.push_back((evaluate(own) - evaluate(lost)).discs());
        }
    }
    REQUIRE(gains.size() > 1000);
    CHECK(mean(gains) > 4);
}

TEST_CASE("Having fewer moves than the opponent is a disadvantage") {
    std::vector<double> few;
    std::vector<double> many;
    testing::Random random(22);
    for (const Board& board : testing::positions_of_games(random, 200)) {
        const int difference = count(board.legal_moves()) - count(board.passed().legal_moves());
        if (std::abs(difference) >= 4)
            (difference < 0 ? few : many).push_back(evaluate(board).discs());
    }
    REQUIRE(few.size() > 100);
    REQUIRE(many.size() > 100);
    CHECK(mean(few) + 5 < mean(many));
}

TEST_CASE("Both sides value a position alike, except for the right to move") {
    testing::Random random(23);
    std::vector<double> turns;
    for (const Board& board : testing::positions_of_games(random, 200)) {
        if (board.empties() >= 10)
            turns.push_back(std::abs((evaluate(board) + evaluate(board.passed())).discs()));
    }
    CHECK(mean(turns) < 12);
}

TEST_CASE("The evaluation correlates with the exact scores of the FFO problems") {
    Samples samples;
    for (const char* file : {"fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf"})
        read_problems(file, samples);
    REQUIRE(samples.exact.size() > 400);
    CHECK(correlation(samples) > 0.75);
}

TEST_CASE("Threads that share the evaluation get the same values") {
    const std::vector<Board> boards = many_boards();
    const auto sum = [&boards] {
        long total = 0;
        for (const Board& board : boards) total += evaluate(board).hundredths();
        return total;
    };
    std::vector<long> sums(4);
    std::vector<std::thread> threads;
    threads.reserve(sums.size());
    for (long& result : sums) threads.emplace_back([&result, &sum] { result = sum(); });
    for (std::thread& thread : threads) thread.join();
    CHECK(std::set<long>(sums.begin(), sums.end()) == std::set<long>{sum()});
}
