// Whole games in NBoard's words: without a clock, with a clock for each player, with clocks that
// are used up, from set-up boards and with passes.

#include "engine/base/numbers.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/program.h"
#include "tests/random_game.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// What NBoard says of the clock, and what must hold for the engine, which is black.
struct ClockKind {
    const char* property;
    std::optional<double> seconds; ///< that the engine has; none: no clock
    bool used_up = false;          ///< before the first move
};

const std::vector<ClockKind> clocks = {
    {"TI[0]", {}},
    {"TI[0:00]", {}},
    {"TI[0//0]", {}},
    {"", {}},
    {"TI[20:00]", 1200},
    {"TB[10:00]TW[0:01]", 600},
    {"TI[0:01]TB[10:00/0:01]", 600},
    {"TI[1:00]", 60, true},
    {"TB[0:30]TW[10:00]", 30, true},
};

/// What came between a request and the last line of its answer.
struct Answer {
    std::string move;  ///< after `=== `; empty for hints
    std::string depth; ///< of the last `search` line
    std::uint64_t nodes = 0;
};

class NBoardGame {
public:
    NBoardGame(Program& program, const ClockKind& clock, int depth, Random& random)
        : program_(program), clock_(clock), depth_(depth), random_(random) {
        Position start;
        if (below(random, 3) == 0) {
            const std::vector<Board> boards = random_game(random);
            start.board = boards[static_cast<std::size_t>(below(random, 50)) % boards.size()];
            if (below(random, 2) == 0) start.to_move = Color::white;
        }
        game_ = Game(start);
    }

    void play() {
        program_.send(fmt::format("set depth {}\n", depth_));
        set_game();
        while (!game_.position().board.is_over()) {
            if (below(random_, 4) == 0) hint();
            if (game_.position().to_move == Color::black) {
                go();
            } else {
                take(PlayedMove{.move = random_move(game_.position().board, random_),
                                .color = Color::white,
                                .seconds = 0.5},
                     "//0.5");
            }
            if (below(random_, 10) == 0) set_game();
        }
        if (clock_.seconds && !clock_.used_up)
            CHECK(game_.seconds_used(Color::black) < *clock_.seconds);
    }

private:
    void set_game() {
        std::string text = to_ggf(game_);
        text.insert(text.find("TY["), clock_.property);
        program_.send(fmt::format("set game {}\n", text));
    }

    void take(const PlayedMove& move, const std::string& rest) {
        REQUIRE(game_.play(move));
        const std::string word = move.move == Square::pass ? "PA" : to_string(move.move);
        program_.send(fmt::format("move {}{}\n", word, rest));
    }

    Answer ask(const std::string& request) {
        program_.send(fmt::format("ping {}\n{}\n", ++pings_, request));
        const Pattern search("search [A-H1-8P-]+ -?[0-9]+\\.[0-9]+ 0 ([0-9]+(%W?)?)");
        const Pattern counters("nodestats ([0-9]+) [0-9]+\\.[0-9]+");
        Answer answer;
        bool answered = false;
        for (;;) {
            const auto line = program_.read_line();
            REQUIRE(line);
            CAPTURE(*line);
            Parts fields;
            if (*line == fmt::format("pong {}", pings_)) answered = true;
            if (matches(*line, fields, search)) answer.depth = fields[1];
            if (matches(*line, fields, counters)) answer.nodes = std::stoull(fields[1]);
            if (line->starts_with("=== ")) answer.move = line->substr(4);
            REQUIRE_FALSE(line->starts_with("status Error"));
            if (answered && *line == "status") return answer;
        }
    }

    void hint() {
        const Answer answer = ask(fmt::format("hint {}", 1 + below(random_, 4)));
        if (!game_.position().board.must_pass()) check_depth(answer.depth);
    }

    /// The search has gone as deep as it should, or to the end.
    void check_depth(const std::string& depth) const {
        CAPTURE(depth, depth_, game_.position().board.empties());
        const bool to_the_end = depth.find('%') != std::string::npos
                                || whole_number(depth) == game_.position().board.empties();
        CHECK((to_the_end || whole_number(depth) == depth_));
    }

    void go() {
        const Answer answer = ask("go");
        const auto move = parse_ggf_move(answer.move, Color::black);
        CAPTURE(answer.move, clock_.property, game_.position());
        REQUIRE(move);
        const Board& board = game_.position().board;
        const bool forced = count(board.legal_moves()) < 2;
        if (!forced && !clock_.used_up) check_depth(answer.depth);
        if (!forced && clock_.used_up && board.empties() > 8) CHECK(answer.nodes > 20);
        PlayedMove noted = *move;
        if (clock_.used_up && !said_used_) { // the move took much longer than the clock allows
            noted.seconds = *clock_.seconds + 10;
            said_used_ = true;
            return take(noted, fmt::format("//{}", *noted.seconds));
        }
        take(noted, answer.move.substr(2));
    }

    Program& program_;
    const ClockKind& clock_;
    int depth_;
    Random& random_;
    Game game_;
    int pings_ = 0;
    bool said_used_ = false;
};

/// Plays games by one process, each with the next kind of clock.
void play_games(int games, int most_depth, std::uint64_t seed) {
    Program program({"--threads", "1", "--hash", "16", "--no-book"});
    program.send("nboard 2\n");
    Random random(seed);
    for (int number = 0; number < games; ++number) {
        CAPTURE(number);
        const ClockKind& clock = clocks[static_cast<std::size_t>(number) % clocks.size()];
        NBoardGame(program, clock, 1 + below(random, most_depth), random).play();
    }
    program.close_input();
    CHECK(program.finish().status == 0);
}

} // namespace

TEST_CASE(
    "in NBoard's games a depth is kept without a clock, and a clock with one, used up or not") {
    play_games(2 * static_cast<int>(clocks.size()), 4, 1);
}

TEST_CASE("two hundred games in NBoard's words keep their depths and clocks", "[.long]") {
    play_games(200, 10, 2);
}
