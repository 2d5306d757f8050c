// `--part`: the parts of a job together are the job.

#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia::testing;
using nlohmann::json;

namespace {

const std::string base = data_path("wthor/WTH_1978.wtb"); // 8 games
const std::string problems = data_path("ffo/fforum-1-19.obf");

struct Command {
    Words words;
    std::size_t header; ///< bytes of its file that do not belong to an item
};

const std::vector<Command> commands{
    {{"selfplay", "--games", "7", "--depth", "1", "--exact-at", "8"}, 256},
    {{"label", "--wthor", base, "--exact-at", "8"}, 256},
    {{"analyze", "--game", base, "--depth", "1", "--no-book"}, 0},
};

/// What a command writes to its --output.
std::string written(Words words, const Words& more) {
    const TemporaryFile file;
    std::filesystem::remove(file.path());
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--threads", "1", "--hash", "1", "--output", file.path()});
    const Finished run = run_program(words);
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    return file.text();
}

json solved(const Words& more) {
    Words words{"solve", problems, "--depth", "2", "--threads", "1", "--hash", "1", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    json found = json::array();
    for (const std::string& line : split_lines(run_program(words).output)) {
        json problem = json::parse(line);
        problem.erase("seconds");
        if (problem.contains("id")) found.push_back(std::move(problem)); // not the totals
    }
    return found;
}

} // namespace

TEST_CASE("the parts of a job, one after the other, are what the whole job writes") {
    for (const Command& command : commands) {
        CAPTURE(command.words.front());
        const std::string whole = written(command.words, {});
        for (const int parts : {1, 3, 10}) {
            std::string joined = whole.substr(0, command.header);
            for (int part = 1; part <= parts; ++part) {
                joined += written(command.words, {"--part", fmt::format("{}/{}", part, parts)})
                              .substr(command.header);
            }
            CHECK((joined == whole));
        }
    }
}

TEST_CASE("the parts of a file of problems are all of its problems") {
    json joined = json::array();
    for (const char* part : {"1/3", "2/3", "3/3"}) {
        const json found = solved({"--part", part});
        CHECK((found.size() == 6 || found.size() == 7));
        joined.insert(joined.end(), found.begin(), found.end());
    }
    CHECK(joined == solved({}));
}

TEST_CASE("a part that is none, or of nothing, is refused") {
    std::vector<Words> wrong;
    for (const char* part : {"0/3", "4/3", "3", "1/", "/3", "1/0", "x/3", "1/3/5", "-1/3"})
        wrong.push_back({"solve", "x.obf", "--part", part});
    wrong.push_back({"selfplay", "--output", "x.pos", "--part", "1/3"});
    wrong.push_back(
        {"label", "--wthor", "x.wtb", "--output", "x.pos", "--part", "1/3", "--games", "2"});
    check_snapshot("messages", "a wrong part of a job", refusals(wrong, 2));
}
