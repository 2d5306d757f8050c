#include "engine/base/files.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;
using Mode = Snapshots::Mode;

namespace {

namespace fs = std::filesystem;

const std::string help = "emilia: plays\n\nOptions:\n  --json\n";

/// All sources of tests, one after another.
std::string sources() {
    std::ostringstream all;
    for (const auto& entry : fs::recursive_directory_iterator(tests_path("."))) {
        if (entry.path().filename().string().ends_with("_test.cpp"))
            all << std::ifstream(entry.path()).rdbuf();
    }
    return all.str();
}

} // namespace

TEST_CASE("a renewed snapshot is what the next test expects") {
    const TemporaryFolder folder;
    const std::string path = folder.file("one.snapshot");
    const std::string text = GENERATE(as<std::string>(), "", "\n", "\n\n", "a", "a\nb", "a\n\n",
                                      "[a]\n| b\n\\ c\n", help);
    CAPTURE(text);
    const Snapshots renewing(path, Mode::renew);
    CHECK_FALSE(renewing.complaint("the text", "what it was\n"));
    CHECK_FALSE(renewing.complaint("another one", "stays\n"));
    CHECK_FALSE(renewing.complaint("the text", text));
    const Snapshots comparing(path, Mode::compare);
    CHECK(comparing.names() == std::vector<std::string>{"another one", "the text"});
    CHECK_FALSE(comparing.complaint("the text", text));
    CHECK_FALSE(comparing.complaint("another one", "stays\n"));
    CHECK(comparing.complaint("the text", text + "\n"));
    CHECK(comparing.complaint("the text", text + " "));
}

TEST_CASE("a snapshot file is readable text, and renewing it unchanged leaves it as it is") {
    const TemporaryFolder folder;
    const std::string path = folder.file("some.snapshot");
    const Snapshots renewing(path, Mode::renew);
    for (int i = 0; i < 2; ++i) {
        CHECK_FALSE(renewing.complaint("the help", help));
        CHECK_FALSE(renewing.complaint("a word", "word"));
        CHECK(emilia::read_file(path).value()
              == "[a word]\n| word\n\\ no line feed at the end\n\n"
                 "[the help]\n| emilia: plays\n|\n| Options:\n|   --json\n");
    }
}

TEST_CASE("what differs from a snapshot is shown with the switch that renews it") {
    const TemporaryFile file("[the help]\n| emilia: plays\n|\n| Options:\n|   --json\n");
    const Snapshots comparing(file.path(), Mode::compare);
    const auto changed = comparing.complaint("the help", "emilia: plays\n\nOptions:\n  --depth\n");
    REQUIRE(changed);
    CHECK_THAT(*changed, ContainsSubstring("not the snapshot 'the help' in '" + file.path() + "'")
                             && ContainsSubstring(":\n-|   --json\n+|   --depth\nIf ")
                             && ContainsSubstring("EMILIA_RENEW=1"));
    const auto shorter = comparing.complaint("the help", "emilia: plays\n");
    REQUIRE(shorter);
    CHECK_THAT(*shorter, ContainsSubstring(":\n-|\n-| Options:\n-|   --json\nIf "));
    const auto unknown = comparing.complaint("the manual", "emilia\n");
    REQUIRE(unknown);
    CHECK_THAT(*unknown, ContainsSubstring("there is no snapshot 'the manual'")
                             && ContainsSubstring(":\n+| emilia\nIf "));
    std::string many;
    for (int i = 0; i < 100; ++i) many += "line\n";
    const auto longer = comparing.complaint("the help", many);
    REQUIRE(longer);
    CHECK_THAT(*longer, ContainsSubstring("\n+ and 80 lines more\nIf "));
}

TEST_CASE("where CI is set nothing is renewed, and the switch is an error") {
    const TemporaryFile file("[a word]\n| word\n");
    const Snapshots refusing(file.path(), Mode::refuse);
    for (const char* text : {"word\n", "other\n"}) {
        const auto complaint = refusing.complaint("a word", text);
        REQUIRE(complaint);
        CHECK_THAT(*complaint, ContainsSubstring("EMILIA_RENEW") && ContainsSubstring("CI"));
    }
    CHECK(file.text() == "[a word]\n| word\n");
}

TEST_CASE("the variables EMILIA_RENEW and CI say whether snapshots are renewed") {
    const auto [renew, ci, mode] = GENERATE(table<const char*, const char*, Mode>({
        {"", "", Mode::compare},
        {"", "true", Mode::compare},
        {"0", "", Mode::compare},
        {"1", "", Mode::renew},
        {"1", "false", Mode::renew},
        {"1", "true", Mode::refuse},
        {"1", "1", Mode::refuse},
    }));
    CHECK(Snapshots::mode(renew, ci) == mode);
}

TEST_CASE("a file that is missing or holds other things is an error that names it") {
    CHECK_THROWS_WITH(Snapshots("/no/such/file", Mode::compare).names(),
                      ContainsSubstring("/no/such/file"));
    for (const char* text : {"| a line without a name\n", "[a name]\n| line\nword\n"}) {
        const TemporaryFile file(text);
        CHECK_THROWS_WITH(Snapshots(file.path(), Mode::compare).complaint("a name", "line\n"),
                          ContainsSubstring("'" + file.path() + "', line "));
    }
}

TEST_CASE("a test compares each snapshot that there is") {
    const std::string tests = sources();
    for (const auto& entry : fs::directory_iterator(tests_path("snapshots"))) {
        CHECK(entry.path().extension() == ".snapshot");
        if (entry.path().stem() == "help") continue; // named after the commands; its test has them
        for (const std::string& name : Snapshots(entry.path().string()).names()) {
            CAPTURE(entry.path(), name);
            CHECK(tests.find("\"" + name + "\"") != std::string::npos);
        }
    }
}
