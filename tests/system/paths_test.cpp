#include "engine/base/files.h"
#include "engine/system/paths.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;

namespace {

const std::string name = "Ωthello 对局 été 🙂.txt";

std::vector<std::string> names_in(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(to_path(folder)))
        names.push_back(to_text(entry.path().filename()));
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

TEST_CASE("a path from text becomes the same text again") {
    CHECK(to_text(to_path(name)) == name);
    CHECK(to_text(to_path("")).empty());
}

TEST_CASE("a file may have a name in any script") {
    const TemporaryFolder folder;
    const std::string file = folder.file(name);
    {
        const auto lock = FolderLock::of(file);
        REQUIRE(lock);
        REQUIRE(replace_file(file, "first\n"));
        auto appended = AppendFile::open(file);
        REQUIRE(appended);
        CHECK(appended->append("second\n"));
    }
    CHECK(read_file(file) == "first\nsecond\n");
    remove_unfinished(file);
    const auto names = names_in(folder.path());
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
}

TEST_CASE("commands take names in any script, and messages repeat them") {
    const TemporaryFolder folder;
    const std::string games = folder.file(name);
    const std::string copy = folder.file("ü ß.sgf");
    REQUIRE(replace_file(games, "f5d6c3\n"));
    CHECK(run_program({"convert", games, "--output", copy}).status == 0);
    CHECK(contains(run_program({"convert", copy, "--to", "text"}).output, "f5d6c3"));
    const std::string missing = folder.file("fehlt ü.txt");
    CHECK(contains(run_program({"convert", missing, "--to", "text"}).errors,
                   "cannot read '" + missing + "': No such file or directory"));
}

TEST_CASE("a variable of the environment may hold any text, and its name may be unknown") {
    set_environment("EMILIA_TEST_NAME", name);
    CHECK(environment("EMILIA_TEST_NAME") == name);
    CHECK(environment("EMILIA_TEST_MISSING") == std::nullopt);
}
