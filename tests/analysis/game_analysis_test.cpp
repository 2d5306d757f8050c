#include "engine/analysis/game_analysis.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/random_game.h"
#include "tests/search/plain_search.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

EngineSettings quick(auto change) {
    EngineSettings settings;
    settings.hash_megabytes = 4;
    change(settings);
    return settings;
}

Engine engine_of_depth(Depth depth) {
    return Engine(quick([depth](EngineSettings& s) { s.depth = depth; }));
}

Game random_played_game(std::uint64_t seed) {
    Random random(seed);
    Game game;
    while (!game.position().board.is_over())
        REQUIRE(game.play(random_move(game.position().board, random)));
    return game;
}

/// A game of only the last moves of `game`.
Game end_of(const Game& game, std::size_t moves) {
    Position start = game.start();
    for (std::size_t i = 0; i + moves < game.moves().size(); ++i)
        start = start.after(game.moves()[i].move);
    Game end(start);
    for (std::size_t i = game.moves().size() - moves; i < game.moves().size(); ++i)
        REQUIRE(end.play(game.moves()[i].move));
    return end;
}

/// A book of one position.
class OneLineBook : public OpeningBook {
public:
    OneLineBook(const Board& board, Line line) : board_(board), line_(std::move(line)) {}
    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const override {
        if (board != board_) return {};
        return {{.line = line_, .doubt = {}, .games = 1}};
    }
    [[nodiscard]] std::optional<BookLine> choose(const Board&, Depth, Score) override {
        return std::nullopt;
    }
    [[nodiscard]] std::optional<BookLine> choose_popular(const Board&) override {
        return std::nullopt;
    }

private:
    Board board_;
    Line line_;
};

} // namespace

TEST_CASE("each move of a game's end loses what a plain solver says, and no more") {
    Engine engine(quick([](EngineSettings& s) { s.exact_at = 12; }));
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
        const Game game = end_of(random_played_game(seed), 9);
        const AnalyzedGame analyzed = analyze_game(game, engine, {});
        REQUIRE(analyzed.complete);
        std::size_t passes = 0;
        for (const PlayedMove& move : game.moves()) passes += move.move == Square::pass ? 1 : 0;
        REQUIRE(analyzed.judgements.size() == game.moves().size() - passes);
        Score total;
        for (const Judgement& move : analyzed.judgements) {
            const int best = plain_solve(move.before.board);
            const int got = -plain_solve(move.before.board.after(move.move));
            CAPTURE(seed, move.number);
            CHECK(move.is_exact());
            CHECK(move.best().value.score().whole_discs() == best);
            CHECK(move.played.value.score().whole_discs() == got);
            CHECK(move.loss.whole_discs() == best - got);
            CHECK(move.equivalent == (best == got));
            CHECK(move.number == 61 - move.before.board.empties());
            total = total + move.loss;
        }
        CHECK(analyzed.exact_from() == analyzed.judgements.front().number);
        const MoveSummary black = analyzed.summary(Color::black);
        const MoveSummary white = analyzed.summary(Color::white);
        CHECK(black.loss + white.loss == total);
        CHECK(black.moves + white.moves == static_cast<int>(analyzed.judgements.size()));
    }
}

TEST_CASE("the turning points of a solved end lose the win or the draw, or four discs and more") {
    Engine engine(quick([](EngineSettings& s) { s.exact_at = 12; }));
    std::size_t points = 0;
    std::size_t both = 0; // great losses in a game that stays won or lost
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const AnalyzedGame analyzed = analyze_game(end_of(random_played_game(seed), 9), engine, {});
        const auto sign = [](int discs) { return (discs > 0) - (discs < 0); };
        for (const Judgement& move : analyzed.judgements) {
            const int got = -plain_solve(move.before.board.after(move.move));
            const int best = plain_solve(move.before.board);
            const bool turns = sign(got) < sign(best) || best - got >= 4;
            CHECK(is_turning_point(move) == turns);
            points += turns ? 1 : 0;
            both += sign(got) == sign(best) && best - got >= 4 ? 1 : 0;
        }
    }
    CHECK(points > 3);
    CHECK(both > 3);
}

TEST_CASE("a great loss is a turning point, and a small one is not even if it crosses zero") {
    struct Case {
        int best; ///< in hundredths of a disc
        int played;
        ScoreKind kind;
        bool turns;
    };
    const std::vector<Case> cases = {
        {1400, 200, ScoreKind::exact, true},     {-200, -3000, ScoreKind::exact, true},
        {-3000, -3200, ScoreKind::exact, false}, {200, 0, ScoreKind::exact, true},
        {0, -200, ScoreKind::exact, true},       {60, -20, ScoreKind::midgame, false},
        {40, -40, ScoreKind::midgame, false},    {90, -10, ScoreKind::midgame, true},
        {1000, 610, ScoreKind::midgame, false},  {1000, 600, ScoreKind::probable, true},
        {30, -60, ScoreKind::book, false},       {40, -60, ScoreKind::book, true},
        {500, 500, ScoreKind::midgame, false},
    };
    for (const Case& c : cases) {
        Judgement move;
        Line best;
        best.value = Score::from_hundredths(c.best);
        best.kind = c.kind;
        move.played = best;
        move.played.value = Score::from_hundredths(c.played);
        move.lines = {best};
        move.loss = best.value.score() - move.played.value.score();
        CAPTURE(c.best, c.played);
        CHECK(is_turning_point(move) == c.turns);
    }
}

TEST_CASE(
    "the opening's moves are compared at one depth, and the first one is equal to its mirror") {
    Engine engine = engine_of_depth(6);
    const Game game = *parse_moves("f5d6c3d3c4");
    const AnalyzedGame analyzed = analyze_game(game, engine, {.lines = 2});
    REQUIRE(analyzed.judgements.size() == 5);
    CHECK(analyzed.judgements.front().equivalent);
    CHECK(analyzed.judgements.front().number == 1);
    for (const Judgement& move : analyzed.judgements) {
        CHECK(move.loss >= Score());
        CHECK(move.played.depth == move.best().depth);
        CHECK(move.played.move == move.move);
        CHECK(move.lines.size() <= 2);
        CHECK(move.best().value.score() >= move.played.value.score());
    }
    CHECK_FALSE(analyzed.exact_from());
}

TEST_CASE("a move that mirrors the best one loses nothing, wherever it occurs") {
    Engine engine = engine_of_depth(8);
    for (const std::string_view moves : {"f5d6c3d3c4f4f6f3", "e6f4", "c4e3", "d3c5d6e3"}) {
        CAPTURE(moves);
        const Game game = *parse_moves(moves);
        for (const int lines : {1, 3}) {
            const AnalyzedGame analyzed = analyze_game(game, engine, {.lines = lines});
            for (const Judgement& move : analyzed.judgements) {
                const Board& board = move.before.board;
                const bool mirrors =
                    canonical(board.after(move.move)) == canonical(board.after(move.best().move));
                CHECK(move.equivalent == mirrors);
                if (!mirrors) continue;
                CHECK(move.loss == Score());
                CHECK(move.played.value == move.best().value);
                CHECK_FALSE(is_turning_point(move));
            }
            CHECK(analyzed.judgements.front().equivalent); // all first moves are equal
        }
    }
}

TEST_CASE("where the book sees farther its word counts, and a solved score is left alone") {
    Line known;
    known.move = Square::f5;
    known.value = Score::from_discs(7);
    known.depth = 30;
    known.kind = ScoreKind::book;
    const auto book = std::make_shared<OneLineBook>(Board::start(), known);
    Engine engine = engine_of_depth(3);
    const AnalyzedGame analyzed = analyze_game(*parse_moves("f5"), engine, {.book = book});
    REQUIRE(analyzed.judgements.size() == 1);
    CHECK(analyzed.judgements.front().played.kind == ScoreKind::book);
    CHECK(analyzed.judgements.front().best().value == Score::from_discs(7));
    CHECK(analyzed.judgements.front().loss == Score());

    Line exact = known;
    exact.kind = ScoreKind::exact;
    exact.value = Score::from_discs(2);
    exact.depth = 3;
    CHECK(with_book({exact}, Board::start(), *book).front().value == Score::from_discs(2));
    Line deeper = exact;
    deeper.kind = ScoreKind::midgame;
    deeper.depth = 31;
    CHECK(with_book({deeper}, Board::start(), *book).front().value == Score::from_discs(2));
}

TEST_CASE("the score of a position is the book's where it sees farther, also just behind it") {
    Line known;
    known.move = Square::f5;
    known.value = Score::from_discs(1);
    known.depth = 20;
    known.kind = ScoreKind::book;
    const OneLineBook book(Board::start(), known);
    const Board start = Board::start();
    const Board behind = start.after(Square::f5);
    Line searched;
    searched.value = Score::from_discs(3);
    const auto at_start = [&](Depth depth, ScoreKind kind = ScoreKind::midgame) {
        searched.depth = depth;
        searched.kind = kind;
        return score_with_book(searched, start, nullptr, Square::none, book);
    };
    CHECK(at_start(19) == Score::from_discs(1));
    CHECK(at_start(20) == Score::from_discs(3));
    CHECK(at_start(12, ScoreKind::exact) == Score::from_discs(3));
    const auto after = [&](Square move, Depth depth) {
        searched.depth = depth;
        searched.kind = ScoreKind::midgame;
        return score_with_book(searched, start.after(move), &start, move, book);
    };
    // The book move costs nothing, although a search of the position behind it says three discs.
    CHECK(after(Square::f5, 18) == Score::from_discs(-1));
    CHECK(after(Square::f5, 19) == Score::from_discs(3));
    CHECK(after(Square::d3, 18) == Score::from_discs(3));
    CHECK(score_with_book(searched, behind, nullptr, Square::none, book) == Score::from_discs(3));
}

TEST_CASE("an analysis that is stopped has the moves that are done, and says so") {
    Engine engine = engine_of_depth(4);
    std::atomic<bool> stop = false;
    std::size_t seen = 0;
    const AnalyzedGame analyzed =
        analyze_game(random_played_game(5), engine, {}, &stop, [&](std::size_t done, std::size_t) {
            seen = done;
            if (done == 7) stop = true;
        });
    CHECK_FALSE(analyzed.complete);
    CHECK(analyzed.judgements.size() == 7);
    CHECK(seen == 7);
    // The finished moves are the last ones of the game.
    CHECK(analyzed.judgements.back().before.board.after(analyzed.judgements.back().move).is_over());
}

TEST_CASE("a game without moves has nothing to be analyzed") {
    Engine engine = engine_of_depth(2);
    const AnalyzedGame analyzed = analyze_game(Game(), engine, {});
    CHECK(analyzed.complete);
    CHECK(analyzed.judgements.empty());
    CHECK_FALSE(analyzed.exact_from());
    CHECK(analyzed.summary(Color::black).mean_loss() == 0);
    CHECK(analyzed.summary(Color::black).equivalent_fraction() == 0);
}

TEST_CASE("the totals of a game are those of its players, in each part and in all") {
    Engine engine = engine_of_depth(1);
    Game game = random_played_game(3);
    game.black_name = "Ann";
    const AnalyzedGame analyzed = analyze_game(game, engine, {});
    const auto [black, white] = analyzed.totals();
    CHECK(black.name == "Ann");
    CHECK(white.name.empty());
    CHECK(black.all.loss == analyzed.summary(Color::black).loss);
    CHECK(white.all.loss == analyzed.summary(Color::white).loss);
    for (const PlayerTotals& player : {black, white}) {
        CHECK(player.parts[0].moves + player.parts[1].moves == player.all.moves);
        CHECK(player.parts[0].loss + player.parts[1].loss == player.all.loss);
        CHECK(player.parts[0].equivalent + player.parts[1].equivalent == player.all.equivalent);
        CHECK(player.parts[1].moves > 0);
    }
}

TEST_CASE("two games have the same key if nothing that a record tells them apart by differs") {
    const Game game = *parse_moves("f5d6c3");
    Game same = game;
    same.place = "Stockholm";
    CHECK(key_of(same) == key_of(game));
    const auto differs = [&game](auto change) {
        Game other = game;
        change(other);
        return key_of(other) != key_of(game);
    };
    CHECK(differs([](Game& other) { other.black_name = "Ann"; }));
    CHECK(differs([](Game& other) { other.white_name = "Ann"; }));
    CHECK(differs([](Game& other) { other.event = "Cup"; }));
    CHECK(differs([](Game& other) { other.date = "1980"; }));
    CHECK(differs([](Game& other) { other.undo(); }));
    CHECK(differs([](Game& other) { other = Game(Position{Board::start(), Color::white}); }));
}
