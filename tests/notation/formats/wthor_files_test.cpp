#include "engine/base/read_file.h"
#include "engine/notation/formats/wthor_files.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

using namespace emilia;
using testing::TemporaryFolder;

namespace {

const std::string base_of_1978 = testing::data_path("wthor/WTH_1978.wtb");

/// Writes a base of eight games with another year.
void write_base(const std::string& path, int year) {
    WthorBase base = parse_wthor(read_file(base_of_1978).value()).value();
    base.year = year;
    std::ofstream(path, std::ios::binary) << to_wthor(base);
}

} // namespace

TEST_CASE("a folder stands for its WTHOR bases, sorted by name") {
    const TemporaryFolder folder;
    for (const char* name : {"b.WTB", "a.wtb", "c.ggf"}) std::ofstream(folder.file(name)) << "";
    const std::vector<std::string> expected = {"no-such-file", folder.file("a.wtb"),
                                               folder.file("b.WTB")};
    CHECK(expand_folders({"no-such-file", folder.path()}) == expected);
    const TemporaryFolder empty;
    CHECK(expand_folders({empty.path()}).error()
          == fmt::format("'{}' holds no game bases (*.wtb)", empty.path()));
}

TEST_CASE("the games of several bases are numbered by year and place, and chosen by year") {
    const TemporaryFolder folder;
    write_base(folder.file("first.wtb"), 1981);
    write_base(folder.file("second.wtb"), 1979);
    const auto games = read_wthor_games({folder.path()}, {}).value();
    REQUIRE(games.size() == 16);
    CHECK(games.front().number == 198'100'000U);
    CHECK(games[7].number == 198'100'007U);
    CHECK(games[8].number == 197'900'000U);
    CHECK(games.front().game.moves == games[8].game.moves);
    const auto chosen = read_wthor_games({folder.path()}, {.first = 1979, .last = 1980}).value();
    REQUIRE(chosen.size() == 8);
    CHECK(chosen.front().number == 197'900'000U);
}

TEST_CASE("bases that cannot be read or numbered are refused by name") {
    const TemporaryFolder folder;
    const std::string one = folder.file("one.wtb");
    const std::string other = folder.file("other.wtb");
    write_base(one, 1990);
    write_base(other, 1990);
    CHECK(read_wthor_games({folder.path()}, {}).error()
          == fmt::format("'{}' and '{}' both hold the games of 1990; leave one out", one, other));
    CHECK(read_wthor_games({folder.path()}, {.first = 1991})->empty());
    write_base(other, 10'000);
    CHECK(read_wthor_games({other}, {.first = 0, .last = 20'000})
              .error()
              .starts_with(fmt::format("'{}' holds 8 games of 10000; ", other)));
    std::ofstream(other) << "short";
    CHECK(read_wthor_games({other}, {}).error()
          == fmt::format("'{}' is not a complete WTHOR base: the file ends after 5 of the header's "
                         "16 bytes (byte 5)",
                         other));
    CHECK(read_wthor_games({"/no/such/base"}, {}).error()
          == "cannot read '/no/such/base': No such file or directory");
}
