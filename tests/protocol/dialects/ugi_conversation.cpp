#include "engine/notation/game.h"
#include "tests/pattern.h"
#include "tests/protocol/dialects/conversation.h"

#include <fmt/format.h>

namespace emilia::testing {
namespace {

const std::vector<std::string> refused = {
    "UGI",
    "genmove b",
    "position",
    "position start",
    "position startpos f5",
    "position startpos moves a1",
    "position startpos moves f5 f5",
    "position startpos moves 0000",
    "position fen 8/8 x",
    "go fast",
    "go depth",
    "go depth 0",
    "go nodes -1",
    "go movetime 0.5",
    "go btime 99999999999999999999",
    "query",
    "query p2turn",
    "setoption",
    "setoption name Level value 0",
    "setoption name Hash value 16",
    "emilia-analyze 0",
};

class UgiConversation : public Conversation {
public:
    std::string next(Random& random) override {
        switch (below(random, 12)) {
        case 0: answered(form("info string Error: [ -~]{1,250}")); return nonsense(random);
        case 1: answered(form("info string Error: [ -~]{1,250}")); return any_of(refused, random);
        case 2: answered(form("readyok")); return "isready";
        case 3: return query(random);
        case 4: return stop();
        case 5: return new_game();
        case 6:
        case 7: return position(random);
        default: return go(random);
        }
    }

    std::string last() override { return stop(); }

    std::vector<std::string> arguments() const override {
        return {"--protocol", "ugi", "--threads", "2", "--hash", "1", "--no-book"};
    }

private:
    /// Expects the lines of a search that may still run, and its move.
    void searching() {
        script.allow(
            [this](const std::string& line) {
                if (!running_) return false;
                if (is_move(line)) running_ = false;
                return !running_ || is_info(line);
            },
            "a search's lines");
    }

    bool is_move(const std::string& line) const {
        if (!line.starts_with("bestmove ")) return false;
        const std::string word = line.substr(9);
        if (word == "0000") return asked_.legal_moves() == 0;
        const auto move = parse_square(word);
        return move && asked_.is_legal(*move);
    }

    bool is_info(const std::string& line) const {
        static const Pattern pattern(
            "info depth [0-9]+ score cp -?[0-9]+ nodes [0-9]+ nps [0-9]+ time [0-9]+ pv(( [a-h1-8]"
            "[1-8]| 0000)+)");
        Parts parts;
        if (!matches(line, parts, pattern)) return false;
        Board board = asked_;
        std::string_view words = parts[1];
        while (!words.empty()) {
            const std::size_t end = std::min(words.find(' ', 1), words.size());
            const std::string word(words.substr(1, end - 1));
            words.remove_prefix(end);
            const Square move = word == "0000" ? Square::pass : parse_square(word).value();
            if (!board.is_legal(move)) return false;
            board = board.after(move);
        }
        return true;
    }

    void answered(Script::Check check) {
        searching();
        script.expect(std::move(check), "the reply");
    }

    /// The search has said its move before the next reply.
    void ended() {
        searching();
        script.then([this] {
            if (running_) throw std::runtime_error("a search has ended without a word");
        });
    }

    std::string stop() {
        ended();
        script.expect("readyok");
        return "stop\nisready";
    }

    std::string new_game() {
        game_ = Game();
        ended();
        script.expect("readyok");
        return "uginewgame\nisready";
    }

    std::string position(Random& random) {
        game_ = Game();
        std::string moves;
        for (int ply = below(random, 64); ply > 0 && !game_.position().board.is_over(); --ply) {
            const Square move = random_move(game_.position().board, random);
            // A pass may be left out, but for the last one.
            if (move != Square::pass) moves += ' ' + to_string(move);
            if (move == Square::pass && (ply == 1 || random() % 2 == 0)) moves += " 0000";
            static_cast<void>(game_.play(move));
        }
        if (game_.position().board.is_over() && random() % 2 == 0) moves += " 0000";
        ended();
        script.expect("readyok");
        return fmt::format("position startpos{}{}\nisready", moves.empty() ? "" : " moves", moves);
    }

    std::string query(Random& random) {
        const auto& [board, to_move] = game_.position();
        const int lead = to_move == Color::black ? board.final_score() : -board.final_score();
        const char* const result = !board.is_over() ? "none"
                                   : lead > 0       ? "p1win"
                                   : lead < 0       ? "p2win"
                                                    : "draw";
        struct Question {
            std::string what;
            std::string answer;
        };
        const auto asked = any_of<Question>({{"gameover", board.is_over() ? "true" : "false"},
                                             {"p1turn", to_move == Color::black ? "true" : "false"},
                                             {"result", result}},
                                            random);
        answered([wanted = "response " + asked.answer](const std::string& line) {
            return line == wanted;
        });
        return "query " + asked.what;
    }

    std::string go(Random& random) {
        ended();
        script.then([this, board = game_.position().board] {
            running_ = true;
            asked_ = board;
        });
        searching();
        return any_of<std::string>({"go infinite", "go depth 5", "go nodes 300", "go movetime 3",
                                    "go btime 100 wtime 90 binc 1", "go p1time 0 p2time -3",
                                    "go movestogo 2 btime 10 wtime 10"},
                                   random);
    }

    Game game_;            ///< that was sent
    bool running_ = false; ///< at this point of the output
    Board asked_ = Board::start();
};

} // namespace

std::unique_ptr<Conversation> make_ugi_conversation() {
    return std::make_unique<UgiConversation>();
}

} // namespace emilia::testing
