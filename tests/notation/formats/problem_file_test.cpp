#include "engine/notation/formats/problem_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <fmt/format.h>

using namespace emilia;
using testing::TemporaryFile;

TEST_CASE("problems keep their numbers where a line of their file is bad") {
    const std::string start =
        "---------------------------OX------XO--------------------------- X; F5:+0;\n";
    const TemporaryFile file("% comment\n" + start + "nonsense\n\n" + start);
    const ProblemFile read = read_problems(file.path()).value();
    REQUIRE(read.problems.size() == 2);
    CHECK(read.problems[0].id == 1);
    CHECK(read.problems[1].id == 3);
    CHECK(read.problems[1].problem.position == Position{});
    REQUIRE(read.bad_lines.size() == 1);
    CHECK(read.bad_lines.front().starts_with(fmt::format("{}:3: ", file.path())));
}

TEST_CASE("a byte order mark before the first problem is ignored") {
    const TemporaryFile file(
        "\xef\xbb\xbf---------------------------OX------XO--------------------------- X; F5:+0;\n");
    const ProblemFile read = read_problems(file.path()).value();
    CHECK(read.bad_lines.empty());
    REQUIRE(read.problems.size() == 1);
    CHECK(read.problems[0].problem.position == Position{});
}

TEST_CASE("a file without problems, and one that cannot be read, are refused by name") {
    const TemporaryFile comments("% nothing\n\n# here\n");
    CHECK(read_problems(comments.path()).error()
          == fmt::format("'{}' holds no problems", comments.path()));
    CHECK(read_problems("/no/such/file").error()
          == "cannot read '/no/such/file': No such file or directory");
}
