// The file of `emilia analyze --game --output`.

#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/eval/weights.h"
#include "engine/isa/instruction_set.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

using nlohmann::json;
const std::string base_of_1978 = testing::data_path("wthor/WTH_1978.wtb");

/// Analyses the games of `words` into `output`, at level 1 unless `limit` says otherwise.
Finished analyze_into(const std::string& output, const Words& words,
                      const Words& limit = {"--level", "1", "--no-book"}) {
    Words all{"--threads", "1", "--hash", "1", "--output", output, "--game"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), limit.begin(), limit.end());
    return run_command("analyze", all);
}

} // namespace

TEST_CASE("an analysis into a file continues after any cut, and the table counts each game once") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    const Words games{base_of_1978, "--index", "1-3"};
    const Finished whole = analyze_into(output, games);
    CHECK(whole.status == 0);
    const std::string text = contents(output);
    REQUIRE(split_lines(text).size() == 3);
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    // Without a part of the last line; without all but a part of its beginning; without its end.
    for (const std::size_t size :
         {text.size() - 100, last + 1, last + 20, last + 40, last, text.size() - 1}) {
        CAPTURE(size);
        write(output, text.substr(0, size));
        const Finished again = analyze_into(output, games);
        CHECK(again.status == 0);
        CHECK(again.errors.empty());
        CHECK(contents(output) == text);
        CHECK(again.output == whole.output);
    }
}

TEST_CASE("of equal games only the first is analyzed, with a message, into a file or not") {
    const TemporaryFolder folder;
    const std::string games = folder.file("games");
    const std::string output = folder.file("out");
    write(games, "f5d6\nf5d6c3\n1. f5 2. d6\n");
    const Words words{"--threads", "1",         "--hash", "1",  "--depth",
                      "1",         "--no-book", "--game", games};
    Words into_file = words;
    into_file.insert(into_file.end(), {"--output", output});
    const Finished printed = run_command("analyze", words);
    const Finished written = run_command("analyze", into_file);
    const Finished again = run_command("analyze", into_file);
    for (const Finished& run : {printed, written, again}) {
        CHECK(run.status == 0);
        CHECK(
            contains(run.errors, "emilia: left out, because an equal game comes before: 1 game\n"));
        CHECK(run.output.ends_with(written.output));
    }
    CHECK(split_lines(contents(output)).size() == 2);
    Words last = words;
    last.insert(last.end(), {"--index", "3"});
    CHECK(run_command("analyze", last).errors.empty());
}

TEST_CASE("the table of a continued analysis counts only the games that were asked for") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    const std::string fresh = folder.file("fresh.jsonl");
    CHECK(analyze_into(output, {base_of_1978, "--index", "1-2"}).status == 0);
    const Finished second = analyze_into(output, {base_of_1978, "--index", "2-3"});
    CHECK(second.output == analyze_into(fresh, {base_of_1978, "--index", "2-3"}).output);
    CHECK(split_lines(contents(output)).size() == 3);
}

TEST_CASE("a file with anything but analyzed games is refused and left as it was") {
    const TemporaryFolder folder;
    const std::string output = folder.file("file");
    REQUIRE(analyze_into(output, {"f5d6"}).status == 0);
    const std::string record = contents(output);
    const std::string board = "---------------------------OX------XO--------------------------- X";
    const std::string position =
        run_command("analyze", {board, "--level", "1", "--json", "--no-book"}).output;
    struct Case {
        std::string text;
        int line;
    };
    const std::vector<Case> cases = {
        {R"({"theme":"dark"})", 1},
        {"f5d6c3", 1},
        {"{", 1},
        {R"({"format":1,"title":)", 1},
        {"f5d6c3\n", 1},
        {"\n", 1},
        {position, 1},
        {position.substr(0, position.size() - 1), 1},
        {R"({"format":2,"title":"B)", 1},
        {R"({"format":1,"title":"x"})"
         "\n",
         1},
        {R"({"format":1,"title":"x","names":)" + std::string(200'000, '[')
             + std::string(200'000, ']') + "}",
         1},
        {record + R"({"format":1,"title":"x"})", 2},
        {record + "more", 2},
        {record + R"({"format":1,"board":"---)", 2},
        {"x\n" + record.substr(0, record.size() - 9), 1},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.text);
        write(output, wrong.text);
        const Finished run = analyze_into(output, {"f5f6"});
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(run.errors
              == fmt::format("emilia: line {} of '{}' is not an analyzed game, so nothing was "
                             "changed; choose another file for --output\n",
                             wrong.line, output));
        CHECK(contents(output) == wrong.text);
    }
}

TEST_CASE("a file that can't be written is refused with the system's reason", "[posix]") {
    const TemporaryFolder folder;
    const std::string missing = folder.file("no/games.jsonl");
    CHECK(analyze_into(missing, {"f5d6"}).errors
          == fmt::format("emilia: '{}' can't be opened for writing: No such file or directory\n",
                         missing));
    CHECK(contains(analyze_into(folder.path(), {"f5d6"}).errors, "Is a directory"));
    CHECK(contains(analyze_into("/dev/null", {"f5d6"}).errors, "'/dev/null' is no file"));
}

TEST_CASE("a job refuses a file that another job is writing") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    {
        const auto other_job = AppendFile::open(output);
        REQUIRE(other_job);
        const Finished run = analyze_into(output, {"f5d6"});
        CHECK(run.status == 1);
        CHECK(run.output.empty());
        CHECK(run.errors == fmt::format("emilia: '{}' is being written by another job\n", output));
        CHECK(contents(output).empty());
    }
    CHECK(analyze_into(output, {"f5d6"}).status == 0);
}

TEST_CASE("a game under other settings is another result, and the job says so") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    const std::string weights = folder.file("simple.weights");
    REQUIRE(run_command("train", {"--initial", "--output", weights}).status == 0);
    const Words games{"f5d6c3d3c4"};
    const std::vector<Words> settings = {
        {"--no-book", "--depth", "1"},
        {"--no-book", "--depth", "2"},
        {"--no-book", "--level", "2"},
        {"--no-book", "--nodes", "100"},
        {"--no-book", "--nodes", "100", "--depth", "1"},
        {"--no-book", "--depth", "1", "--exact-at", "9"},
        {"--no-book", "--depth", "1", "--top", "2"},
        {"--no-book", "--depth", "1", "--weights", weights},
        {"--no-book", "--time", "0.001"},
        {"--depth", "1"},
    };
    std::set<std::string> different;
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const Finished run = analyze_into(output, games, settings[i]);
        CAPTURE(i, run.errors);
        CHECK(run.status == 0);
        CHECK(run.errors
              == (i == 0 ? ""
                         : fmt::format("emilia: '{}' has 1 of these games with other settings or "
                                       "from another version; such games are analyzed again and "
                                       "added\n",
                                       output)));
        const auto lines = split_lines(contents(output));
        CHECK(lines.size() == i + 1);
        different.insert(json::parse(lines.back())["settings"].dump());
    }
    CHECK(different.size() == settings.size());
    // Each of them is known now. Other threads and more memory are no other settings.
    const std::string before = contents(output);
    for (Words again : settings) {
        again.insert(again.end(), {"--isa", std::string(instruction_sets().front().name)});
        const Finished run = analyze_into(output, games, again);
        CHECK(run.status == 0);
        CHECK(run.errors.empty());
    }
    CHECK(contents(output) == before);
}

TEST_CASE("a record identifies the built-in book and weights by their checksums") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    REQUIRE(analyze_into(output, {"f5"}, {"--depth", "2", "--exact-at", "4"}).status == 0);
    const json settings = json::parse(contents(output))["settings"];
    CHECK(settings["book"] == fmt::format("built-in {:08x}", shipped_book_checksum()));
    CHECK(settings["weights"] == fmt::format("built-in {:08x}", embedded_weights_checksum()));
}

TEST_CASE("a record tells its settings; earlier versions wrote none, so their games are repeated") {
    const TemporaryFolder folder;
    const std::string output = folder.file("games.jsonl");
    REQUIRE(analyze_into(output, {"f5"}, {"--no-book", "--depth", "2", "--exact-at", "4"}).status
            == 0);
    json record = json::parse(contents(output));
    CHECK(record["settings"]["depth"] == 2);
    CHECK(record["settings"]["exact_at"] == 4);
    CHECK(record["settings"]["hints"] == 1);
    CHECK(record["settings"]["book"] == "none");
    CHECK(record["settings"]["weights"].get<std::string>().starts_with("built-in "));
    CHECK_FALSE(record["settings"]["version"].get<std::string>().empty());
    CHECK_FALSE(record["settings"].contains("time"));

    const std::string settings = contents(output).substr(contents(output).find(",\"settings\""));
    std::string old = contents(output);
    old.replace(old.find(settings), settings.size(), "}\n");
    write(output, old);
    const Finished again =
        analyze_into(output, {"f5"}, {"--no-book", "--depth", "2", "--exact-at", "4"});
    CHECK(contains(again.errors, "from another version"));
    CHECK(split_lines(contents(output)).size() == 2);
}

TEST_CASE("no game is analyzed into a file that the command reads", "[posix]") {
    const TemporaryFolder folder;
    const std::string games = folder.file("games.txt");
    const std::string weights = folder.file("simple.weights");
    write(games, "f5d6c3");
    std::filesystem::create_symlink("games.txt", folder.file("link"));
    REQUIRE(run_command("train", {"--initial", "--output", weights}).status == 0);
    const std::string weights_before = contents(weights);
    const auto run = [&](const Words& more) {
        Words words{"--level", "1", "--no-book", "--game", games, "--weights", weights};
        words.insert(words.end(), more.begin(), more.end());
        return run_command("analyze", words);
    };
    for (const char* option : {"--output", "--html"}) {
        for (const std::string& file :
             {games, folder.file("link"), folder.file("./games.txt"), weights}) {
            const Finished refused = run({option, file});
            CAPTURE(option, file, refused.errors);
            CHECK(refused.status == 2);
            CHECK(refused.output.empty());
            CHECK(contains(refused.errors, "cannot be both input and output"));
        }
    }
    const std::string both = folder.file("both");
    std::filesystem::create_symlink("both", folder.file("link to both"));
    for (const char* page : {"both", "./both", "link to both"}) {
        CAPTURE(page);
        CHECK(contains(run({"--output", both, "--html", folder.file(page)}).errors,
                       "--html and --output cannot both be"));
        CHECK_FALSE(std::filesystem::exists(both));
    }
    CHECK(contents(games) == "f5d6c3");
    CHECK(contents(weights) == weights_before);
}

TEST_CASE("a page does not replace the names that are read with a base") {
    const TemporaryFolder folder;
    const std::string base = folder.file("games.wtb");
    const std::string names = folder.file("WTH.JOU");
    std::filesystem::copy_file(base_of_1978, base);
    write(names, std::string(16, '\0'));
    const Finished run = run_command(
        "analyze", {"--game", base, "--index", "1", "--level", "1", "--no-book", "--html", names});
    CHECK(run.status == 2);
    CHECK(contains(run.errors, "cannot be both input and output"));
    CHECK(contents(names) == std::string(16, '\0'));
}
