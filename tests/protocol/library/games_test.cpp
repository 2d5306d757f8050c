#include "tests/protocol/library/library_objects.h"

#include <cstdint>
#include <cstring>
#include <string>

using namespace emilia::testing;

namespace {

constexpr const char* two_games =
    "(;GM[Othello]PC[Cup]PB[A]PW[B]DT[2020]TY[8]BO[8 "
    "---------------------------O*------*O--------------------------- *]"
    "B[F5]W[D6]B[C3];)\n(;GM[Othello]PB[C]PW[D]TY[8]BO[8 "
    "---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6];)\n";

GamePointer game_of(const char* text) {
    emilia_game* game = nullptr;
    REQUIRE(emilia_game_new(text, &game) == EMILIA_OK);
    return GamePointer(game);
}

GamesPointer games_of(const char* text) {
    emilia_games* games = nullptr;
    REQUIRE(emilia_games_new(text, &games) == EMILIA_OK);
    return GamesPointer(games);
}

PositionPointer position_after(const emilia_game* game, std::size_t moves) {
    emilia_position* position = nullptr;
    REQUIRE(emilia_game_position(game, moves, &position) == EMILIA_OK);
    return PositionPointer(position);
}

std::string written(const emilia_game* game, const char* format) {
    char* text = nullptr;
    REQUIRE(emilia_game_write(game, format, &text) == EMILIA_OK);
    std::string copy = text;
    emilia_text_free(text);
    return copy;
}

AnalyzedGamePointer analyzed(emilia_engine* engine, const emilia_game* game,
                             const emilia_limits& limits, emilia_counted counted = nullptr,
                             void* data = nullptr) {
    emilia_analyzed_game* made = nullptr;
    REQUIRE(emilia_analyze_game(engine, game, &limits, counted, data, &made) == EMILIA_OK);
    return AnalyzedGamePointer(made);
}

} // namespace

TEST_CASE("a position of the library is two words, whose lowest bit is a1") {
    const auto start = position_of("");
    CHECK(emilia_position_player(start.get()) == 0x0000'0008'1000'0000);
    CHECK(emilia_position_opponent(start.get()) == 0x0000'0010'0800'0000);
    CHECK(emilia_position_to_move(start.get()) == EMILIA_BLACK);
    CHECK(emilia_position_to_move(position_of("f5").get()) == EMILIA_WHITE);
    CHECK(emilia_position_to_move(nullptr) == EMILIA_BLACK);
    CHECK(emilia_position_player(nullptr) == 0);
    CHECK(emilia_position_opponent(nullptr) == 0);

    emilia_position* made = nullptr;
    const std::uint64_t h8 = std::uint64_t{1} << 63;
    REQUIRE(emilia_position_new_board(1 | 2, h8, EMILIA_WHITE, &made) == EMILIA_OK);
    const PositionPointer position(made);
    CHECK(std::string(emilia_position_board(made)) == "OO" + std::string(61, '-') + "X O");
    emilia_position* other = nullptr;
    emilia_color no_color{};
    const int two = 2; // what a program in C may pass
    static_assert(sizeof no_color == sizeof two);
    std::memcpy(&no_color, &two, sizeof two);
    CHECK(message_after(emilia_position_new_board(1, 2, no_color, &other), EMILIA_BAD_ARGUMENT)
          == "to_move must be EMILIA_BLACK or EMILIA_WHITE");
    CHECK(message_after(emilia_position_new_board(1, 2, EMILIA_BLACK, nullptr), EMILIA_BAD_ARGUMENT)
          == "position must not be null");
}

TEST_CASE("the library reads a game with its names, and its positions") {
    const auto games = games_of(two_games);
    REQUIRE(emilia_games_size(games.get()) == 2);
    CHECK(emilia_games_game(games.get(), 2) == nullptr);
    CHECK(std::string(emilia_games_understood(games.get())) == "2 games in GGF");
    const emilia_game* game = emilia_games_game(games.get(), 0);
    CHECK(std::string(emilia_game_moves(game)) == "f5d6c3");
    CHECK(std::string(emilia_game_name(game, EMILIA_BLACK)) == "A");
    CHECK(std::string(emilia_game_name(game, EMILIA_WHITE)) == "B");
    CHECK(std::string(emilia_game_event(game)) == "Cup");
    CHECK(std::string(emilia_game_date(game)) == "2020");
    CHECK(emilia_game_size(game) == 3);
    CHECK(std::string(emilia_position_board(position_after(game, 3).get()))
          == emilia_position_board(position_of("f5d6c3").get()));
    CHECK(emilia_position_player(position_after(game, 0).get())
          == emilia_position_player(position_of("").get()));
}

TEST_CASE("the library names openings") {
    CHECK(std::string(emilia_game_opening(game_of("f5d6c3d3c4").get())) == "Tiger");
    CHECK(std::string(emilia_game_opening(game_of("").get())).empty());
}

TEST_CASE("a game that the library writes reads as the same game, in every format") {
    emilia_game* made = nullptr;
    REQUIRE(
        emilia_game_new_from(position_of("f5").get(), "d6c3", "A", "B", "Cup", "2021-02-03", &made)
        == EMILIA_OK);
    const GamePointer game(made);
    for (const char* format : {"ggf", "sgf", "pgn"}) {
        INFO(format);
        const auto again = game_of(written(made, format).c_str());
        CHECK(std::string(emilia_game_moves(again.get())) == "d6c3");
        CHECK(std::string(emilia_game_name(again.get(), EMILIA_WHITE)) == "B");
        CHECK(std::string(emilia_game_event(again.get())) == "Cup");
        CHECK(std::string(emilia_position_board(position_after(again.get(), 2).get()))
              == emilia_position_board(position_of("f5d6c3").get()));
    }
    CHECK(written(made, "moves") == "d6c3");
    CHECK(written(made, "board") == emilia_position_board(position_of("f5d6c3").get()));
}

TEST_CASE("texts of a game may be null, and the functions of a null game return nothing") {
    emilia_game* made = nullptr;
    REQUIRE(emilia_game_new_from(position_of("").get(), nullptr, nullptr, nullptr, nullptr, nullptr,
                                 &made)
            == EMILIA_OK);
    const GamePointer game(made);
    CHECK(emilia_game_size(made) == 0);
    CHECK(std::string(emilia_game_name(made, EMILIA_BLACK)).empty());
    CHECK(emilia_game_size(nullptr) == 0);
    CHECK(emilia_game_moves(nullptr) == nullptr);
    CHECK(emilia_game_name(nullptr, EMILIA_BLACK) == nullptr);
    CHECK(emilia_game_event(nullptr) == nullptr);
    CHECK(emilia_game_date(nullptr) == nullptr);
    CHECK(emilia_game_opening(nullptr) == nullptr);
    CHECK(emilia_games_size(nullptr) == 0);
    CHECK(emilia_games_game(nullptr, 0) == nullptr);
    CHECK(emilia_games_understood(nullptr) == nullptr);
    CHECK(emilia_analyzed_game_size(nullptr) == 0);
    CHECK(emilia_analyzed_game_move(nullptr, 0) == nullptr);
    CHECK(emilia_analyzed_game_complete(nullptr) == 0);
    emilia_game_free(nullptr);
    emilia_games_free(nullptr);
    emilia_analyzed_game_free(nullptr);
    emilia_text_free(nullptr);
}

TEST_CASE("the library refuses what is no game, and says why") {
    emilia_game* game = nullptr;
    emilia_games* games = nullptr;
    emilia_position* position = nullptr;
    char* text = nullptr;
    CHECK(message_after(emilia_game_new("f5f5", &game), EMILIA_BAD_POSITION)
          == "move 2: f5 is not a legal move for white");
    CHECK(message_after(emilia_game_new(two_games, &game), EMILIA_BAD_POSITION).find("2 games")
          != std::string::npos);
    CHECK(message_after(emilia_games_new("nothing", &games), EMILIA_BAD_POSITION) != "");
    CHECK(message_after(emilia_game_new_from(position_of("").get(), "e1", nullptr, nullptr, nullptr,
                                             nullptr, &game),
                        EMILIA_BAD_POSITION)
          == "move 1: e1 is not a legal move for black");
    CHECK(
        message_after(emilia_game_new_from(nullptr, "", nullptr, nullptr, nullptr, nullptr, &game),
                      EMILIA_BAD_ARGUMENT)
        == "start must not be null");
    const auto short_game = game_of("f5");
    CHECK(message_after(emilia_game_position(short_game.get(), 2, &position), EMILIA_BAD_ARGUMENT)
          == "moves is 0 to 1, not 2");
    CHECK(message_after(emilia_game_write(short_game.get(), "fen", &text), EMILIA_BAD_ARGUMENT)
          == "format is one of ggf, sgf, pgn, moves, board, not 'fen'");
    for (const emilia_status status :
         {emilia_game_new(nullptr, &game), emilia_game_new("", nullptr),
          emilia_games_new(nullptr, &games), emilia_games_new("f5", nullptr),
          emilia_game_position(nullptr, 0, &position),
          emilia_game_position(short_game.get(), 0, nullptr),
          emilia_game_write(nullptr, "ggf", &text),
          emilia_game_write(short_game.get(), nullptr, &text),
          emilia_game_write(short_game.get(), "ggf", nullptr)}) {
        CHECK(status == EMILIA_BAD_ARGUMENT);
    }
    CHECK(game == nullptr);
    CHECK(games == nullptr);
    CHECK(position == nullptr);
    CHECK(text == nullptr);
}

TEST_CASE("the library judges the moves of a game") {
    auto settings = small();
    settings.no_book = 1;
    const auto engine = engine_with(settings);
    auto given = limits();
    given.depth = 4;
    std::size_t done = 0;
    const auto count = [](std::size_t now, void* data) {
        *static_cast<std::size_t*>(data) = now;
        return 0;
    };
    const auto game = game_of("f5f6e6d6c5e3d3c4c3f4g4"); // without passes
    const auto all = analyzed(engine.get(), game.get(), given, count, &done);
    REQUIRE(emilia_analyzed_game_size(all.get()) == 11);
    CHECK(done == 11);
    CHECK(emilia_analyzed_game_complete(all.get()) == 1);
    for (std::size_t i = 0; i < 11; ++i) {
        const emilia_judgement& move = *emilia_analyzed_game_move(all.get(), i);
        CHECK(move.index == i);
        CHECK(move.color == (i % 2 == 0 ? EMILIA_BLACK : EMILIA_WHITE));
        CHECK(move.played.move == std::string(emilia_game_moves(game.get())).substr(2 * i, 2));
        CHECK(move.loss >= 0);
        CHECK(std::abs(move.best.score - move.played.score - move.loss) < 0.011);
    }
    CHECK(emilia_analyzed_game_move(all.get(), 0)->equivalent == 1); // all first moves are
    CHECK(emilia_analyzed_game_move(all.get(), 11) == nullptr);
}

TEST_CASE("the judgement of a move behind a pass has the move's place in the game") {
    const auto engine = engine_with();
    emilia_game* made = nullptr;
    REQUIRE(emilia_game_new_from(position_of(must_pass).get(), "a1", nullptr, nullptr, nullptr,
                                 nullptr, &made)
            == EMILIA_OK);
    const GamePointer game(made);
    REQUIRE(std::string(emilia_game_moves(made)) == "paa1");
    const auto all = analyzed(engine.get(), made, limits());
    REQUIRE(emilia_analyzed_game_size(all.get()) == 1);
    CHECK(emilia_analyzed_game_move(all.get(), 0)->index == 1);
    CHECK(emilia_analyzed_game_move(all.get(), 0)->color == EMILIA_BLACK);
}

TEST_CASE("a stop ends the analysis of a game, which keeps the last moves") {
    const auto engine = engine_with();
    auto given = limits();
    given.depth = 1;
    const auto game = game_of("f5d6c3d3c4");
    const auto two = analyzed(engine.get(), game.get(), given,
                              [](std::size_t now, void*) { return now == 2 ? 1 : 0; });
    CHECK(emilia_analyzed_game_complete(two.get()) == 0);
    REQUIRE(emilia_analyzed_game_size(two.get()) == 2);
    CHECK(emilia_analyzed_game_move(two.get(), 0)->index == 3);
}

TEST_CASE("the library refuses limits that a game can't have") {
    const auto engine = engine_with();
    const auto game = game_of("f5");
    emilia_analyzed_game* made = nullptr;
    const auto refusal = [&](const emilia_limits& given) {
        return message_after(
            emilia_analyze_game(engine.get(), game.get(), &given, nullptr, nullptr, &made),
            EMILIA_BAD_ARGUMENT);
    };
    const std::string neither = "the limits of a game have no goal, no lines and no progress";
    auto given = limits();
    given.lines = 1;
    CHECK(refusal(given) == neither);
    given = limits();
    given.goal = EMILIA_FIND_EXACT;
    CHECK(refusal(given) == neither);
    given = limits();
    given.depth = 61;
    CHECK(refusal(given) == "depth is 1 to 60, not 61");
    CHECK(
        message_after(emilia_analyze_game(engine.get(), nullptr, nullptr, nullptr, nullptr, &made),
                      EMILIA_BAD_ARGUMENT)
        == "game must not be null");
    CHECK(message_after(
              emilia_analyze_game(engine.get(), game.get(), nullptr, nullptr, nullptr, nullptr),
              EMILIA_BAD_ARGUMENT)
          == "analyzed must not be null");
    CHECK(made == nullptr);
}
