#include "book/book_file.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A folder with a book of 100 positions.
struct Books : TemporaryFolder {
    Books() { REQUIRE(write_book(grown(), grown_book(100))); }
    [[nodiscard]] std::string grown() const { return file("grown.book"); }
    [[nodiscard]] Finished tree(const Words& what) const {
        Words words{"tree", "--book", grown()};
        words.insert(words.end(), what.begin(), what.end());
        return run_command("book", words);
    }
};

/// The lines of a tree without its head.
Words rows(const Finished& run) {
    Words lines = split_lines(run.output);
    const auto head = std::find_if(lines.begin(), lines.end(), [](const std::string& line) {
        return line.starts_with("move");
    });
    REQUIRE(head != lines.end());
    lines.erase(lines.begin(), head + 1);
    return lines;
}

} // namespace

TEST_CASE("a book's tree has a line for each position but the first, indented by its plies") {
    const Books books;
    const Finished run = books.tree({"--positions", "30"});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(run.output.starts_with("value:   "));
    const Words lines = rows(run);
    CHECK(lines.front().starts_with("f5 "));
    std::size_t level = 0;
    for (const std::string& line : lines) {
        const std::size_t indent = line.find_first_not_of(' ');
        CHECK(indent % 2 == 0);
        CHECK(indent / 2 <= level + 1);
        level = indent / 2;
        CHECK(line.back() != ' ');
    }
    const auto is_reference = [](const std::string& line) {
        return contains(line, "  as after f5");
    };
    CHECK(std::count_if(lines.begin(), lines.end(), is_reference)
          == static_cast<std::ptrdiff_t>(lines.size()) - 29);
    CHECK(rows(books.tree({})).size() >= 39);
}

TEST_CASE("the limits of a book's tree shorten it") {
    const Books books;
    CHECK(rows(books.tree({"--plies", "1"})).size() == 1);
    CHECK(rows(books.tree({"--positions", "2"})).size() == 1);
    CHECK(rows(books.tree({"--positions", "1"})).empty());
    const auto within = [&books](const char* discs) {
        return rows(books.tree({"--loss", discs, "--positions", "100"})).size();
    };
    CHECK(within("0") < within("1"));
    CHECK(within("1") < within("128"));
}

TEST_CASE("a book's tree begins after moves or at a board, in its symmetry, and names openings") {
    const Books books;
    const Finished turned = books.tree({"c4", "e3"});
    CHECK(turned.output.starts_with("opening: Perpendicular\nvalue:   "));
    CHECK(contains(turned.output, " for black\n"));
    const Finished board =
        books.tree({"---------------------------OX------XO--------------------------- X"});
    CHECK(board.output == books.tree({}).output);
    CHECK(contains(board.output, "  Perpendicular\n"));
}

TEST_CASE("a book's tree is written as a page that replaces the file before") {
    const Books books;
    const TemporaryFile page("an old page");
    const Finished run = books.tree({"--html", page.path(), "--positions", "50"});
    CHECK(run.status == 0);
    CHECK(run.output == fmt::format("50 positions in '{}'\n", page.path()));
    CHECK(page.text().starts_with("<!DOCTYPE html>"));
    const std::string shorter = page.text();
    CHECK(books.tree({"--html", page.path()}).output
          == fmt::format("100 positions in '{}'\n", page.path()));
    CHECK(page.text().size() > shorter.size());
}

TEST_CASE("a book's tree that cannot be shown says why and what helps") {
    const Books books;
    REQUIRE(write_book(books.file("empty.book"), Book()));
    const std::string page = books.file("page.html");
    struct Case {
        Words words;
        int status;
        const char* message;
    };
    const std::vector<Case> cases = {
        {{"f5f4g3", "--html", page}, 1, "the book does not know this position; begin earlier"},
        {{"f5f4g3"}, 1, "or name another book with --book"},
        {{"f5a1", "--html", page}, 2, "invalid moves: move 2: "},
        {{"--positions", "0"}, 2, "--positions is 1 to 100000000, not 0"},
        {{"--plies", "0"}, 2, "--plies is 1 to 128, not 0"},
        {{"--loss", "-1"}, 2, "--loss is 0 to 128, not -1"},
        {{"--html", "-"}, 2, "--html needs a file and can't be a standard stream"},
        {{"--html", books.grown()}, 2, "cannot be both input and output; choose another output"},
        {{"--html", "/no/such/folder/page.html"}, 1, "cannot write '/no/such/folder/page.html'"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.words);
        const Finished run = books.tree(wrong.words);
        CHECK(run.status == wrong.status);
        CHECK(run.output.empty());
        CHECK(contains(run.errors, wrong.message));
        CHECK_FALSE(std::filesystem::exists(page));
    }
    const Finished empty = run_command("book", {"tree", "--book", books.file("empty.book")});
    CHECK(empty.status == 1);
    CHECK(contains(empty.errors, "the book does not know this position"));
    CHECK(read_book(books.grown()) == grown_book(100));
}
