#include "engine/play/move_chooser.h"
#include "tests/catch.h"

#include <memory>
#include <utility>

using namespace emilia;

namespace {

/// Plays the last legal move and records what it was asked.
class LastMovePlayer : public Player {
public:
    struct Record {
        MoveLimits limits;
        int new_games = 0;
        int moves = 0;
    };
    explicit LastMovePlayer(Record& record) : record_(record) {}

    Decision choose(const Board& board, const MoveLimits& limits) override {
        record_.limits = limits;
        ++record_.moves;
        Square last = Square::pass;
        for (Bitboard moves = board.legal_moves(); moves != 0; moves &= moves - 1)
            last = first_square(moves);
        return {last, 7};
    }
    void new_game() override { ++record_.new_games; }

private:
    Record& record_;
};

EngineSettings quick() {
    EngineSettings settings;
    settings.depth = 2;
    settings.hash_megabytes = 1;
    return settings;
}

Board finished_game() {
    return {~Bitboard{0}, 0};
}

} // namespace

TEST_CASE("without a player the engine chooses the moves and says what they are worth") {
    Engine engine(quick());
    MoveChooser chooser(engine);
    CHECK(chooser.engine_plays());
    const ChosenMove chosen = chooser.choose(Board::start());
    CHECK(Board::start().is_legal(chosen.move));
    REQUIRE(chosen.line);
    CHECK(chosen.line->move == chosen.move);
    CHECK(chosen.nodes > 0);
    CHECK(chooser.choose(finished_game()).move == Square::none);
}

TEST_CASE("a player chooses in the engine's place, within its own time, and gives no score") {
    Engine engine(quick());
    LastMovePlayer::Record record;
    MoveChooser chooser(engine, std::make_unique<LastMovePlayer>(record), 0.5);
    CHECK_FALSE(chooser.engine_plays());
    const std::atomic<bool> stop = false;
    const ChosenMove chosen = chooser.choose(Board::start(), GameClock{.seconds = 9}, &stop);
    CHECK(chosen.move == Square::e6);
    CHECK_FALSE(chosen.line);
    CHECK(chosen.nodes == 7);
    CHECK(record.limits.seconds == 0.5);
    REQUIRE(record.limits.clock);
    CHECK(record.limits.clock->seconds == 9);
    CHECK(record.limits.stop == &stop);
}

TEST_CASE("a player is not asked for a move in a finished game") {
    Engine engine(quick());
    LastMovePlayer::Record record;
    MoveChooser chooser(engine, std::make_unique<LastMovePlayer>(record));
    CHECK(chooser.choose(finished_game()).move == Square::none);
    CHECK(record.moves == 0);
}

TEST_CASE("a new game reaches the player") {
    Engine engine(quick());
    LastMovePlayer::Record record;
    MoveChooser chooser(engine, std::make_unique<LastMovePlayer>(record));
    chooser.new_game();
    CHECK(record.new_games == 1);
}
