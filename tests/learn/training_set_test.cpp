#include "engine/board/symmetry.h"
#include "engine/learn/training_set.h"
#include "tests/catch.h"
#include "tests/random_game.h"
#include "tests/temporary_positions.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

LabelledPosition solved(const Board& board, int discs) {
    return {.board = board, .score = Score::from_discs(discs)};
}

LabelledPosition later(const Board& board, int discs, std::uint8_t distance) {
    return {board, Score::from_discs(discs), LabelSource::later, distance};
}

LabelledPosition searched(const Board& board, int discs) {
    return {board, Score::from_discs(discs), LabelSource::search, 0};
}

/// A position of its own for each number.
Board numbered_board(unsigned number) {
    Random random(1000 + number);
    return random_game(random)[30];
}

TrainingData read(const std::vector<std::string>& files, int threads = 2) {
    const auto data = read_training_data(files, threads);
    REQUIRE(data);
    return *data;
}

} // namespace

TEST_CASE("every fiftieth game is held back from training") {
    const TemporaryPositions file;
    for (std::uint32_t game = 0; game < 120; ++game)
        file.append(game, {solved(numbered_board(game), 2)});
    const TrainingData data = read({file.path()});
    CHECK(data.labels == 120);
    CHECK(data.training.examples.size() == 117);
    REQUIRE(data.validation.examples.size() == 3);
    for (const std::uint32_t game : {0U, 50U, 100U}) {
        const Board board = canonical(numbered_board(game));
        const auto is_it = [&board](const Example& example) { return example.board == board; };
        CHECK(std::any_of(data.validation.examples.begin(), data.validation.examples.end(), is_it));
    }
}

TEST_CASE("examples are found by their number of empty squares") {
    Random random(61);
    const TemporaryPositions file;
    std::vector<LabelledPosition> positions;
    for (const Board& board : positions_of_games(random, 5)) positions.push_back(solved(board, 0));
    file.append(1, positions);
    const TrainingSet set = read({file.path()}).training;
    std::size_t all = 0;
    for (std::size_t empties = 0; empties <= 64; ++empties) {
        for (std::size_t i = set.start[empties]; i < set.start[empties + 1]; ++i)
            CHECK(set.examples[i].board.empties() == static_cast<int>(empties));
        all += set.size(empties);
    }
    CHECK(all == set.examples.size());
    CHECK(set.size(60) == 1); // the start of all five games
}

TEST_CASE("equal positions and mirror images become one example") {
    const Board board = numbered_board(1);
    const Board image = transformed(board, 3);
    REQUIRE(image != board);
    struct Case {
        std::vector<LabelledPosition> labels;
        float score;
        LabelSource source;
    };
    constexpr LabelSource exact = LabelSource::exact;
    constexpr LabelSource search = LabelSource::search;
    const std::vector<Case> cases = {
        {{solved(board, 6)}, 6, exact},
        {{solved(board, 6), solved(image, 6)}, 6, exact},
        {{later(board, 10, 2), solved(image, 6), later(board, 20, 4)}, 6, exact},
        {{later(board, 10, 2)}, 10, LabelSource::later},
        {{later(board, 10, 2), later(image, 4, 4)}, 7, LabelSource::later},
        {{later(board, -10, 2), later(image, 4, 4), later(image, 0, 6)}, -2, LabelSource::later},
        {{searched(board, 4)}, 4, search},
        {{searched(board, 4), searched(image, 10)}, 7, search},
        {{later(board, 10, 2), searched(image, 4), later(image, 20, 3)}, 4, search},
        {{searched(board, 4), solved(image, 6), searched(image, 2)}, 6, exact},
    };
    for (const Case& merge : cases) {
        const TemporaryPositions file;
        for (const LabelledPosition& label : merge.labels) file.append(1, {label});
        const TrainingData data = read({file.path()});
        CHECK(data.labels == merge.labels.size());
        REQUIRE(data.training.examples.size() == 1);
        const Example& example = data.training.examples.front();
        CHECK(example.board == canonical(board));
        CHECK(example.score == merge.score);
        CHECK(example.source == merge.source);
        CHECK(example.is_exact() == (merge.source == exact));
        CHECK(example.mistake_group == 0);
    }
}

TEST_CASE("a label with mistakes weighs less than a solved one, a mean of several weighs more") {
    const auto weight_of = [](std::uint32_t labels) {
        const TemporaryPositions file;
        for (std::uint32_t game = 1; game <= labels; ++game)
            file.append(game, {later(numbered_board(1), 10, 2)});
        return read({file.path()}).training.examples.front().weight;
    };
    const float one = weight_of(1);
    const float two = weight_of(2);
    const float twenty = weight_of(20);
    CHECK(one > 0);
    CHECK(one < two);
    CHECK(two < twenty);
    CHECK(twenty < 1);
}

TEST_CASE("labels after an odd number of discs form a mistake group for each file") {
    const Board board = numbered_board(1);
    const TemporaryPositions first;
    const TemporaryPositions second;
    first.append(1, {later(board, 10, 3), later(numbered_board(2), 2, 4)});
    second.append(1, {later(board, 20, 1), solved(numbered_board(3), 0)});
    const TrainingData data = read({first.path(), second.path()});
    CHECK(data.training.mistake_groups == 3);
    std::vector<float> of_group(3);
    REQUIRE(data.training.examples.size() == 4);
    for (const Example& example : data.training.examples)
        of_group.at(example.mistake_group) += example.score;
    CHECK(of_group == std::vector<float>{2, 10, 20});
}

TEST_CASE("the training data do not depend on the number of threads") {
    Random random(62);
    const TemporaryPositions file;
    for (std::uint32_t game = 0; game < 60; ++game) {
        std::vector<LabelledPosition> positions;
        for (const Board& board : random_game(random))
            positions.push_back(
                later(board, below(random, 129) - 64, static_cast<std::uint8_t>(below(random, 5))));
        positions.back().source = static_cast<LabelSource>(below(random, 3));
        file.append(game, positions);
    }
    const auto same = [](const Example& a, const Example& b) {
        return a.board == b.board && a.score == b.score && a.weight == b.weight
               && a.mistake_group == b.mistake_group && a.source == b.source;
    };
    const TrainingSet one = read({file.path()}, 1).training;
    const TrainingSet many = read({file.path()}, 7).training;
    CHECK(one.start == many.start);
    CHECK(std::equal(one.examples.begin(), one.examples.end(), many.examples.begin(),
                     many.examples.end(), same));
}

TEST_CASE("the error for a missing, foreign or damaged file names it and says what is wrong") {
    const TemporaryPositions whole;
    whole.append(1, {solved(numbered_board(1), 6), solved(numbered_board(2), 4)});
    const std::string bytes = whole.bytes();
    std::string altered = bytes;
    altered[bytes.size() - 5] = static_cast<char>(altered[bytes.size() - 5] ^ 1);
    const TemporaryFile diary("my diary, and a long one");
    const TemporaryFile cut_off(bytes.substr(0, bytes.size() - 7));
    const TemporaryFile damaged(altered);
    struct Case {
        std::string path;
        std::string complaint;
    };
    const std::vector<Case> cases = {
        {"/no/such/file.pos", "can't be read: No such file"},
        {diary.path(), "is not a file of positions"},
        {cut_off.path(), "is cut off"},
        {damaged.path(), "is damaged"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.complaint);
        const std::vector<std::string> files = {whole.path(), wrong.path};
        const auto data = read_training_data(files, 2);
        REQUIRE_FALSE(data);
        CHECK_THAT(data.error(), ContainsSubstring("'" + wrong.path + "' " + wrong.complaint));
    }
}
