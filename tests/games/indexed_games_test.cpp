#include "engine/base/bytes.h"
#include "engine/games/indexed_games.h"
#include "tests/catch.h"
#include "tests/games/some_games.h"

using namespace emilia;
using namespace emilia::testing;

namespace {

IndexedGames some_games() {
    IndexedGames games;
    games.sources = {{"/games/WTH_1978.wtb", 560, -12}, {"/games/été.sgf", 0, 1}};
    games.problems = {"one problem", ""};
    games.notes = {"a note"};
    games.base = base_of(mixed_games());
    games.index = PositionIndex(games.base);
    return games;
}

} // namespace

TEST_CASE("indexed games that were written and read are the same") {
    for (const IndexedGames& games : {some_games(), IndexedGames()}) {
        const std::string bytes = to_bytes(games);
        CHECK(looks_like_indexed_games(bytes));
        const auto read = parse_indexed_games(bytes);
        REQUIRE(read);
        CHECK(read->sources == games.sources);
        CHECK(read->problems == games.problems);
        CHECK(read->notes == games.notes);
        CHECK(read->base == games.base);
        CHECK(read->index == games.index);
    }
}

TEST_CASE("a damaged index of games is refused, with what is wrong") {
    const std::string bytes = to_bytes(some_games());
    const auto error = [](const std::string& damaged) {
        const auto read = parse_indexed_games(damaged);
        return read ? "" : read.error();
    };
    CHECK(error("") == "is no index of games");
    CHECK(error("EMILIABK") == "is no index of games");
    CHECK(error(bytes.substr(0, 12)) == "is cut off");
    CHECK(error(bytes.substr(0, bytes.size() - 1)) == "is damaged: its checksum is wrong");
    CHECK(error(bytes + '\0') == "is damaged: its checksum is wrong");
    std::string other = bytes;
    other[8] = 2;
    CHECK(error(other) == "is of another version of the program");
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        std::string damaged = bytes;
        char& byte = damaged[16 + random() % (damaged.size() - 16)];
        byte = static_cast<char>(byte + 1 + below(random, 255));
        CHECK(error(damaged) == "is damaged: its checksum is wrong");
    }
    // With a right checksum, what stands there decides.
    const std::string rest = bytes.substr(16, bytes.size() - 20);
    std::string shortened = bytes.substr(0, 12);
    put(shortened, checksum(rest));
    CHECK(error(shortened + rest) == "is damaged");
}
