#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/game.h"
#include "engine/notation/position.h"
#include "tests/protocol/dialects/conversation.h"

#include <fmt/format.h>

namespace emilia::testing {
namespace {

const std::vector<std::string> refused = {
    "nboard",
    "set",
    "set depth 0",
    "set depth 61",
    "set depth deep",
    "set contempt 7x",
    "set colour 1",
    "set game",
    "set game (;B[Z9];)",
    "move",
    "move z9",
    "move F5/1/2/3",
    "ping",
    "ping 1.5",
    "hint",
    "hint 0",
    "hint many",
    "Ping 3",
    "ping 99999999999999999999",
    "set game (;GM[Othello]BO[8 --- *];)",
};

class NBoardConversation : public Conversation {
public:
    std::string next(Random& random) override {
        switch (below(random, 14)) {
        case 0: complained(); return nonsense(random);
        case 1: complained(); return any_of(refused, random);
        case 2:
            return random() % 2 == 0 ? ""
                                     : fmt::format("set contempt {}", below(random, 201) - 100);
        case 3: return fmt::format("set depth {}", random() % 3 == 0 ? 1 + below(random, 8) : 60);
        case 4: return new_game(random);
        case 5: return go();
        case 6:
        case 7: return hint(random);
        case 8: return analyze();
        case 9: return learn();
        case 10: return last();
        default: return move(random);
        }
    }

    std::string last() override {
        ping_ += 1;
        script.expect(fmt::format("pong {}", ping_));
        return fmt::format("ping {}", ping_);
    }

    std::vector<std::string> arguments() const override {
        return {"--protocol", "nboard", "--threads", "2", "--hash", "1", "--no-book"};
    }

private:
    void complained() { script.expect(form("status Error: [ -~]{1,250}"), "an error"); }

    std::string new_game(Random& random) {
        if (random() % 8 == 0) {
            game_ = Game();
            return "clear";
        }
        if (random() % 3 == 0) {
            if (random() % 2 == 0) game_ = Game();
            for (int more = below(random, 60); more > 0 && !over(); --more) play(random);
        }
        return "set game " + to_ggf(game_);
    }

    [[nodiscard]] bool over() const { return game_.position().board.is_over(); }

    Square play(Random& random) {
        const Square move = random_move(game_.position().board, random);
        static_cast<void>(game_.play(move));
        return move;
    }

    std::string move(Random& random) {
        const std::string word = random() % 6 == 0 ? "" : "move ";
        if (over() || random() % 8 == 0) {
            const auto square = static_cast<Square>(below(random, square_count));
            if (!game_.play(square)) complained();
            return word + to_string(square);
        }
        const std::string rest =
            any_of<std::string>({"", "/1.5", "//2.25", "/-0.125/42.727"}, random);
        return word + to_upper(to_string(play(random))) + rest;
    }

    std::string go() {
        script.expect("status Emilia is thinking");
        script.allow(form("search [A-H1-8P-]+ -?[0-9]+\\.[0-9]+ 0 [0-9]+%?W?"
                          "|nodestats [0-9]+ [0-9]+\\.[0-9]+"),
                     "thoughts");
        script.expect(
            [board = game_.position().board](const std::string& line) {
                if (board.is_over()) return line == "=== PA";
                const auto played = line.starts_with("=== ")
                                        ? parse_ggf_move(line.substr(4), Color::black)
                                        : parse_ggf_move("", Color::black);
                return played && played->evaluation && played->seconds
                       && board.is_legal(played->move);
            },
            "a legal move");
        script.expect("status");
        return "go";
    }

    std::string hint(Random& random) {
        script.expect("status Emilia is analyzing");
        script.allow(form("search [A-H1-8P-]+ -?[0-9]+\\.[0-9]+ 0 [0-9]+%?W?"
                          "|nodestats [0-9]+ [0-9]+\\.[0-9]+"),
                     "a hint");
        script.expect("status");
        return fmt::format("hint {}", any_of<int>({1, 2, 4, 64}, random));
    }

    std::string analyze() {
        script.expect("status Emilia is analyzing the game");
        script.allow(form("analysis [0-9]+ -?[0-9]+\\.[0-9]+|nodestats [0-9]+ [0-9]+\\.[0-9]+"),
                     "an analysis");
        script.expect("status");
        return "analyze";
    }

    std::string learn() {
        script.expect("status Emilia is learning the game");
        script.expect("learned");
        script.expect(form("status( Not learned: no book is in use)?"), "why nothing was learned");
        return "learn";
    }

    Game game_;
    int ping_ = 0;
};

} // namespace

std::unique_ptr<Conversation> make_nboard_conversation() {
    return std::make_unique<NBoardConversation>();
}

} // namespace emilia::testing
