#include "book/book.h"
#include "book/book_file.h"
#include "engine/base/files.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/book/book_program.h"
#include "tests/snapshots.h"

#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

const std::string edax_file = testing::data_path("edax/small-book.dat");

/// A folder that contains an imported book.
struct Books : TemporaryFolder {
    Books() { REQUIRE(book({"import", edax_file, "--book", small()}).status == 0); }
    [[nodiscard]] std::string small() const { return file("small.book"); }
};

} // namespace

TEST_CASE("info prints how many positions a book has, at which moves, and how they were searched") {
    const Books books;
    const Finished run = book({"info", "--book", books.small()});
    CHECK(run.status == 0);
    check_snapshot("book", "info of a small book", run.output);
    const Finished own = book({"info"});
    CHECK(own.status == 0);
    CHECK(has_match(own.output, Pattern("^[0-9,]+ positions\nthe start is worth ")));
}

TEST_CASE("probe shows a position's moves with values, counts and the opening's name") {
    const Books books;
    const auto probe = [&books](const Words& what) {
        Words words{"probe", "--book", books.small()};
        words.insert(words.end(), what.begin(), what.end());
        return book(words);
    };
    const Finished start = probe({});
    CHECK(start.status == 0);
    CHECK(contains(start.output, "value:   +0.00 for black, own search to depth 21 at 63%"));
    CHECK(contains(start.output, "games:   8 won, 8 drawn, 0 lost"));
    for (const char* move :
         {"\nd3     +0.00", "\nc4     +0.00", "\nf5     +0.00", "\ne6     +0.00"})
        CHECK(contains(start.output, move));
    CHECK(contains(probe({"f5d6"}).output, "opening: Perpendicular"));
    CHECK(contains(probe({"F5", "D6"}).output, "opening: Perpendicular"));
    CHECK(contains(probe({"f5f6e6f4c3"}).output, "opening: Buffalo"));
    CHECK(contains(probe({"f5f4g3"}).output, "The book does not know this position."));
    const Finished board =
        probe({"---------------------------OX------XO--------------------------- X"});
    CHECK(board.output == start.output);
    const std::string after_f5 = probe({"f5"}).output;
    CHECK(contains(after_f5, "\n3 - - - - - - - -   black X  4\n4 - - - O X . - -   white O  1\n"));
    CHECK(contains(after_f5, "\n\nvalue:   +0.00 for white, own search to depth 21 at 63%\n"
                             "games:   0 won, 2 drawn, 2 lost\n\n"));
    CHECK(has_match(after_f5, Pattern("\nd6     \\+0\\.00   [0-9.]{4}     21        0  d6\n"
                                      "f6     -1\\.00   [0-9.]{4}     24        4  f6e6d6c5\n$")));
    const Finished illegal = probe({"f5a1"});
    CHECK(illegal.status == 2);
    CHECK(contains(illegal.errors, "invalid moves: move 2: "));
    CHECK(probe({"--------------------------- X and so on, and on and on and on and on"}).status
          == 2);
}

TEST_CASE("probe shows how doubtful a move's value is, as text and as JSON") {
    const Books books;
    const Finished text = book({"probe", "--book", books.small()});
    CHECK(contains(text.output, "\nmove   value  doubt  depth    games  line\n"));
    CHECK(has_match(text.output, Pattern("\nf5     \\+0.00   [01]\\.[0-9]{2}     ")));
    const Finished run = book({"probe", "f5", "--json", "--book", books.small()});
    CHECK(run.status == 0);
    const auto probed = nlohmann::json::parse(run.output);
    CHECK(probed.at("format") == 1);
    CHECK(probed.at("known") == true);
    CHECK(probed.at("board") == "---------------------------OX------XXX--------------------------");
    CHECK(probed.at("player") == "O");
    CHECK(probed.at("value") == 0);
    CHECK(probed.at("solved") == false);
    CHECK(probed.at("confidence") == 63);
    CHECK(probed.at("games") == nlohmann::json{{"won", 0}, {"drawn", 2}, {"lost", 2}});
    REQUIRE(probed.at("moves").size() == 2);
    nlohmann::json second = probed.at("moves").at(1);
    second.erase("doubt");
    CHECK(second
          == nlohmann::json{{"move", "f6"},
                            {"value", -1},
                            {"depth", 24},
                            {"games", 4},
                            {"pv", {"f6", "e6", "d6", "c5"}}});
    const auto& best = probed.at("moves").at(0);
    CHECK(best.at("value") == 0);
    CHECK(best.at("doubt") > 0.3);
    CHECK(best.at("doubt") < 3);
    CHECK(best.at("pv").at(0) == best.at("move"));
    const auto unknown =
        nlohmann::json::parse(book({"probe", "f5f4g3", "--json", "--book", books.small()}).output);
    CHECK(unknown.at("known") == false);
    CHECK_FALSE(unknown.contains("moves"));
    CHECK(book({"probe", "f5a1", "--json", "--book", books.small()}).status == 2);
}

TEST_CASE("every command refuses a damaged book and names the file") {
    const Books books;
    const std::string whole = read_file(books.small()).value();
    struct Case {
        std::string bytes;
        const char* message;
    };
    const std::vector<Case> cases = {
        {whole.substr(0, whole.size() - 1), "is cut off or damaged"},
        {whole.substr(0, 10), "is cut off"},
        {"dear diary", "is not an Emilia book"},
        {"", "is not an Emilia book"},
        {read_file(edax_file).value(), "is an Edax book; convert it with 'emilia book import'"},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        const TemporaryFile file(wrong.bytes);
        const TemporaryFile game(moves_of_game(1));
        const std::vector<Words> commands = {
            {"info", "--book", file.path()},
            {"probe", "--book", file.path()},
            {"tree", "--book", file.path()},
            {"openings", "--book", file.path(), "--wthor",
             testing::data_path("wthor/WTH_1978.wtb")},
            {"check", "--book", file.path()},
            {"export", "-", "--book", file.path()},
            {"merge", books.small(), file.path(), "--book", books.file("merged.book")},
            {"build", "--book", file.path(), "--positions", "5"},
            learning(file.path(), {game.path()}),
        };
        for (const Words& command : commands) {
            CAPTURE(command.front());
            const Finished run = book(command);
            CHECK(run.status == 1);
            CHECK(run.output.empty());
            CHECK(contains(run.errors, fmt::format("'{}' {}", file.path(), wrong.message)));
        }
        CHECK(file.text() == wrong.bytes);
        CHECK_FALSE(std::filesystem::exists(books.file("merged.book")));
    }
    const Finished missing = book({"info", "--book", "/no/such/book"});
    CHECK(missing.status == 1);
    CHECK(contains(missing.errors, "/no/such/book"));
}

TEST_CASE("a book exported to Edax's format or text and imported again is unchanged") {
    const Books books;
    const std::string before = read_file(books.small()).value();
    for (const char* name : {"book.dat", "book.txt"}) {
        CAPTURE(name);
        const Finished out = book({"export", books.file(name), "--book", books.small()});
        CHECK(out.status == 0);
        CHECK(contains(out.output, "38 positions in "));
        CHECK(book({"import", books.file(name), "--book", books.file("back.book")}).status == 0);
        CHECK(read_file(books.file("back.book")) == before);
    }
    CHECK(book({"export", "-", "--format", "text", "--book", books.small()}).output
          == read_file(books.file("book.txt")));
    CHECK(book({"export", "x", "--format", "pdf", "--book", books.small()}).status == 2);
    CHECK(book({"import", books.small(), "--book", books.file("x.book")}).status == 1);
    CHECK(book({"import", edax_file}).status == 2);
    const Finished slip = book({"export", books.small()});
    CHECK(slip.status == 1);
    CHECK(contains(slip.errors, "is a book, which an export does not replace"));
    CHECK(read_file(books.small()) == before);
    const TemporaryFile wrong("# Emilia book\nnonsense\n");
    const Finished text = book({"import", wrong.path(), "--book", books.file("x.book")});
    CHECK(text.status == 1);
    CHECK(contains(text.errors, fmt::format("'{}', line 2: ", wrong.path())));
}

TEST_CASE("a book's text may begin with a byte order mark") {
    const Books books;
    const std::string text = books.file("book.txt");
    REQUIRE(book({"export", text, "--book", books.small()}).status == 0);
    const TemporaryFile marked("\xef\xbb\xbf" + read_file(text).value());
    CHECK(book({"import", marked.path(), "--book", books.file("back.book")}).status == 0);
    CHECK(read_file(books.file("back.book")) == read_file(books.small()));
}

TEST_CASE("a merged book contains all positions of its sources") {
    const Books books;
    REQUIRE(write_book(books.file("grown.book"), grown_book(100)));
    const std::string merged = books.file("merged.book");
    const Finished run = book({"merge", books.small(), books.file("grown.book"), "--book", merged});
    CHECK(run.status == 0);
    const auto all = read_book(merged);
    REQUIRE(all);
    const Book grown = grown_book(100);
    for (const auto& [board, position] : grown.positions())
        CHECK(all->find_canonical(board) != nullptr);
    CHECK(all->size() > 100);
    CHECK(all->find(Board::start())->games == GameCounts{8, 8, 0});
    CHECK(book({"merge", books.small(), "--book", merged}).status == 2);
}

TEST_CASE(
    "a book is built, continued and found consistent; a check with a sample searches deeper") {
    const TemporaryFolder folder;
    const std::string path = folder.file("new.book");
    const auto build = [&path](const char* positions) {
        return book({"build", "--book", path, "--positions", positions, "--depth", "2", "--hash",
                     "1", "--threads", "2", "--wthor", testing::data_path("wthor/WTH_1978.wtb"),
                     "--played", "3"});
    };
    const Finished first = build("60");
    CHECK(first.status == 0);
    CHECK(first.errors.empty());
    CHECK(contains(first.output, " positions, "));
    const Book small = read_book(path).value();
    CHECK(small.size() >= 60);
    CHECK(small.find(Board::start())->games.total() > 3);
    CHECK(build("90").status == 0);
    const Book large = read_book(path).value();
    CHECK(large.size() >= 90);
    CHECK(large.find(Board::start())->games == small.find(Board::start())->games);
    const Finished check = book({"check", "--book", path});
    CHECK(check.status == 0);
    CHECK(contains(check.output, " 0 with a wrong value, 0 unreachable by lookup\n0 without a "
                                 "move out of the book, 0 not reached"));
    const Words sampling = {"check", "--book",    path, "--sample", "20", "--deeper",
                            "2",     "--threads", "2",  "--hash",   "1"};
    Words lenient = sampling;
    lenient.insert(lenient.end(), {"--loss", "64"});
    const Finished sampled = book(lenient);
    CHECK(sampled.status == 0);
    CHECK(contains(sampled.output, " moves in 20 positions: "));
    Words strict = sampling;
    strict.insert(strict.end(), {"--loss", "0", "--book-cost", "400"});
    CHECK(book(strict).status == 1);
}

TEST_CASE("a build that is killed leaves a whole book, the earlier or the later one", "[posix]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("killed.book");
    const std::string build = fmt::format("book build --book {} --positions 100000 --depth 1 "
                                          "--save-every 0.01 --hash 1 --threads 2",
                                          path);
    std::size_t before = 0;
    for (int round = 1; round <= 6; ++round) {
        CHECK(run_and_signal(build, path, "KILL", round).status == 137);
        const auto left = read_book(path);
        REQUIRE(left);
        CHECK(left->size() > before);
        CHECK_FALSE(check_book(*left).grave());
        before = left->size();
    }
    const Finished interrupted = run_and_signal(build, path, "TERM", 1);
    CHECK(interrupted.status == 130);
    CHECK(contains(interrupted.output, " of them new, "));
    CHECK(read_book(path)->size() > before);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("every book command has help with examples, and reports unknown arguments") {
    for (const char* command :
         {"info", "probe", "tree", "check", "build", "learn", "import", "export", "merge"}) {
        CAPTURE(command);
        const Finished help = book({command, "--help"});
        CHECK(help.status == 0);
        CHECK(contains(help.output, fmt::format("emilia book {}", command)));
        CHECK(contains(help.output, "Examples:\n"));
        CHECK(book({command, "--no-such-option"}).status == 2);
    }
    CHECK(book({"--help"}).status == 0);
    CHECK(book({}).status == 2);
    const Finished unknown = book({"burn"});
    CHECK(unknown.status == 2);
    CHECK(contains(unknown.errors, "book has no command 'burn', only "));
    CHECK(book({"build"}).status == 2);
    CHECK(book({"build", "--book", "x", "--positions", "0"}).status == 2);
    for (const char* option : {"--years", "--played"}) {
        CHECK(contains(book({"build", "--book", "x", option, "1980"}).errors,
                       fmt::format("{} needs --wthor and a game base", option)));
        CHECK(book({"build", "--book", "x", option, "0-0-0"}).status == 2);
    }
    CHECK(book({"info", "my.book"}).status == 2);
}
