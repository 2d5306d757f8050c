// Permissions, links and named pipes, which only POSIX systems have.

#include "book/book_file.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>

#include <sys/stat.h>
#include <unistd.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

namespace fs = std::filesystem;
constexpr auto secret = fs::perms::owner_read | fs::perms::owner_write;

} // namespace

TEST_CASE("every command that replaces a file keeps its permissions and the link to it") {
    const TemporaryFolder folder;
    const std::string games = folder.file("games");
    const std::string book = folder.file("a.book");
    std::ofstream(games) << "f5d6c3d3c4\n";
    REQUIRE(write_book(book, Book()));
    struct Case {
        std::string file;
        Words words; ///< the file comes last
    };
    const std::vector<Case> cases = {
        {"a.book", {"book", "learn", games, "--depth", "1", "--threads", "1", "--book"}},
        {"a.book",
         {"book", "build", "--positions", "9", "--depth", "1", "--threads", "1", "--book"}},
        {"text", {"book", "export", "--format", "text", "--book", book}},
        {"b.book", {"book", "import", folder.file("text"), "--book"}},
        {"c.book", {"book", "merge", book, folder.file("b.book"), "--book"}},
        {"games.ggf", {"convert", games, "--output"}},
        {"page", {"analyze", "--game", games, "--level", "1", "--no-book", "--html"}},
        {"weights", {"train", "--initial", "--output"}},
    };
    for (const Case& c : cases) {
        const std::string file = folder.file(c.file);
        const std::string link = folder.file("link to " + c.file);
        Words words = c.words;
        words.push_back(file);
        if (!fs::exists(file)) REQUIRE(run_program(words).status == 0);
        fs::permissions(file, secret);
        fs::remove(link);
        fs::create_symlink(c.file, link);
        words.back() = link;
        const Finished run = run_program(words);
        CAPTURE(words, run.errors);
        CHECK(run.status == 0);
        CHECK(fs::status(file).permissions() == secret);
        CHECK(fs::is_symlink(link));
    }
}

TEST_CASE("no command on books waits for a pipe that is named as its output") {
    const TemporaryFolder folder;
    const std::string book = folder.file("a.book");
    const std::string text = folder.file("text");
    const std::string pipe = folder.file("pipe");
    const std::string other = folder.file("b.book");
    REQUIRE(write_book(book, Book()));
    REQUIRE(write_book(other, Book()));
    REQUIRE(run_program({"book", "export", "--format", "text", "--book", book, text}).status == 0);
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    for (const Words& words : {Words{"book", "build", "--threads", "1", "--book", pipe},
                               Words{"book", "import", text, "--book", pipe},
                               Words{"book", "merge", book, other, "--book", pipe},
                               Words{"book", "export", "--book", book, pipe}}) {
        const Finished run = run_program(words);
        CAPTURE(words);
        CHECK(run.status == 1);
        CHECK(run.errors == "emilia: cannot write '" + pipe + "': it is no ordinary file\n");
        CHECK(fs::is_fifo(pipe));
    }
}

TEST_CASE("one's own book may be out of reach, and a pipe in its place is not waited for") {
    const TemporaryFolder home;
    const std::string folder = home.file(".local/share/emilia");
    fs::create_directories(folder);
    const std::string own = folder + "/own.book";
    const std::string info = "HOME=" + home.path() + " XDG_DATA_HOME= \"$0\" book info";
    const std::string shipped = run_shell("HOME= XDG_DATA_HOME= \"$0\" book info").output;

    REQUIRE(::mkfifo(own.c_str(), 0600) == 0);
    const Finished pipe = run_shell(info);
    CHECK(pipe.status == 1);
    CHECK(pipe.errors
          == "emilia: cannot read '" + own
                 + "': it is no ordinary file; move it away or choose another with --book\n");
    fs::remove(own);

    REQUIRE(write_book(own, Book()));
    fs::permissions(own, fs::perms::none);
    if (::geteuid() == 0) return; // who may read everything
    CHECK(run_shell(info).status == 1);
    fs::permissions(home.path(), fs::perms::none);
    const Finished closed = run_shell(info);
    fs::permissions(home.path(), fs::perms::owner_all);
    CHECK(closed.status == 0);
    CHECK(closed.output == shipped);
    CHECK(closed.errors
          == "emilia: a folder on the way to '" + own
                 + "' may not be entered; your own book is not used\n");
}
