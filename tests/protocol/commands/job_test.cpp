#include "protocol/commands/job.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("each command that reads many lines names ten bad ones and counts the others") {
    std::string lines;
    for (std::size_t i = 0; i < Complaints::most_printed + 2; ++i) lines += "f5f5\n";
    const TemporaryFolder folder;
    const TemporaryFile games(lines + "f5d6c3d3c4f4\n");
    const TemporaryFile problems(
        lines + "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\n");
    for (const Words& words : {
             Words{"solve", "--depth", "1", problems.path()},
             Words{"convert", "--to", "text", games.path()},
             Words{"analyze", "--depth", "1", "--game", games.path()},
             Words{"book", "learn", "--depth", "1", "--book", folder.file("book"), games.path()},
             Words{"literature", "branching", "--positions", "1", "--games", "1", games.path()},
         }) {
        CAPTURE(words);
        const std::vector<std::string> errors = split_lines(run_program(words).errors);
        CAPTURE(errors);
        CHECK(std::count_if(
                  errors.begin(), errors.end(),
                  [](const std::string& line) { return contains(line, "f5 is not a legal"); })
              == Complaints::most_printed);
        CHECK(std::count(errors.begin(), errors.end(), "emilia: and 2 more problems") == 1);
    }
}
