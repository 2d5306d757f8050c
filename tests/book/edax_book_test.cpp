#include "book/book.h"
#include "book/book_file.h"
#include "book/edax_book.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "tests/book/grown_book.h"
#include "tests/catch.h"
#include "tests/locations.h"

#include <array>
#include <map>

using namespace emilia;

namespace {

const std::string small_book = read_file(testing::data_path("edax/small-book.dat")).value();

/// A position as stored in the file, parsed independently of the code under test.
struct Raw {
    Board board;
    std::array<std::uint32_t, 4> games{};
    std::array<std::int16_t, 3> value{};
    std::uint8_t level = 0;
    std::map<int, int> links; ///< scores by move
    std::pair<int, int> leaf; ///< move and score

    [[nodiscard]] friend bool operator<(const Raw& a, const Raw& b) {
        return std::pair(a.board.player, a.board.opponent)
               < std::pair(b.board.player, b.board.opponent);
    }
};

std::vector<Raw> raw_positions(std::string_view bytes) {
    bytes.remove_prefix(42);
    std::vector<Raw> positions;
    while (!bytes.empty()) {
        Raw raw;
        std::uint8_t links = 0;
        REQUIRE((take(bytes, raw.board) && take(bytes, raw.games) && take(bytes, raw.value)
                 && take(bytes, links) && take(bytes, raw.level)));
        for (int i = 0; i <= links; ++i) {
            std::int8_t score = 0;
            std::uint8_t move = 0;
            REQUIRE((take(bytes, score) && take(bytes, move)));
            if (i < links) raw.links[move] = score;
            if (i == links) raw.leaf = {move, score};
        }
        positions.push_back(raw);
    }
    std::sort(positions.begin(), positions.end());
    return positions;
}

Book imported() {
    return parse_edax_book(small_book).value();
}

} // namespace

TEST_CASE("an imported book has every value, count, depth and move that its file holds") {
    const Book book = imported();
    const std::vector<Raw> raw = raw_positions(small_book);
    REQUIRE(raw.size() == 38);
    CHECK(book.size() == 38);
    for (const Raw& expected : raw) {
        const BookPosition* const position = book.find_canonical(expected.board);
        REQUIRE(position != nullptr);
        CHECK(position->value == Score::from_discs(expected.value[0]));
        CHECK(position->games
              == GameCounts{expected.games[0], expected.games[1], expected.games[2]});
        const bool solved = is_solved(expected.board, *position);
        CHECK(solved == (expected.links.empty() && expected.value[1] == expected.value[2]));
        if (!solved) CHECK(position->depth == expected.level);
        std::map<int, int> within;
        for (const BookMove& move : position->moves) {
            if (move.within) {
                within[index(move.square)] = move.score.whole_discs();
            } else {
                CHECK(std::pair(index(move.square), move.score.whole_discs()) == expected.leaf);
            }
        }
        CHECK(within == expected.links);
    }
    const BookFaults faults = check_book(book);
    CHECK_FALSE(faults.grave());
    CHECK(faults.unreached == 0);
}

TEST_CASE("a book that is exported and imported again is the same") {
    const Book book = imported();
    const std::string bytes = to_edax_book(book, {2026, 11, 22, 5, 30, 15});
    CHECK(parse_edax_book(bytes) == book);
    CHECK(bytes.size() == small_book.size());
    // Except for the bounds and the level of the solved position, the files are equal.
    const std::vector<Raw> before = raw_positions(small_book);
    const std::vector<Raw> after = raw_positions(bytes);
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(before[i].board == after[i].board);
        CHECK(before[i].games == after[i].games); // includes the numbers of lines
        CHECK(before[i].value[0] == after[i].value[0]);
        CHECK(after[i].value[1] <= after[i].value[0]);
        CHECK(after[i].value[2] >= after[i].value[0]);
        CHECK(before[i].links == after[i].links);
        CHECK(before[i].leaf == after[i].leaf);
    }
    std::string_view date = std::string_view(bytes).substr(10);
    std::int16_t year = 0;
    std::array<std::int8_t, 6> rest{};
    REQUIRE((take(date, year) && take(date, rest)));
    CHECK(year == 2026);
    CHECK(rest == std::array<std::int8_t, 6>{11, 22, 5, 30, 15, 0});
}

TEST_CASE("a book of hundredths is exported in discs, and keeps its shape") {
    const Book book = testing::grown_book(200);
    const auto again = parse_edax_book(to_edax_book(book, {}));
    REQUIRE(again);
    CHECK(again->size() == book.size());
    for (const auto& [board, position] : book.positions()) {
        const BookPosition& other = *again->find_canonical(board);
        CHECK(std::abs((other.value - position.value).hundredths()) <= 50);
        CHECK(other.depth == position.depth);
    }
    CHECK(parse_edax_book(to_edax_book(*again, {})) == *again);
    CHECK(parse_edax_book(to_edax_book(Book(), {})) == Book());
}

TEST_CASE("a damaged Edax book is refused, with the place of the damage") {
    const auto problem = [](const std::string& bytes) {
        const auto book = parse_edax_book(bytes);
        return book ? "none" : book.error();
    };
    const auto changed = [](std::size_t at, int value) {
        std::string bytes = small_book;
        bytes[at] = static_cast<char>(value);
        return bytes;
    };
    CHECK(problem("") == "is not an Edax book");
    CHECK(problem(std::string(100, 'x')) == "is not an Edax book");
    CHECK(problem(small_book.substr(0, 41)) == "is cut off in its header");
    CHECK(problem(changed(8, 3)) == "has version 3 of Edax's format; only version 4 is supported");
    CHECK(problem(small_book.substr(0, 60)) == "is cut off after 0 of 38 positions");
    CHECK(problem(small_book + "x") == "is damaged: 1 byte follows the last position");
    CHECK(problem(small_book + "xy") == "is damaged: 2 bytes follow the last position");
    CHECK(problem(changed(42 + 41, 0))
          == "is damaged: position 1 has the move number 0, which is not legal there");
    CHECK(problem(changed(42 + 41, 200))
          == "is damaged: position 1 has the move number 200, which is not legal there");
    CHECK(problem(changed(42 + 40, 100)) == "is damaged: position 1 has the score 100");
    CHECK(problem(changed(42 + 3, 0xff)) == "is damaged: position 1 has two discs on one square");
    std::string few = small_book;
    std::fill(few.begin() + 42, few.begin() + 58, '\0');
    CHECK(problem(few) == "is damaged: position 1 has fewer than four discs");
    for (std::size_t size = 0; size < small_book.size(); ++size) {
        CHECK_FALSE(parse_edax_book(std::string_view(small_book).substr(0, size)));
    }
    // A file with a changed byte is refused or gives a consistent book.
    for (std::size_t at = 0; at < small_book.size(); ++at) {
        const auto book = parse_edax_book(changed(at, small_book[at] ^ 0x41));
        if (book) CHECK(decode_book(encode_book(*book)));
    }
}
