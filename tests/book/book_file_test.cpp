#include "book/book.h"
#include "book/book_file.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/notation/move_list.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <fstream>
#include <thread>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// A book with positions, game counts and games.
Book varied_book() {
    Book book = grown_book(60);
    book.raise_counts(canonical(Board::start()), {1, 2, 4'000'000'000});
    book.put_game(0x0123'4567'89ab'cdef);
    book.put_game(1);
    return book;
}

/// A file with this body and a correct checksum.
std::string file_of(std::string_view body) {
    const std::string packed = pack(body, 1);
    std::string bytes = "EMILIABK";
    put(bytes, std::uint32_t{1});
    put(bytes, checksum(packed));
    return bytes + packed;
}

} // namespace

TEST_CASE("a book that is written reads back as the same, in the same bytes") {
    const Book book = varied_book();
    const std::string bytes = encode_book(book);
    const auto read = decode_book(bytes);
    REQUIRE(read);
    CHECK(*read == book);
    CHECK(encode_book(*read) == bytes);
    CHECK(decode_book(encode_book(Book())) == Book());
}

TEST_CASE("a book file that is cut off anywhere is refused") {
    const std::string bytes = encode_book(varied_book());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        CAPTURE(size);
        CHECK_FALSE(decode_book(std::string_view(bytes).substr(0, size)));
    }
    CHECK_FALSE(decode_book(bytes + "x"));
}

TEST_CASE("a book file of which any byte has changed is refused") {
    const std::string bytes = encode_book(varied_book());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        CAPTURE(i);
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
        CHECK_FALSE(decode_book(damaged));
    }
}

TEST_CASE("a book with an impossible position is refused, even if its checksum is right") {
    const Board start = canonical(Board::start());
    const Square legal = first_square(start.legal_moves());
    struct Case {
        const char* what;
        Board board;
        BookPosition position;
    };
    const auto position = [](Square square, int hundredths, Depth depth) {
        BookPosition made;
        made.depth = depth;
        made.value = Score::from_hundredths(hundredths);
        made.moves = {{square, made.value, false}};
        return made;
    };
    BookPosition twice = position(legal, 0, 1);
    twice.moves.push_back(twice.moves.front());
    const Board few = canonical({bit(Square::c1), bit(Square::b1)});
    const std::vector<Case> cases = {
        {"an illegal move", start, position(Square::a1, 0, 1)},
        {"a pass that is not forced", start, position(Square::pass, 0, 1)},
        {"no such square", start, position(square_at(100), 0, 1)},
        {"a score out of range", start, position(legal, 6500, 1)},
        {"a depth out of range", start, position(legal, 0, 61)},
        {"no moves", start, BookPosition{}},
        {"another symmetry", transformed(start, start == Board::start() ? 1 : 0),
         position(Square::f5, 0, 1)},
        {"a move twice", start, twice},
        {"two discs on a square", {start.player, start.player}, position(legal, 0, 1)},
        {"too few discs", few, position(first_square(few.legal_moves()), 0, 1)},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.what);
        Book book;
        book.put(wrong.board, wrong.position);
        const auto read = decode_book(encode_book(book));
        REQUIRE_FALSE(read);
        CHECK(read.error() == "holds an impossible position");
    }
    CHECK(decode_book(file_of("")).error() == "is damaged");
    std::string counts;
    put(counts, std::uint32_t{0});
    put(counts, std::uint32_t{1'000'000'000});
    CHECK(decode_book(file_of(counts)).error() == "is damaged");
    std::string bomb(1'000'000, '\0'); // packs to a few bytes
    CHECK(decode_book(file_of(bomb)).error() == "is damaged");
}

TEST_CASE("a foreign file is refused by name, and one of another version with its number",
          "[posix]") {
    const TemporaryFile diary("dear diary");
    CHECK(read_book(diary.path()).error()
          == fmt::format("'{}' is not an Emilia book", diary.path()));
    const TemporaryFile edax("XADEKOOB and so on");
    CHECK(
        read_book(edax.path()).error()
        == fmt::format("'{}' is an Edax book; convert it with 'emilia book import'", edax.path()));
    CHECK(read_book("/dev/zero").error() == "'/dev/zero' is not an Emilia book"); // read no further
    std::string other = encode_book(Book());
    other[8] = 9;
    CHECK(decode_book(other).error() == "has book version 9; this program reads version 1");
    CHECK(read_book("/no/such/book").error()
          == "cannot read '/no/such/book': No such file or "
             "directory");
    CHECK(read_book_or_none("/no/such/book") == Book());
}

TEST_CASE("a book is updated in its file, made if need be; what a killed process left goes") {
    const TemporaryFolder folder;
    const std::string path = folder.file("my.book");
    const std::string left = folder.file("my.book.123.456.emilia-new");
    std::ofstream(left) << "half a bo";
    const std::vector<std::string> of_somebody = {
        "my.book.old.new",       "my.book.2024.new",         "my.book.1.2.new",
        "my.book.1.emilia-new",  "my.book.1.2.3.emilia-new", "my.book.emilia-new",
        "my.book..emilia-new",   "my.book..1.emilia-new",    "my.book.1..emilia-new",
        "my.book1.2.emilia-new", "your.book.1.2.emilia-new", "my.book.1.x.emilia-new",
    };
    for (const std::string& name : of_somebody) std::ofstream(folder.file(name)) << "somebody's";
    REQUIRE(update_book(path, [](Book& book) { book = varied_book(); }));
    CHECK(read_book(path) == varied_book());
    CHECK_FALSE(std::filesystem::exists(left));
    for (const std::string& name : of_somebody) {
        INFO(name);
        CHECK(std::filesystem::exists(folder.file(name)));
    }
    REQUIRE(update_book(path, [](Book& book) { book.put_game(5); }));
    CHECK(read_book(path)->games().size() == 3);
}

TEST_CASE("a link to a book is the book, also for the lock", "[posix]") {
    const TemporaryFolder folder;
    const TemporaryFolder elsewhere;
    const std::string path = folder.file("my.book");
    REQUIRE(write_book(path, Book()));
    const std::string link = elsewhere.file("link.book");
    std::filesystem::create_symlink(path, link);
    constexpr std::uint64_t each = 30;
    std::vector<std::thread> threads;
    for (std::uint64_t who = 0; who < 2; ++who) {
        threads.emplace_back([&, who] {
            for (std::uint64_t i = 0; i < each; ++i) {
                static_cast<void>(update_book(who == 0 ? path : link,
                                              [&](Book& book) { book.put_game(who * each + i); }));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(std::filesystem::is_symlink(link));
    CHECK(read_book(path)->games().size() == 2 * each);
}

TEST_CASE("a name that no file can have is an error, not a missing book", "[posix]") {
    CHECK_FALSE(read_book_or_none(std::string(1000, 'x')));
}

TEST_CASE("a file that is not a book is not replaced") {
    const TemporaryFile diary("dear diary");
    const auto written = write_book(diary.path(), Book());
    REQUIRE_FALSE(written);
    CHECK(written.error()
          == fmt::format("'{}' is not an Emilia book, so it is not replaced", diary.path()));
    CHECK(diary.text() == "dear diary");
    const TemporaryFile nothing;
    CHECK(write_book(nothing.path(), varied_book()));
    CHECK(read_book(nothing.path()) == varied_book());
    const TemporaryFile film("film");
    std::filesystem::resize_file(film.path(), std::uintmax_t{5} << 30); // longer than any book
    CHECK_FALSE(write_book(film.path(), Book()));
    CHECK(std::filesystem::file_size(film.path()) == std::uintmax_t{5} << 30);
}

TEST_CASE("a damaged book is not written over") {
    const TemporaryFile file("EMILIABK, nearly");
    const auto updated = update_book(file.path(), [](Book& book) { book.put_game(5); });
    REQUIRE_FALSE(updated);
    CHECK(updated.error().starts_with(fmt::format("'{}' has book version", file.path())));
    const auto written = write_book(file.path(), Book());
    REQUIRE_FALSE(written);
    CHECK(written.error().ends_with(", so it is not replaced"));
    CHECK(file.text() == "EMILIABK, nearly");
}

TEST_CASE("nothing is lost where many update one book at once") {
    const TemporaryFolder folder;
    const std::string path = folder.file("our.book");
    constexpr std::uint64_t each = 20;
    std::vector<std::thread> threads;
    for (std::uint64_t who = 0; who < 4; ++who) {
        threads.emplace_back([&path, who] {
            for (std::uint64_t i = 0; i < each; ++i) {
                static_cast<void>(
                    update_book(path, [&](Book& book) { book.put_game(who * each + i); }));
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(read_book(path)->games().size() == 4 * each);
}

TEST_CASE("the shipped book is large enough, in order, and has a deviation of every position") {
    const Book book = shipped_book();
    CHECK(book.size() >= 20'000);
    CHECK(book.moves(Board::start()).size() == 4);
    const BookFaults faults = check_book(book);
    CHECK_FALSE(faults.grave());
    CHECK(faults.one_sided == 0);
}

TEST_CASE("every position on the 200 most-played lines of twelve moves is in the shipped book") {
    // Counted over WTHOR's 137,548 games.
    const std::string text = read_file(testing::data_path("wthor/most-played-lines.txt")).value();
    const Book book = shipped_book();
    int lines = 0;
    for (const std::string& line : testing::split_lines(text)) {
        if (line.starts_with('#')) continue;
        ++lines;
        const auto game = parse_moves(line);
        REQUIRE(game);
        REQUIRE(game->moves().size() == 12);
        Board board = Board::start();
        CHECK(book.find(board) != nullptr);
        for (const PlayedMove& played : game->moves()) {
            board = board.after(played.move);
            CHECK(book.find(board) != nullptr);
        }
    }
    CHECK(lines == 200);
}
