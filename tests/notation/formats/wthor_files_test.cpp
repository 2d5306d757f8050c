#include "engine/base/files.h"
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

/// The file of a folder as a listing of the folder names it.
std::string listed(const TemporaryFolder& folder, const std::string& name) {
    return std::filesystem::path(folder.file(name)).make_preferred().string();
}

/// Writes a base of eight games with another year.
void write_base(const std::string& path, int year) {
    WthorBase base = parse_wthor(read_file(base_of_1978).value()).value();
    base.year = static_cast<std::uint16_t>(year);
    std::ofstream(path, std::ios::binary) << to_wthor(base);
}

/// Reads games of which none is damaged.
tl::expected<std::vector<NumberedGame>, std::string> read(const std::vector<std::string>& paths,
                                                          const Years& years = {}) {
    return read_wthor_games(paths, years, [](const std::string& problem) { FAIL(problem); });
}

} // namespace

TEST_CASE("a folder stands for its WTHOR bases, sorted by name") {
    const TemporaryFolder folder;
    for (const char* name : {"b.WTB", "a.wtb", "c.ggf"}) std::ofstream(folder.file(name)) << "";
    const std::vector<std::string> expected = {"no-such-file", listed(folder, "a.wtb"),
                                               listed(folder, "b.WTB")};
    CHECK(expand_folders({"no-such-file", folder.path()}) == expected);
    const TemporaryFolder empty;
    CHECK(expand_folders({empty.path()}).error()
          == fmt::format("'{}' holds no game bases (*.wtb)", empty.path()));
}

TEST_CASE("the games of several bases are numbered by year and place, and chosen by year") {
    const TemporaryFolder folder;
    write_base(folder.file("first.wtb"), 1981);
    write_base(folder.file("second.wtb"), 1979);
    const auto games = read({folder.path()}).value();
    REQUIRE(games.size() == 16);
    CHECK(games.front().number == 198'100'000U);
    CHECK(games[7].number == 198'100'007U);
    CHECK(games[8].number == 197'900'000U);
    CHECK(games.front().game.moves == games[8].game.moves);
    const auto chosen = read({folder.path()}, {.first = 1979, .last = 1980}).value();
    REQUIRE(chosen.size() == 8);
    CHECK(chosen.front().number == 197'900'000U);
}

TEST_CASE("a damaged game keeps its number, and the games behind it theirs") {
    const TemporaryFolder folder;
    const std::string path = folder.file("base.wtb");
    std::string bytes = read_file(base_of_1978).value();
    bytes[16 + 68 + 8] = 9;
    std::ofstream(path, std::ios::binary) << bytes;
    std::vector<std::string> problems;
    const auto games = read_wthor_games(
        {path}, {}, [&problems](const std::string& problem) { problems.push_back(problem); });
    REQUIRE(games);
    CHECK(problems == std::vector{fmt::format("'{}', game 2: 9 is not a move (byte 92)", path)});
    REQUIRE(games->size() == 7);
    CHECK(games->at(0).number == 197'800'000U);
    CHECK(games->at(1).number == 197'800'002U);
}

TEST_CASE("bases that cannot be read or numbered are refused by name") {
    const TemporaryFolder folder;
    const std::string one = listed(folder, "one.wtb");
    const std::string other = listed(folder, "other.wtb");
    write_base(one, 1990);
    write_base(other, 1990);
    CHECK(read({folder.path()}).error()
          == fmt::format("'{}' and '{}' both hold the games of 1990; leave one out", one, other));
    CHECK(read({folder.path()}, {.first = 1991})->empty());
    write_base(other, 10'000);
    CHECK(read({other}, {.first = 0, .last = 20'000})
              .error()
              .starts_with(fmt::format("'{}' holds 8 games of 10000; ", other)));
    std::ofstream(other) << "short";
    CHECK(read({other}).error()
          == fmt::format("'{}' is not a complete WTHOR base: the file ends after 5 of the header's "
                         "16 bytes (byte 5)",
                         other));
    CHECK(read({"/no/such/base"}).error()
          == "cannot read '/no/such/base': No such file or directory");
}
