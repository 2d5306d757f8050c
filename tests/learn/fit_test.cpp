#include "engine/eval/evaluation.h"
#include "engine/eval/weights.h"
#include "engine/learn/fit.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/random_game.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// What `weights` say of boards, as exact scores.
TrainingSet taught_by(const Weights& weights, const std::vector<Board>& boards) {
    std::vector<Example> examples;
    for (const Board& board : boards) {
        const auto score = static_cast<float>(evaluate(weights, PatternBoard(board)).discs());
        examples.push_back({board, score, 1, 0});
    }
    return make_training_set(std::move(examples));
}

void go_on(const FitPass&) {}

/// Random weights for the two smallest shapes, which a few positions show in all their contents.
/// They are the last ones of the tables, with five and four squares.
StoredWeights random_teacher(Random& random) {
    const TiedWeights tied = tie_weights(Reader::table);
    StoredWeights weights;
    weights.tied.resize(knots.size() * tied.count);
    for (std::size_t entry = first_content(Reader::table, 12); entry < pattern_weights; ++entry) {
        for (std::size_t knot = 0; knot < knots.size(); ++knot) {
            weights.tied[knot * tied.count + tied.of_entry[entry]] = static_cast<Weight>(
                below(random, 4 * weight_units_per_disc) - 2 * weight_units_per_disc);
        }
    }
    for (Weight& constant : weights.constants) constant = 5 * weight_units_per_disc;
    return weights;
}

double root_mean_square(const std::vector<Example>& examples) {
    double sum = 0;
    for (const Example& example : examples)
        sum += static_cast<double>(example.score) * static_cast<double>(example.score);
    return std::sqrt(sum / static_cast<double>(examples.size()));
}

/// The errors of what a fit has found, once it is weights.
double root_mean_square_error(const Parameters& parameters, const TrainingSet& set) {
    const Weights weights(quantize(parameters));
    double sum = 0;
    for (const Example& example : set.examples) {
        const double error = evaluate(weights, PatternBoard(example.board)).discs()
                             - static_cast<double>(example.score);
        sum += error * error;
    }
    return std::sqrt(sum / static_cast<double>(set.examples.size()));
}

/// A randomly filled board with `empties` empty squares.
Board random_full_board(Random& random, int empties) {
    Board board = {random(), 0};
    board.opponent = ~board.player;
    while (board.empties() < empties) {
        const Bitboard square = bit(square_at(below(random, square_count)));
        board.player &= ~square;
        board.opponent &= ~square;
    }
    return board;
}

} // namespace

TEST_CASE("a fit finds the weights that positions were scored with") {
    Random random(51);
    const Weights teacher(random_teacher(random));
    const TrainingSet training = taught_by(teacher, positions_of_games(random, 500));
    const TrainingSet validation = taught_by(teacher, positions_of_games(random, 20));
    const FitSettings settings{.passes = 20, .ridge = 1, .smoothness = 0, .threads = 2};
    const Parameters parameters = fit(training, validation, settings, go_on);
    const TrainingSet fresh = taught_by(teacher, positions_of_games(random, 20));
    CHECK(root_mean_square_error(parameters, fresh) < root_mean_square(fresh.examples) / 4);
}

TEST_CASE("weights that no example contains stay zero") {
    Random random(52);
    const std::vector<Board> boards = random_game(random);
    std::vector<Example> examples;
    for (const Board& board : boards) {
        if (board.empties() < 30) examples.push_back({board, 10, 1, 0});
    }
    const TiedWeights tied = tie_weights(Reader::table);
    std::vector<bool> seen(tied.count);
    for (const Example& example : examples) {
        const PatternBoard position(example.board);
        for (const Lookup& lookup : lookups<Reader::table>) {
            const auto entry = lookup.middle + position.contents()[lookup.feature];
            seen[tied.of_entry[static_cast<std::size_t>(entry)]] = true;
        }
    }
    const TrainingSet training = make_training_set(examples);
    const Parameters parameters = fit(training, {}, {.passes = 3}, go_on);
    std::size_t seen_weights = 0;
    for (std::size_t i = 0; i < tied.count; ++i) {
        for (std::size_t knot = 0; knot < knots.size(); ++knot) {
            const float weight = parameters.values[parameters.weight(knot, i)];
            if (!seen[i]) REQUIRE(weight == 0);
            if (seen[i] && weight != 0) ++seen_weights;
        }
    }
    CHECK(seen_weights > 100);
    CHECK(parameters.values[parameters.constant(20)] > 0);
    // A number of empties that no example has takes the constant of the nearest of its parity.
    CHECK(parameters.values[parameters.constant(40)] == parameters.values[parameters.constant(28)]);
}

TEST_CASE("a constant error of one mistake group goes into its correction, not into the weights") {
    constexpr float planted = 6;
    Random random(53);
    std::vector<Example> examples;
    for (const Board& board : positions_of_games(random, 100)) {
        examples.push_back({board, 0, 1, 0});
        examples.push_back({board, 0, 1, 1});
        examples.push_back({board, planted, 1, 2});
    }
    const TrainingSet training = make_training_set(std::move(examples), 3);
    const Parameters parameters = fit(training, {}, {.passes = 15}, go_on);
    for (std::size_t empties = 5; empties <= 60; ++empties) {
        CAPTURE(empties);
        CHECK(std::abs(parameters.values[parameters.mistake(2, empties)] - planted) < 0.3F);
        CHECK(std::abs(parameters.values[parameters.mistake(1, empties)]) < 0.3F);
    }
    const Weights weights(quantize(parameters));
    double sum = 0;
    const std::vector<Board> fresh = positions_of_games(random, 20);
    for (const Board& board : fresh) sum += evaluate(weights, PatternBoard(board)).discs();
    CHECK(std::abs(sum / static_cast<double>(fresh.size())) < 0.5);
}

TEST_CASE("a fit is the same to the last bit with any number of threads") {
    Random random(54);
    std::vector<Example> examples;
    for (int i = 0; i < 100'000; ++i) { // enough at one number of empties for several parts
        examples.push_back({random_full_board(random, 20),
                            static_cast<float>(below(random, 129)) - 64, i % 3 == 0 ? 1 : 0.5F,
                            static_cast<std::uint8_t>(i % 2)});
    }
    const TrainingSet training = make_training_set(std::move(examples), 2);
    FitSettings settings{.passes = 3};
    const std::vector<float> alone = fit(training, {}, settings, go_on).values;
    settings.threads = 3;
    CHECK((fit(training, {}, settings, go_on).values == alone));
}

TEST_CASE(
    "a fit keeps the weights that err least on the positions held back, and ends soon after") {
    Random random(55);
    const auto noise = [&random](const std::vector<Board>& boards) {
        std::vector<Example> examples;
        for (const Board& board : boards)
            examples.push_back({board, static_cast<float>(below(random, 129)) - 64, 1, 0});
        return make_training_set(std::move(examples));
    };
    const TrainingSet training = noise(positions_of_games(random, 100));
    const TrainingSet validation = noise(positions_of_games(random, 20));
    std::vector<double> errors;
    const FitSettings settings{.passes = 50, .ridge = 0.1F, .smoothness = 0};
    const Parameters parameters = fit(training, validation, settings, [&](const FitPass& pass) {
        errors.push_back(pass.validation.root_mean_square());
        CHECK(pass.number == static_cast<int>(errors.size()));
    });
    CHECK(errors.size() < 50);
    const auto least = std::min_element(errors.begin(), errors.end());
    CHECK(least < errors.end() - 1);
    CHECK(std::abs(root_mean_square_error(parameters, validation) - *least) < 0.05);
    CHECK(std::abs(root_mean_square_error(parameters, validation) - errors.back()) > 0.1);
}

TEST_CASE("a fit that is stopped keeps the passes before, or is zero if there are none") {
    Random random(56);
    const TrainingSet training =
        taught_by(Weights(random_teacher(random)), positions_of_games(random, 2));
    std::atomic<bool> stop = false;
    int passes = 0;
    const auto stop_after_two = [&](const FitPass& pass) {
        passes = pass.number;
        if (passes == 2) stop = true;
    };
    const Parameters parameters = fit(training, {}, {.stop = &stop}, stop_after_two);
    CHECK(passes == 2);
    const Parameters two = fit(training, {}, {.passes = 2}, go_on);
    CHECK((parameters.values == two.values));

    passes = 0;
    const Parameters none = fit(training, {}, {.stop = &stop}, stop_after_two);
    CHECK(passes == 0);
    CHECK(std::count(none.values.begin(), none.values.end(), 0.0F)
          == static_cast<std::ptrdiff_t>(none.values.size()));
}

TEST_CASE("weights are rounded to the nearest unit and clamped to the range of a weight") {
    constexpr float unit = 1.0F / weight_units_per_disc;
    struct Case {
        float discs;
        Weight weight;
    };
    const std::vector<Case> cases = {
        {0, 0},
        {1, weight_units_per_disc},
        {-1, -weight_units_per_disc},
        {0.4F * unit, 0},
        {0.6F * unit, 1},
        {-0.4F * unit, 0},
        {-0.6F * unit, -1},
        {2.5F * unit, 3},
        {-2.5F * unit, -3},
        {127.99F, 32765},
        {128, 32767},
        {1e30F, 32767},
        {-128, -32767},
        {-1e30F, -32767},
        {std::numeric_limits<float>::infinity(), 32767},
    };
    const std::size_t tied_count = tie_weights(Reader::table).count;
    Parameters parameters(tied_count, 1);
    for (std::size_t i = 0; i < cases.size(); ++i) parameters.values[i] = cases[i].discs;
    const StoredWeights weights = quantize(parameters);
    REQUIRE(weights.tied.size() == knots.size() * tied_count);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        CAPTURE(cases[i].discs);
        CHECK(weights.tied[i] == cases[i].weight);
    }
}

TEST_CASE("each knot's weights and each constant keep their places, corrections are dropped") {
    const std::size_t tied_count = tie_weights(Reader::table).count;
    Parameters parameters(tied_count, 2);
    for (std::size_t knot = 0; knot < knots.size(); ++knot)
        parameters.values[parameters.weight(knot, 7)] = static_cast<float>(knot + 1);
    for (std::size_t empties = 0; empties <= 64; ++empties) {
        parameters.values[parameters.constant(empties)] = static_cast<float>(empties) / 2;
        parameters.values[parameters.mistake(1, empties)] = 100;
    }
    const StoredWeights weights = quantize(parameters);
    StoredWeights expected;
    expected.tied.resize(knots.size() * tied_count);
    for (std::size_t knot = 0; knot < knots.size(); ++knot) {
        expected.tied[knot * tied_count + 7] =
            static_cast<Weight>((static_cast<int>(knot) + 1) * weight_units_per_disc);
    }
    for (std::size_t empties = 0; empties < empties_numbers; ++empties) {
        expected.constants[empties] =
            static_cast<Weight>(static_cast<int>(empties) * weight_units_per_disc / 2);
    }
    CHECK(weights == expected);
}
