#include "engine/notation/position.h"
#include "engine/play/engine.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using nlohmann::json;

namespace {

const std::string problem_file = testing::data_path("ffo/fforum-1-19.obf");
const std::string start_board = to_string(Position{});
// Black has no move, white has; and a game that is over, won by black.
const std::string passed = "OX------" + std::string(54, '-') + "XO X";
const std::string over = std::string(40, 'X') + std::string(24, 'O') + " O";

Finished positions(const Words& words, std::string_view input = {}) {
    Words all{"analyze", "--hash", "4", "--positions"};
    all.insert(all.end(), words.begin(), words.end());
    return run_program(all, input);
}

std::vector<json> records(const std::string& text) {
    std::vector<json> records;
    for (const std::string& line : split_lines(text)) records.push_back(json::parse(line));
    return records;
}

std::vector<json> without_seconds(std::vector<json> records) {
    for (json& record : records) record.erase("seconds");
    return records;
}

/// A file of 76 different lines.
std::string many_lines() {
    std::string text;
    for (const std::string& line : split_lines(contents(problem_file))) {
        for (const char* spelling : {"{}", "{} % again", " {}", "{}\r"})
            text += spelling == std::string_view("{} % again")
                        ? "% a comment\n"
                        : fmt::format(fmt::runtime(spelling), line) + '\n';
    }
    return text;
}

} // namespace

TEST_CASE("analyze --positions gives the same records with any number of threads") {
    const TemporaryFile file(many_lines());
    const auto found = [&file](const char* threads, const char* order) {
        Words words{file.path(), "--depth", "5", "--json", "--threads", threads};
        if (*order != 0) words.emplace_back(order);
        const Finished run = positions(words);
        CHECK(run.status == 0);
        CHECK(contains(run.errors, "57 positions, "));
        return without_seconds(records(run.output));
    };
    const std::vector<json> alone = found("1", "");
    REQUIRE(alone.size() == 57);
    for (std::size_t at = 0; at < alone.size(); ++at) {
        const json& record = alone[at];
        CHECK(record.at("format") == 1);
        CHECK(record.at("id") == at + 1);
        CHECK(record.at("line") >= record.at("id"));
        CHECK(record.at("depth") == 5);
        CHECK(record.at("certainty") == "63%");
        CHECK(record.at("nodes") > 0);
    }
    CHECK(found("2", "") == alone);
    CHECK(found("5", "") == alone);
    std::vector<json> unordered = found("3", "--unordered");
    std::sort(unordered.begin(), unordered.end(),
              [](const json& left, const json& right) { return left["id"] < right["id"]; });
    CHECK(unordered == alone);
}

TEST_CASE("the variation of a search N plies deep has N moves, besides passes") {
    for (int depth = 1; depth <= 7; ++depth) {
        const Finished run = positions({problem_file, "--depth", std::to_string(depth), "--json"});
        for (const json& record : records(run.output)) {
            const json& moves = record.at("pv");
            CAPTURE(depth, record.dump());
            CHECK(std::count_if(moves.begin(), moves.end(),
                                [](const json& move) { return move != "pa"; })
                  == depth);
        }
    }
}

TEST_CASE("depth 0 is the evaluation without a search") {
    const Finished run = positions({"-", "--depth", "0", "--json"},
                                   start_board + '\n' + passed + '\n' + over + "\nf5d6c3\n");
    CHECK(run.status == 0);
    const std::vector<json> found = records(run.output);
    REQUIRE(found.size() == 4);
    EngineSettings settings;
    settings.hash_megabytes = 1;
    const Engine engine(settings);
    const auto evaluated = [&engine](const std::string& board) {
        return engine.evaluate(parse_position(board)->board).discs();
    };
    CHECK(found[0].at("score") == evaluated(start_board));
    for (const std::size_t at : {0U, 1U, 3U}) {
        CHECK(found[at].at("move").is_null());
        CHECK(found[at].at("pv").empty());
        CHECK(found[at].at("certainty") == "none");
        CHECK(found[at].at("nodes") == 0);
    }
    CHECK(found[2].at("certainty") == "exact");
    CHECK(found[2].at("score") == -16);
    CHECK(found[2].at("move").is_null());
    CHECK(found[3].at("empties") == 57);

    const Finished solved = run_program({"solve", problem_file, "--depth", "0"});
    CHECK(solved.status == 0);
    CHECK(split_lines(solved.output).back().starts_with("mean absolute error "));
    CHECK_FALSE(contains(solved.output, "best move found"));
}

TEST_CASE("a finished board has a score and no move, and a pass is a move") {
    const std::string input = passed + '\n' + over + '\n';
    const std::vector<json> found =
        records(run_program({"solve", "-", "--json", "--hash", "4"}, over + '\n').output);
    CHECK(found.at(0).at("move").is_null());
    CHECK(found.at(0).at("score") == -16);
    CHECK(found.at(0).at("pv").empty());
    const std::vector<json> lost =
        records(run_program({"solve", "-", "--wld", "--json", "--hash", "4"}, over + '\n').output);
    CHECK(lost.at(0).at("score") == -1);
    const std::vector<json> searched =
        records(positions({"-", "--depth", "2", "--json"}, input).output);
    CHECK(searched.at(0).at("move") == "pa");
    CHECK(searched.at(1).at("move").is_null());
    const Finished table = positions({"-", "--depth", "2"}, over + '\n');
    CHECK(contains(table.output, "    -16        ?   --"));
}

TEST_CASE("analyze --positions writes a table, JSON or CSV, with the best moves if asked") {
    const Finished table = positions({problem_file, "--depth", "2"});
    const Words rows = split_lines(table.output);
    REQUIRE(rows.size() == 22);
    CHECK(rows.front().size() <= 80);
    CHECK(rows.back().starts_with("mean absolute error "));
    const Words csv = split_lines(positions({problem_file, "--depth", "2", "--csv"}).output);
    REQUIRE(csv.size() == 20);
    const auto columns = std::count(csv[0].begin(), csv[0].end(), ',');
    for (const std::string& row : csv) CHECK(std::count(row.begin(), row.end(), ',') == columns);
    CHECK(csv[1].starts_with("1,1,--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--,"
                             "X,14,"));
    const json best =
        records(positions({problem_file, "--depth", "2", "--json", "--top", "3"}).output).at(0);
    REQUIRE(best.at("moves").size() == 3);
    CHECK(best.at("moves").at(0).at("move") == best.at("move"));
    CHECK(best.at("moves").at(0).at("score") == best.at("score"));
}

TEST_CASE("results come while standard input is still open") {
    Program program(
        {"analyze", "--positions", "-", "--depth", "3", "--json", "--threads", "2", "--hash", "1"});
    for (const char* line : {"f5d6\n", "f5f6\n", "f5f4\n"}) {
        program.send(line);
        const auto answer = program.read_line();
        REQUIRE(answer);
        CHECK(json::parse(*answer).at("empties") == 58);
    }
    program.close_input();
    CHECK(program.finish().status == 0);
}

TEST_CASE("lines without a position are named and counted, and the others are analyzed") {
    const TemporaryFile file("\xEF\xBB\xBF"
                             "f5d6\nrubbish\n\n% a comment\nf5a1\nf5f6\n"
                             + std::string(200, 'X') + '\n' + start_board.substr(0, 64) + '\n');
    const Finished run = positions({file.path(), "--depth", "1", "--json"});
    CHECK(run.status == 1);
    const std::vector<json> found = records(run.output);
    REQUIRE(found.size() == 2);
    CHECK(found[1].at("id") == 2);
    CHECK(found[1].at("line") == 6);
    std::string numbers;
    for (const std::string& line : split_lines(run.errors)) {
        const std::string begin = "emilia: " + file.path() + ":";
        if (line.starts_with(begin)) numbers += line.substr(begin.size(), 2);
    }
    CHECK(numbers == "2:5:7:8:");
}

TEST_CASE("with any number of threads positions keep their numbers among lines without one") {
    std::string text = "\xEF\xBB\xBF% a comment\n";
    std::vector<std::uint64_t> good;
    std::string complaints;
    std::uint64_t complained = 0;
    for (std::uint64_t line = 2; line <= 6000; ++line) {
        const bool is_bad = line % 37 == 0;
        const bool is_comment = line % 11 == 0;
        text += is_comment ? "  # f5\n" : is_bad ? "rubbish\n" : "f5d6\n";
        if (!is_comment && !is_bad) good.push_back(line);
        if (is_comment || !is_bad || ++complained > 10) continue;
        complaints += fmt::format("{} ", line);
    }
    text += std::string(3'000'000, 'x') + "\nf5f6\n";
    good.push_back(6002);
    const TemporaryFile file(text);
    for (const char* threads : {"1", "2", "5"}) {
        const Finished run =
            positions({file.path(), "--depth", "0", "--csv", "--threads", threads});
        CHECK(run.status == 1);
        const Words rows = split_lines(run.output);
        REQUIRE(rows.size() == good.size() + 1);
        std::size_t wrong = 0;
        for (std::size_t at = 0; at < good.size(); ++at)
            wrong += rows[at + 1].starts_with(fmt::format("{},{},", at + 1, good[at])) ? 0 : 1;
        CHECK(wrong == 0);
        std::string numbers;
        for (const std::string& line : split_lines(run.errors)) {
            const std::string begin = "emilia: " + file.path() + ":";
            if (line.starts_with(begin))
                numbers +=
                    line.substr(begin.size(), line.find(':', begin.size()) - begin.size()) + ' ';
        }
        CHECK(numbers == complaints);
    }
}

TEST_CASE("an input without positions is an error, and a part without any says so") {
    for (const char* text : {"", "\n% nothing\n"}) {
        const TemporaryFile file(text);
        const Finished run = positions({file.path(), "--depth", "1"});
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(run.errors == fmt::format("emilia: '{}' holds no positions\n", file.path()));
        CHECK(positions({"-", "--depth", "1"}, text).status == 1);
    }
    const TemporaryFile five("f5d6\nf5f6\nf5f4\nf5d6c3\nf5d6c5\n");
    const Finished first =
        run_program({"solve", five.path(), "--depth", "1", "--part", "1/10", "--hash", "1"});
    CHECK(first.status == 0);
    CHECK(first.errors == "emilia: part 1 of 10 holds none of the 5 problems\n");
    CHECK(contains(positions({"-", "--part", "1/2"}, "f5\n").errors, "--part needs a file"));
}

TEST_CASE("each line without a position belongs to one part") {
    const TemporaryFile file("x\nf5d6\ny\nf5f6\nf5f4\nz\n");
    for (const int parts : {1, 2, 3, 7}) {
        int complaints = 0;
        int found = 0;
        for (int part = 1; part <= parts; ++part) {
            const Finished run = positions({file.path(), "--depth", "1", "--csv", "--part",
                                            fmt::format("{}/{}", part, parts)});
            for (const std::string& line : split_lines(run.errors))
                complaints += contains(line, file.path() + ":") ? 1 : 0;
            found += std::max(0, static_cast<int>(split_lines(run.output).size()) - 1);
        }
        CAPTURE(parts);
        CHECK(complaints == 3);
        CHECK(found == 3);
    }
}

TEST_CASE(
    "a file of results continues wherever a kill has cut it off, with the same bytes in the end") {
    const TemporaryFile file(many_lines());
    const TemporaryFolder folder;
    const std::string path = folder.file("results");
    const Words job{file.path(), "--depth", "4", "--output", path, "--threads", GENERATE("1", "2")};
    CHECK(positions(job).status == 0);
    const std::string whole = contents(path);
    const auto lines = std::count(whole.begin(), whole.end(), '\n');
    CHECK(lines == 57);
    const Finished again = positions(job);
    CHECK(again.output.starts_with("there already: 57 positions\n57 positions, "));
    CHECK(contents(path) == whole);
    for (const std::size_t size : {std::size_t{0}, std::size_t{40}, whole.find('\n'),
                                   whole.find('\n') + 1, whole.size() / 2, whole.size() - 1}) {
        CAPTURE(size);
        write(path, whole.substr(0, size));
        CHECK(positions(job).status == 0);
        CHECK(contents(path) == whole);
    }
    // What an unordered job has left out is added.
    const Words results = split_lines(whole);
    std::string gaps;
    for (std::size_t at = 0; at < results.size(); ++at)
        if (at % 7 != 3 || at > 40) gaps += results[at] + '\n';
    write(path, gaps);
    CHECK(positions(job).status == 0);
    const Words added = split_lines(contents(path));
    CHECK(std::set<std::string>(added.begin(), added.end())
          == std::set<std::string>(results.begin(), results.end()));
    CHECK(added.size() == results.size());
}

TEST_CASE("a job that is killed five times loses nothing and does nothing twice", "[posix]") {
    const TemporaryFolder folder;
    std::string text;
    for (int time = 0; time < 30; ++time) text += contents(problem_file);
    const TemporaryFile file(text);
    const std::string path = folder.file("results");
    const std::string job =
        fmt::format("\"$0\" analyze --positions '{}' --depth 9 --hash 4 --threads 1 --output '{}'",
                    file.path(), path);
    for (int round = 1; round <= 5; ++round) {
        const std::size_t size = contents(path).size() + 1;
        static_cast<void>(
            run_shell(fmt::format("{} >/dev/null & for i in $(seq 3000); do [ \"$(stat -c %s '{}' "
                                  "2>/dev/null || echo 0)\" "
                                  "-gt {} ] && break; sleep 0.01; done; kill -KILL $!; wait $!",
                                  job, path, size)));
        CHECK(contents(path).size() > size);
    }
    const std::string whole = folder.file("whole");
    CHECK(run_shell(job).status == 0);
    CHECK(positions({file.path(), "--depth", "9", "--threads", "1", "--output", whole}).status
          == 0);
    CHECK(contents(path) == contents(whole));
}

TEST_CASE("the parts of a job, one after the other, are the file of the whole job") {
    const TemporaryFolder folder;
    const Words job{problem_file, "--depth", "2", "--output"};
    const auto written = [&](const char* part) {
        const std::string path = folder.file(std::string("part") + part[0]);
        Words words = job;
        words.insert(words.end(), {path, "--part", part});
        CHECK(positions(words).status == 0);
        return contents(path);
    };
    const std::string joined = written("1/3") + written("2/3") + written("3/3");
    CHECK(joined == written("1/1"));
    write(folder.file("joined"), joined);
    Words words = job;
    words.push_back(folder.file("joined"));
    CHECK(positions(words).output.starts_with("there already: 19 positions\n"));
    CHECK(contents(folder.file("joined")) == joined);
}

TEST_CASE("a file of another job is refused and keeps what it has") {
    const TemporaryFile input("f5d6\nf5f6\nf5f4\n");
    const TemporaryFile other("f5d6\nf5f4\nf5f6\n");
    const TemporaryFile shorter("f5d6\nf5f6\n");
    const TemporaryFolder folder;
    const std::string path = folder.file("results");
    REQUIRE(positions({input.path(), "--depth", "2", "--output", path}).status == 0);
    const std::string results = contents(path);
    const auto refused = [&](const Words& words, const std::string& why) {
        const std::string before = contents(path);
        Words all = words;
        all.insert(all.end(), {"--output", path});
        const Finished run = positions(all);
        CAPTURE(words);
        CHECK(run.status == 1);
        CHECK(contains(run.errors, why));
        CHECK(contents(path) == before);
    };
    refused({input.path(), "--depth", "3"}, "results under other settings; nothing was added");
    refused({input.path(), "--exact"}, "results under other settings");
    refused({other.path(), "--depth", "2"}, "results of another input");
    refused({shorter.path(), "--depth", "2"}, "results of another input");
    refused({input.path(), "--depth", "2", "--part", "1/3"}, "results of another part");
    write(path, results + results);
    refused({input.path(), "--depth", "2"}, "a result twice");
    write(path, "my diary\n");
    refused({input.path(), "--depth", "2"}, "line 1 of");

    const std::string unwritable = folder.path() + "/none/results";
    CHECK(positions({input.path(), "--depth", "2", "--output", unwritable}).status == 1);
    CHECK(positions({input.path(), "--depth", "2", "--output", input.path()}).status == 2);
    CHECK(positions({input.path(), "--depth", "2", "--output", "-"}).status == 2);
    CHECK(positions({folder.path(), "--depth", "2"}).status == 1);
    CHECK(positions({folder.file("none"), "--depth", "2"}).status == 1);
}

TEST_CASE("an interrupted job says so, and what is done stays", "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("out");
    // The first problem is done at once, the second takes hours.
    const TemporaryFile file(split_lines(contents(problem_file)).front() + "\nf5d6\n");
    const Finished run =
        run_shell(fmt::format("\"$0\" solve '{0}' --threads 2 --hash 16 --json > '{1}' & "
                              "for i in $(seq 3000); do [ -s '{1}' ] && break; sleep 0.01; done; "
                              "kill -INT $!; wait $!",
                              file.path(), path));
    CHECK(run.status == 130);
    CHECK(run.errors == "emilia: interrupted after 1 of 2 problems\n");
    const std::vector<json> found = records(contents(path));
    REQUIRE(found.size() == 2);
    CHECK(found[0].at("score") == 18);
    CHECK(found[1].at("problems") == 1);
    CHECK(found[1].at("interrupted") == true);
}

TEST_CASE("options that don't fit many positions are refused") {
    const TemporaryFile file("f5\n");
    const std::string given = file.path();
    const std::vector<Words> wrong = {
        {"analyze", "--positions", "x", "f5d6"},
        {"analyze", "--positions", "x", "--game", "f5d6"},
        {"analyze", "--positions", "x", "--html", "y"},
        {"analyze", "--positions", "x", "--player", "y"},
        {"analyze", "--positions", "x", "--book", "y"},
        {"analyze", "--positions", "x", "--no-book"},
        {"analyze", "--positions", "x", "--json", "--csv"},
        {"analyze", "--positions", "x", "--csv", "--output", "y"},
        {"analyze", "--positions", "x", "--depth", "0", "--time", "1"},
        {"analyze", "--positions", "x", "--depth", "0", "--top", "2"},
        {"analyze", "--positions", "x", "--depth", "-1"},
        {"analyze", "--positions", "x", "--exact", "--depth", "3"},
        {"analyze", "f5d6", "--csv"},
        {"analyze", "f5d6", "--unordered"},
        {"analyze", "f5d6", "--depth", "0"},
        {"analyze", "--game", "f5d6", "--depth", "0"},
        {"analyze", "f5d6", "--output", "y"},
        {"analyze", "f5d6", "--part", "1/2"},
        {"solve", "x", "--json", "--csv"},
        {"solve", "-", "--part", "1/2"},
    };
    check_snapshot("messages", "options that don't fit many positions", refusals(wrong, 2));
}
