#include "engine/board/symmetry.h"
#include "engine/play/engine.h"
#include "engine/play/level.h"
#include "tests/catch.h"
#include "tests/play/engine_settings.h"
#include "tests/search/plain_search.h"

#include <vector>

using namespace emilia;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::settings_of;

TEST_CASE("a higher level searches deeper and solves from at least as many empties") {
    for (int number = least_level; number < greatest_level; ++number) {
        const Level lower = level_of(number);
        const Level higher = level_of(number + 1);
        CAPTURE(number);
        CHECK(higher.depth > lower.depth);
        CHECK(higher.exact_at >= lower.exact_at);
        CHECK(higher.wld_at >= lower.wld_at);
        CHECK(higher.probable_at >= lower.probable_at);
        CHECK(higher.misjudgement <= lower.misjudgement);
        CHECK((higher.misjudgement < lower.misjudgement) == (number < faultless_level));
        CHECK((lower.misjudgement == 0) == (number >= faultless_level));
        CHECK(lower.wld_at >= lower.exact_at);
        CHECK(lower.probable_at >= lower.depth);
        CHECK(lower.probable_at >= lower.wld_at);
    }
}

TEST_CASE("the Elo of a level is higher than that of the level below, as far as it is known") {
    for (int number = least_level; number < greatest_level; ++number) {
        const Level lower = level_of(number);
        const Level higher = level_of(number + 1);
        CAPTURE(number);
        CHECK_FALSE(lower.name.empty());
        if (higher.elo) CHECK(*higher.elo > lower.elo.value_or(*higher.elo));
    }
    CHECK(level_of(default_level).elo.has_value());
}

TEST_CASE("levels for beginners choose worse moves than their search finds, but the same ones each "
          "time") {
    Random random(48);
    const std::vector<Board> boards = positions_with(40, 40, random);
    const auto loss_of = [&boards](int level) {
        Engine engine(settings_of([level](EngineSettings& settings) { settings.level = level; }));
        Engine judge(settings_of([level](EngineSettings& settings) { settings.depth = level; }));
        double loss = 0;
        for (const Board& board : boards) {
            const Line chosen = engine.choose_move(board).lines.front();
            CHECK(engine.choose_move(board).lines.front().move == chosen.move);
            CHECK(board.is_legal(chosen.move));
            const Line best = judge.analyze(board, 1, std::nullopt).lines.front();
            loss += (best.value.score() - chosen.value.score()).discs();
        }
        return loss / static_cast<double>(boards.size());
    };
    const double first = loss_of(1);
    const double fourth = loss_of(4);
    CHECK(first > fourth);
    CHECK(fourth > loss_of(8));
}

TEST_CASE("a level that errs plays the same on a board that is turned") {
    Random random(49);
    Engine engine(settings_of([](EngineSettings& settings) { settings.level = 3; }));
    for (const Board& board : positions_with(40, 10, random)) {
        const auto choice = [&engine](const Board& position) {
            return canonical(position.after(engine.choose_move(position).lines.front().move));
        };
        const Board chosen = choice(board);
        for (int symmetry = 1; symmetry < symmetry_count; ++symmetry)
            CHECK(choice(transformed(board, symmetry)) == chosen);
    }
}

TEST_CASE("a level that errs gives away no outcome that it is asked to prove") {
    Random random(51);
    Engine engine(settings_of([](EngineSettings& settings) {
        settings.level = 1;
        settings.wld_at = 12;
    }));
    Engine judge(settings_of([](EngineSettings&) {}));
    for (const Board& board : positions_with(12, 20, random)) {
        if (board.legal_moves() == 0) continue;
        const Board chosen = board.after(engine.choose_move(board).lines.front().move);
        const auto outcome = [&judge](const Board& position) {
            if (position.is_over()) return outcome_of(Score::from_discs(position.final_score()));
            return *judge.solve_outcome(position, 1).lines.front().value.outcome();
        };
        CHECK(sign(outcome(chosen)) == -sign(outcome(board)));
    }
}
