// `emilia book plan`, `search` and `take-in`.

#include "book/book_file.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::string printed(const Words& words) {
    const Finished run = run_command("book", words);
    CAPTURE(run.errors);
    CHECK(run.status == 0);
    return run.output;
}

std::string error_of(const Words& words) {
    const Finished run = run_command("book", words);
    CHECK(run.status != 0);
    CHECK(run.output.empty());
    return run.errors;
}

/// Writes a book whose searches looked one ply ahead.
void build_shallow(const TemporaryFile& book, const std::string& positions) {
    std::filesystem::remove(book.path());
    printed({"build", "--book", book.path(), "--positions", positions, "--depth", "1", "--hash",
             "1", "--threads", "1"});
}

/// The number of searches in the plan that these words ask for.
auto planned(const Words& words) {
    const std::string plan = printed(words);
    return std::count(plan.begin(), plan.end(), '\n');
}

/// Grows `book` to 20 positions, each round in that number of parts; returns the bytes of the file.
std::string grown(const std::string& book, int parts) {
    for (;;) {
        const TemporaryFile searches(
            printed({"plan", "--book", book, "--positions", "20", "--lines", "6", "--depth", "2"}));
        if (searches.text().empty()) break;
        Words take_in{"take-in", "--book", book};
        std::vector<TemporaryFile> answers(static_cast<std::size_t>(parts));
        for (int part = 1; part <= parts; ++part) {
            const std::string file = answers[static_cast<std::size_t>(part - 1)].path();
            printed({"search", searches.path(), "--output", file, "--threads", "1", "--hash", "1",
                     "--part", fmt::format("{}/{}", part, parts)});
            take_in.push_back(file);
        }
        printed(take_in);
    }
    return read_book(book).map([](const Book& b) { return encode_book(b); }).value();
}

} // namespace

TEST_CASE("a book that grows in rounds is the same for any number of machines") {
    const TemporaryFile one;
    const TemporaryFile three;
    std::filesystem::remove(one.path());
    std::filesystem::remove(three.path());
    CHECK((grown(one.path(), 1) == grown(three.path(), 3)));
    CHECK(read_book(one.path())->size() == 20);
}

TEST_CASE("a plan says how deep and how sure each search is") {
    const TemporaryFile book;
    std::filesystem::remove(book.path());
    CHECK(printed({"plan", "--book", book.path(), "--depth", "3", "--confidence", "93"})
          == "---------------------------OX------XO--------------------------- X enter 3@93% -\n");
}

TEST_CASE("a plan extends as many lines as are asked for, with up to two searches each") {
    const TemporaryFile book;
    build_shallow(book, "50");
    const auto searches = [&](const std::string& lines) {
        return planned({"plan", "--book", book.path(), "--positions", "500", "--depth", "1",
                        "--lines", lines});
    };
    CHECK(searches("1") >= 1);
    CHECK(searches("1") <= 2);
    CHECK(searches("8") >= 8);
    CHECK(searches("8") <= 16);
}

TEST_CASE("a plan searches again only what the book plays, if asked") {
    const TemporaryFile book;
    build_shallow(book, "200");
    const auto deeper = [&](const std::string& which) {
        return planned({"plan", "--book", book.path(), "--positions", "200", "--lines", "1000",
                        "--depth", "2", "--deepen", which});
    };
    CHECK(deeper("played") > 5);
    CHECK(deeper("played") < deeper("all") / 2);
    CHECK(error_of({"plan", "--book", book.path(), "--deepen", "some"})
              .starts_with("emilia: --deepen is all or played, not 'some'"));
    CHECK(error_of({"build", "--book", book.path(), "--deepen", "none"})
              .starts_with("emilia: --deepen is all or played, not 'none'"));
}

TEST_CASE("damaged searches and answers are named and change nothing") {
    const TemporaryFile file("rubbish\n");
    const TemporaryFile book;
    std::filesystem::remove(book.path());
    CHECK(error_of({"take-in", file.path(), "--book", book.path()})
              .starts_with(fmt::format("emilia: '{}', line 1: ", file.path())));
    CHECK(error_of({"search", file.path(), "--output", book.path()})
              .starts_with(fmt::format("emilia: '{}', line 1: ", file.path())));
    CHECK_FALSE(std::filesystem::exists(book.path()));
}

TEST_CASE("the commands of a round say what they lack") {
    CHECK(error_of({"plan"}).starts_with("emilia: book plan needs --book FILE"));
    CHECK(error_of({"plan", "x"}).starts_with("emilia: book plan takes no argument 'x'"));
    const TemporaryFile book;
    std::filesystem::remove(book.path());
    CHECK(error_of({"plan", "--book", book.path(), "--confidence", "64"})
              .starts_with("emilia: --confidence is 63, 81, 93, 99 or 100, not 64"));
    CHECK(error_of({"search"}).starts_with("emilia: book search needs one FILE"));
    CHECK(error_of({"search", "x"}).starts_with("emilia: book search needs --output FILE"));
    CHECK(error_of({"take-in"}).starts_with("emilia: book take-in needs a file of answers"));
    CHECK(error_of({"take-in", "x"}).starts_with("emilia: book take-in needs --book FILE"));
}
