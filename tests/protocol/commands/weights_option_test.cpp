#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <string>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::ContainsSubstring;

namespace {

/// The memory of a session that has answered with a move, in megabytes.
std::size_t memory_in_use(const std::vector<std::string>& more) {
    std::vector<std::string> words = {"--threads", "1", "--hash", "1", "--depth", "1", "--no-book"};
    words.insert(words.end(), more.begin(), more.end());
    Program program(words);
    program.send("genmove black\n");
    const auto answer = program.read_line();
    REQUIRE(answer);
    REQUIRE(answer->starts_with("= "));
    return program.memory() / 1024;
}

} // namespace

TEST_CASE("the program's own weights are not unpacked if a file's weights are used") {
    const TemporaryFile file;
    REQUIRE(run_program({"train", "--initial", "--output", file.path()}).status == 0);
    // Unpacked weights take 40 MB.
    CHECK(memory_in_use({"--weights", file.path()}) < memory_in_use({}) + 20);
}

TEST_CASE("a protocol goes on with the program's own weights where a file can't be used") {
    const TemporaryFile other("my diary");
    const Finished run = run_program({"--weights", other.path(), "--depth", "2", "--threads", "1"},
                                     "genmove black\nquit\n");
    CHECK(run.status == 0);
    CHECK_THAT(run.output, ContainsSubstring("= "));
    CHECK_THAT(run.errors,
               ContainsSubstring(fmt::format(
                   "'{}' is not a weights file; playing with the built-in weights", other.path())));
}

TEST_CASE("a command refuses a weights file that can't be used") {
    const Finished run = run_program(
        {"analyze", "---------------------------OX------XO--------------------------- X",
         "--weights", "/nonexistent", "--depth", "1"});
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, ContainsSubstring("cannot read '/nonexistent': No such file"));
}
