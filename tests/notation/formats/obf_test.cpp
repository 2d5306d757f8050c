#include "engine/notation/formats/obf.h"
#include "engine/notation/move_list.h"
#include "tests/catch.h"
#include "tests/notation/notation_test.h"

#include <string>

#include <fmt/format.h>

using namespace emilia;

namespace {

const std::string start_text = "---------------------------OX------XO--------------------------- X";

} // namespace

TEST_CASE("the published FFO positions are read and written back letter for letter") {
    int problems = 0;
    for (const char* name :
         {"fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf", "fforum-60-79.obf"}) {
        for (const std::string& line : testing::lines_of(std::string("ffo/") + name)) {
            if (is_obf_comment(line)) continue;
            CAPTURE(name, line);
            const Parsed<Problem> problem = parse_obf(line);
            REQUIRE(problem);
            CHECK(to_obf(*problem) == line);
            CHECK(problem->best_discs() == problem->moves.front().discs);
            ++problems;
        }
    }
    CHECK(problems == 79);
}

TEST_CASE("FFO 40 has its known position and scores") {
    const Parsed<Problem> problem = parse_obf(testing::lines_of("ffo/fforum-40-59.obf").front());
    REQUIRE(problem);
    CHECK(problem->position.to_move == Color::black);
    CHECK(problem->position.board.empties() == 20);
    CHECK(problem->best_discs() == 38);
    CHECK(problem->discs_of(Square::a2) == 38);
    CHECK(problem->discs_of(Square::a6) == 24);
    CHECK_FALSE(problem->discs_of(Square::h8));
}

TEST_CASE("problems of every style are read as the same problem") {
    const Problem expected{Position{}, {{Square::f5, 18}, {Square::d3, -4}, {Square::c4, 0}}};
    for (const char* moves :
         {"; F5:+18; D3:-4; C4:+0;", ";f5:18;d3:-4;c4:0", ";F5:18; d3:-4 ;c4:-0; ",
          " ; F5 : +18 ; D3 : -4 ; C4 : +0 ;\r", ";\tf5:18;\td3:-4;\tc4:0;\n"}) {
        CAPTURE(moves);
        CHECK(parse_obf(start_text + moves) == expected);
    }
    CHECK(to_obf(expected) == start_text + "; F5:+18; D3:-4; C4:+0;");
    // A board may begin with an 0 and a full stop, which is no number of a move.
    const Parsed<Problem> board = parse_obf("0.OX" + std::string(60, '.') + " X; b1:+2;");
    REQUIRE(board);
    CHECK(board->position.discs(Color::black) == bit(Square::d1));
    CHECK(board->position.discs(Color::white) == (bit(Square::a1) | bit(Square::c1)));
}

TEST_CASE("an entry for no move is skipped") {
    const Problem expected{Position{}, {{Square::f5, 18}, {Square::d3, -4}}};
    for (const char* moves : {"; F5:+18; D3:-4; --:-127;", ";F5:18;--:-127;D3:-4",
                              "; F5:+18; D3:-4; --", "; -- : 0 ; F5:+18; D3:-4;"}) {
        CAPTURE(moves);
        CHECK(parse_obf(start_text + moves) == expected);
    }
    CHECK(parse_obf(start_text + "; --:-127;") == Problem{});
}

TEST_CASE("a problem may give its position as the moves that lead to it") {
    const Position position = parse_moves("f5d6c3")->position();
    const Problem expected{position, {{Square::d3, 2}}};
    for (const char* line : {"f5d6c3; d3:+2", "F5 d6 C3;D3:+2;", " 1. f5 d6 2. c3 ; d3:2"}) {
        CAPTURE(line);
        CHECK(parse_obf(line) == expected);
    }
    CHECK_FALSE(parse_obf("f5a1; d3:+2"));
    CHECK_FALSE(parse_obf("f5d9; d3:+2"));
}

TEST_CASE("a problem may have a remark behind it, or only the score of its position") {
    Problem expected{Position{}, {{Square::f5, 18}}};
    for (const auto& [behind, remark] : {std::pair("; F5:+18; % FFO 1", "FFO 1"),
                                         {";F5:18;# d3:+2", "d3:+2"},
                                         {" F5:+18;% d3:+2; %x ", "d3:+2; %x"},
                                         {"; F5:+18; %", ""}}) {
        CAPTURE(behind);
        expected.remark = remark;
        CHECK(parse_obf(start_text + behind) == expected);
        CHECK(parse_obf(to_obf(expected)) == expected);
    }
    expected.remark = "";
    const Problem scored{Position{}, {}, 18};
    CHECK(scored.best_discs() == 18);
    for (const char* behind : {" +18", " +18;", "; +18;", " +18 ; %"}) {
        CAPTURE(behind);
        CHECK(parse_obf(start_text + behind) == scored);
    }
    CHECK(parse_obf(to_obf(scored)) == scored);
    CHECK(parse_obf("8/8/8/3ox3/3xo3/8/8/8 x; F5:+18") == expected);
}

TEST_CASE("a remark says that a problem is one of a repertoire") {
    const auto is_of_repertoire = [](const char* behind) {
        return parse_obf(start_text + behind)->is_of_repertoire();
    };
    CHECK(is_of_repertoire("; D3:+0; F5:+2; % repertoire: f5d6, Perpendicular"));
    CHECK(is_of_repertoire("; D3:+0;%repertoire"));
    CHECK_FALSE(is_of_repertoire("; D3:+0; F5:+2;"));
    CHECK_FALSE(is_of_repertoire("; D3:+0; F5:+2; % FFO, repertoire"));
    CHECK_FALSE(is_of_repertoire("; % repertoire")); // without a move there is nothing to ask
}

TEST_CASE("a problem may come without moves") {
    for (const char* end : {"", ";", "; ", " ;\r\n"}) {
        const Parsed<Problem> problem = parse_obf(start_text + end);
        REQUIRE(problem);
        CHECK(*problem == Problem{});
        CHECK_FALSE(problem->best_discs());
    }
    CHECK(parse_obf(to_obf(Problem{})) == Problem{});
}

TEST_CASE("a forced pass may have a score") {
    const Position position{{bit(Square::b1), bit(Square::a1)}, Color::white};
    const Problem problem{position, {{Square::pass, -64}}};
    CHECK(parse_obf(to_obf(problem)) == problem);
}

TEST_CASE("the best score is the highest, wherever it stands") {
    CHECK(Problem{Position{}, {{Square::f5, -4}, {Square::d3, 2}, {Square::c4, 0}}}.best_discs()
          == 2);
    CHECK(Problem{Position{}, {{Square::f5, -4}}}.best_discs() == -4);
}

TEST_CASE("blank lines and those that start with % or # hold no problem") {
    for (const char* line : {"", " ", "\r", "\t\n", "% FFO", "#", "  # indented"}) {
        CAPTURE(line);
        CHECK(is_obf_comment(line));
    }
    CHECK_FALSE(is_obf_comment(start_text));
    CHECK_FALSE(is_obf_comment("x"));
    CHECK_FALSE(is_obf_comment("- % #"));
}

TEST_CASE("a problem that cannot be read says why and where") {
    struct Case {
        std::string text;
        std::string message;
        std::size_t offset;
    };
    const std::size_t end = start_text.size();
    const Case cases[] = {
        {"", "a board has 64 squares, this one has 0", 0},
        {"% FFO", "'%' is not a disc or an empty square", 0},
        {"---; F5:+2;", "a board has 64 squares, this one has 3", 3},
        {start_text + " f5d6;", "'f5d6' is not a move and its score, as in 'd3:+2'", end + 1},
        {start_text + "; F5", "'F5' is not a move and its score, as in 'd3:+2'", end + 2},
        {start_text + ";;F5:+2", "'' is not a move and its score, as in 'd3:+2'", end + 1},
        {start_text + "; -:-127;", "'-' is not a square or a pass", end + 2},
        {start_text + "; ---:-127;", "'---' is not a square or a pass", end + 2},
        {start_text + "; F9:+2;", "'F9' is not a square or a pass", end + 2},
        {start_text + "; :+2;", "a square or a pass is missing", end + 2},
        {start_text + "; F5:;", "'' is not a score from -64 to 64", end + 5},
        {start_text + "; F5:+65;", "'+65' is not a score from -64 to 64", end + 5},
        {start_text + "; F5:-65;", "'-65' is not a score from -64 to 64", end + 5},
        {start_text + "; F5:+-5;", "'+-5' is not a score from -64 to 64", end + 5},
        {start_text + "; F5:1.5;", "'1.5' is not a score from -64 to 64", end + 5},
        {start_text + "; F5:99999999999999;", "'99999999999999' is not a score from -64 to 64",
         end + 5},
        {start_text + "; E3:+2;", "e3 is not a legal move for black", end + 2},
        {start_text + "; PA:+2;", "pa is not a legal move for black", end + 2},
        {start_text + "; F5:+2; f5:+2;", "f5 already has a score", end + 9},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        const Parsed<Problem> problem = parse_obf(c.text);
        REQUIRE_FALSE(problem);
        CHECK(problem.error().message == c.message);
        CHECK(problem.error().offset == c.offset);
    }
}

TEST_CASE("a truncated or damaged problem is read or refused") {
    const std::string line = testing::lines_of("ffo/fforum-40-59.obf").front();
    CHECK(testing::survives_truncation(line, parse_obf));
    CHECK(testing::survives_damage(line, parse_obf));
}
