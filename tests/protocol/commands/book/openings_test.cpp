#include "book/book_file.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A folder with a book of 100 positions, and a base of 1980.
struct Books : TemporaryFolder {
    Books() { REQUIRE(write_book(grown(), grown_book(100))); }
    [[nodiscard]] std::string grown() const { return file("grown.book"); }
    [[nodiscard]] Finished openings(const Words& what) const {
        Words words{"openings", "--book", grown(), "--wthor", base};
        words.insert(words.end(), what.begin(), what.end());
        return run_command("book", words);
    }
    const std::string base = data_path("literature/WTH_1980.wtb");
};

} // namespace

TEST_CASE("the openings of a base are shown within 80 columns, most played first") {
    const Books books;
    const Finished run = books.openings({"--count", "30"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Words lines = split_lines(run.output);
    REQUIRE(lines.size() >= 31);
    CHECK(lines.front() == "  games   value  black  white  line");
    for (const std::string& line : lines) {
        CHECK(line.size() <= 80);
        CHECK(line.back() != ' ');
    }
    CHECK(contains(run.output, "  Perpendicular\n"));
    CHECK(contains(run.output, "|")); // the small book is left
    CHECK(contains(run.output, " -   0."));
}

TEST_CASE("openings are printed as JSON, one on each line") {
    const Books books;
    const Finished run = books.openings({"--json", "--plies", "10", "--count", "5"});
    CHECK(run.status == 0);
    const Words lines = split_lines(run.output);
    CHECK(lines.size() <= 5);
    std::uint64_t before = 1'000'000;
    for (const std::string& line : lines) {
        const auto opening = nlohmann::json::parse(line);
        CHECK(opening.at("format") == 1);
        CHECK(opening.at("moves").size() == 10);
        CHECK(opening.at("moves").at(0) == "f5");
        CHECK(opening.at("moves_in_book") < 10);
        CHECK(opening.at("black_loss") >= 0);
        CHECK(opening.at("white_loss") >= 0);
        CHECK_FALSE(opening.contains("black_value"));
        CHECK(opening.at("games") <= before);
        before = opening.at("games");
    }
    const Finished first = books.openings({"--json", "--plies", "1"});
    const auto f5 = nlohmann::json::parse(first.output);
    CHECK(f5.at("moves_in_book") == 1);
    CHECK(f5.contains("black_value"));
    CHECK_FALSE(f5.contains("mistake"));
}

TEST_CASE("openings are written as a Markdown table that replaces the file before") {
    const Books books;
    const TemporaryFile page("an old page");
    const Finished run = books.openings({"--markdown", page.path(), "--count", "12"});
    CHECK(run.status == 0);
    CHECK(run.output == fmt::format("12 lines in '{}'\n", page.path()));
    const Words lines = split_lines(page.text());
    CHECK(lines.size() == 14);
    for (const std::string& line : lines) CHECK(std::count(line.begin(), line.end(), '|') == 8);
    CHECK(contains(page.text(), "leaves the book at move "));
}

TEST_CASE("openings that cannot be shown say why and what helps") {
    const Books books;
    const std::string page = books.file("page.md");
    struct Case {
        Words words;
        int status;
        const char* message;
    };
    const std::vector<Case> cases = {
        {{"--count", "0", "--markdown", page}, 2, "--count is 1 to 1000000, not 0"},
        {{"--share", "0"}, 2, "--share is 1 to 100, not 0"},
        {{"--share", "101"}, 2, "--share is 1 to 100, not 101"},
        {{"--plies", "0"}, 2, "--plies is 1 to 36, not 0"},
        {{"--plies", "37"}, 2, "--plies is 1 to 36, not 37"},
        {{"--plies", "8", "--share", "50"}, 2, "--plies and --share exclude each other"},
        {{"--json", "--markdown", page}, 2, "--json and --markdown exclude each other"},
        {{"--years", "soon"}, 2, "--years is a year or a range, such as 1977-2022, not 'soon'"},
        {{"--years", "1950"}, 1, "no line was played in two of these games or more"},
        {{"--markdown", "-"}, 2, "--markdown needs a file and can't be a standard stream"},
        {{"--markdown", books.grown()}, 2, "cannot be both input and output"},
        {{"--markdown", "/no/such/folder/page.md"}, 1, "cannot write '/no/such/folder/page.md'"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.words);
        const Finished run = books.openings(wrong.words);
        CHECK(run.status == wrong.status);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, wrong.message));
        CHECK_FALSE(std::filesystem::exists(page));
    }
    const auto errors_of = [](const Words& words) { return run_command("book", words).errors; };
    CHECK(contains(errors_of({"openings"}), "book openings needs --wthor and a game base"));
    CHECK(contains(errors_of({"openings", "f5"}), "book openings takes no argument 'f5'"));
    CHECK(contains(errors_of({"openings", "--wthor", "/no/such/base.wtb"}), "/no/such/base.wtb"));
    const TemporaryFile diary("dear diary");
    CHECK(contains(errors_of({"openings", "--wthor", diary.path()}), diary.path()));
    CHECK(read_book(books.grown()) == grown_book(100));
}
