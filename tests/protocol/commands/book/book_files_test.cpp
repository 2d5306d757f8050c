#include "book/book_file.h"
#include "protocol/commands/book/book_jobs.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <chrono>
#include <filesystem>

using namespace emilia;
using namespace emilia::testing;

namespace {

namespace fs = std::filesystem;
} // namespace

TEST_CASE("a book that gets nothing new is left untouched, and a changed one is replaced") {
    const TemporaryFolder folder;
    const std::string book = folder.file("a.book");
    const auto build = [&book](const char* positions) {
        return run_program({"book", "build", "--positions", positions, "--depth", "1", "--threads",
                            "1", "--book", book});
    };
    REQUIRE(build("3").status == 0);
    fs::last_write_time(book, fs::file_time_type::clock::now() - std::chrono::hours(1));
    const auto then = fs::last_write_time(book); // a system may round it
    CHECK(build("3").status == 0);
    CHECK(fs::last_write_time(book) == then);
    CHECK(build("4").status == 0);
    CHECK(fs::last_write_time(book) != then);
}

TEST_CASE("a book that counts other games than those of --wthor is continued with a message") {
    const TemporaryFolder folder;
    const std::string book = folder.file("a.book");
    const auto build = [&](const std::string& base) {
        return run_program({"book", "build", "--book", book, "--wthor", base, "--played", "3",
                            "--positions", "1", "--depth", "1", "--threads", "1"});
    };
    const std::string base = testing::data_path("wthor/WTH_1978.wtb"); // 8 games
    const std::string part = folder.file("part.wtb");
    REQUIRE(run_program({"convert", base, "--index", "1-5", "--output", part}).status == 0);
    CHECK(build(part).errors.empty());
    CHECK(build(part).errors.empty());
    const GameCounts before = read_book(book).value().find(Board::start())->games;
    CHECK(before.total() == 5);
    const Finished other = build(base);
    CHECK(other.status == 0);
    CHECK(other.errors.starts_with("emilia: '" + book + "' counts other games than these bases"));
    CHECK(split_lines(other.errors).size() == 1);
    CHECK(read_book(book).value().find(Board::start())->games.total() == 8);
}

TEST_CASE("a book is not built of bases without a game of the years that are asked for") {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.book");
    const Finished run =
        run_program({"book", "build", "--book", path, "--wthor", data_path("wthor/WTH_1978.wtb"),
                     "--years", "2050", "--positions", "1", "--depth", "1", "--threads", "1"});
    CHECK(run.status == 1);
    CHECK(run.output.empty());
    CHECK(run.errors == "emilia: the bases hold no game of these years\n");
    CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a build counts only its own positions, whatever others put into its book meanwhile") {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.book");
    Builder builder({}, {.search = {.depth = 2}, .positions = 1}, {});
    const BuildState first = builder.state();
    QuickSearch search;
    const std::atomic<bool> stop = false;
    builder.work(search.function(), stop);
    REQUIRE(builder.book().size() == 1);
    const Book others = grown_book(50);
    REQUIRE(write_book(path, others));
    const std::size_t from_others = save_book(path, builder);
    CHECK(from_others == others.size() - 1); // both have the start
    CHECK(save_book(path, builder) == 0);
    CHECK(extent_of(first, builder.state(), 100, from_others)
          == BuildExtent{.done = 1, .left = 100 - others.size()});
    CHECK(extent_of(first, builder.state(), 1, from_others) == BuildExtent{.done = 1, .left = 0});
}

TEST_CASE("a build has left the positions of its bases and those that are shallow") {
    BuildState first;
    first.positions = 10;
    first.seeds_left = 5;
    first.shallow = 4;
    CHECK(extent_of(first, first, 15, 0) == BuildExtent{.done = 0, .left = 9});
    BuildState large = first;
    large.positions = 40;
    large.shallow = 3;
    large.searched_again = 1;
    CHECK(extent_of(first, large, 15, 28) == BuildExtent{.done = 3, .left = 8});
}

TEST_CASE("learning that fails makes no folder for one's own book", "[posix]") {
    const TemporaryFolder home;
    const std::string none = home.file("none.txt");
    const std::string bad = home.file("bad.txt");
    std::ofstream(bad) << "f5f5\n";
    const std::string data = home.file("data");
    const std::string learn = "XDG_DATA_HOME=" + data + " \"$0\" book learn ";
    struct Case {
        std::string words, error;
    };
    const std::vector<Case> cases = {
        {none, "cannot read '" + none + "': No such file or directory\n"},
        {bad, "no games to learn\n"},
        {bad + " --threads 0", "--threads is 1 to 1024, not 0"},
    };
    for (const Case& c : cases) {
        const Finished run = run_shell(learn + c.words);
        CAPTURE(c.words, run.errors);
        CHECK(run.status != 0);
        CHECK(contains(run.errors, "emilia: " + c.error));
        CHECK_FALSE(fs::exists(data));
    }
}

TEST_CASE("merge refuses one book twice, also by another name, and writes nothing", "[posix]") {
    const TemporaryFolder folder;
    const std::string book = folder.file("a.book");
    const std::string link = folder.file("link");
    const std::string merged = folder.file("merged");
    REQUIRE(write_book(book, Book()));
    fs::create_symlink("a.book", link);
    for (const std::string& again : {book, link}) {
        const Finished run = run_program({"book", "merge", book, again, "--book", merged});
        CHECK(run.status == 2);
        CHECK(contains(run.errors, "are the same file, which would count twice; leave one out"));
        CHECK_FALSE(fs::exists(merged));
    }
}

TEST_CASE("a check without a finished position says nothing about the moves") {
    const TemporaryFolder folder;
    const std::string path = folder.file("empty.book");
    REQUIRE(write_book(path, Book()));
    const Finished run =
        run_command("book", {"check", "--book", path, "--sample", "5", "--threads", "1"});
    CHECK(run.status == 0);
    CHECK(contains(run.output, "\nno position was searched to its end, so nothing is known of the "
                               "moves\n"));
    CHECK_FALSE(contains(run.output, "%"));
}
