#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <cstdio>
#include <filesystem>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::Contains;

namespace {

/// The most memory that a run of the program has in use at a time, in megabytes.
long peak_memory(std::vector<std::string> words) {
    const std::string program = program_path();
    words.insert(words.begin(), program);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        static_cast<void>(std::freopen("/dev/null", "w", stdout));
        execv(program.c_str(), arguments.data());
        _exit(127);
    }
    REQUIRE(child > 0);
    int status = 0;
    rusage used{};
    REQUIRE(wait4(child, &status, 0, &used) == child);
    REQUIRE(status == 0);
    return used.ru_maxrss / 1024;
}

} // namespace

TEST_CASE("the program's own weights are unpacked only when they are used") {
    const TemporaryFile file;
    std::filesystem::remove(file.path());
    REQUIRE(run_program({"train", "--initial", "--output", file.path()}).status == 0);
    const std::vector<std::string> analyze = {
        "analyze",   "---------------------------OX------XO--------------------------- X",
        "--depth",   "1",
        "--threads", "1",
        "--hash",    "1"};
    std::vector<std::string> with_file = analyze;
    with_file.insert(with_file.end(), {"--weights", file.path()});
    // Unpacked weights take 40 MB.
    const long own = peak_memory(analyze);
    CHECK(peak_memory(with_file) < own + 20);
    CHECK(peak_memory({"--version"}) < own - 20);
}

TEST_CASE("a protocol goes on with the program's own weights where a file can't be used") {
    const TemporaryFile other("my diary");
    const Finished run = run_program({"--weights", other.path(), "--depth", "2", "--threads", "1"},
                                     "genmove black\nquit\n");
    CHECK(run.status == 0);
    CHECK_THAT(run.output, Contains("= "));
    CHECK_THAT(run.errors,
               Contains(fmt::format("'{}' is not a weights file; playing with the built-in weights",
                                    other.path())));
}

TEST_CASE("a command refuses a weights file that can't be used") {
    const Finished run = run_program(
        {"analyze", "---------------------------OX------XO--------------------------- X",
         "--weights", "/nonexistent", "--depth", "1"});
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK_THAT(run.errors, Contains("'/nonexistent' can't be read"));
}
