#include "engine/learn/network_fit.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/learn/zero_tables.h"
#include "tests/random_game.h"

#include <cmath>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Settings for a few thousand positions.
NetworkFitSettings quick(int passes) {
    return {.passes = passes, .rate = 0.03F, .batch = 128, .threads = 2};
}

NetworkFit fitted(const TrainingSet& training, const TrainingSet& validation,
                  const NetworkFitSettings& settings, const NetworkProgress& progress = {}) {
    auto fit = fit_network(training, validation, zero_tables(), settings, progress);
    REQUIRE(fit);
    return std::move(*fit);
}

/// The positions of random games, with the scores that `score` returns.
template <class ScoreOf>
TrainingSet scored_games(Random& random, int games, const ScoreOf& score) {
    std::vector<Example> examples;
    for (const Board& board : positions_of_games(random, games))
        examples.push_back({board, score(board), 1, 0});
    return make_training_set(std::move(examples));
}

float noise(Random& random) {
    return static_cast<float>(below(random, 41) - 20);
}

TrainingSet noisy_games(std::uint64_t seed, int games) {
    Random random(seed);
    return scored_games(random, games, [&random](const Board&) { return noise(random); });
}

/// A disc for each move that the player has more than the opponent.
float score_of_moves(const Board& board) {
    return static_cast<float>(count(board.legal_moves()) - count(board.passed().legal_moves()));
}

/// Ten discs for each corner.
float score_of_corners(const Board& board) {
    constexpr Bitboard corners =
        bit(Square::a1) | bit(Square::a8) | bit(Square::h1) | bit(Square::h8);
    return static_cast<float>(10
                              * (count(board.player & corners) - count(board.opponent & corners)));
}

} // namespace

TEST_CASE("a network learns what the scores have beyond the tables' values") {
    for (const auto score : {score_of_moves, score_of_corners}) {
        Random random(81);
        const TrainingSet training = scored_games(random, 80, score);
        const TrainingSet validation = scored_games(random, 10, score);
        const NetworkFit fit = fitted(training, validation, quick(4));
        CHECK(fit.complete);
        CHECK(fit.tables.all.root_mean_square() > 3);
        CHECK(fit.validation.all.root_mean_square() < fit.tables.all.root_mean_square() * 0.6);
    }
}

TEST_CASE("the value of the tables is what the network corrects") {
    StoredWeights stored = zero_weights();
    stored.constants.fill(7 * weight_units_per_disc);
    const Weights tables(stored);
    Random random(82);
    const auto score = [](const Board& board) { return 7 + score_of_moves(board); };
    const TrainingSet training = scored_games(random, 20, score);
    const TrainingSet without = [&] {
        TrainingSet set = training;
        for (Example& example : set.examples) example.score -= 7;
        return set;
    }();
    const auto with_tables = fit_network(training, training, tables, quick(1), {});
    REQUIRE(with_tables);
    const NetworkFit on_zero = fitted(without, without, quick(1));
    CHECK(with_tables->tables.all.root_mean_square()
          == Approx(on_zero.tables.all.root_mean_square()));
    CHECK(with_tables->validation.all.root_mean_square()
          == Approx(on_zero.validation.all.root_mean_square()).epsilon(0.2));
}

TEST_CASE("a fit of the network is the same to the last bit with any number of threads") {
    const TrainingSet training = noisy_games(83, 30);
    NetworkFitSettings settings = quick(2);
    settings.threads = 1;
    const NetworkFit alone = fitted(training, training, settings);
    settings.threads = 5;
    const NetworkFit together = fitted(training, training, settings);
    CHECK((alone.network == together.network));
    CHECK(alone.validation.all.root_mean_square() == together.validation.all.root_mean_square());
}

TEST_CASE("another seed gives another network") {
    const TrainingSet training = noisy_games(84, 10);
    NetworkFitSettings settings = quick(1);
    const NetworkFit first = fitted(training, {}, settings);
    settings.seed = 2;
    const NetworkFit second = fitted(training, {}, settings);
    CHECK((first.network.rows != second.network.rows));
    CHECK((first.network.dense != second.network.dense));
}

TEST_CASE("scores of later positions teach the network nothing") {
    const TrainingSet training = noisy_games(85, 10);
    TrainingSet with_later = training;
    Random random(86);
    for (const Board& board : positions_of_games(random, 3))
        with_later.examples.push_back({board, 64, 0.4F, 0, LabelSource::later});
    with_later = make_training_set(with_later.examples);
    const NetworkFit without = fitted(training, training, quick(1));
    const NetworkFit with = fitted(with_later, with_later, quick(1));
    CHECK((without.network == with.network));
    CHECK(without.validation.all.mean_absolute() == with.validation.all.mean_absolute());
}

TEST_CASE("the value of a search counts search_weight times as much as an exact score") {
    std::vector<Example> examples;
    for (int i = 0; i < 8; ++i) {
        examples.push_back({Board::start(), 0, 1, 0, LabelSource::exact});
        examples.push_back({Board::start(), 12, 0.4F, 0, LabelSource::search});
    }
    const TrainingSet training = make_training_set(std::move(examples));
    const NetworkFitSettings settings = {
        .passes = 100, .rate = 0.03F, .batch = 16, .decay = 0, .search_weight = 3};
    const NetworkFit fit = fitted(training, training, settings);
    // The mean of 0 and three times 12 is 9.
    CHECK(std::abs(fit.validation.exact.mean_absolute() - 9) < 0.1);
    CHECK(std::abs(fit.validation.searched.mean_absolute() - 3) < 0.1);
}

TEST_CASE("a row that no position shows is zero in the end") {
    const TrainingSet training = noisy_games(87, 6);
    NetworkFitSettings settings = quick(1);
    settings.batch = training.examples.size();
    const NetworkFit fit = fitted(training, {}, settings);
    const NetworkReader reader;
    std::vector<bool> seen(reader.row_count());
    for (const Example& example : training.examples) {
        for (const std::uint32_t row : reader.read(example.board, 0).rows) seen[row] = true;
    }
    std::size_t shown = 0;
    for (std::size_t row = 0; row < seen.size(); ++row) {
        REQUIRE((fit.network.rows[row] != FloatRow{}) == seen[row]);
        shown += seen[row] ? 1 : 0;
    }
    CHECK(shown > 1000);
    CHECK(shown < seen.size() / 2);
}

TEST_CASE("decay makes rows smaller") {
    const TrainingSet training = noisy_games(88, 6);
    const auto squares = [&](float decay) {
        NetworkFitSettings settings = quick(2);
        settings.decay = decay;
        double sum = 0;
        for (const FloatRow& row : fitted(training, {}, settings).network.rows) {
            for (const float value : row.sums)
                sum += static_cast<double>(value) * static_cast<double>(value);
        }
        return sum;
    };
    CHECK(squares(10) < squares(0) * 0.999);
}

TEST_CASE("a fit tells what it starts with, each pass and how far it is within a pass") {
    const TrainingSet training = noisy_games(89, 10);
    std::vector<Example> held_out = noisy_games(90, 2).examples;
    for (std::size_t i = 0; i < held_out.size(); i += 3) held_out[i].source = LabelSource::search;
    const TrainingSet validation = make_training_set(held_out);
    std::vector<NetworkPass> passes;
    std::vector<double> shares;
    const NetworkProgress progress = {
        .start =
            [&](const NetworkStart& start) {
                CHECK(start.positions == training.examples.size());
                CHECK(start.batches_per_pass == training.examples.size() / 128);
                CHECK(start.batches_done == 0);
                CHECK(start.tables.exact.positions + start.tables.searched.positions
                      == validation.examples.size());
                CHECK(start.tables.searched.positions == (validation.examples.size() + 2) / 3);
            },
        .within_pass =
            [&](int pass, double share) {
                CHECK(pass == static_cast<int>(passes.size()) + 1);
                shares.push_back(share);
            },
        .pass = [&](const NetworkPass& pass) { passes.push_back(pass); },
    };
    const NetworkFit fit = fitted(training, validation, quick(3), progress);
    REQUIRE(passes.size() == 3);
    for (int i = 0; i < 3; ++i) CHECK(passes[static_cast<std::size_t>(i)].number == i + 1);
    CHECK(passes.back().validation.all.root_mean_square() == fit.validation.all.root_mean_square());
    CHECK(fit.validation.all.root_mean_square() != fit.tables.all.root_mean_square());
    CHECK(shares.size() >= 3);
    for (const double share : shares) CHECK((share > 0 && share <= 1));
}

TEST_CASE("the errors of the tables are measured for each source") {
    Random random(91);
    std::vector<Example> held_out;
    for (const Board& board : random_game(random)) {
        held_out.push_back({board, 3, 1, 0, LabelSource::exact});
        held_out.push_back({board, -3, 1, 0, LabelSource::exact});
        held_out.push_back({board, 6, 1, 0, LabelSource::search});
        held_out.push_back({board, -6, 1, 0, LabelSource::search});
    }
    const NetworkFit fit = fitted(noisy_games(92, 5), make_training_set(held_out), quick(1));
    CHECK(fit.tables.exact.mean_absolute() == Approx(3));
    CHECK(fit.tables.exact.root_mean_square() == Approx(3));
    CHECK(fit.tables.searched.mean_absolute() == Approx(6));
    CHECK(fit.tables.all.mean_absolute() == Approx(4.5));
    CHECK(fit.tables.all.root_mean_square() == Approx(std::sqrt(22.5)));
}

TEST_CASE("a fit of the network that is stopped returns the network so far") {
    const TrainingSet training = noisy_games(93, 10);
    std::atomic<bool> stop = false;
    NetworkFitSettings settings = quick(5);
    settings.stop = &stop;
    int passes = 0;
    const NetworkFit fit =
        fitted(training, training, settings, {.pass = [&](const NetworkPass& pass) {
                   passes = pass.number;
                   stop = passes == 2;
               }});
    CHECK(passes == 2);
    CHECK_FALSE(fit.complete);
    CHECK((fit.network != random_network(1)));
}

TEST_CASE("a fit needs positions for a batch") {
    const TrainingSet training = noisy_games(94, 2);
    const auto fit = fit_network(training, {}, zero_tables(), {}, {});
    REQUIRE_FALSE(fit);
    CHECK_THAT(fit.error(),
               ContainsSubstring("positions, which are too few for a batch of 16,384"));
}
