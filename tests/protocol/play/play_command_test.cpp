#include "engine/notation/position.h"
#include "protocol/play/play_command.h"
#include "tests/catch.h"

#include <sstream>

using namespace emilia;

TEST_CASE("a person types moves and commands in upper or lower case, in full or shortened") {
    struct Case {
        std::string line;
        PlayVerb verb;
    };
    const auto given = GENERATE(values<Case>({
        {"undo", PlayVerb::undo},
        {"U", PlayVerb::undo},
        {"  hint\t", PlayVerb::hint},
        {"h", PlayVerb::hint},
        {"redo", PlayVerb::redo},
        {"switch", PlayVerb::switch_sides},
        {"new", PlayVerb::new_game},
        {"resume", PlayVerb::resume},
        {"analysis", PlayVerb::analysis},
        {"board", PlayVerb::board},
        {"moves", PlayVerb::moves},
        {"?", PlayVerb::help},
        {"Help", PlayVerb::help},
        {"q", PlayVerb::quit},
        {"QUIT", PlayVerb::quit},
    }));
    CAPTURE(given.line);
    const auto command = parse_play_command(given.line);
    REQUIRE(command);
    CHECK(command->verb == given.verb);
}

TEST_CASE("a move is a square or a pass") {
    for (const char* line : {"f5", "F5", " f5 "}) {
        const auto command = parse_play_command(line);
        REQUIRE(command);
        CHECK(command->verb == PlayVerb::move);
        CHECK(command->move == *parse_square("f5"));
    }
    for (const char* line : {"pass", "PA"}) {
        const auto command = parse_play_command(line);
        REQUIRE(command);
        CHECK(command->verb == PlayVerb::move);
        CHECK(command->move == Square::pass);
    }
}

TEST_CASE("commands take the rest of their line") {
    CHECK(parse_play_command("eval on")->on);
    CHECK_FALSE(parse_play_command("eval OFF")->on);
    CHECK(parse_play_command("comment on")->verb == PlayVerb::comments);
    CHECK(parse_play_command("adapt on")->verb == PlayVerb::adapt);
    CHECK_FALSE(parse_play_command("adapt off")->on);
    CHECK(parse_play_command("level 60")->number == 60);
    CHECK(parse_play_command("hint")->number == 3);
    CHECK(parse_play_command("hint 20")->number == 20);
    CHECK(parse_play_command("save my games/first game.ggf")->text == "my games/first game.ggf");
    CHECK(parse_play_command("load a.sgf ")->text == "a.sgf");
    CHECK(parse_play_command("player iago")->text == "iago");
    CHECK(parse_play_command("clock 5+2")->text == "5+2");
}

TEST_CASE("a line that is no command is explained") {
    struct Case {
        std::string line;
        std::string message;
    };
    const auto wrong = GENERATE(values<Case>({
        {"i9", "'i9' is neither a move, such as f5, nor a command; help lists the commands"},
        {"castle",
         "'castle' is neither a move, such as f5, nor a command; help lists the commands"},
        {"\x1b[2J", "'\\x1b[2J' is neither a move, such as f5, nor a command; help lists the "
                    "commands"},
        {"f5 d6", "give one move at a time"},
        {"undo 3", "undo takes no other word, as in: undo"},
        {"eval", "eval is on or off, as in: eval on"},
        {"adapt 3", "adapt is on or off, as in: adapt on"},
        {"eval maybe", "eval is on or off, as in: eval on"},
        {"level", "level needs a number from 1 to 60, as in: level 5"},
        {"level 0", "level needs a number from 1 to 60, as in: level 5"},
        {"level 61", "level needs a number from 1 to 60, as in: level 5"},
        {"level 5x", "level needs a number from 1 to 60, as in: level 5"},
        {"hint 0", "hint needs a number from 1 to 20, as in: hint 5"},
        {"hint 21", "hint needs a number from 1 to 20, as in: hint 5"},
        {"hint f5", "hint needs a number from 1 to 20, as in: hint 5"},
        {"redo 2", "redo takes no other word, as in: redo"},
        {"save", "save needs another word, as in: save game.ggf"},
        {"load", "load needs another word, as in: load game.sgf"},
        {"player", "player needs another word, as in: player iago"},
    }));
    CAPTURE(wrong.line);
    const auto command = parse_play_command(wrong.line);
    REQUIRE_FALSE(command);
    CHECK(command.error() == wrong.message);
}

TEST_CASE("the help lists every command with an example that can be typed") {
    std::istringstream lines(play_help());
    std::size_t examples = 0;
    for (std::string line; std::getline(lines, line); ++examples) {
        CAPTURE(line);
        CHECK(line.size() <= 80);
        CHECK(parse_play_command(line.substr(2, 16)));
    }
    CHECK(examples == 21);
}
