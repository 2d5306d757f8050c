#include "engine/base/files.h"
#include "engine/games/games_reading.h"
#include "tests/catch.h"
#include "tests/games/some_games.h"
#include "tests/protocol/temporary_file.h"

#include <stdexcept>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::string some_base() {
    return read_file(data_path("literature/WTH_1980.wtb")).value();
}

/// Names for all players and tournaments of a base.
WthorNameBook many_names() {
    WthorNameBook names;
    for (int number = 0; number < 3000; ++number) {
        names.players.bytes.push_back("Player " + std::to_string(number));
        names.tournaments.bytes.push_back("Cup " + std::to_string(number));
    }
    return names;
}

} // namespace

TEST_CASE("games are the same, read from files or from their contents") {
    const TemporaryFile list("f5d6c3\nrubbish\nf5f6\n");
    const std::string base = data_path("literature/WTH_1980.wtb");
    IndexedGames of_files;
    GamesReading from_files(of_files);
    IndexedGames of_bytes;
    GamesReading from_bytes(of_bytes);
    for (const std::string& path : {list.path(), base}) {
        from_files.read(path);
        from_bytes.read(path, read_file(path).value(), {});
    }
    CHECK(of_files.base.size() == 162);
    CHECK(of_bytes.base == of_files.base);
    CHECK(of_bytes.problems == of_files.problems);
    REQUIRE(of_files.problems.size() == 1);
    CHECK(of_files.base[1].number == 3); // behind the problem
    CHECK(of_files.base[2].file == 1);
    CHECK(of_files.base[2].number == 1);
    CHECK(of_files.index.size() == 0);
    CHECK(PositionIndex(of_files.base).size() == of_files.base.positions());
}

TEST_CASE("a base whose contents are read has the names that come with it, no others") {
    IndexedGames games;
    GamesReading reading(games);
    // In its folder there may be other names.
    const std::string name = data_path("literature/WTH_1980.wtb");
    reading.read(name, some_base(), many_names());
    const GameBase& base = games.base;
    CHECK(base.text(base[0].black).starts_with("Player "));
    CHECK(base.text(base[0].event).starts_with("Cup "));
    const std::size_t before = base.size();
    reading.read(name, some_base(), {});
    CHECK(base.text(base[before].black).empty());
}

TEST_CASE("whoever counts the games can end the reading, and what was read stays") {
    IndexedGames games;
    GamesReading reading(games, [](std::size_t number) {
        if (number == 5) throw std::runtime_error("enough");
    });
    CHECK_THROWS_WITH(reading.read("base", some_base(), {}), "enough");
    CHECK(games.base.size() == 5);
}

TEST_CASE("a file that can't be read is a problem, and the next one is read") {
    IndexedGames games;
    GamesReading reading(games);
    reading.read(data_path("no such file"));
    reading.read(data_path("literature/WTH_1981.wtb"));
    REQUIRE(games.problems.size() == 1);
    CHECK(games.problems.front().starts_with("cannot read '"));
    CHECK(games.base[0].file == 1);
}
