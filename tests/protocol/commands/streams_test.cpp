// What a command does when a stream or a log ends, is closed, full or too long.

#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("output that can't be written is an error", "[posix]") {
    const std::string line = GENERATE(
        R"("$0" --version >&-)", R"("$0" --help >/dev/full)", R"("$0" perft 3 --help >/dev/full)",
        R"("$0" perft 3 >/dev/full)", R"(echo genmove black | "$0" --depth 1 --hash 1 >/dev/full)",
        R"("$0" analyze --depth 1 --hash 1 )"
        R"("---------------------------OX------XO--------------------------- X" >/dev/full)");
    if (!std::filesystem::exists("/dev/full")) return;
    CAPTURE(line);
    const Finished run = run_shell(line);
    CHECK(run.status == 1);
    CHECK(run.errors == "emilia: cannot write to standard output\n");
}

TEST_CASE("a client that stops reading ends the program even if its input stays open") {
    Program program({"--hash", "1"});
    program.send("name\n");
    CHECK(program.read_line() == "= Emilia");
    program.close_output();
    program.send("name\nname\n");
    const Finished left = program.finish();
    CHECK(left.status == status_without_reader());
    CHECK(left.errors.empty());
}

TEST_CASE("a command ends without a word when the reader of its output has gone") {
    Program bench({"bench"});
    CHECK(bench.read_line());
    bench.close_output();
    const Finished run = bench.finish();
    CHECK(run.status == status_without_reader());
    CHECK(run.errors.empty());

    const Words words = GENERATE(Words{"--help"}, Words{"perft", "3"},
                                 Words{"literature", "players"}, Words{"book", "export", "-"});
    CAPTURE(words);
    Program other(words, program_path(), Program::Reader::gone);
    const Finished last = other.finish();
    CHECK(last.status == status_without_reader());
    CHECK(last.errors.empty());
}

TEST_CASE("what a command says to a closed stream does not get into the file of its job",
          "[posix]") {
    for (const std::string closed : {">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"}) {
        CAPTURE(closed);
        const TemporaryFolder folder;
        const std::string games = folder.file("analysis");
        static_cast<void>(
            run_shell("\"$0\" analyze --game f5d6 --depth 1 --no-book --json --output " + games
                      + ' ' + closed));
        std::ifstream file(games);
        CHECK(std::count(std::istreambuf_iterator<char>(file), {}, '\n') == 1);

        const std::string positions = folder.file("positions");
        const std::string selfplay = "\"$0\" selfplay --games 2 --depth 1 --exact-at 8 --threads 1 "
                                     "--output "
                                     + positions + ' ';
        REQUIRE(run_shell(selfplay).status == 0);
        const auto size = std::filesystem::file_size(positions);
        std::filesystem::resize_file(positions, size - 5); // so that a message tells of the rest
        static_cast<void>(run_shell(selfplay + closed));
        CHECK(std::filesystem::file_size(positions) == size);
        CHECK(run_program({"evaluate", positions}).status == 0);
    }
}

TEST_CASE("a file that gets longer than the system allows is an error and leaves nothing",
          "[posix]") {
    const TemporaryFolder folder;
    const std::string file = folder.file("weights");
    const Finished run = run_shell("ulimit -f 8; \"$0\" train --initial --output " + file);
    CHECK(run.status == 1);
    CHECK(run.errors == "emilia: cannot write '" + file + "': File too large\n");
    CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("the option --log appends the dialogue with times to a file") {
    const std::string before = "2026-11-01 12:00:00.000 > quit\n";
    const TemporaryFile log(before);
    const Finished run =
        run_program({"--hash", "1", "--log", log.path()}, "name\n7 protocol_version\nquit\n");
    CHECK(run.status == 0);
    CHECK(run.output == "= Emilia\n\n=7 2\n\n=\n\n");
    const std::string time = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3} ";
    const Pattern form(before + time + "> name\n" + time + "< = Emilia\n\n" + time
                       + "> 7 protocol_version\n" + time + "< =7 2\n\n" + time + "> quit\n" + time
                       + "< =\n\n");
    CAPTURE(log.text());
    CHECK(matches(log.text(), form));
}

TEST_CASE("nothing is appended to a file that is no log") {
    for (const char* const text : {"EMILIAPO\1", "{\"format\":1}\n", "\n", "2026-11-01", "note"}) {
        const TemporaryFile file(text);
        const Finished run = run_program({"--hash", "1", "--log", file.path()}, "name\n");
        CHECK(run.status == 1);
        CHECK(run.errors
              == "emilia: '" + file.path()
                     + "' is no log, so nothing is appended to it; choose another --log\n");
        CHECK(file.text() == text);
    }
}

TEST_CASE("a session goes on without a log that can't be written, and says so once", "[posix]") {
    if (!std::filesystem::exists("/dev/full")) return;
    const Finished run = run_program({"--hash", "1", "--log", "/dev/full"}, "name\nname\nquit\n");
    CHECK(run.status == 0);
    CHECK(run.output == "= Emilia\n\n= Emilia\n\n=\n\n");
    CHECK(run.errors
          == "emilia: cannot write the log '/dev/full': No space left on device; the session goes "
             "on without it\n");
}
