#include "engine/learn/game_labeller.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"
#include "tests/search/plain_search.h"

#include <array>

using namespace emilia;

namespace {

using Labels = std::vector<LabelledPosition>;

/// The moves of a text, with the passes where they belong.
std::vector<Square> moves_of(const std::string& text) {
    const auto game = parse_moves(text);
    REQUIRE(game);
    return testing::squares_played(*game);
}

Labels labels_of(std::span<const Square> moves, const std::optional<KnownScore>& known,
                 const LabelSettings& settings) {
    Searcher searcher(1, 1);
    const auto labels = label_game(moves, known, searcher, settings);
    REQUIRE(labels);
    return *labels;
}

const LabelledPosition* find(const Labels& labels, int empties) {
    const auto at = std::find_if(labels.begin(), labels.end(), [empties](const auto& label) {
        return label.board.empties() == empties;
    });
    return at == labels.end() ? nullptr : &*at;
}

// The first game of the base for 1978. Black won by 41 to 23; from the position with 24 empty
// squares on, perfect play would have given 46 to 18. White passes before the last move.
const std::string whole_game =
    "f5f4e3f6e6d6e7d8c7f3f8d7c5c3d3c6b3a3g3h3b6a5a6b5c4b4a4a7e8g8g4h4f7g5c8b8c2c1h5h6b1e2"
    "g6d1d2e1f1f2b2h7g1g2h1g7h8h2a8a2a1b7";
constexpr KnownScore whole_game_score{.empties = 24, .black_discs = 28};

/// A random game in which a player must pass with so few empty squares, cut off just before that.
std::vector<Square> game_before_pass(testing::Random& random, int most_empties) {
    for (;;) {
        auto moves = testing::squares_played(testing::random_played_game(random));
        Board board = Board::start();
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i] == Square::pass && board.empties() <= most_empties) {
                moves.resize(i);
                return moves;
            }
            board = board.after(moves[i]);
        }
    }
}

Board board_after(std::span<const Square> moves) {
    Board board = Board::start();
    for (const Square move : moves) board = board.after(move);
    return board;
}

} // namespace

TEST_CASE("labels near the end are what plain alpha-beta finds") {
    testing::Random random(7);
    int compared = 0;
    for (int number = 0; number < 40; ++number) {
        const auto moves = testing::squares_played(testing::random_played_game(random));
        for (const LabelledPosition& label : labels_of(moves, {}, {.exact_at = 8})) {
            if (label.board.empties() > 8) continue;
            CHECK(label.source == LabelSource::exact);
            CHECK(label.distance == 0);
            CHECK(label.score == Score::from_discs(testing::plain_solve(label.board)));
            ++compared;
        }
    }
    CHECK(compared > 250);
}

TEST_CASE("the searcher's results of other games change no label") {
    testing::Random random(8);
    Searcher searcher(1, 1);
    for (int number = 0; number < 20; ++number) {
        const auto moves = testing::squares_played(testing::random_played_game(random));
        CHECK(label_game(moves, {}, searcher, {.exact_at = 12})
              == labels_of(moves, {}, {.exact_at = 12}));
    }
}

TEST_CASE("positions before a known score get it, seen by the side to move") {
    const Labels labels = labels_of(moves_of(whole_game), whole_game_score, {.exact_at = 2});
    REQUIRE(labels.size() == 54);
    for (int empties = 54; empties >= 24; --empties) {
        CAPTURE(empties);
        const LabelledPosition& label = labels[static_cast<std::size_t>(54 - empties)];
        CHECK(label.board.empties() == empties);
        const bool black_to_move = empties % 2 == 0;
        CHECK(label.score == Score::from_discs(black_to_move ? 28 : -28));
        CHECK(label.source == (empties == 24 ? LabelSource::exact : LabelSource::later));
        CHECK(label.distance == empties - 24);
    }
}

TEST_CASE("positions between a known score and the solved ones get the first solved score") {
    const Labels labels = labels_of(moves_of(whole_game), whole_game_score, {.exact_at = 1});
    const LabelledPosition* last = find(labels, 1);
    REQUIRE(last != nullptr);
    CHECK(last->score == Score::from_discs(18)); // black to move, after white's pass
    CHECK(last->source == LabelSource::exact);
    for (int empties = 23; empties > 1; --empties) {
        CAPTURE(empties);
        const LabelledPosition* label = find(labels, empties);
        REQUIRE(label != nullptr);
        CHECK(label->score == Score::from_discs(empties % 2 == 0 ? 18 : -18));
        CHECK(label->source == LabelSource::later);
        CHECK(label->distance == empties - 1);
    }
}

TEST_CASE("the labelled boards are those of the game, seen by the side to move") {
    const auto moves = moves_of(whole_game);
    const Labels labels = labels_of(moves, whole_game_score, {.exact_at = 4});
    REQUIRE(labels.size() == 54);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const std::size_t passes = labels[i].board.empties() == 1 ? 1 : 0;
        CHECK(labels[i].board == board_after(std::span(moves).first(6 + i + passes)));
    }
}

TEST_CASE("a known score is ignored if the game ended before it") {
    const auto moves = moves_of(whole_game);
    CHECK(labels_of(std::span(moves).first(35), whole_game_score, {}).empty());
    CHECK(labels_of(std::span(moves).first(0), whole_game_score, {}).empty());
}

TEST_CASE("an unfinished game has labels up to its last position of known value") {
    const auto moves = moves_of(whole_game);
    const Labels known = labels_of(std::span(moves).first(40), whole_game_score, {.exact_at = 8});
    REQUIRE(known.size() == 31);
    CHECK(known.back().board.empties() == 24);
    CHECK(known.back().distance == 0);
    const Labels solved = labels_of(std::span(moves).first(54), {}, {.exact_at = 8});
    REQUIRE(solved.size() == 49);
    CHECK(solved.back().board.empties() == 6);
    CHECK(find(solved, 54)->distance == 54 - 8);
}

TEST_CASE("it is known without any search whether a game has labels") {
    const auto moves = moves_of(whole_game);
    for (std::size_t size = 0; size <= moves.size(); ++size) {
        const auto game = std::span(moves).first(size);
        CAPTURE(size);
        for (const std::optional<KnownScore> known : {std::optional(whole_game_score), {}}) {
            const LabelSettings settings{.exact_at = 4};
            CHECK(has_labels(game, known, settings) == !labels_of(game, known, settings).empty());
        }
    }
    const auto wiped_out = moves_of("e6f4e3f6g5d6e7f5c5");
    CHECK(has_labels(wiped_out, {}, {.exact_at = 16}));
    CHECK_FALSE(has_labels(std::span(wiped_out).first(8), {}, {.exact_at = 16}));
}

TEST_CASE("a finished game gives its result to the positions before") {
    // Black wins all discs with his fifth move.
    const Labels labels = labels_of(moves_of("e6f4e3f6g5d6e7f5c5"), {}, {.exact_at = 16});
    REQUIRE(labels.size() == 3);
    const std::array<int, 3> scores = {64, -64, 64};
    for (std::size_t i = 0; i < labels.size(); ++i) {
        CHECK(labels[i].score == Score::from_discs(scores[i]));
        CHECK(labels[i].source == LabelSource::later);
        CHECK(labels[i].distance == 3 - i);
    }
}

TEST_CASE("instead of a position with a pass, the one after it is labelled") {
    testing::Random random(9);
    for (int number = 0; number < 10; ++number) {
        const auto moves = game_before_pass(random, 8);
        const Board passing = board_after(moves);
        const Labels labels = labels_of(moves, {}, {.exact_at = 8});
        REQUIRE_FALSE(labels.empty());
        CHECK(labels.back().board == passing.passed());
        CHECK(labels.back().score == Score::from_discs(testing::plain_solve(passing.passed())));
        CHECK(labels.back().source == LabelSource::exact);
    }
}

TEST_CASE("a known score keeps its colour across a pass") {
    // After the eighth move black must pass, so that white moves next with 52 empty squares.
    const KnownScore known{.empties = 50, .black_discs = 10};
    const auto moves = moves_of("f5f6d3g5h5h4g7h6c5e6");
    REQUIRE(moves.size() == 11);
    const Labels labels = labels_of(moves, known, {.exact_at = 1});
    REQUIRE(labels.size() == 5);
    const std::array<int, 5> scores = {10, -10, -10, 10, -10}; // b w w b w
    for (std::size_t i = 0; i < labels.size(); ++i) {
        CAPTURE(i);
        CHECK(labels[i].score == Score::from_discs(scores[i]));
        CHECK_FALSE(labels[i].board.must_pass());
    }
}

TEST_CASE("positions with more empty squares than asked for have no label") {
    const Labels labels =
        labels_of(moves_of(whole_game), whole_game_score, {.exact_at = 2, .most_empties = 30});
    REQUIRE(labels.size() == 30);
    CHECK(labels.front().board.empties() == 30);
}

TEST_CASE("stopped labelling returns nothing") {
    const std::atomic<bool> stop = true;
    Searcher searcher(1, 1);
    CHECK_FALSE(label_game(moves_of(whole_game), {}, searcher, {.exact_at = 8, .stop = &stop}));
}
