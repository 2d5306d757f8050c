#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;
using Catch::Matchers::Contains;

TEST_CASE("a protocol goes on with the built-in weights where a file can't be used") {
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
