#include "engine/base/bytes.h"
#include "engine/learn/position_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"
#include "tests/random_game.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Games = std::map<std::uint32_t, std::vector<LabelledPosition>>;

constexpr std::size_t header_size = 256;
constexpr std::size_t block_header_size = 12;
constexpr std::size_t position_size = 20;
const std::string settings = "selfplay --depth 6";

/// Positions with every kind of label and both ends of every scale.
std::vector<LabelledPosition> some_positions(Random& random, int number) {
    const std::vector<Board> boards = positions_of_games(random, 2);
    std::vector<LabelledPosition> positions;
    for (int i = 0; i < number; ++i) {
        positions.push_back({.board = boards[static_cast<std::size_t>(7 * i)],
                             .score = Score::from_hundredths(below(random, 12801) - 6400),
                             .source = static_cast<LabelSource>(i % 3),
                             .distance = static_cast<std::uint8_t>(random())});
    }
    if (number > 1) {
        positions[0].score = min_score;
        positions[1].score = max_score;
        positions[1].distance = 255;
    }
    return positions;
}

Games some_games() {
    Random random(3);
    return {{0, some_positions(random, 3)},
            {7, {}},
            {1, some_positions(random, 1)},
            {0xffff'ffff, some_positions(random, 5)}};
}

void append(const std::string& path, const Games& games) {
    auto writer = PositionWriter::open(path, settings);
    REQUIRE(writer);
    for (const auto& [game, positions] : games) REQUIRE(writer->append(game, positions));
}

/// The same file in version 1, which has no settings.
std::string as_version_1(std::string text) {
    return std::string("EMILIAPO\1\0\0\0\0\0\0\0", 16) + text.substr(header_size);
}

/// What can be read, up to the first flaw, which is returned.
std::string read(const std::string& path, Games& games) {
    games.clear();
    const auto read = read_positions(path, [&games](std::uint32_t game, auto positions) {
        games[game].assign(positions.begin(), positions.end());
    });
    return read ? "" : read.error();
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string in_quotes(const std::string& path) {
    return fmt::format("'{}'", path);
}

/// Where blocks end, the file's header included.
std::vector<std::size_t> block_ends(const Games& games) {
    std::vector<std::size_t> ends{header_size};
    for (const auto& [game, positions] : games) {
        ends.push_back(ends.back() + block_header_size + position_size * positions.size());
    }
    return ends;
}

} // namespace

TEST_CASE("a file of positions returns what was written, at once or in several runs") {
    const TemporaryFile file;
    const Games games = some_games();
    SECTION("one go") {
        append(file.path(), games);
    }
    SECTION("several") {
        for (const auto& game : games) append(file.path(), {game});
    }
    Games found;
    CHECK(read(file.path(), found).empty());
    CHECK(found == games);

    const auto writer = PositionWriter::open(file.path(), settings);
    REQUIRE(writer);
    CHECK(writer->games().size() == games.size());
    for (const auto& [game, positions] : games) CHECK(writer->games().contains(game));
    CHECK(writer->positions() == 9);
    CHECK(writer->bytes_cut_off() == 0);
}

TEST_CASE("a file of positions has the documented bytes") {
    const TemporaryFile file;
    append(file.path(), {{0x01020304,
                          {{.board = {0x1111'2222'3333'4444, 0x8888'0000'0000'0001},
                            .score = Score::from_hundredths(-1234),
                            .source = LabelSource::later,
                            .distance = 9}}}});
    const std::string text = file.text();
    // The checksum of the settings' 240 bytes comes from another program, Python's zlib.
    const std::string header("EMILIAPO\2\0\0\0\x32\x50\x8e\x0d", 16);
    const std::string before_checksum("\4\3\2\1\1\0\0\0", 8);
    const std::string after_checksum("\x44\x44\x33\x33\x22\x22\x11\x11\1\0\0\0\0\0\x88\x88"
                                     "\x2e\xfb\1\x09",
                                     20);
    REQUIRE(text.size() == 288);
    CHECK(text.substr(0, 16) == header);
    CHECK(text.substr(16, 240) == settings + std::string(240 - settings.size(), '\0'));
    CHECK(text.substr(256, 8) == before_checksum);
    CHECK(text.substr(268) == after_checksum);
}

TEST_CASE("a file of positions cut off anywhere keeps its complete games and can be continued") {
    const TemporaryFile whole;
    const Games games = some_games();
    append(whole.path(), games);
    const std::string text = whole.text();
    const std::vector<std::size_t> ends = block_ends(games);
    REQUIRE(ends.back() == text.size());
    constexpr std::size_t magic_and_version = 12; // a writer leaves nothing or more than these
    for (std::size_t size = 0; size < text.size(); size = std::max(size + 1, magic_and_version)) {
        CAPTURE(size);
        const TemporaryFile file(text.substr(0, size));
        Games expected;
        std::size_t kept = 0;
        auto game = games.begin();
        for (const std::size_t end : ends) {
            if (end > size) break;
            kept = end;
            if (end > header_size) expected.insert(*game++);
        }

        Games found;
        const std::string complaint = read(file.path(), found);
        CHECK(found == expected);
        if (kept == size && size > 0) {
            CHECK(complaint.empty());
        } else {
            CHECK(complaint.starts_with(in_quotes(file.path()) + " is cut off"));
        }

        auto writer = PositionWriter::open(file.path(), settings);
        REQUIRE(writer);
        CHECK(writer->bytes_cut_off() == size - kept);
        CHECK(writer->games().size() == expected.size());
        for (const auto& [number, positions] : games) {
            if (!writer->games().contains(number)) REQUIRE(writer->append(number, positions));
        }
        CHECK(file.text() == text);
    }
}

TEST_CASE("a file of positions with any bit altered is refused, and loses no game but the last") {
    const TemporaryFile whole;
    const Games games = some_games();
    append(whole.path(), games);
    const std::string text = whole.text();
    const std::vector<std::size_t> ends = block_ends(games);
    const std::size_t last_block = ends[ends.size() - 2];
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        for (int bit = 0; bit < 8; ++bit) {
            CAPTURE(byte, bit);
            std::string altered = text;
            altered[byte] = static_cast<char>(altered[byte] ^ 1 << bit);
            const TemporaryFile file(altered);
            Games found;
            CHECK(contains(read(file.path(), found), file.path()));
            CHECK(found.size() < games.size());

            const auto writer = PositionWriter::open(file.path(), settings);
            if (writer) { // the last block's count says that it is longer: like one cut off
                CHECK(byte - last_block - 4 < 4);
                CHECK(file.text() == text.substr(0, last_block));
            } else {
                CHECK(writer.error().ends_with("; nothing was changed"));
                CHECK(file.text() == altered);
            }
        }
    }
}

TEST_CASE("a file of positions that was made with other settings is refused and not changed") {
    const TemporaryFile file;
    append(file.path(), some_games());
    // An unfinished game, as a killed job leaves it, does not make the file writable either.
    const std::string text = file.text().substr(0, file.text().size() - 1);
    const TemporaryFile cut(text);
    const auto writer = PositionWriter::open(cut.path(), "selfplay --depth 7");
    REQUIRE_FALSE(writer);
    CHECK(writer.error()
          == in_quotes(cut.path())
                 + " was made by 'selfplay --depth 6', not by 'selfplay --depth 7'; nothing was "
                   "changed; use the settings of the file, or another file");
    CHECK(cut.text() == text);
}

TEST_CASE("a file of positions without games takes any settings") {
    const TemporaryFile file;
    append(file.path(), {});
    CHECK(PositionWriter::open(file.path(), "label --exact-at 16"));
    CHECK(contains(file.text(), "label --exact-at 16"));
    CHECK(file.text().size() == header_size);
}

TEST_CASE("the longest settings fit a file of positions") {
    const TemporaryFile file;
    const std::string longest(PositionWriter::longest_settings, '~');
    {
        auto writer = PositionWriter::open(file.path(), longest);
        REQUIRE(writer);
        REQUIRE(writer->append(1, {}));
    }
    CHECK(PositionWriter::open(file.path(), longest));
    CHECK_FALSE(PositionWriter::open(file.path(), longest.substr(1)));
}

TEST_CASE("a file of positions of version 1 is read and continued with any settings") {
    const TemporaryFile file;
    Games games = some_games();
    append(file.path(), games);
    const std::string text = as_version_1(file.text());
    const TemporaryFile old(text);
    Games found;
    CHECK(read(old.path(), found).empty());
    CHECK(found == games);
    {
        auto writer = PositionWriter::open(old.path(), "label --exact-at 16");
        REQUIRE(writer);
        CHECK(writer->lacks_settings());
        CHECK(writer->games().size() == games.size());
        REQUIRE(writer->append(8, {}));
    }
    CHECK(old.text().starts_with(text));
    CHECK(read(old.path(), found).empty());
    games[8] = {};
    CHECK(found == games);
}

TEST_CASE("a file of positions of version 1 without games gets the settings of the first ones") {
    const TemporaryFile file;
    append(file.path(), {});
    const TemporaryFile old(as_version_1(file.text()));
    const auto writer = PositionWriter::open(old.path(), settings);
    REQUIRE(writer);
    CHECK_FALSE(writer->lacks_settings());
    CHECK(old.text() == file.text());
}

TEST_CASE("settings that are not printable are damage, even if their checksum is right") {
    const std::string field =
        GENERATE(as<std::string>(), "two\nlines", "\x1b[2J", "caf\xc3\xa9", std::string("a\0b", 3));
    std::string text = "EMILIAPO" + std::string("\2\0\0\0", 4);
    const std::string filled_up = field + std::string(240 - field.size(), '\0');
    put(text, checksum(filled_up));
    const TemporaryFile file(text + filled_up);
    Games found;
    CHECK(read(file.path(), found) == in_quotes(file.path()) + " is damaged within its header");
}

TEST_CASE("the error for a damaged file of positions says how to keep its intact part") {
    const TemporaryFile file;
    const Games games = some_games();
    append(file.path(), games);
    std::string text = file.text();
    const std::size_t second_block = block_ends(games)[1];
    text[second_block + 1] ^= 1;
    const TemporaryFile damaged(text);
    Games found;
    CHECK(
        read(damaged.path(), found)
        == in_quotes(damaged.path())
               + fmt::format(" is damaged at byte {0} ('truncate --size={0}' keeps what is whole)",
                             second_block));
    CHECK(found == Games{{0, games.at(0)}});
}

TEST_CASE("a text that begins with the same letters as a file of positions is not changed") {
    for (const std::string text : {"E", "EMILIA", "EMILIAPO", "EMILIAPO\2"}) {
        const TemporaryFile file(text);
        CHECK(PositionWriter::open(file.path(), settings).error()
              == in_quotes(file.path())
                     + " is too short for a file of positions; nothing was changed");
        CHECK(file.text() == text);
    }
}

TEST_CASE("a file of positions that gets nothing new keeps its time") {
    const TemporaryFile file;
    append(file.path(), some_games());
    const auto an_hour_ago = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
    std::filesystem::last_write_time(file.path(), an_hour_ago);
    const auto then = std::filesystem::last_write_time(file.path()); // a system may round it
    CHECK(PositionWriter::open(file.path(), settings));
    CHECK(std::filesystem::last_write_time(file.path()) == then);
}

TEST_CASE("a file of another kind is refused and not changed") {
    struct Case {
        std::string text;
        std::string message;
    };
    const auto wrong = GENERATE(values<Case>({
        {std::string("EMILIAPO\3\0\0\0\0\0\0\0", 16),
         "is of version 3; this program reads versions 1 and 2"},
        {std::string("EMILIAPO\1\0\0\0\1\0\0\0", 16), "is damaged within its header"},
        {"EMILIAPO" + std::string("\2\0\0\0\0\0\0\0", 8) + std::string(240, 'x'),
         "is damaged within its header"},
        {std::string("EMILIABK\1\0\0\0\0\0\0\0", 16), "is not a file of positions"},
        {"EMILIA\n", "is not a file of positions"},
        {"{}", "is not a file of positions"},
        {std::string(100, '\0'), "is not a file of positions"},
    }));
    const TemporaryFile file(wrong.text);
    Games found;
    CHECK(contains(read(file.path(), found), wrong.message));
    const auto writer = PositionWriter::open(file.path(), settings);
    REQUIRE_FALSE(writer);
    CHECK(contains(writer.error(), wrong.message));
    CHECK(writer.error().ends_with("; nothing was changed"));
    CHECK(file.text() == wrong.text);
}

TEST_CASE("a game in a file of positions has 65,536 positions at most") {
    const TemporaryFile file;
    const LabelledPosition start{.board = Board::start(), .score = {}};
    const Games games{{5, std::vector(PositionWriter::most_positions, start)}};
    append(file.path(), games);
    Games found;
    CHECK(read(file.path(), found).empty());
    CHECK(found == games);

    std::string text = file.text().substr(0, header_size + block_header_size);
    CHECK(text.substr(header_size + 4, 4) == std::string("\0\0\1\0", 4));
    CHECK(contains(read(TemporaryFile(text).path(), found), " is cut off at byte 256 "));
    text[header_size + 4] = 1; // one more
    CHECK(contains(read(TemporaryFile(text).path(), found), " is damaged at byte 256 "));
}

TEST_CASE("impossible positions are refused even if their checksum is right") {
    const Board start = Board::start();
    const LabelledPosition wrong = GENERATE_COPY(values<LabelledPosition>({
        {.board = {start.player, start.player}, .score = {}},
        {.board = {start.player, start.opponent & (start.opponent - 1)}, .score = {}},
        {.board = start, .score = max_score + score_step},
        {.board = start, .score = min_score - score_step},
        {.board = start, .score = {}, .source = static_cast<LabelSource>(3)},
    }));
    const TemporaryFile file;
    append(file.path(), {{0, {{.board = start, .score = {}}}}, {1, {wrong}}});
    Games found;
    CHECK(contains(read(file.path(), found), "holds impossible positions at byte 288 "));
    CHECK(found.size() == 1);

    const std::string text = file.text();
    const auto writer = PositionWriter::open(file.path(), settings);
    REQUIRE_FALSE(writer);
    CHECK(contains(writer.error(), "nothing was changed"));
    CHECK(file.text() == text);
}

TEST_CASE("two writers of one file of positions exclude each other") {
    const TemporaryFile file;
    auto first = PositionWriter::open(file.path(), settings);
    REQUIRE(first);
    const auto second = PositionWriter::open(file.path(), settings);
    REQUIRE_FALSE(second);
    CHECK(second.error() == in_quotes(file.path()) + " is being written by another job");

    const PositionWriter moved = std::move(*first);
    CHECK_FALSE(PositionWriter::open(file.path(), settings));
}

TEST_CASE("a file of positions can be written again once its writer is gone") {
    const TemporaryFile file;
    const Games games = some_games();
    append(file.path(), games);
    CHECK(PositionWriter::open(file.path(), settings));
}

TEST_CASE("a path without a file is refused for reading and for writing", "[posix]") {
    struct Case {
        std::string path;
        std::string reading;
        std::string writing;
    };
    const auto wrong = GENERATE(values<Case>({
        {"/no/such/folder/file", "can't be read: No such file",
         "can't be opened for writing: No such"},
        {"/", "can't be read: Is a directory", "can't be opened for writing: Is a directory"},
        {"/dev/zero", "is not a file of positions", "is no file"},
    }));
    CAPTURE(wrong.path);
    Games found;
    CHECK(contains(read(wrong.path, found), in_quotes(wrong.path) + " " + wrong.reading));
    const auto writer = PositionWriter::open(wrong.path, settings);
    REQUIRE_FALSE(writer);
    CHECK(contains(writer.error(), in_quotes(wrong.path) + " " + wrong.writing));
}
