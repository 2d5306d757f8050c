#include "engine/play/engine.h"
#include "tests/catch.h"
#include "tests/play/engine_settings.h"
#include "tests/search/plain_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

using namespace emilia;
using emilia::testing::plain_solve;
using emilia::testing::positions_with;
using emilia::testing::Random;
using emilia::testing::settings_of;

namespace {

/// Knows every position: the first legal move scores 3 discs, searched to a fixed depth.
class FirstMoveBook : public OpeningBook {
public:
    explicit FirstMoveBook(Depth depth) : depth_(depth) {}
    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const override {
        Line line;
        line.move = first_square(board.legal_moves());
        line.value = Score::from_discs(3);
        line.depth = depth_;
        line.kind = ScoreKind::book;
        return {{.line = line, .doubt = {}, .games = 0}};
    }
    [[nodiscard]] std::optional<BookLine> choose(const Board& board, Depth depth,
                                                 Score draw) override {
        asked_depth = depth;
        asked_draw = draw;
        if (depth > depth_) return std::nullopt;
        return lines(board).front();
    }
    [[nodiscard]] std::optional<BookLine> choose_popular(const Board& board) override {
        if (!has_games) return std::nullopt;
        asked_popular = true;
        return lines(board).front();
    }
    Depth asked_depth = 0;
    Score asked_draw;
    bool has_games = true;
    bool asked_popular = false;

private:
    Depth depth_;
};

} // namespace

TEST_CASE("the book answers without a search if it sees as far ahead as the search would") {
    const auto book = std::make_shared<FirstMoveBook>(18);
    const auto engine_with = [&book](auto change) {
        return Engine(settings_of([&](EngineSettings& settings) {
            settings.book = book;
            change(settings);
        }));
    };
    const Board start = Board::start();
    Engine to_depth = engine_with([](EngineSettings& s) { s.depth = 18; });
    const SearchResult known = to_depth.choose_move(start, {}, nullptr, Score::from_discs(-1));
    CHECK(known.nodes == 0);
    CHECK(known.lines.front().kind == ScoreKind::book);
    CHECK(known.lines.front().move == Square::d3);
    CHECK(book->asked_depth == 18);
    CHECK(book->asked_draw == Score::from_discs(-1));
    // A search that gets deeper than the book replaces it.
    Engine deep = engine_with([](EngineSettings& s) {
        s.depth = 19;
        s.nodes = 100;
    });
    CHECK(deep.choose_move(start).nodes == 0); // a hundred nodes don't reach the depth of the book
    Engine many = engine_with([](EngineSettings& s) { s.nodes = 2'000'000; });
    CHECK(many.choose_move(start).nodes > 0);
    // More time means more depth; without a clock the level sets the depth.
    Depth before = 0;
    for (const double seconds : {0.001, 0.01, 0.1, 1e305}) {
        Engine timed = engine_with([seconds](EngineSettings& s) { s.seconds = seconds; });
        const std::atomic<bool> stop = true;
        static_cast<void>(timed.choose_move(start, {}, &stop));
        CHECK(book->asked_depth > before);
        before = book->asked_depth;
    }
    Engine level = engine_with([](EngineSettings& s) { s.level = 12; });
    CHECK(level.choose_move(start).nodes == 0);
    CHECK(book->asked_depth == 12);
}

TEST_CASE("a forced move is played without the book") {
    Engine engine(settings_of([](EngineSettings& settings) {
        settings.depth = 1;
        settings.book = std::make_shared<FirstMoveBook>(60);
    }));
    // Black has only one move: b1, which flips c1.
    const Board board{bit(Square::d1), bit(Square::c1)};
    CHECK(engine.choose_move(board).lines.front().kind != ScoreKind::book);
    const Board pass{bit(Square::c1), bit(Square::d1)};
    CHECK(engine.choose_move(Board{bit(Square::a1), bit(Square::h8)}.passed()).lines.empty());
    CHECK(engine.choose_move(pass).lines.front().kind != ScoreKind::book);
}

TEST_CASE("levels below 10 play the first moves of a game from the book, as people play them") {
    Random random(50);
    const Board early = positions_with(60 - 7, 1, random).front();
    const Board late = positions_with(60 - 8, 1, random).front();
    enum class Source { search, popular, best };
    const auto source_of = [](int level, const Board& board) {
        const auto book = std::make_shared<FirstMoveBook>(60);
        Engine engine(settings_of([&](EngineSettings& settings) {
            settings.book = book;
            settings.level = level;
        }));
        if (engine.choose_move(board).lines.front().kind != ScoreKind::book) return Source::search;
        return book->asked_popular ? Source::popular : Source::best;
    };
    CHECK(source_of(3, early) == Source::popular);
    CHECK(source_of(3, late) == Source::search);
    CHECK(source_of(4, late) == Source::popular);
    CHECK(source_of(10, late) == Source::best);
}

TEST_CASE("low levels play from a book without games, too") {
    const auto book = std::make_shared<FirstMoveBook>(60);
    book->has_games = false;
    Engine engine(settings_of([&](EngineSettings& settings) {
        settings.book = book;
        settings.level = 5;
    }));
    CHECK(engine.choose_move(Board::start()).lines.front().kind == ScoreKind::book);
    CHECK(book->asked_depth == 5);
}

TEST_CASE("a midgame search close to the end goes on to it and reports its confidence") {
    Random random(49);
    for (const Board& board : positions_with(16, 5, random)) {
        if (count(board.legal_moves()) < 2) continue;
        Searcher searcher(1, 16);
        SearchLimits limits;
        limits.depth = 10;
        limits.probable_at = 16;
        const Line line = searcher.search(board, limits).lines.front();
        CHECK(line.kind == ScoreKind::probable);
        CHECK(line.confidence == Confidence::low);
        CHECK(line.depth == 16);
        CHECK(line.value.score().hundredths() % 100 == 0);
        limits.probable_at = 15;
        CHECK(searcher.search(board, limits).lines.front().kind == ScoreKind::midgame);
    }
}

TEST_CASE("several lines share the nodes for solving, but a forced move is only one line") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.nodes = 750'000; }));
    const auto probable_at = [&engine](const Board& board, int lines) {
        return engine.analysis_limits(board, lines, std::nullopt, nullptr).probable_at;
    };
    Random random(51);
    for (const Board& board : positions_with(22, 10, random)) {
        if (count(board.legal_moves()) < 5) continue;
        CHECK(probable_at(board, 1) == 22);
        CHECK(probable_at(board, 5) == 0);
    }
    constexpr Bitboard last_five_rows = ~Bitboard{0} << 24;
    const Board forced{bit(Square::a1), bit(Square::b1) | last_five_rows};
    REQUIRE(forced.legal_moves() == bit(Square::c1));
    REQUIRE(forced.empties() == 22);
    CHECK(probable_at(forced, 5) == 22);
}

TEST_CASE("with fewer empties the answer comes from midgame, win/loss/draw, then exact search") {
    Engine engine(settings_of([](EngineSettings& settings) {
        settings.depth = 3;
        settings.wld_at = 12;
        settings.exact_at = 10;
    }));
    struct Case {
        int empties;
        ScoreKind kind;
    };
    const auto [empties, kind] = GENERATE(
        Case{30, ScoreKind::midgame}, Case{13, ScoreKind::midgame}, Case{12, ScoreKind::wld},
        Case{11, ScoreKind::wld}, Case{10, ScoreKind::exact}, Case{4, ScoreKind::exact});
    Random random(41);
    for (const Board& board : positions_with(empties, 5, random)) {
        if (board.is_over()) continue;
        const SearchResult result = engine.choose_move(board);
        CAPTURE(empties);
        CHECK(result.lines.front().kind == kind);
    }
}

TEST_CASE("a depth that reaches the end of the game is exact") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.depth = 9; }));
    Random random(42);
    for (const Board& board : positions_with(9, 10, random)) {
        if (board.is_over()) continue;
        const Line line = engine.choose_move(board).lines.front();
        CHECK(line.kind == ScoreKind::exact);
        CHECK(line.value.score().whole_discs() == plain_solve(board));
    }
}

TEST_CASE("a level limits the depth") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.level = 3; }));
    Random random(43);
    for (const Board& board : positions_with(40, 5, random)) {
        CHECK(engine.choose_move(board).lines.front().depth <= 3);
    }
    engine.set_level(5);
    CHECK(engine.choose_move(Board::start()).lines.front().depth == 5);
}

TEST_CASE("a clock that has run out still gives a legal move") {
    Engine engine(settings_of([](EngineSettings&) {}));
    Random random(44);
    for (const int empties : {50, 30, 10}) {
        for (const Board& board : positions_with(empties, 5, random)) {
            if (board.is_over()) continue;
            for (const double seconds : {-1.0, 0.0, 0.001}) {
                const SearchResult result =
                    engine.choose_move(board, GameClock{.seconds = seconds});
                REQUIRE_FALSE(result.lines.empty());
                CHECK(board.is_legal(result.lines.front().move));
            }
        }
    }
}

TEST_CASE("the solvers of a position agree with each other") {
    Engine engine(settings_of([](EngineSettings&) {}));
    Random random(45);
    for (const Board& board : positions_with(10, 10, random)) {
        if (board.is_over()) continue;
        const int discs = engine.solve(board, 1).lines.front().value.score().whole_discs();
        CHECK(discs == plain_solve(board));
        CHECK(engine.solve_outcome(board, 1).lines.front().value.outcome()
              == outcome_of(Score::from_discs(discs)));
    }
}

TEST_CASE("an analysis by depth scores every move and is not limited in time") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.depth = 5; }));
    const SearchResult result = engine.analyze(Board::start(), 64, 0.000001);
    REQUIRE(result.lines.size() == 4);
    for (const Line& line : result.lines) CHECK(line.depth == 5);
}

TEST_CASE("the midgame search answers until the solvers may take over") {
    Random random(46);
    for (const Board& board : positions_with(9, 5, random)) {
        if (count(board.legal_moves()) < 2) continue;
        Engine engine(settings_of([](EngineSettings& settings) {
            settings.level = 21;
            settings.wld_at = 0;
            settings.exact_at = 5;
        }));
        CHECK(engine.choose_move(board).lines.front().kind == ScoreKind::midgame);
        CHECK(engine.analyze(board, 64, std::nullopt).lines.front().kind == ScoreKind::midgame);
    }
}

TEST_CASE("a fixed depth gives the same result with a clock and without") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.depth = 3; }));
    Random random(47);
    for (const Board& board : positions_with(12, 5, random)) {
        if (count(board.legal_moves()) < 2) continue;
        for (const double seconds : {600.0, 1e9, 1e308}) {
            engine.forget();
            const Line line =
                engine.choose_move(board, GameClock{.seconds = seconds}).lines.front();
            CHECK(line.depth == 3);
            CHECK(line.kind == ScoreKind::midgame);
        }
    }
}

TEST_CASE("every move and every variation of games on a short clock is legal") {
    Random random(50);
    Engine engine(settings_of([](EngineSettings& settings) { settings.hash_megabytes = 1; }));
    for (Board board : positions_with(50, 4, random)) {
        GameClock clock{.seconds = 0.4};
        while (!board.is_over()) {
            const auto begin = std::chrono::steady_clock::now();
            const SearchResult result = engine.choose_move(board, clock);
            clock.seconds -=
                std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            REQUIRE(result.lines.size() == 1);
            REQUIRE(result.lines.front().principal_variation.front() == result.lines.front().move);
            Board reached = board;
            for (const Square move : result.lines.front().principal_variation) {
                REQUIRE(reached.is_legal(move));
                reached = reached.after(move);
            }
            board = board.after(result.lines.front().move);
        }
    }
}

TEST_CASE("a forced move takes only a shallow search, whatever the level") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.level = 60; }));
    const Board forced{bit(Square::b1), bit(Square::c1) | bit(Square::h8)};
    REQUIRE(count(forced.legal_moves()) == 1);
    const SearchResult result = engine.choose_move(forced);
    CHECK(result.lines.front().move == Square::d1);
    CHECK(result.nodes < 1000);
}

TEST_CASE("pondering saves nodes when the expected reply comes") {
    const EngineSettings settings = settings_of([](EngineSettings& s) { s.depth = 11; });
    Engine one_that_did(settings);
    Engine one_that_did_not(settings);
    const Board opponents = Board::start().after(Square::f5);
    const std::atomic<bool> stop = false;
    one_that_did.think_ahead(opponents, stop);
    bool saved = false;
    for (const Square reply : squares_of(opponents.legal_moves())) {
        const Board own = opponents.after(reply);
        const SearchResult thought = one_that_did.choose_move(own);
        const SearchResult fresh = one_that_did_not.choose_move(own);
        CHECK(thought.lines.front().depth == fresh.lines.front().depth);
        saved = saved || thought.nodes < fresh.nodes / 4;
        one_that_did_not.forget();
    }
    CHECK(saved);
}

TEST_CASE("pondering ends on stop, and when the game is over") {
    Engine engine(settings_of([](EngineSettings& settings) { settings.level = greatest_level; }));
    const std::atomic<bool> at_once = true;
    engine.think_ahead(Board::start(), at_once);
    for (int delay = 0; delay < 1000; delay += 100) {
        std::atomic<bool> stop = false;
        std::thread opponent([&stop, delay] {
            for (int i = 0; i < delay; ++i) std::this_thread::yield();
            stop = true;
        });
        engine.think_ahead(Board::start(), stop);
        opponent.join();
    }
    const std::atomic<bool> never = false;
    const Board over{.player = ~Bitboard{0}, .opponent = 0};
    engine.think_ahead(over, never);
    Random random(48);
    bool passed = false;
    for (const Board& board : positions_with(5, 200, random)) {
        passed = passed || board.must_pass();
        engine.think_ahead(board, never);
    }
    CHECK(passed);
}

TEST_CASE("of a depth and a level the one that ends a search first counts") {
    for (const int level : {2, 9}) {
        for (const Depth depth : {1, 4, 7}) {
            CAPTURE(level, depth);
            Engine engine(settings_of([&](EngineSettings& settings) {
                settings.depth = depth;
                settings.level = level;
            }));
            const SearchResult result = engine.choose_move(Board::start());
            CHECK(result.lines.front().depth == std::min(depth, level_of(level).depth));
        }
    }
}
