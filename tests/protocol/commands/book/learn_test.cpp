#include "book/book.h"
#include "book/book_file.h"
#include "engine/base/files.h"
#include "engine/notation/formats/ggf.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/book/book_program.h"

#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::string ggf_of_game(std::uint64_t seed) {
    return to_ggf(*parse_moves(moves_of_game(seed)));
}

} // namespace

TEST_CASE("games are learned from every format, and none is counted twice") {
    const TemporaryFolder folder;
    const std::string path = folder.file("learned.book");
    const TemporaryFile ggf("header\n" + ggf_of_game(1) + "\n" + ggf_of_game(2) + "\n");
    const TemporaryFile lists("# two games\n" + moves_of_game(2) + "\n\n" + moves_of_game(3));
    const Finished run = book(learning(path, {ggf.path(), lists.path()}));
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    const Book learned = read_book(path).value();
    CHECK(learned.games().size() == 3);
    CHECK(learned.find(Board::start())->games.total() == 3);
    CHECK_FALSE(check_book(learned).grave());
    CHECK(check_book(learned).one_sided == 0);
    const Finished start = book({"probe", "--book", path});
    CHECK(contains(start.output, " for black, not searched itself\n"));
    const Finished again = book(learning(path, {ggf.path()}));
    CHECK(contains(again.output, "0 of 2 games learned"));
    CHECK(contains(again.output, "already known: 2\n"));
    CHECK(read_book(path) == learned);
}

TEST_CASE("a game that cannot be read is reported, and the others are learned") {
    const TemporaryFolder folder;
    const std::string path = folder.file("learned.book");
    const TemporaryFile lists(moves_of_game(1) + "\nf5a1\n" + moves_of_game(2) + "\n");
    const Finished run = book(learning(path, {lists.path()}));
    CHECK(run.status == 1);
    CHECK(contains(run.errors, fmt::format("'{}', line 2: move 2: ", lists.path())));
    CHECK(read_book(path)->games().size() == 2);
    const TemporaryFile nothing("\n\n");
    CHECK(contains(book(learning(path, {nothing.path()})).errors, "holds no games"));
    CHECK(book(learning(path, {"/no/such/games"})).status == 1);
    CHECK(book({"learn"}).status == 2);
}

TEST_CASE("learning and building report a book that cannot be written before they start") {
    const TemporaryFile game(moves_of_game(1));
    const Finished learn = book(learning("/no/such/folder/my.book", {game.path()}));
    CHECK(learn.status == 1);
    CHECK(learn.errors
          == "emilia: cannot write '/no/such/folder/my.book': No such file or directory\n");
    const Finished build = book({"build", "--book", "/no/such/folder/my.book"});
    CHECK(build.status == 1);
    CHECK(contains(build.errors, "cannot write '/no/such/folder/my.book'"));
}

TEST_CASE("learned games leave no position without a move out of one's own and the built-in book",
          "[posix]") {
    // The built-in book has a position with only one move out of it, which leads to a position that
    // this game reaches by other moves. The base closes the deviations of more positions.
    const TemporaryFile game("f5f6e6f4c3e7g5g4e3f3g6d6h3d2\n");
    const bool whole_base = GENERATE(false, true);
    const std::string games =
        whole_base ? testing::data_path("literature/WTH_1980.wtb") : game.path();
    const TemporaryFolder folder;
    const std::string in_home = fmt::format("XDG_DATA_HOME='{}' \"$0\" ", folder.path());
    CHECK(
        run_shell(fmt::format("{} book learn '{}' --depth 1 --exact-at 1 --hash 1", in_home, games))
            .status
        == 0);
    for (const std::string& book :
         {std::string(), fmt::format(" --book '{}'", folder.file("emilia/own.book"))}) {
        const Finished checked = run_shell(in_home + "book check" + book);
        CHECK(checked.status == 0);
        CHECK(contains(checked.output, "\n0 without a move out of the book"));
    }
}

TEST_CASE("without --book games go into one's own book, combined with the built-in one",
          "[posix]") {
    const TemporaryFolder folder;
    const TemporaryFile game(moves_of_game(1));
    const std::string in_home = fmt::format("XDG_DATA_HOME='{}' \"$0\" ", folder.path());
    const Finished run = run_shell(
        fmt::format("{} book learn {} --depth 1 --exact-at 8 --hash 1", in_home, game.path()));
    CHECK(run.status == 0);
    const std::string path = folder.file("emilia/own.book");
    CHECK(contains(run.output, "1 of 1 game learned into '" + path + "'"));
    CHECK(read_book(path)->games().size() == 1);
    const auto positions = [&in_home](const std::string& before) {
        const Finished info = run_shell(before + in_home + "book info");
        return info.output.substr(0, info.output.find('\n'));
    };
    const std::string both = positions("");
    const std::string shipped = book({"info"}).output;
    CHECK(both != shipped.substr(0, shipped.find('\n')));
    // Relative folders must be ignored, which may leave none.
    const Finished nowhere = run_shell("HOME= XDG_DATA_HOME=here \"$0\" book learn " + game.path());
    CHECK(nowhere.status == 1);
    CHECK(contains(nowhere.errors, "there is no folder for your own book"));
    const Finished damaged =
        run_shell(fmt::format("echo damage >> {}; {} book info", path, in_home));
    CHECK(damaged.status == 1);
    CHECK(contains(damaged.errors, "'" + path + "' is cut off or damaged; move it away"));
}

TEST_CASE("processes that learn into the same book at the same time lose nothing", "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("shared.book");
    std::string line;
    for (int who = 0; who < 4; ++who) {
        std::string games;
        for (int i = 0; i < 5; ++i)
            games += moves_of_game(static_cast<std::uint64_t>(who * 4 + i)) + "\n";
        const std::string file = folder.file("games" + std::to_string(who));
        std::ofstream(file) << games;
        line += fmt::format("\"$0\" book learn {} --book {} --depth 1 --exact-at 8 --hash 1 "
                            "--threads 1 & ",
                            file, path);
    }
    CHECK(run_shell(line + "wait").errors.empty());
    const Book learned = read_book(path).value();
    CHECK(learned.games().size() == 17); // three games occur in two files
    CHECK(learned.find(Board::start())->games.total() == 17);
    CHECK_FALSE(check_book(learned).grave());
}

TEST_CASE("learning that must wait for another program says so, and goes on when it may") {
    const TemporaryFolder folder;
    const TemporaryFile game(moves_of_game(1));
    const std::string path = folder.file("shared.book");
    auto lock = std::make_optional(FolderLock::of(path));
    REQUIRE(*lock);
    Program learning({"book", "learn", game.path(), "--book", path, "--depth", "1", "--exact-at",
                      "8", "--hash", "1", "--threads", "1"});
    learning.wait_for_errors("waiting for");
    CHECK_FALSE(std::filesystem::exists(path));
    lock.reset();
    const Finished run = learning.finish();
    CHECK(run.status == 0);
    CHECK(run.errors
          == fmt::format("emilia: waiting for another program that has locked the folder '{}'\n",
                         folder.path()));
    CHECK(read_book(path)->games().size() == 1);
}

TEST_CASE("learning that is killed leaves a whole book and can be continued", "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("killed.book");
    std::string games;
    for (std::uint64_t i = 0; i < 40; ++i) games += moves_of_game(i) + "\n";
    const TemporaryFile file(games);
    std::size_t before = 0;
    const std::string learn = fmt::format("book learn {} --book {} --depth 2 --exact-at 12 "
                                          "--save-every 0.01 --hash 1 --threads 1",
                                          file.path(), path);
    for (int round = 1; round <= 4; ++round) {
        static_cast<void>(run_and_signal(learn, path, "KILL", round));
        const auto left = read_book_or_none(path);
        REQUIRE(left);
        CHECK(left->games().size() >= before);
        CHECK_FALSE(check_book(*left).grave());
        before = left->games().size();
    }
    CHECK(book(learning(path, {file.path()})).status == 0);
    CHECK(read_book(path)->games().size() == 40);
    CHECK(read_book(path)->find(Board::start())->games.total() == 40);
}

TEST_CASE("learning that is interrupted says that it writes the last games, and loses none",
          "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("interrupted.book");
    std::string games;
    for (std::uint64_t i = 0; i < 1000; ++i) games += moves_of_game(i) + "\n";
    const TemporaryFile file(games);
    const std::string learn = fmt::format("book learn {} --book {} --depth 2 --exact-at 10 "
                                          "--save-every 0.01 --hash 1 --threads 1",
                                          file.path(), path);
    // A save may just have written all that was learned.
    bool has_said = false;
    for (int round = 1; round <= 20 && !has_said; ++round) {
        const auto before = read_book_or_none(path);
        REQUIRE(before);
        const Finished interrupted = run_and_signal(learn, path, "TERM", round);
        REQUIRE(interrupted.status == 130);
        const std::size_t learned = read_book(path)->games().size() - before->games().size();
        CHECK(contains(interrupted.output, fmt::format("{} of 1,000 games learned into", learned)));
        has_said = contains(interrupted.errors, "emilia: writing the last ")
                   && contains(interrupted.errors, fmt::format(" into '{}'\n", path));
    }
    CHECK(has_said);
}
