#include "engine/learn/self_play.h"
#include "tests/catch.h"
#include "tests/search/plain_search.h"

#include <algorithm>
#include <map>
#include <set>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Positions = std::vector<LabelledPosition>;

/// Games as quick as can be that still have every part.
SelfPlaySettings quick_settings() {
    SelfPlaySettings settings;
    settings.depth = 1;
    settings.exact_at = 12;
    return settings;
}

/// Only games with this kind of opening, in hundredths.
SelfPlaySettings with_openings(int balanced, int random) {
    SelfPlaySettings settings = quick_settings();
    settings.balanced_openings = balanced;
    settings.random_openings = random;
    return settings;
}

/// Games that also record what was searched.
SelfPlaySettings searched_settings() {
    SelfPlaySettings settings = quick_settings();
    settings.searched = true;
    return settings;
}

Positions play(std::uint32_t number, const SelfPlaySettings& settings = quick_settings(),
               std::uint64_t seed = 1) {
    Searcher searcher(1, 1);
    return self_play(seed, number, settings, searcher).value();
}

std::vector<Positions> play_many(std::uint32_t games, const SelfPlaySettings& settings) {
    Searcher searcher(1, 1);
    std::vector<Positions> all;
    for (std::uint32_t number = 0; number < games; ++number) {
        all.push_back(self_play(1, number, settings, searcher).value());
    }
    return all;
}

/// The value by the search of quick_settings, with an empty table.
Score searched_value(const Board& board) {
    Searcher searcher(1, 1);
    SearchLimits limits;
    limits.depth = quick_settings().depth;
    return searcher.search(board, limits).lines.front().value.score();
}

int plies(const Board& board) {
    return 60 - board.empties();
}

/// Where the recorded part of a game begins.
const LabelledPosition& first_of(const Positions& game) {
    return *std::max_element(game.begin(), game.end(), [](const auto& a, const auto& b) {
        return a.board.empties() < b.board.empties();
    });
}

/// What one of a position's moves leads to: the player to move there, after a pass if there is
/// one, is the opponent here, or not.
enum class Step { none, opponent_to_move, player_to_move };

Step step_between(const Board& from, const Board& to) {
    for (const Square move : squares_of(from.legal_moves())) {
        const Board after = from.after(move);
        if (after == to) return Step::opponent_to_move;
        if (after.must_pass() && after.passed() == to) return Step::player_to_move;
    }
    return Step::none;
}

/// Whether the game can end with this score for the side to move after `discs` more discs.
bool can_end(const Board& board, Score score, int discs) {
    if (board.is_over()) return discs == 0 && score == Score::from_discs(board.final_score());
    if (board.must_pass()) return can_end(board.passed(), -score, discs);
    bool can = false;
    for (const Square move : squares_of(board.legal_moves())) {
        can = can || can_end(board.after(move), -score, discs - 1);
    }
    return can;
}

} // namespace

TEST_CASE("a self-played game depends only on its seed, number and settings") {
    const SelfPlaySettings settings = quick_settings();
    const Positions game = play(5);
    Searcher searcher(1, 1);
    for (const std::uint32_t number : {4U, 5U, 6U}) {
        CHECK((self_play(1, number, settings, searcher) == game) == (number == 5));
    }
    CHECK(play(5, settings, 2) != game);
    for (const InstructionSet& set : instruction_sets()) {
        if (!set.runs_here) continue;
        Searcher other(1, 1, set);
        CHECK(self_play(1, 5, settings, other) == game);
    }
}

TEST_CASE("self-play records reachable positions with a move and at least five empties") {
    int passes = 0;
    for (const Positions& game : play_many(100, quick_settings())) {
        REQUIRE_FALSE(game.empty());
        const Board first = first_of(game).board;
        constexpr Bitboard middle = Board::start().player | Board::start().opponent;
        CHECK((first.occupied() & middle) == middle);
        for (const LabelledPosition& position : game) {
            const Board& board = position.board;
            CHECK((board.player & board.opponent) == 0);
            CHECK(board.legal_moves() != 0);
            CHECK(board.empties() >= 5);
            if (board == first) continue;
            // Of this game: it follows by one move from another.
            Step step = Step::none;
            for (const LabelledPosition& other : game) {
                if (other.board.empties() != board.empties() + 1) continue;
                step = std::max(step, step_between(other.board, board));
            }
            CHECK(step != Step::none);
            passes += step == Step::player_to_move ? 1 : 0;
        }
    }
    CHECK(passes > 10); // each of them a position that was not recorded
}

TEST_CASE("self-play's exact labels are those of a plain solver") {
    int compared = 0;
    for (const Positions& game : play_many(60, quick_settings())) {
        for (const LabelledPosition& position : game) {
            if (position.source != LabelSource::exact || position.board.empties() > 8) continue;
            CHECK(position.distance == 0);
            CHECK(position.score == Score::from_discs(plain_solve(position.board)));
            ++compared;
        }
    }
    CHECK(compared > 300);
}

TEST_CASE("self-play's later labels are the solved position's score, seen by the side to move") {
    int passes = 0;
    int unequal = 0;
    for (const Positions& game : play_many(200, quick_settings())) {
        Positions later;
        Positions solved;
        for (const LabelledPosition& position : game) {
            (position.source == LabelSource::exact ? solved : later).push_back(position);
        }
        if (solved.empty()) continue; // one player was wiped out before
        std::sort(later.begin(), later.end(), [](const auto& a, const auto& b) {
            return a.board.empties() < b.board.empties();
        });
        LabelledPosition next = first_of(solved);
        for (const LabelledPosition& position : later) {
            const Step step = step_between(position.board, next.board);
            REQUIRE(step != Step::none);
            CHECK(position.source == LabelSource::later);
            CHECK(position.score == (step == Step::player_to_move ? next.score : -next.score));
            CHECK(position.distance == next.distance + 1);
            passes += step == Step::player_to_move ? 1 : 0;
            unequal += position.score == next.score ? 0 : 1;
            next = position;
        }
    }
    CHECK(passes > 0);
    CHECK(unequal > 0);
}

TEST_CASE("a self-played game that ends before it is solved gives its result to all positions") {
    SelfPlaySettings never_solved = quick_settings();
    never_solved.exact_at = 0;
    for (const Positions& game : play_many(50, never_solved)) {
        // They are recorded in the order in which they were played.
        for (std::size_t i = 0; i + 1 < game.size(); ++i) {
            const Step step = step_between(game[i].board, game[i + 1].board);
            REQUIRE(step != Step::none);
            const Score next = game[i + 1].score;
            CHECK(game[i].source == LabelSource::later);
            CHECK(game[i].score == (step == Step::player_to_move ? next : -next));
            CHECK(game[i].distance == game[i + 1].distance + 1);
        }
        const LabelledPosition& last = game.back();
        CHECK(can_end(last.board, last.score, last.distance));
    }
}

TEST_CASE("self-play gives each played position the value of the search that chose the move") {
    int compared = 0;
    for (const Positions& game : play_many(40, searched_settings())) {
        for (const LabelledPosition& played : game) {
            if (played.source != LabelSource::later) continue;
            const auto searched = std::find_if(game.begin(), game.end(), [&](const auto& other) {
                return other.source == LabelSource::search && other.board == played.board;
            });
            REQUIRE(searched != game.end());
            CHECK(searched->distance == 0);
            CHECK(searched->score == searched_value(played.board));
            ++compared;
        }
    }
    CHECK(compared > 300);
}

TEST_CASE("self-play branches off each played position, and searches what follows") {
    int branches = 0;
    for (const Positions& game : play_many(40, searched_settings())) {
        std::vector<Board> played;
        for (const LabelledPosition& position : game) {
            if (position.source != LabelSource::search) played.push_back(position.board);
        }
        for (const LabelledPosition& position : game) {
            const bool of_the_game =
                std::find(played.begin(), played.end(), position.board) != played.end();
            if (position.source != LabelSource::search || of_the_game) continue;
            CHECK(std::any_of(played.begin(), played.end(), [&](const Board& before) {
                return step_between(before, position.board) != Step::none;
            }));
            CHECK(position.score == searched_value(position.board));
            ++branches;
        }
    }
    CHECK(branches > 300);
}

TEST_CASE("self-play plays and labels the same game whether or not it records searches") {
    // Only its solved side branches differ, because they are drawn from the same random numbers.
    for (std::uint32_t number = 0; number < 10; ++number) {
        const Positions plain = play(number);
        const Positions searched = play(number, searched_settings());
        const auto is_later = [](const auto& position) {
            return position.source == LabelSource::later;
        };
        Positions a;
        Positions b;
        std::copy_if(plain.begin(), plain.end(), std::back_inserter(a), is_later);
        std::copy_if(searched.begin(), searched.end(), std::back_inserter(b), is_later);
        CHECK(a == b);
        CHECK(std::none_of(plain.begin(), plain.end(), [](const auto& position) {
            return position.source == LabelSource::search;
        }));
    }
}

TEST_CASE("self-play solves from the given number of empties or one fewer, equally often") {
    int one_fewer = 0;
    const std::vector<Positions> games = play_many(200, with_openings(100, 0));
    for (const Positions& game : games) {
        int most = 0;
        for (const LabelledPosition& position : game) {
            if (position.source == LabelSource::exact) {
                most = std::max(most, position.board.empties());
            }
        }
        if (most == 0) continue;
        CHECK((most == 11 || most == 12));
        one_fewer += most == 11 ? 1 : 0;
    }
    CHECK(one_fewer > 60);
    CHECK(one_fewer < 140);
}

TEST_CASE("each kind of self-play's openings is as long as it should be") {
    struct Case {
        int balanced;
        int random;
        Range plies;
    };
    const auto [balanced, random, range] = GENERATE(values<Case>({
        {100, 0, {6, 9}},
        {0, 100, {20, 24}},
        {0, 0, {31, 35}},
    }));
    SelfPlaySettings settings = with_openings(balanced, random);
    settings.balanced_plies = {6, 9};
    settings.random_plies = {20, 24};
    settings.mistake_ply = {30, 32};
    settings.mistakes = {1, 3};
    std::set<int> seen;
    for (const Positions& game : play_many(150, settings)) {
        seen.insert(plies(first_of(game).board));
    }
    CHECK(*seen.begin() == range.least);
    CHECK(*seen.rbegin() == range.greatest);
    CHECK(static_cast<int>(seen.size()) == range.greatest - range.least + 1);
}

TEST_CASE("self-play has each kind of opening as often as its settings say") {
    SelfPlaySettings settings = with_openings(50, 20);
    settings.balanced_plies = {6, 9};
    settings.random_plies = {20, 24};
    settings.mistake_ply = {30, 32};
    int balanced = 0;
    int random = 0;
    constexpr int games = 400;
    for (const Positions& game : play_many(games, settings)) {
        const int length = plies(first_of(game).board);
        balanced += length < 10 ? 1 : 0;
        random += length >= 20 && length < 25 ? 1 : 0;
    }
    CHECK(balanced == Approx(games * 0.5).margin(50)); // five deviations
    CHECK(random == Approx(games * 0.2).margin(40));
}

TEST_CASE("self-play's balanced openings are balanced, its random ones are not") {
    Searcher searcher(1, 1);
    SearchLimits limits;
    limits.depth = 4;
    const auto unbalanced = [&](const SelfPlaySettings& settings) {
        int number = 0;
        for (const Positions& game : play_many(100, settings)) {
            searcher.forget();
            const Score score =
                searcher.search(first_of(game).board, limits).lines.front().value.score();
            number += score > Score::from_discs(6) || score < Score::from_discs(-6) ? 1 : 0;
        }
        return number;
    };
    SelfPlaySettings random = with_openings(0, 100);
    random.random_plies = random.balanced_plies;
    CHECK(unbalanced(with_openings(100, 0)) == 0);
    CHECK(unbalanced(random) > 20);
}

TEST_CASE("self-play branches off the solved variation from 17 to 9 empties") {
    int first = 0;
    int second = 0;
    for (const Positions& game : play_many(60, quick_settings())) {
        std::map<int, int> exact;
        for (const LabelledPosition& position : game) {
            if (position.source == LabelSource::exact) ++exact[position.board.empties()];
        }
        if (exact.empty()) continue;
        // The variation itself, a branch from above and one from two above.
        CHECK(exact.rbegin()->second == 1);
        for (const auto& [empties, number] : exact) {
            CHECK(number <= (empties < 7 ? 1 : empties < 8 ? 2 : 3));
        }
        first += exact[8] >= 2 ? 1 : 0;
        second += exact[7] == 2 ? 1 : 0;
    }
    CHECK(first > 40);
    CHECK(second > 10);
    CHECK(second < 50);
}

TEST_CASE("a stopped self-played game returns nothing") {
    Searcher searcher(1, 1);
    const std::atomic<bool> stop = true;
    for (std::uint32_t number = 0; number < 20; ++number) {
        CHECK_FALSE(self_play(1, number, quick_settings(), searcher, &stop));
    }
}
