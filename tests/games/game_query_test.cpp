#include "engine/games/game_query.h"
#include "tests/catch.h"
#include "tests/games/some_games.h"

#include <map>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Eight games of four people.
struct FewGames {
    FewGames() {
        std::vector<Game> games = {
            game_of("Anna Berg", "Boris", 2001, "f5d6c3", 4),
            game_of("Boris", "Anna Berg", 2002, "f5d6c3d3c4", 10),
            game_of("Anna Berg", "Carl", 2003, "f5f6", 0),
            game_of("Carl", "Boris", 2003, "d3c3", -6), // f5f6, turned
            game_of("Boris", "Carl", 0, "c4c3", 2),     // f5f6, turned otherwise
            game_of("Dora", "Anna Berg", 2010, "f5f4", -64),
            game_of("Anna Berg", "Hanna", 2011, "f5d6"),
            game_of("Dora", "Boris", 2012, "f5"),
        };
        games[4].date = "yesterday";
        games[5].event = "World Championship";
        base = base_of(games);
        index = PositionIndex(base);
    }
    [[nodiscard]] std::vector<ChosenGame> choose(const GameFilter& filter) const {
        return emilia::choose(base, index, filter);
    }
    /// Their numbers from 1, as `1 2b 3w`: with a colour where the games are seen from one side.
    [[nodiscard]] std::string numbers(const GameFilter& filter) const {
        std::string text;
        for (const ChosenGame& game : choose(filter)) {
            text += (text.empty() ? "" : " ") + std::to_string(game.game + 1);
            if (!game.as_white) text += 'b';
            if (!game.as_black) text += 'w';
        }
        return text;
    }
    GameBase base;
    PositionIndex index;
};

Board after(const char* moves) {
    return parse_moves(moves).value().position().board;
}

} // namespace

TEST_CASE("a filter takes the games that meet all of its conditions, each from the right side") {
    const FewGames games;
    struct Case {
        GameFilter filter;
        std::string numbers;
    };
    const std::vector<Case> cases = {
        {{}, "1 2 3 4 5 6 7 8"},
        {{.player = "BERG"}, "1b 2w 3b 6w 7b"},
        {{.player = "anna"}, "1b 2w 3b 6w 7"}, // Hanna fits, too
        {{.player = "berg", .against = "boris"}, "1b 2w"},
        {{.player = "berg", .color = Color::white}, "2w 6w"},
        {{.player = "nobody"}, ""},
        {{.event = "world"}, "6"},
        {{.years = Years{2003, 2010}}, "3 4 6"},
        {{.years = Years{0, 9999}}, "1 2 3 4 6 7 8"}, // one has no year
        {{.result = WantedResult::black}, "1 2 5"},
        {{.result = WantedResult::white}, "4 6"},
        {{.result = WantedResult::draw}, "3"},
        {{.player = "berg", .result = WantedResult::won}, "1b 6w"},
        {{.player = "berg", .result = WantedResult::lost}, "2w"},
        {{.player = "boris", .result = WantedResult::black}, "1w 2b 5b"},
        {{.through = after("f5d6")}, "1 2 7"},
        {{.through = after("f5f6")}, "3 4 5"},
        {{.through = after("e6f6")}, "3 4 5"},
        {{.through = after("f5d6c3d3c4f4")}, ""},
        {{.player = "boris", .through = after("f5f6")}, "4w 5b"},
    };
    for (const auto& [filter, numbers] : cases) {
        CAPTURE(filter.player, filter.against, numbers);
        CHECK(games.numbers(filter) == numbers);
    }
}

TEST_CASE("a tally counts results, leads and years for one side") {
    const FewGames games;
    const auto all = games.choose({.player = "berg"});
    const Tally black = tally_of(games.base, all, Color::black);
    CHECK(black.games == 3);
    CHECK(black.wins == 1);
    CHECK(black.draws == 1);
    CHECK(black.losses == 0);
    CHECK(black.points() == 75.0);
    CHECK(black.mean_lead() == 2.0); // one game has no result
    CHECK(black.first_year == 2001);
    CHECK(black.last_year == 2011);
    const Tally white = tally_of(games.base, all, Color::white);
    CHECK(white.games == 2);
    CHECK(white.wins == 1);
    CHECK(white.losses == 1);
    CHECK(white.mean_lead() == 27.0);
    CHECK_FALSE(Tally().points());
    CHECK_FALSE(Tally().mean_lead());
}

TEST_CASE("the moves in a position are those of its games, in its own orientation") {
    const FewGames games;
    const auto moves = [&](const Board& board) {
        std::map<std::string, std::uint64_t> counts;
        const auto chosen = games.choose({.through = board});
        for (const PlayedNext& next : played_next(games.base, board, chosen))
            counts[next.move == Square::none ? "end" : to_string(next.move)] = next.tally.games;
        return counts;
    };
    using Counts = std::map<std::string, std::uint64_t>;
    CHECK(moves(Board::start()) == Counts{{"f5", 8}}); // all four moves are symmetric
    CHECK(moves(after("f5")) == Counts{{"d6", 3}, {"f6", 3}, {"f4", 1}, {"end", 1}});
    CHECK(moves(after("c4")) == Counts{{"e3", 3}, {"c3", 3}, {"c5", 1}, {"end", 1}});
    CHECK(moves(after("d3")) == Counts{{"c5", 3}, {"c3", 3}, {"e3", 1}, {"end", 1}});
    CHECK(moves(after("f5d6c3")) == Counts{{"d3", 1}, {"end", 1}});
    CHECK(moves(after("f5d6c3d3c4f4")).empty());
}

TEST_CASE("a move in a position has the results of its side, and who plays it most") {
    const FewGames games;
    const Board board = after("f5");
    const auto played = played_next(games.base, board, games.choose({.through = board}));
    REQUIRE(played.size() == 4);
    const auto found = std::find_if(played.begin(), played.end(),
                                    [](const PlayedNext& next) { return next.move == Square::f6; });
    REQUIRE(found != played.end());
    CHECK(found->tally.wins == 1); // white's
    CHECK(found->tally.losses == 1);
    CHECK(found->tally.draws == 1);
    CHECK(games.base.text(found->player) == "Carl");
    CHECK(found->times == 2);
    CHECK(played[2].tally.games == 1);
}

TEST_CASE("groups are ordered by size, then by name") {
    const FewGames games;
    const auto by_opponent = [&](const ChosenGame& chosen, Color side) {
        const BaseGame& game = games.base[chosen.game];
        return games.base.text(side == Color::black ? game.white : game.black);
    };
    const auto chosen = games.choose({.player = "berg"});
    const auto names = [](const std::vector<GameGroup>& groups) {
        std::string text;
        for (const GameGroup& group : groups)
            text += group.name + ' ' + std::to_string(group.tally.games) + ", ";
        return text;
    };
    CHECK(names(grouped(games.base, chosen, Color::black, by_opponent))
          == "Boris 1, Carl 1, Hanna 1, ");
    CHECK(names(grouped(games.base, chosen, Color::white, by_opponent)) == "Boris 1, Dora 1, ");
    CHECK(names(grouped_by_player(games.base, games.choose({})))
          == "Anna Berg 5, Boris 5, Carl 3, Dora 2, Hanna 1, ");
}
