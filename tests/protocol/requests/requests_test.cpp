#include "protocol/requests/requests.h"
#include "tests/catch.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

using namespace emilia;
using nlohmann::ordered_json;

namespace {

const std::string start = "---------------------------OX------XO--------------------------- X";
/// Five empty squares.
const std::string late = "--XXXXX-XXOOXXXXXXOXOXXXXXXOXXXXXXXXOXXXXXXOXXXXXOOOOXXX-OOOOOX- O";

/// The reply as the page gets it.
ordered_json reply_to(Requests& requests, const ordered_json& request,
                      std::vector<ordered_json>* progress = nullptr) {
    const std::string reply =
        requests.answer_text(request.dump(), [progress](const std::string& text) {
            if (progress != nullptr) progress->push_back(ordered_json::parse(text));
        });
    CHECK(reply.find('\n') == std::string::npos);
    return ordered_json::parse(reply);
}

ordered_json ask(Requests& requests, const ordered_json& request,
                 std::vector<ordered_json>* progress = nullptr) {
    return reply_to(requests, request, progress).at("result");
}

ordered_json ask(const ordered_json& request) {
    Requests requests;
    return ask(requests, request);
}

std::string error_of(const ordered_json& request) {
    Requests requests;
    return reply_to(requests, request).at("error").at("message").get<std::string>();
}

} // namespace

TEST_CASE("the page can ask for levels and players") {
    const ordered_json about = ask({{"ask", "about"}});
    CHECK(about.at("levels").size() == 60);
    CHECK(about.at("levels")[0].at("errs") == true);
    CHECK(about.at("levels")[0].at("name") == "beginner");
    CHECK(about.at("levels")[0].at("elo") == *level_of(1).elo);
    CHECK(about.at("levels")[59].at("elo").is_null());
    CHECK(about.at("level_for_people") == level_for_people);
    CHECK(about.at("levels")[59].at("depth") == 60);
    CHECK(about.at("players")[0].at("name") == "random");
    CHECK_FALSE(about.at("version").get<std::string>().empty());
}

TEST_CASE("whatever a user may paste is read as a game") {
    struct Case {
        const char* text;
        const char* start;
        const char* moves;
    };
    const std::string board = "---------------------------OX------XO--------------------------- O";
    const Case cases[] = {
        {"f5d6c3", start.c_str(), "f5d6c3"},
        {"  1. F5 2. D6\n3. c3 ", start.c_str(), "f5d6c3"},
        {"\xef\xbb\xbf"
         "f5",
         start.c_str(), "f5"},
        {board.c_str(), board.c_str(), ""},
        {"........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nw",
         board.c_str(), ""},
        {"(;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O---------------"
         "------------ *]B[F5/1.20/3.5]W[d6];)",
         start.c_str(), "f5d6"},
        {"(;GM[2]FF[4]SZ[8]PB[a]PW[b];B[f5];W[d6])", start.c_str(), "f5d6"},
        {"8/8/8/3ox3/3xo3/8/8/8 x f5d6c3", start.c_str(), "f5d6c3"},
        {"1. F5\n2. D6\n3. C3 33-31", start.c_str(), "f5d6c3"},
        {R"({"moves":[{"m":"f5"},{"m":"d6"}]})", start.c_str(), "f5d6"},
        {"1980  World Championship  Cerf Jonathan  44-20  Mimura Takuya  f5d6c3", start.c_str(),
         "f5d6c3"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const ordered_json games = ask({{"ask", "read"}, {"text", c.text}}).at("games");
        REQUIRE(games.size() == 1);
        CHECK(games[0].at("start") == c.start);
        CHECK(games[0].at("moves") == c.moves);
    }
    const ordered_json several = ask({{"ask", "read"}, {"text", "f5d6\nc4c3\n"}});
    CHECK(several.at("games").size() == 2);
    CHECK(several.at("understood") == "2 games");
}

TEST_CASE("what is no game is refused with the reason") {
    struct Case {
        std::string text;
        const char* reason;
    };
    const Case cases[] = {
        {"", "there is no text"},
        {" \n\t", "there is no text"},
        {"garbage", "neither moves nor a board nor a game"},
        {"<script>alert(1)</script>", "neither moves nor a board nor a game"},
        {"f5f5", "move 2"},
        {"f5d6x", "is not a square or a pass"},
        {std::string(64, '-'), "whose move is it?"},
        {std::string(40, '-'), "a board has 64 squares, this one has 40"},
        {"(;GM[Othello]B[a1];)", "move 1: a1"},
        {"(;GM[2]B[a1])", "move 1"},
        {std::string(100'001, 'f'), "one game or board at a time"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text.substr(0, 80));
        const std::string error = error_of({{"ask", "read"}, {"text", c.text}});
        CAPTURE(error);
        CHECK(error.find(c.reason) != std::string::npos);
        CHECK(error.size() < 200);
    }
}

TEST_CASE("a game's positions come with their legal moves") {
    const ordered_json game =
        ask({{"ask", "positions"}, {"game", {{"start", start}, {"moves", "f5d6"}}}});
    CHECK(game.at("moves")
          == ordered_json::parse(
              R"([{"move": "f5", "player": "X"}, {"move": "d6", "player": "O"}])"));
    CHECK(game.at("positions").size() == 3);
    CHECK(game.at("positions")[0].at("moves") == ordered_json({"d3", "c4", "f5", "e6"}));
    CHECK(game.at("positions")[2].at("player") == "X");
    CHECK(game.at("over") == false);
    CHECK(game.at("note") == "");
}

TEST_CASE("a forced pass is a part of the position after it") {
    // White has no move, Black one.
    const std::string board = "XO" + std::string(62, '-') + " O";
    const ordered_json game = ask({{"ask", "positions"}, {"game", {{"start", board}}}});
    CHECK(game.at("positions")[0].at("player") == "X");
    CHECK(game.at("positions")[0].at("moves") == ordered_json({"c1"}));
    const ordered_json after =
        ask({{"ask", "positions"}, {"game", {{"start", board}, {"moves", "c1"}}}});
    CHECK(after.at("over") == true);
    CHECK(after.at("result") == "64-0");
    CHECK(after.at("moves").size() == 1);
}

TEST_CASE("a game that was written is read as the same game") {
    const ordered_json game = {{"start", start},
                               {"moves", "f5d6c3"},
                               {"names", {{"X", "Cerf ] Jonathan"}, {"O", "名人"}}},
                               {"event", "World Championship"},
                               {"date", "1980"}};
    for (const char* format : {"ggf", "sgf", "pgn"}) {
        CAPTURE(format);
        const ordered_json text = ask({{"ask", "write"}, {"game", game}, {"format", format}});
        const ordered_json read = ask({{"ask", "read"}, {"text", text.at("text")}});
        CHECK(read.at("understood").get<std::string>().starts_with("a game in "));
        CHECK(read.at("games") == ordered_json::array({game}));
    }
    CHECK(ask({{"ask", "write"}, {"game", game}, {"format", "moves"}}).at("text") == "f5d6c3");
    CHECK(error_of({{"ask", "write"}, {"game", game}, {"format", "pdf"}})
          == "format must be one of ggf, sgf, pgn, moves, board, not 'pdf'");
}

TEST_CASE("every kind of player chooses a legal move") {
    Requests requests;
    CHECK(ask(requests, {{"ask", "prepare"}}).empty());
    const ordered_json legal = {"d3", "c4", "f5", "e6"};
    const auto check = [&](const ordered_json& chosen) {
        REQUIRE(chosen.contains("move"));
        CHECK(std::find(legal.begin(), legal.end(), chosen.at("move")) != legal.end());
    };
    const ordered_json about = ask({{"ask", "about"}});
    for (const ordered_json& player : about.at("players")) {
        CAPTURE(player.at("name"));
        check(
            ask(requests, {{"ask", "choose"}, {"position", start}, {"player", player.at("name")}}));
    }
    for (const int level : {1, 5, 8}) {
        for (const bool book : {false, true}) {
            const ordered_json chosen = ask(requests, {{"ask", "choose"},
                                                       {"position", start},
                                                       {"level", level},
                                                       {"book", book},
                                                       {"forget", true}});
            check(chosen);
            CHECK((chosen.at("line").at("certainty") == "book") == book);
        }
    }
}

TEST_CASE("an analysis scores all moves and reports what it knows so far") {
    Requests requests;
    std::vector<ordered_json> progress;
    const ordered_json result = ask(
        requests, {{"ask", "analyze"}, {"position", start}, {"seconds", 0.3}, {"progress", true}},
        &progress);
    CHECK(result.at("moves").size() == 4);
    CHECK(result.at("nodes") > 0);
    REQUIRE_FALSE(progress.empty());
    for (const ordered_json& sofar : progress) CHECK(sofar.at("board") == start.substr(0, 64));
    const ordered_json exact =
        ask(requests, {{"ask", "analyze"}, {"position", late}, {"seconds", 5}});
    CHECK(exact.at("moves")[0].at("certainty") == "exact");
}

TEST_CASE("a game is analyzed move by move") {
    Requests requests;
    std::vector<ordered_json> progress;
    const ordered_json game = {{"start", start}, {"moves", "f5d6c3"}, {"names", {{"X", "Ann"}}}};
    const ordered_json analysis = ask(requests,
                                      {{"ask", "analyze_game"},
                                       {"game", game},
                                       {"seconds", 0.05},
                                       {"lines", 4},
                                       {"progress", true}},
                                      &progress);
    CHECK(analysis.at("moves").size() == 3);
    CHECK(analysis.at("positions").size() == 4);
    CHECK(analysis.at("title") == "Ann – White");
    REQUIRE(progress.size() == 3);
    CHECK(progress.back() == ordered_json::parse(R"({"done": 3, "all": 3})"));
}

TEST_CASE("a search that is asked to stop answers with what it has") {
    Requests requests;
    const std::atomic<bool> stop = true;
    for (const ordered_json& request : {
             ordered_json{{"ask", "analyze"}, {"position", start}, {"depth", 60}},
             ordered_json{{"ask", "analyze"}, {"position", start}, {"goal", "exact"}},
             ordered_json{{"ask", "choose"}, {"position", start}, {"level", 60}, {"book", false}},
         }) {
        CAPTURE(request.dump());
        CHECK(requests.answer(request, {}, &stop).at("result").at("interrupted") == true);
    }
    const ordered_json game = {{"ask", "analyze_game"}, {"game", "f5d6c3"}, {"depth", 30}};
    CHECK(requests.answer(game, {}, &stop).at("result").at("complete") == false);
    CHECK(requests.answer({{"ask", "bench"}}, {}, &stop).contains("error"));
}

TEST_CASE("a request that makes no sense is answered by an error and harms nothing") {
    Requests requests;
    const ordered_json over = {{"ask", "choose"}, {"position", std::string(64, 'X') + " O"}};
    const ordered_json wrong[] = {
        over,
        {{"ask", "analyze"}, {"position", start}, {"seconds", 0}},
        {{"ask", "choose"}, {"position", "X"}},
        {{"ask", "choose"}},
        {{"ask", "choose"}, {"position", start}, {"level", 0}},
        {{"ask", "choose"}, {"position", start}, {"level", 61}},
        {{"ask", "choose"}, {"position", start}, {"player", "nobody"}},
        {{"ask", "evaluate"}, {"position", start}, {"depth", 1}},
        {{"ask", "analyze_game"}, {"game", {{"start", start}}}, {"seconds", 1}},
        {{"ask", "positions"}, {"game", {{"start", start}, {"moves", "a1"}}}},
        {{"ask", "positions"}, {"game", 7}},
        {{"ask", "everything"}},
        {{"ask", 3}},
        ordered_json::object(),
        ordered_json::array(),
    };
    for (const ordered_json& request : wrong) {
        CAPTURE(request.dump());
        CHECK_FALSE(
            reply_to(requests, request).at("error").at("message").get<std::string>().empty());
    }
    for (const char* text : {"", "{", "\xff", "null"}) {
        CAPTURE(text);
        CHECK(ordered_json::parse(requests.answer_text(text)).contains("error"));
    }
    CHECK(ask(requests, {{"ask", "choose"}, {"position", start}, {"level", 1}}).contains("move"));
}
