#include "engine/notation/formats/wthor_names.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <fmt/format.h>

using namespace emilia;

namespace {

/// A header like that of real files, with a number of names.
std::string header(int count) {
    std::string bytes{'\x14', '\x1a', '\x02', '\x10'};
    bytes += std::string(4, '\0');
    bytes += static_cast<char>(count);
    return bytes + std::string(7, '\0');
}

std::string padded(std::string name, std::size_t width) {
    name.resize(width, '\0');
    return name;
}

const std::string players =
    fmt::format("{}{}{}{}", header(3), padded("???", 20), padded("Cerf Jonathan", 20),
                padded("Andr\xe9 takes 20 bytes", 20));
// Bytes behind the first NUL are not part of the name, but they are kept.
const std::string tournaments =
    fmt::format("{}{}{}", header(2), padded(std::string("Prague\0rest", 11), 26),
                padded("Championnat de Su\xe8"
                       "de",
                       26));

} // namespace

TEST_CASE("names of players and tournaments are read as UTF-8") {
    const auto read = parse_wthor_names(players, WthorNameKind::players);
    REQUIRE(read);
    REQUIRE(read->bytes.size() == 3);
    CHECK(read->name(0) == "???");
    CHECK(read->name(1) == "Cerf Jonathan");
    CHECK(read->name(2) == "Andr\xc3\xa9 takes 20 bytes");
    CHECK(read->name(3).empty());
    const auto cups = parse_wthor_names(tournaments, WthorNameKind::tournaments);
    REQUIRE(cups);
    CHECK(cups->name(0) == "Prague");
    CHECK(cups->name(1)
          == "Championnat de Su\xc3\xa8"
             "de");
}

TEST_CASE("files of names come out as they were, byte for byte") {
    CHECK(to_wthor_names(*parse_wthor_names(players, WthorNameKind::players)) == players);
    CHECK(to_wthor_names(*parse_wthor_names(tournaments, WthorNameKind::tournaments))
          == tournaments);
    CHECK(to_wthor_names(*parse_wthor_names(header(0), WthorNameKind::players)) == header(0));
}

TEST_CASE("new names are filled up with NUL and cut where they are too long") {
    WthorNames names{.kind = WthorNameKind::players, .header = {}, .bytes = {"Rose", ""}};
    names.bytes[1] = std::string(30, 'x');
    const std::string bytes = to_wthor_names(names);
    CHECK(bytes.size() == 16 + 2 * 20);
    const auto read = parse_wthor_names(bytes, WthorNameKind::players);
    REQUIRE(read);
    CHECK(read->name(0) == "Rose");
    CHECK(read->name(1) == std::string(20, 'x'));
}

TEST_CASE("files of names are known by their size") {
    CHECK(wthor_name_kind(players) == WthorNameKind::players);
    CHECK(wthor_name_kind(tournaments) == WthorNameKind::tournaments);
    for (const std::string& other :
         {std::string(), header(1), header(0), players.substr(1), std::string(76, 'x')}) {
        CHECK_FALSE(wthor_name_kind(other));
    }
}

TEST_CASE("a file of names that is not whole says why and where") {
    struct Case {
        std::string bytes;
        const char* message;
        std::size_t offset;
    };
    const std::vector<Case> cases = {
        {"", "the file ends after 0 of the header's 16 bytes", 0},
        {header(1).substr(0, 15), "the file ends after 15 of the header's 16 bytes", 15},
        {header(1), "the header announces 1 name, which takes 36 bytes, but the file has 16", 16},
        {players.substr(0, players.size() - 1),
         "the header announces 3 names, which take 76 bytes, but the file has 75", 75},
        {players + 'x', "the header announces 3 names, which take 76 bytes, but the file has 77",
         8},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        const auto read = parse_wthor_names(wrong.bytes, WthorNameKind::players);
        REQUIRE_FALSE(read);
        CHECK(read.error().message == wrong.message);
        CHECK(read.error().offset == wrong.offset);
    }
    const auto parse = [](const std::string& bytes) {
        return parse_wthor_names(bytes, WthorNameKind::players);
    };
    CHECK(testing::survives_truncation(players, parse));
    CHECK(testing::survives_damage(players, parse));
}

TEST_CASE("a game of a base has its names, its year and its recorded score") {
    WthorNameBook names;
    names.players = *parse_wthor_names(players, WthorNameKind::players);
    names.tournaments = *parse_wthor_names(tournaments, WthorNameKind::tournaments);
    const WthorGame recorded{.tournament = 1,
                             .black = 1,
                             .white = 7,
                             .final_discs = 44,
                             .perfect_discs = 32,
                             .moves = {Square::f5, Square::d6}};
    const Game game = to_game(recorded, 1980, names);
    CHECK(game.black_name == "Cerf Jonathan");
    CHECK(game.white_name.empty()); // the file of names is older than the base
    CHECK(game.event
          == "Championnat de Su\xc3\xa8"
             "de");
    CHECK(game.date == "1980");
    CHECK(game.result == result_of_lead(24));
    CHECK(testing::squares_played(game) == recorded.moves);
}
