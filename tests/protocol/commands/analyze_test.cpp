#include "engine/notation/formats/obf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <fstream>

#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;
using nlohmann::json;

namespace {

const std::string start = "---------------------------OX------XO--------------------------- X";
const std::string must_pass = "X-O------O------OOXX-------XX------XXX-------------------------- X";
const std::string finished = "---XXXXX---XXXXX---XXXXX---------------------------------------- O";
// The first position of the FFO endgame test.
const std::string ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

Finished analyze(Words words) {
    words.insert(words.begin(), {"analyze", "--threads", "1", "--hash", "16"});
    return run_program(words);
}

json analyze_to_json(Words words) {
    words.emplace_back("--json");
    const Finished run = analyze(words);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(split_lines(run.output).size() == 1);
    return json::parse(run.output);
}

/// Checks what every analysis promises: keys, types, order, legal lines.
void check_promises(const json& result, const std::string& board, std::size_t most_moves) {
    CHECK(result.size() == 7 + result.count("note"));
    CHECK(result.at("format") == 1);
    CHECK(result.at("board") == board.substr(0, 64));
    CHECK(result.at("player") == board.substr(65));
    CHECK(result.at("nodes").is_number_unsigned());
    CHECK(result.at("seconds").is_number_float());
    const auto position = parse_position(board);
    REQUIRE(position);
    CHECK(result.at("empties") == position->board.empties());

    const json& moves = result.at("moves");
    REQUIRE(moves.is_array());
    const auto legal = static_cast<std::size_t>(count(position->board.legal_moves()));
    const std::size_t all = position->board.must_pass() ? 1 : legal;
    CHECK(moves.size() == std::min(all, most_moves));
    double last = 64;
    for (const json& move : moves) {
        CAPTURE(move.dump());
        CHECK(move.size() == 5);
        CHECK(move.at("score").is_number());
        CHECK(move.at("score") <= last);
        last = move.at("score");
        CHECK(move.at("depth").is_number_integer());
        CHECK(matches(move.at("certainty").get<std::string>(),
                      Pattern("[0-9]+%|full-width|none|wld|exact|book")));
        std::string line;
        for (const json& square : move.at("pv")) line += square.get<std::string>() + ' ';
        CHECK(line.starts_with(move.at("move").get<std::string>()));
        const auto game = parse_moves(line, *position);
        CHECK(game);
        // All legal moves are listed.
        if (game) CHECK(game->moves().size() == move.at("pv").size());
    }
}

} // namespace

TEST_CASE("analyze --json has every promised key, for every legal move") {
    struct Case {
        std::string board;
        Words words;
        std::size_t most_moves;
    };
    const auto given = GENERATE(values<Case>({
        {start, {"--depth", "3"}, 64},
        {start, {"--depth", "3", "--top", "2"}, 2},
        {start, {"--depth", "3", "--top", "1"}, 1},
        {start, {"--nodes", "1000"}, 64},
        {start, {"--time", "0.02"}, 64},
        {start, {"--level", "2"}, 64},
        {must_pass, {"--depth", "3"}, 64},
        {finished, {"--depth", "3"}, 64},
        {finished, {"--exact"}, 64},
        {ffo, {"--exact"}, 64},
        {ffo, {"--exact", "--top", "3"}, 3},
        {ffo, {"--wld-at", "14", "--depth", "3"}, 64},
        {ffo, {"--exact-at", "14", "--depth", "3"}, 64},
    }));
    CAPTURE(given.board, given.words);
    Words words = given.words;
    words.push_back(given.board);
    check_promises(analyze_to_json(words), given.board, given.most_moves);
}

TEST_CASE("analyze --exact gives every move the score in the problem file") {
    std::ifstream file(testing::data_path("ffo/fforum-1-19.obf"));
    std::string line;
    REQUIRE(std::getline(file, line));
    const auto problem = parse_obf(line);
    REQUIRE(problem);
    const json result = analyze_to_json({"--exact", ffo});
    CHECK(to_string(problem->position) == ffo);
    CHECK(result.at("moves").size() == problem->moves.size());
    for (const json& move : result.at("moves")) {
        CAPTURE(move.dump());
        const auto square = parse_square(move.at("move").get<std::string>());
        REQUIRE(square);
        const auto expected = problem->discs_of(*square);
        REQUIRE(expected);
        CHECK(move.at("score") == *expected);
        CHECK(move.at("score").is_number_integer());
        CHECK(move.at("certainty") == "exact");
        CHECK(move.at("depth") == 14);
    }
}

TEST_CASE("analyze marks scores that are only an outcome") {
    const json result = analyze_to_json({"--wld-at", "14", "--depth", "3", ffo});
    for (const json& move : result.at("moves")) {
        CAPTURE(move.dump());
        CHECK(move.at("certainty") == "wld");
        const double score = move.at("score");
        CHECK((score == -1 || score == 0 || score == 1));
    }
}

TEST_CASE("analyze draws the board and a table, best move first") {
    const std::string board = "  a b c d e f g h\n"
                              "1 - . X X X X X .\n"
                              "2 . O O O X X . O\n"
                              "3 . O O O X X O X   black X 27\n"
                              "4 . O X O X O X X   white O 23\n"
                              "5 O X X X O X X X\n"
                              "6 - - X O X O X X   black to move\n"
                              "7 - X X X O O O .\n"
                              "8 - O O O O O . -\n"
                              "\n";
    const Finished run = analyze({"--exact", ffo});
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    REQUIRE(run.output.starts_with(board));
    const Words lines = split_lines(run.output.substr(board.size()));
    REQUIRE(lines.size() == 10);
    CHECK(lines[0] == "move   score  search                 line");
    const Pattern best(R"(g8       \+18  exact                  g8([a-h][1-8]|pa)+)");
    const Pattern worst(R"(g2       -24  exact                  g2([a-h][1-8]|pa)+)");
    CHECK(matches(lines[1], best));
    CHECK(matches(lines[8], worst));
    CHECK(matches(lines[9], Pattern("[0-9,]+ nodes in [0-9]+\\.[0-9]{2} s")));
}

TEST_CASE("analyze shows a pass and the end of the game") {
    const Words passed = split_lines(analyze({"--depth", "3", must_pass}).output);
    REQUIRE(passed.size() == 13);
    CHECK(passed[11].starts_with("pa "));
    const Finished over = analyze({finished});
    CHECK(over.status == 0);
    CHECK(split_lines(over.output).back() == "The game is over: -64 for white.");
    const std::string half(32, 'X');
    const Finished drawn = analyze({half + std::string(32, 'O') + " O"});
    CHECK(split_lines(drawn.output).back() == "The game is over: a draw.");
    const Finished narrow = analyze({half + "X" + std::string(31, 'O') + " X"});
    CHECK(split_lines(narrow.output).back() == "The game is over: +2 for black.");
}

TEST_CASE("analyze reads a board in every spelling, with leading dashes and blanks") {
    const auto words = GENERATE(
        Words{"---------------------------OX------XO--------------------------- X"},
        Words{"---------------------------OX------XO---------------------------X"},
        Words{"...........................o*......x0...........................b"},
        Words{"...........................0X......X0........................... X"},
        Words{"-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X"},
        Words{"---------------------------OX------XO---------------------------", "X"},
        Words{"---------------------------OX---", "---XO---------------------------", "B"});
    CAPTURE(words);
    Words all = words;
    all.insert(all.begin(), {"--depth", "1"});
    CHECK(analyze_to_json(all).at("board") == start.substr(0, 64));
    Words behind = words;
    behind.insert(behind.end(), {"--depth", "1"});
    CHECK(analyze_to_json(behind).at("moves").size() == 4);
}

TEST_CASE("analyze reads moves from the start wherever it reads a board") {
    const auto words = GENERATE(Words{"f5d6c3"}, Words{"F5", "d6", "c3"}, Words{"1. f5 d6 2. c3"});
    CAPTURE(words);
    Words all = words;
    all.insert(all.end(), {"--depth", "1"});
    const json result = analyze_to_json(all);
    CHECK(result.at("board") == to_string(parse_moves("f5d6c3")->position()).substr(0, 64));
    CHECK(result.at("player") == "O");
}

TEST_CASE("the command is also found under its other spelling, but listed once") {
    CHECK(run_program({"analyse", start, "--depth", "1", "--json"}).status == 0);
    CHECK(contains(run_program({"analyse", "X"}).errors,
                   "a board has 64 squares, this one has 1; see 'emilia analyze --help'\n"));
    CHECK_FALSE(contains(run_program({"--help"}).output, "emilia analyse"));
}

TEST_CASE("analyze refuses an invalid board and contradicting options, and says why") {
    struct Case {
        Words words;
        std::string message;
    };
    const auto wrong = GENERATE(values<Case>({
        {{"XO X"}, "a board has 64 squares, this one has 3"},
        {{ffo.substr(1)}, "the side to move is missing"},
        {{ffo.substr(2)}, "a board has 64 squares, this one has 63"},
        {{'-' + ffo}, "'-' is not a side to move"},
        {{ffo.substr(0, 64)}, "the side to move is missing"},
        {{ffo.substr(0, 64) + '-'}, "'-' is not a side to move"},
        {{ffo + 'X'}, "'XX' is not a side to move"},
        {{ffo.substr(0, 65) + 'Q'}, "'Q' is not a side to move"},
        {{"f5d6c9"}, "invalid moves: move 3: 'c9' is not a square or a pass"},
        {{"f5a1"}, "invalid moves: move 2: a1 is not a legal move for white"},
        {{'?' + ffo.substr(1)}, "'?' is not a disc or an empty square"},
        {{ffo, ffo}, "is not a move and its score"},
        {{""}, "there is no text"},
        {{"f5d6\nc4c3"}, "there are 2 games; give one of them"},
        {{"https://example.org/about"}, "this address carries no moves"},
        {{ffo, "--top", "0"}, "--top must be at least 1, not 0"},
        {{ffo, "--exact", "--depth", "3"}, "--exact and --depth exclude each other"},
        {{ffo, "--exact", "--time", "3"}, "--exact and --time exclude each other"},
        {{ffo, "--exact", "--nodes", "3"}, "--exact and --nodes exclude each other"},
        {{ffo, "--exact", "--level", "3"}, "--exact and --level exclude each other"},
        {{ffo, "--exact", "--wld-at", "3"}, "--exact and --wld-at exclude each other"},
        {{ffo, "--exact", "--book", "b"}, "--exact solves the position itself, so it needs no"},
        {{"0." + std::string(62, '-')}, "the side to move is missing"},
        {{ffo, "--exact", "--exact-at", "3"}, "--exact and --exact-at exclude each other"},
    }));
    CAPTURE(wrong.words);
    const Finished run = analyze(wrong.words);
    CHECK(run.status == 2);
    CHECK(run.output.empty());
    CHECK(split_lines(run.errors).size() == 1);
    CHECK(run.errors.find(wrong.message) != std::string::npos);
}

TEST_CASE("analyze says how it has understood what is no plain board or list of moves") {
    struct Case {
        Words words;
        const char* errors;
    };
    const Case cases[] = {
        {{"f5d6"}, ""},
        {{start}, ""},
        {{"8/8/8/3ox3/3xo3/8/8/8", "x"}, "emilia: read as a board with 4 discs, black to move\n"},
        {{start, "f5"}, "emilia: read as a board with 4 discs, black to move, then 1 move\n"},
        {{start + "; F5:+18; % FFO"}, "emilia: read as a board with 4 discs, black to move\n"},
        {{"1. f5\n2. d6 38-26"}, "emilia: read as a game with 2 moves\n"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.words);
        Words words = c.words;
        words.insert(words.end(), {"--depth", "1", "--json"});
        const Finished run = analyze(words);
        CHECK(run.status == 0);
        CHECK(run.errors == c.errors);
    }
}

TEST_CASE(
    "analyze --json gives the confidence of a midgame search, or says that it is full-width") {
    const auto certainty = [](const char* depth) {
        const Finished run = run_program(
            {"analyze", "---------------------------OX------XO--------------------------- X",
             "--depth", depth, "--threads", "1", "--json"});
        REQUIRE(run.status == 0);
        return nlohmann::json::parse(run.output)["moves"][0]["certainty"].get<std::string>();
    };
    CHECK(certainty("2") == "full-width");
    CHECK(certainty("3") == "63%");
}

TEST_CASE("a board that no game can reach is analyzed with a note") {
    const std::string board = "X--------------------------OX------XO--------------------------- X";
    const Finished run = analyze({board, "--depth", "2"});
    CHECK(run.status == 0);
    CHECK(contains(
        run.output,
        "No game reaches this board: the disc on a1 is not at the end of a line of discs."));
    CHECK(contains(run.output, "depth 2, full width"));
    const json result = analyze_to_json({board, "--depth", "2"});
    CHECK(contains(result.at("note").get<std::string>(), "a1"));
    CHECK(result.at("moves").size() == 4);
}

TEST_CASE("book values are used if no depth is given or a book is named, unless --no-book excludes "
          "them") {
    const auto certainties = [](const Words& words) {
        Words all{start, "--top", "4"};
        all.insert(all.end(), words.begin(), words.end());
        std::string text;
        const json result = analyze_to_json(all);
        for (const json& move : result.at("moves"))
            text += move.at("certainty").get<std::string>() + ' ';
        return text;
    };
    CHECK(contains(certainties({"--time", "0.02"}), "book"));
    for (const Words& words : {Words{"--time", "0.02", "--no-book"}, Words{"--depth", "4"},
                               Words{"--nodes", "1000"}, Words{"--level", "2"}}) {
        CHECK_FALSE(contains(certainties(words), "book"));
    }
    const TemporaryFolder folder;
    const std::string book = folder.file("small.book");
    REQUIRE(
        run_command("book", {"import", testing::data_path("edax/small-book.dat"), "--book", book})
            .status
        == 0);
    CHECK(contains(certainties({"--depth", "4", "--book", book}), "book"));
    CHECK(analyze({start, "--depth", "1", "--book", folder.file("none.book")}).status == 1);
}
