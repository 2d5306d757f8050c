#include "engine/play/searcher.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"
#include "tests/search/problems.h"
#include "tests/search/search_limits.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// The position at the end of a variation, or none if a move is illegal.
std::optional<Board> played(Board board, const std::vector<Square>& moves) {
    for (const Square move : moves) {
        if (!board.is_legal(move)) return std::nullopt;
        board = board.after(move);
    }
    return board;
}

/// The boards that are reached in up to `plies` moves and have two moves to symmetric positions.
std::vector<Board> boards_with_twins(const Board& board, int plies) {
    std::vector<Board> found;
    std::vector<Board> children;
    for (const Square move : squares_of(board.legal_moves())) {
        const Board child = canonical(board.after(move));
        if (std::find(children.begin(), children.end(), child) == children.end())
            children.push_back(child);
    }
    if (static_cast<int>(children.size()) < count(board.legal_moves())) found.push_back(board);
    if (plies == 0) return found;
    for (const Board& child : children) {
        for (const Board& later : boards_with_twins(child, plies - 1)) found.push_back(later);
    }
    return found;
}

} // namespace

TEST_CASE("every line has the true score of its move, best first") {
    Random random(33);
    for (const Board& board : positions_with(40, 4, random)) {
        if (board.legal_moves() == 0) continue;
        constexpr Depth depth = 4;
        const auto full_width = [](int lines) {
            SearchLimits limits = to_depth(depth, lines);
            limits.confidence = Confidence::certain;
            return limits;
        };
        const auto lines = Searcher(1, hash_megabytes).search(board, full_width(64)).lines;
        REQUIRE(static_cast<int>(lines.size()) == count(board.legal_moves()));
        for (std::size_t i = 0; i < lines.size(); ++i) {
            CAPTURE(i, board.player, board.opponent);
            if (i > 0) CHECK(lines[i].value.score() <= lines[i - 1].value.score());
            CHECK(lines[i].depth == depth);
            // The table may hold a deeper result for a line, but never a shallower one. At this
            // depth only transpositions can have brought one.
            CHECK(lines[i].value == -plain_search(board.after(lines[i].move), depth - 1));
        }
        const auto top = Searcher(1, hash_megabytes).search(board, full_width(3)).lines;
        for (std::size_t i = 0; i < top.size(); ++i) CHECK(top[i].value == lines[i].value);
    }
}

TEST_CASE("an unfinished iteration does not mix its depth into the ranking of several moves") {
    Searcher searcher(1, hash_megabytes);
    Random random(38);
    const Board board = positions_with(45, 1, random).front();
    for (const Nodes nodes : {50U, 500U, 2000U, 5000U, 10000U, 20000U}) {
        SearchLimits limits;
        limits.nodes = nodes;
        limits.lines = 64;
        searcher.forget();
        const SearchResult result = searcher.search(board, limits);
        for (const Line& line : result.lines) CHECK(line.depth == result.lines.front().depth);
    }
}

TEST_CASE("exact scores of all moves are those of plain alpha-beta") {
    const int threads = GENERATE(1, 2);
    Random random(34);
    for (const Board& board : positions_with(9, 8, random)) {
        if (board.is_over()) continue;
        const auto lines = Searcher(threads, hash_megabytes).search(board, to_the_end(64)).lines;
        for (const Line& line : lines) {
            CHECK(line.kind == ScoreKind::exact);
            CHECK(line.value == Score::from_discs(-plain_solve(board.after(line.move))));
        }
    }
}

TEST_CASE("excluded moves are not searched") {
    Searcher searcher(1, hash_megabytes);
    Random random(35);
    for (const Board& board : positions_with(9, 8, random)) {
        if (board.is_over()) continue;
        CAPTURE(board.player, board.opponent);
        const SearchResult all = searcher.search(board, to_the_end(64));
        SearchLimits limits = to_the_end();
        for (std::size_t i = 0; i + 1 < all.lines.size(); ++i) {
            limits.excluded |= bit(all.lines[i].move);
            const Line best = searcher.search(board, limits).lines.front();
            CHECK_FALSE(contains(limits.excluded, best.move));
            CHECK(best.value == all.lines[i + 1].value);
        }
    }
}

TEST_CASE("moves that lead to symmetric positions have one value and mirrored variations") {
    const std::vector<Board> boards = boards_with_twins(Board::start(), 4);
    REQUIRE(boards.size() == 4);
    for (const Board& board : boards) {
        for (const int wanted : {1, 2, 3, 64}) {
            const auto lines = Searcher(1, hash_megabytes).search(board, to_depth(7, wanted)).lines;
            REQUIRE(static_cast<int>(lines.size()) == std::min(wanted, count(board.legal_moves())));
            for (const Line& line : lines) {
                CHECK(played(board, line.principal_variation));
                for (const Line& other : lines) {
                    if (canonical(board.after(line.move)) != canonical(board.after(other.move)))
                        continue;
                    CHECK(line.value == other.value);
                    CHECK(canonical(*played(board, line.principal_variation))
                          == canonical(*played(board, other.principal_variation)));
                }
            }
        }
    }
}

TEST_CASE("an exact variation is legal to the end of the game and ends with its score") {
    const int threads = GENERATE(1, 2);
    Random random(35);
    for (const Board& board : positions_with(12, 15, random)) {
        if (board.is_over()) continue;
        for (const Line& line :
             Searcher(threads, hash_megabytes).search(board, to_the_end(64)).lines) {
            const auto end = played(board, line.principal_variation);
            REQUIRE(end);
            CHECK(end->is_over());
            const bool same_side = line.principal_variation.size() % 2 == 0;
            const Score score = Score::from_discs(end->final_score());
            CHECK((same_side ? score : -score) == line.value.score());
        }
    }
}

TEST_CASE("a win/loss/draw variation is legal to the end of the game and ends with its outcome") {
    const int threads = GENERATE(1, 2);
    Random random(44);
    for (const Board& board : positions_with(12, 15, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(11, 64);
        limits.wld_at = 60;
        for (const Line& line : Searcher(threads, hash_megabytes).search(board, limits).lines) {
            const auto end = played(board, line.principal_variation);
            REQUIRE(end);
            CHECK(end->is_over());
            const bool same_side = line.principal_variation.size() % 2 == 0;
            const int discs = same_side ? end->final_score() : -end->final_score();
            CHECK(line.value.outcome() == outcome_of(Score::from_discs(discs)));
        }
    }
}

TEST_CASE("every move of every variation is legal") {
    const int threads = GENERATE(1, 2);
    Searcher searcher(threads, 1); // small, so that many entries are replaced
    Random random(36);
    for (const int empties : {55, 40, 25, 16}) {
        for (const Board& board : positions_with(empties, 3, random)) {
            const auto check = [&board](const SearchResult& result) {
                for (const Line& line : result.lines) {
                    REQUIRE_FALSE(line.principal_variation.empty());
                    CHECK(line.principal_variation.front() == line.move);
                    CHECK(played(board, line.principal_variation));
                }
            };
            check(searcher.search(board, to_depth(7, 64), {.iteration = check}));
        }
    }
}

TEST_CASE("the win/loss/draw solver's moves have the outcome it says") {
    Random random(37);
    for (const Board& board : positions_with(10, 10, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(9, 64);
        limits.wld_at = 60;
        for (const Line& line : Searcher(1, hash_megabytes).search(board, limits).lines) {
            CHECK(line.kind == ScoreKind::wld);
            const int discs = -plain_solve(board.after(line.move));
            CHECK(line.value.outcome() == outcome_of(Score::from_discs(discs)));
        }
    }
}

TEST_CASE("an interrupted exact search ranks its scores with the outcomes found before it") {
    Random random(45);
    int mixed = 0;
    for (const Board& board : positions_with(14, 12, random)) {
        if (count(board.legal_moves()) < 4) continue;
        Searcher searcher(1, hash_megabytes);
        SearchLimits limits = to_the_end(64);
        limits.wld_at = 60;
        const Nodes whole = searcher.search(board, limits).nodes;
        for (Nodes part = 1; part < 30; ++part) {
            searcher.forget();
            limits.nodes = whole * part / 30;
            const auto lines = searcher.search(board, limits).lines;
            const auto kind = lines.front().kind;
            for (std::size_t i = 1; i < lines.size(); ++i) {
                if (lines[i].kind != kind) ++mixed;
                CHECK(lines[i].value.in_discs() <= lines[i - 1].value.in_discs());
            }
        }
    }
    CHECK(mixed > 0);
}

TEST_CASE("an interrupted win/loss/draw search never prefers a proven loss to an open move") {
    const int threads = GENERATE(1, 2);
    Random random(39);
    for (const Board& board : positions_with(12, 60, random)) {
        if (count(board.legal_moves()) < 3) continue;
        SearchLimits limits = to_depth(11);
        limits.wld_at = 60;
        Searcher searcher(threads, hash_megabytes);
        const SearchResult whole = searcher.search(board, limits);
        if (whole.lines.front().value.outcome() == Outcome::loss) continue; // every move is lost
        for (Nodes part = 1; part < 20; ++part) {
            searcher.forget();
            limits.nodes = whole.nodes * part / 20;
            const Line line = searcher.search(board, limits).lines.front();
            CHECK(line.value.outcome() != Outcome::loss);
            // Outcomes that are only probable change the order of the moves, and nothing else.
            CHECK(line.kind != ScoreKind::probable);
        }
    }
}

TEST_CASE("the best line never gets shallower from one iteration to the next") {
    Random random(47);
    for (const Board& board : positions_with(20, 12, random)) {
        Searcher searcher(1, hash_megabytes);
        SearchLimits limits = to_the_end();
        limits.wld_at = 60;
        Depth deepest = 0;
        const auto note = [&deepest](const SearchResult& sofar) {
            CHECK(sofar.lines.front().depth >= deepest);
            deepest = sofar.lines.front().depth;
        };
        static_cast<void>(searcher.search(board, limits, {.iteration = note}));
    }
}

TEST_CASE("an interrupted exact search keeps a move that it has just proved to be better") {
    Random random(53);
    int proved = 0;
    for (const Board& board : positions_with(14, 20, random)) {
        Searcher searcher(1, hash_megabytes);
        SearchLimits limits = to_the_end();
        const Nodes whole = searcher.search(board, limits).nodes;
        for (int part = 1; part < 40; ++part) {
            searcher.forget();
            limits.nodes = whole * static_cast<Nodes>(part) / 40;
            const Line line = searcher.search(board, limits).lines.front();
            if (line.kind != ScoreKind::wld) continue; // a win by some discs at least
            ++proved;
            SearchLimits only_this = to_the_end();
            only_this.excluded = board.legal_moves() & ~bit(line.move);
            CHECK(Searcher(1, hash_megabytes).search(board, only_this).lines.front().value.score()
                  >= line.value.estimate());
        }
    }
    CHECK(proved > 0);
}

TEST_CASE("a proven win is not given up for the better score of a selective search") {
    Random random(43);
    int cut_short_after_proof = 0;
    for (const Board& board : positions_with(20, 3, random)) {
        if (count(board.legal_moves()) < 3) continue;
        Searcher searcher(1, hash_megabytes);
        SearchLimits limits = to_the_end();
        limits.wld_at = 60;
        const Nodes whole = searcher.search(board, limits).nodes;
        for (int part = 1; part < 6; ++part) {
            searcher.forget();
            limits.nodes = whole * static_cast<Nodes>(part) / 6;
            bool proven = false;
            const auto note = [&proven](const SearchResult& sofar) {
                const Line& line = sofar.lines.front();
                proven |= line.value.outcome() == Outcome::win;
                if (!proven) return;
                CHECK(line.kind >= ScoreKind::wld);
                CHECK(line.value.in_discs() > Score());
            };
            const SearchResult result = searcher.search(board, limits, {.iteration = note});
            note(result);
            if (proven && result.lines.front().kind == ScoreKind::wld) ++cut_short_after_proof;
        }
    }
    CHECK(cut_short_after_proof > 0);
}

TEST_CASE("the score of a selective exact search is not called exact") {
    Searcher searcher(1, hash_megabytes);
    Random random(40);
    int selective_searches = 0;
    for (const Board& board : positions_with(20, 2, random)) {
        if (board.is_over()) continue;
        searcher.forget();
        const auto check = [&selective_searches](const SearchResult& sofar) {
            const Line& line = sofar.lines.front();
            if (line.depth < 20 || line.confidence == Confidence::certain) {
                CHECK(line.kind == (line.depth == 20 ? ScoreKind::exact : ScoreKind::midgame));
                return;
            }
            ++selective_searches;
            CHECK(line.kind == ScoreKind::probable);
            CHECK(line.depth == 20);
            CHECK(line.value.score().hundredths() % 100 == 0);
        };
        const SearchResult last = searcher.search(board, to_the_end(), {.iteration = check});
        CHECK(last.lines.front().kind == ScoreKind::exact);
    }
    CHECK(selective_searches == 2); // one before each exact search
}

TEST_CASE("of equally good moves the exact search begins with one that was easy to search") {
    // For the selective search H8 and A1 are equally good. A1 takes it fewer nodes.
    const Board board =
        parse_position("-OX-XOOO--XXXXO---XOOOOO--OXXOOO-O-OXOOX--OOOXO---XXX-OX--XXX-O- X")
            .value()
            .board;
    Searcher searcher(1, hash_megabytes);
    std::vector<Square> selective;
    const auto note = [&](const SearchResult& sofar) {
        const Line& line = sofar.lines.front();
        if (line.kind == ScoreKind::probable) selective.push_back(line.move);
    };
    const Line exact = searcher.search(board, to_the_end(), {.iteration = note}).lines.front();
    CHECK(selective == std::vector{Square::a1});
    CHECK(exact.move == Square::a1);
    CHECK(exact.value.score() == Score::from_discs(12));

    searcher.forget();
    SearchLimits selective_only = to_the_end();
    selective_only.end_confidence = Confidence::low;
    CHECK(searcher.search(board, selective_only).lines.front().move == Square::h8);
}

TEST_CASE("a selective search of the win/loss/draw solver changes no estimates") {
    Searcher searcher(1, hash_megabytes);
    Random random(41);
    for (const Board& board : positions_with(20, 2, random)) {
        if (board.is_over()) continue;
        SearchLimits limits = to_depth(4, 64);
        limits.wld_at = 60;
        std::optional<Score> best;
        int reports = 0;
        searcher.forget();
        const auto check = [&](const SearchResult& sofar) {
            ++reports;
            Score highest = min_score;
            for (const Line& line : sofar.lines) highest = std::max(highest, line.value.estimate());
            if (reports == 4) best = highest;
            if (reports > 4) CHECK(highest == best);
        };
        const SearchResult last = searcher.search(board, limits, {.iteration = check});
        CHECK(last.lines.front().kind == ScoreKind::wld);
        CHECK(reports == 7); // four depths, two selective searches, the solver
    }
}

TEST_CASE("an outcome in discs is the estimate, unless that contradicts the outcome") {
    const auto value = [](int outcome, int estimate) {
        return LineValue(static_cast<Outcome>(outcome), Score::from_discs(estimate))
            .in_discs()
            .whole_discs();
    };
    CHECK(value(1, 54) == 54);
    CHECK(value(1, -3) == 2);
    CHECK(value(0, 7) == 0);
    CHECK(value(-1, 5) == -2);
    CHECK(value(-1, -20) == -20);
}
