#include "engine/notation/formats/wthor.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/notation/notation_test.h"

#include <sstream>

#include <fmt/format.h>

using namespace emilia;

namespace {

std::string file_bytes(const std::string& name) {
    std::ostringstream bytes;
    bytes << std::ifstream(testing::data_path(name), std::ios::binary).rdbuf();
    return bytes.str();
}

std::string real_base() {
    return file_bytes("wthor/WTH_1978.wtb");
}

/// A realistic header for `games` games of 2001.
std::string header(int games) {
    std::string bytes{'\x14', '\x05', '\x0a', '\x08'};
    bytes += static_cast<char>(games);
    bytes += std::string("\0\0\0\0\0\xd1\x07\x08\0\x18\0", 11);
    return bytes;
}

/// A game of players 258 and 3 in tournament 513; `moves` are pairs of letters: `f5d6`.
std::string game(const std::string& moves, int final_discs = 33, int perfect_discs = 32) {
    std::string bytes{'\x01', '\x02', '\x02', '\x01', '\x03', '\x00'};
    bytes += static_cast<char>(final_discs);
    bytes += static_cast<char>(perfect_discs);
    for (std::size_t i = 0; i < moves.size(); i += 2) {
        bytes += static_cast<char>((moves[i + 1] - '0') * 10 + (moves[i] - 'a' + 1));
    }
    bytes.resize(68, '\0');
    return bytes;
}

std::string with_byte(std::string bytes, std::size_t at, int value) {
    bytes[at] = static_cast<char>(value);
    return bytes;
}

} // namespace

TEST_CASE("a real WTHOR base is read") {
    const Parsed<WthorBase> base = parse_wthor(real_base());
    REQUIRE(base);
    CHECK(base->year == 1978);
    CHECK(base->depth == 24);
    REQUIRE(base->games.size() == 8);
    const WthorGame& first = base->games.front();
    CHECK(first.tournament == 1);
    CHECK(first.black == 786);
    CHECK(first.white == 2089);
    CHECK(first.final_discs == 41);
    CHECK(first.perfect_discs == 46);
    CHECK(to_string(first.moves)
          == "f5f4e3f6e6d6e7d8c7f3f8d7c5c3d3c6b3a3g3h3b6a5a6b5c4b4a4a7e8g8g4h4f7g5c8b8c2c1h5h6b1e2"
             "g6d1d2e1f1f2b2h7g1g2h1g7h8h2a8a2a1pab7");
}

TEST_CASE("the games of a real WTHOR base end as it says they did") {
    const Parsed<WthorBase> base = parse_wthor(real_base());
    REQUIRE(base);
    for (const WthorGame& recorded : base->games) {
        Game played;
        for (const Square move : recorded.moves) REQUIRE(played.play(move));
        const Position& end = played.position();
        REQUIRE(end.board.is_over());
        const int black =
            end.to_move == Color::black ? end.board.final_score() : -end.board.final_score();
        CHECK(black == 2 * recorded.final_discs - 64);
    }
}

TEST_CASE("a WTHOR base made by hand is read as it was made") {
    const Parsed<WthorBase> base = parse_wthor(header(2) + game("f5d6", 40, 31) + game("", 64, 0));
    REQUIRE(base);
    CHECK(base->year == 2001);
    CHECK(base->depth == 24);
    REQUIRE(base->games.size() == 2);
    const WthorGame& first = base->games.front();
    CHECK(first.tournament == 513);
    CHECK(first.black == 258);
    CHECK(first.white == 3);
    CHECK(first.final_discs == 40);
    CHECK(first.perfect_discs == 31);
    CHECK(first.moves == std::vector{Square::f5, Square::d6});
    CHECK(base->games.back().moves.empty());
    CHECK(base->games.back().final_discs == 64);
}

TEST_CASE("a WTHOR base may be empty, and may leave the size of the board out") {
    const Parsed<WthorBase> base = parse_wthor(with_byte(header(0), 12, 0));
    REQUIRE(base);
    CHECK(base->games.empty());
}

TEST_CASE("a pass that a WTHOR base leaves out is put between the moves") {
    const Parsed<WthorBase> base = parse_wthor(header(1) + game("f5f6d3g5h5h4g7h6c5"));
    REQUIRE(base);
    CHECK(to_string(base->games.front().moves) == "f5f6d3g5h5h4g7h6pac5");
}

TEST_CASE("the error for a wrong WTHOR base says what is wrong and where") {
    struct Case {
        std::string bytes;
        std::string message;
        std::size_t offset;
    };
    const std::string two = header(2) + game("f5d6") + game("f5f4");
    const auto wrong = GENERATE_COPY(values<Case>({
        {"", "the file ends after 0 of the header's 16 bytes", 0},
        {header(0).substr(0, 15), "the file ends after 15 of the header's 16 bytes", 15},
        {with_byte(two, 12, 10), "the board has 10 by 10 squares", 12},
        {with_byte(two, 14, 0), "the depth of perfect play is 0, not 1 to 60 empty squares", 14},
        {with_byte(two, 14, 61), "the depth of perfect play is 61, not 1 to 60 empty squares", 14},
        {two.substr(0, two.size() - 1),
         "the header announces 2 games, but the file holds 1 and part of another", 151},
        {two.substr(0, 16 + 68), "the header announces 2 games, but the file holds 1", 84},
        {with_byte(two, 4, 1), "the header announces 1 game, but the file continues after it", 4},
        {two + '\0', "the header announces 2 games, but the file continues", 4},
        {with_byte(two, 7, 255), "the header announces 4,278,190,082 games, but the file holds 2",
         152},
    }));
    CAPTURE(wrong.message);
    const Parsed<WthorBase> base = parse_wthor(wrong.bytes);
    REQUIRE_FALSE(base);
    CHECK(base.error().message.find(wrong.message) != std::string::npos);
    CHECK(base.error().offset == wrong.offset);
    CHECK(testing::is_presentable(base.error().message));
}

TEST_CASE("a damaged game of a WTHOR base is named by number, place and reason; others are read") {
    struct Case {
        std::size_t byte;
        int value;
        std::size_t number;
        std::string message;
    };
    const std::string three = header(3) + game("f5d6") + game("f5f4") + game("f5f6");
    const auto wrong = GENERATE(values<Case>({
        {16 + 6, 65, 1, "black has 65 discs"},
        {16 + 7, 200, 1, "black has 200 discs"},
        {16 + 9, 19, 1, "19 is not a move"},
        {16 + 9, 7, 1, "7 is not a move"},
        {16 + 9, 91, 1, "91 is not a move"},
        {16 + 68 + 9, 255, 2, "255 is not a move"},
        {16 + 68 + 9, 56, 2, "f5 is not a legal move for white"},
        {16 + 68 + 8, 11, 2, "a1 is not a legal move for black"},
        {16 + 2 * 68 + 12, 33, 3, "a move follows the 0 that ends the game's moves"},
    }));
    CAPTURE(wrong.message);
    const Parsed<WthorBase> base = parse_wthor(with_byte(three, wrong.byte, wrong.value));
    REQUIRE(base);
    REQUIRE(base->damaged.size() == 1);
    const DamagedWthorGame& damaged = base->damaged.front();
    CHECK(damaged.number == wrong.number);
    CHECK(damaged.error.offset == wrong.byte);
    CHECK(damaged.error.message.starts_with(wrong.message));
    CHECK(testing::is_presentable(damaged.error.message));
    std::vector<std::size_t> numbers;
    for (const WthorGame& whole : base->games) numbers.push_back(whole.number);
    std::vector<std::size_t> expected{1, 2, 3};
    std::erase(expected, wrong.number);
    CHECK(numbers == expected);
    std::string kept = three;
    CHECK(to_wthor(*base) == with_byte(kept.erase(16 + 68 * (wrong.number - 1), 68), 4, 2));
}

TEST_CASE("every prefix of a WTHOR base is refused") {
    const std::string whole = header(2) + game("f5d6") + game("f5f4");
    REQUIRE(parse_wthor(whole));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        CAPTURE(length);
        CHECK_FALSE(parse_wthor(whole.substr(0, length)));
    }
    CHECK(testing::survives_truncation(whole, parse_wthor));
}

TEST_CASE("no damage to a WTHOR base leads to an illegal move") {
    const auto parse = [](const std::string& bytes) {
        auto base = parse_wthor(bytes);
        if (!base) return base;
        for (const WthorGame& recorded : base->games) {
            Game played;
            for (const Square move : recorded.moves) REQUIRE(played.play(move));
        }
        return base;
    };
    CHECK(testing::survives_damage(real_base(), parse));
    CHECK(testing::survives_damage(header(1) + game("f5f6d3g5h5h4g7h6c5"), parse));
}

TEST_CASE("a WTHOR base is written with the very bytes that were read") {
    const std::string odd_header = with_byte(with_byte(header(0), 13, 1), 15, 7);
    for (const std::string& bytes :
         {real_base(), header(0), header(2) + game("f5d6", 40, 31) + game("", 64, 0),
          header(1) + game("f5f6d3g5h5h4g7h6c5"), with_byte(header(0), 12, 0),
          with_byte(odd_header, 9, 2)}) {
        const Parsed<WthorBase> base = parse_wthor(bytes);
        REQUIRE(base);
        CHECK(to_wthor(*base) == bytes);
    }
}

TEST_CASE("a WTHOR base without some of its games keeps the bytes of the others") {
    const std::string bytes = real_base();
    Parsed<WthorBase> base = parse_wthor(bytes);
    REQUIRE(base);
    base->games.erase(base->games.begin() + 1, base->games.end());
    CHECK(to_wthor(*base) == with_byte(bytes.substr(0, 16 + 68), 4, 1));
}

TEST_CASE("whatever WTHOR base is read out of damaged bytes, it is written with the same ones") {
    const auto parse = [](const std::string& bytes) {
        auto base = parse_wthor(bytes);
        if (base && base->damaged.empty()) REQUIRE(to_wthor(*base) == bytes);
        return base;
    };
    CHECK(testing::survives_damage(header(2) + game("f5d6c3") + game("f5f4"), parse));
}

TEST_CASE("a WTHOR base is known by its header, or by its size where the header is odd") {
    const std::string two = header(2) + game("f5d6") + game("f5f4");
    const std::string one = header(1) + game("f5d6");
    for (const std::string& bytes :
         {real_base(), header(0), two, two.substr(0, 100), two + "more", with_byte(two, 14, 0),
          with_byte(two, 12, 0), with_byte(with_byte(two, 10, 0), 11, 0),
          with_byte(with_byte(one, 10, 0), 11, 0)}) {
        CHECK(looks_like_wthor(bytes));
    }
    for (const std::string& bytes :
         {std::string(), two.substr(0, 15), std::string(16, '\0'), std::string(100, '\0'),
          std::string(152, 'x'), std::string("f5d6c3d3c4f4c5b3c2\n"),
          std::string("(;GM[Othello]PB[a\0b];)", 22)}) {
        CHECK_FALSE(looks_like_wthor(bytes));
    }
}

namespace {

/// A header like that of real files, with a number of names.
std::string names_header(int count) {
    std::string bytes{'\x14', '\x1a', '\x02', '\x10'};
    bytes += std::string(4, '\0');
    bytes += static_cast<char>(count);
    return bytes + std::string(7, '\0');
}

std::string padded(std::string name, std::size_t width) {
    name.resize(width, '\0');
    return name;
}

const std::string players =
    fmt::format("{}{}{}{}", names_header(3), padded("???", 20), padded("Cerf Jonathan", 20),
                padded("Andr\xe9 takes 20 bytes", 20));
// Bytes behind the first NUL are not part of the name, but they are kept.
const std::string tournaments =
    fmt::format("{}{}{}", names_header(2), padded(std::string("Prague\0rest", 11), 26),
                padded("Championnat de Su\xe8"
                       "de",
                       26));

} // namespace

TEST_CASE("names of players and tournaments are read as UTF-8") {
    const auto read = parse_wthor_names(players, WthorNameKind::players);
    REQUIRE(read);
    REQUIRE(read->bytes.size() == 3);
    CHECK(read->name(0) == "???");
    CHECK(read->name(1) == "Cerf Jonathan");
    CHECK(read->name(2) == "Andr\xc3\xa9 takes 20 bytes");
    CHECK(read->name(3).empty());
    const auto cups = parse_wthor_names(tournaments, WthorNameKind::tournaments);
    REQUIRE(cups);
    CHECK(cups->name(0) == "Prague");
    CHECK(cups->name(1)
          == "Championnat de Su\xc3\xa8"
             "de");
}

TEST_CASE("files of names come out as they were, byte for byte") {
    CHECK(to_wthor_names(*parse_wthor_names(players, WthorNameKind::players)) == players);
    CHECK(to_wthor_names(*parse_wthor_names(tournaments, WthorNameKind::tournaments))
          == tournaments);
    CHECK(to_wthor_names(*parse_wthor_names(names_header(0), WthorNameKind::players))
          == names_header(0));
}

TEST_CASE("new names are filled up with NUL and cut where they are too long") {
    WthorNames names{.kind = WthorNameKind::players, .header = {}, .bytes = {"Rose", ""}};
    names.bytes[1] = std::string(30, 'x');
    const std::string bytes = to_wthor_names(names);
    CHECK(bytes.size() == 16 + 2 * 20);
    const auto read = parse_wthor_names(bytes, WthorNameKind::players);
    REQUIRE(read);
    CHECK(read->name(0) == "Rose");
    CHECK(read->name(1) == std::string(20, 'x'));
}

TEST_CASE("files of names are known by their size") {
    CHECK(wthor_name_kind(players) == WthorNameKind::players);
    CHECK(wthor_name_kind(tournaments) == WthorNameKind::tournaments);
    for (const std::string& other : {std::string(), names_header(1), names_header(0),
                                     players.substr(1), std::string(76, 'x')}) {
        CHECK_FALSE(wthor_name_kind(other));
    }
}

TEST_CASE("a file of names that is not whole says why and where") {
    struct Case {
        std::string bytes;
        const char* message;
        std::size_t offset;
    };
    const std::vector<Case> cases = {
        {"", "the file ends after 0 of the header's 16 bytes", 0},
        {names_header(1).substr(0, 15), "the file ends after 15 of the header's 16 bytes", 15},
        {names_header(1), "the header announces 1 name, which takes 36 bytes, but the file has 16",
         16},
        {players.substr(0, players.size() - 1),
         "the header announces 3 names, which take 76 bytes, but the file has 75", 75},
        {players + 'x', "the header announces 3 names, which take 76 bytes, but the file has 77",
         8},
    };
    for (const Case& wrong : cases) {
        CAPTURE(wrong.message);
        const auto read = parse_wthor_names(wrong.bytes, WthorNameKind::players);
        REQUIRE_FALSE(read);
        CHECK(read.error().message == wrong.message);
        CHECK(read.error().offset == wrong.offset);
    }
    const auto parse = [](const std::string& bytes) {
        return parse_wthor_names(bytes, WthorNameKind::players);
    };
    CHECK(testing::survives_truncation(players, parse));
    CHECK(testing::survives_damage(players, parse));
}

TEST_CASE("a game of a base has its names, its year and its recorded score") {
    WthorNameBook names;
    names.players = *parse_wthor_names(players, WthorNameKind::players);
    names.tournaments = *parse_wthor_names(tournaments, WthorNameKind::tournaments);
    const WthorGame recorded{
        {.tournament = 1, .black = 1, .white = 7, .final_discs = 44, .perfect_discs = 32},
        {Square::f5, Square::d6}};
    const Game game = to_game(recorded, 1980, names);
    CHECK(game.black_name == "Cerf Jonathan");
    CHECK(game.white_name.empty()); // the file of names is older than the base
    CHECK(game.event
          == "Championnat de Su\xc3\xa8"
             "de");
    CHECK(game.date == "1980");
    CHECK(game.result == result_of_lead(24));
    CHECK(testing::squares_played(game) == recorded.moves);
}
