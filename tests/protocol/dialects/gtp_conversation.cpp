#include "engine/notation/game.h"
#include "engine/notation/position.h"
#include "tests/protocol/dialects/conversation.h"

#include <fmt/format.h>

namespace emilia::testing {
namespace {

const std::vector<std::string> refused = {
    "boardsize 9",
    "boardsize",
    "komi much",
    "set_game Go",
    "play",
    "play b",
    "play red d3",
    "play b i9",
    "genmove",
    "genmove green",
    "reg_genmove 7",
    "time_settings 1 2",
    "time_left b 1",
    "loadsgf",
    "loadsgf /no/file",
    "loadsgf /tmp 3",
    "emilia-analyze 0",
    "emilia-analyze x",
    "Name",
    "play b 99999999999999999999",
};

const std::vector<std::string> accepted = {
    "komi 6.5",
    "time_settings 1 1 1",
    "time_settings 0 0 0",
    "time_settings 0 0.1 2",
    "time_left b 0.5 0",
    "time_left w 1e3 3",
    "known_command play",
    "protocol_version",
    "name",
    "version",
    "list_games",
    "cputime",
    "emilia-legal_moves",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
};

/// The parts of a reply's first line.
struct Reply {
    bool good = false;
    std::string text;
};

class GtpConversation : public Conversation {
public:
    std::string next(Random& random) override {
        if (random() % 16 == 0)
            return any_of<std::string>({"", "  ", "# talk", "\x01\x02"}, random);
        const std::string id = random() % 3 == 0 ? std::to_string(random() % 100'000) : "";
        return fmt::format("{}{}{}", id, id.empty() ? "" : " ", command(random, id));
    }

    std::string last() override {
        answered("", [](const Reply& reply) { return reply.good && reply.text == "2"; });
        return "protocol_version";
    }

    std::vector<std::string> arguments() const override {
        return {"--threads", "2", "--hash", "1", "--no-book", "--time", "0.004"};
    }

private:
    std::string command(Random& random, const std::string& id) {
        const auto good = [](const Reply& reply) { return reply.good; };
        const auto bad = [](const Reply& reply) { return !reply.good && !reply.text.empty(); };
        switch (below(random, 12)) {
        case 0: answered(id, bad); return nonsense(random);
        case 1: answered(id, bad); return any_of(refused, random);
        case 2: answered(id, good); return any_of(accepted, random);
        case 3: return long_reply(random, id);
        case 4: return new_game(random, id);
        case 5: return analyze(random, id);
        case 6:
        case 7: return genmove(random, id);
        case 8: return undo(id);
        default: return play(random, id);
        }
    }

    /// Expects a reply with this id whose first line satisfies `right`; its other lines may be
    /// anything.
    void answered(const std::string& id, std::function<bool(const Reply&)> right) {
        script.expect(
            [id, right = std::move(right)](const std::string& line) {
                if (line.empty() || (line.front() != '=' && line.front() != '?')) return false;
                if (line.compare(1, id.size(), id) != 0) return false;
                const std::string rest = line.substr(1 + id.size());
                if (!rest.empty() && rest.front() != ' ') return false;
                return right({line.front() == '=', rest.empty() ? "" : rest.substr(1)});
            },
            fmt::format("a reply with the id '{}'", id));
        script.allow([](const std::string& line) { return !line.empty(); }, "the rest of a reply");
        script.expect("");
    }

    std::string long_reply(Random& random, const std::string& id) {
        answered(id, [](const Reply& reply) { return reply.good; });
        return any_of<std::string>({"list_commands", "showboard"}, random);
    }

    std::string new_game(Random& random, const std::string& id) {
        answered(id, [this](const Reply& reply) {
            game_ = Game();
            turns_.clear();
            return reply.good;
        });
        return any_of<std::string>({"clear_board", "boardsize 8", "set_game Othello"}, random);
    }

    static std::string color_word(Color color, Random& random) {
        return color == Color::black ? any_of<std::string>({"b", "black", "B", "Black"}, random)
                                     : any_of<std::string>({"w", "white", "W", "WHITE"}, random);
    }

    /// Mostly the side to move, as far as the client knows it.
    Color likely_color(Random& random) const {
        const Color to_move = game_.position().to_move;
        return random() % 8 == 0 ? opposite(to_move) : to_move;
    }

    bool out_of_turn(Color color) const {
        return color != game_.position().to_move && game_.position().board.legal_moves() != 0;
    }

    bool take_turn(Square move, Color color) {
        const std::size_t before = game_.moves().size();
        if (!game_.play_with_pass({.move = move, .color = color})) return false;
        turns_.push_back(before);
        return true;
    }

    std::string play(Random& random, const std::string& id) {
        const Color color = likely_color(random);
        Square move = static_cast<Square>(below(random, square_count));
        const Board& board = game_.position().board;
        if (random() % 6 != 0 && !board.is_over()) move = random_move(board, random);
        answered(id, [this, color, move](const Reply& reply) {
            if (out_of_turn(color)) return !reply.good && reply.text == "wrong colour";
            if (take_turn(move, color)) return reply.good && reply.text.empty();
            return !reply.good && reply.text == "illegal move";
        });
        return fmt::format("play {} {}", color_word(color, random),
                           move == Square::pass ? "pass" : to_string(move));
    }

    std::string genmove(Random& random, const std::string& id) {
        const Color color = likely_color(random);
        const bool for_real = random() % 3 != 0;
        answered(id, [this, color, for_real](const Reply& reply) {
            if (game_.position().board.is_over())
                return reply.good && reply.text == "pass"
                       && (!for_real || take_turn(Square::pass, color));
            if (out_of_turn(color)) return !reply.good && reply.text == "wrong colour";
            const auto move = parse_square(reply.text);
            if (!reply.good || !move) return false;
            if (for_real) return take_turn(*move, color);
            Game copy = game_;
            return copy.play_with_pass({.move = *move, .color = color}).has_value();
        });
        return fmt::format("{}genmove {}", for_real ? "" : "reg_", color_word(color, random));
    }

    std::string undo(const std::string& id) {
        answered(id, [this](const Reply& reply) {
            if (turns_.empty()) return !reply.good;
            while (game_.moves().size() > turns_.back()) game_.undo();
            turns_.pop_back();
            return reply.good;
        });
        return "undo";
    }

    std::string analyze(Random& random, const std::string& id) {
        const Color color = likely_color(random);
        answered(id,
                 [this, color](const Reply& reply) { return reply.good != out_of_turn(color); });
        return fmt::format("emilia-analyze {} {}", color_word(color, random), 1 + below(random, 4));
    }

    Game game_; ///< at this point of the replies
    std::vector<std::size_t> turns_;
};

} // namespace

std::unique_ptr<Conversation> make_gtp_conversation() {
    return std::make_unique<GtpConversation>();
}

} // namespace emilia::testing
