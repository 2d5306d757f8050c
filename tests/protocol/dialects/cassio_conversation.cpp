#include "engine/notation/board_string.h"
#include "engine/notation/move_list.h"
#include "engine/notation/square_text.h"
#include "tests/pattern.h"
#include "tests/protocol/dialects/conversation.h"

#include <fmt/format.h>

namespace emilia::testing {
namespace {

const std::string start = "---------------------------OX------XO---------------------------X";

const std::vector<std::string> refused = {
    "ENGINE-PROTOCOL",
    "ENGINE-PROTOCOL Init",
    "engine-protocol init",
    "genmove b",
    "ENGINE-PROTOCOL midgame-search",
    "ENGINE-PROTOCOL midgame-search --- -64 64 10 100",
    "ENGINE-PROTOCOL midgame-search " + start + " 5 4 10 100",
    "ENGINE-PROTOCOL midgame-search " + start + " -64 64 1000 100",
    "ENGINE-PROTOCOL midgame-search " + start + " -64 64 10 101",
    "ENGINE-PROTOCOL endgame-search " + start + " -64 64 100 100",
    "ENGINE-PROTOCOL endgame-search " + start + " -64 nan 100",
    "ENGINE-PROTOCOL feed-hash " + start + " 2 2 10 100 a1",
    "ENGINE-PROTOCOL feed-hash " + start + " 3 2 10 100 f5",
};

class CassioConversation : public Conversation {
public:
    std::string next(Random& random) override {
        switch (below(random, 12)) {
        case 0: answered(form("ERROR: [ -~]{1,250}")); return nonsense(random);
        case 1: answered(form("ERROR: [ -~]{1,250}")); return any_of(refused, random);
        case 2:
        case 3: return keep_alive();
        case 4: return infos();
        case 5: return stop();
        case 6: return forget(random);
        case 7: return feed(random);
        default: return search(random);
        }
    }

    std::string last() override { return stop(); }

    std::vector<std::string> arguments() const override {
        return {"--protocol", "cassio", "--threads", "2", "--hash", "1"};
    }

private:
    /// Expects the lines of a search that may still run, and the one that ends it.
    void searching() {
        script.allow(
            [this](const std::string& line) {
                if (!running_) return false;
                if (line == "ready.") running_ = false;
                return line == "ready." || is_result(line);
            },
            "a search's result");
    }

    bool is_result(const std::string& line) const {
        static const Pattern pattern(
            "([-XO]{64}[XO]), move ([A-H][1-8]|PA|--), depth [0-9]+, @[0-9]+%, "
            "([BW][-+][0-9]+\\.[0-9]{2}) <= v <= ([BW][-+][0-9]+\\.[0-9]{2}), "
            "([a-h1-8p]*), node [0-9]+, time [0-9]+\\.[0-9]{3}");
        Parts parts;
        if (!matches(line, parts, pattern)) return false;
        const auto position = parse_position(parts[1]);
        if (!position || *position != asked_) return false;
        if (position->board.is_over()) return parts[2] == "--";
        const auto variation = parse_moves(parts[5], *position);
        if (!variation || variation->moves().empty()) return false;
        return parse_square(parts[2]) == variation->moves().front().move
               && parts[3].front() == (position->to_move == Color::black ? 'B' : 'W');
    }

    void answered(Script::Check check) {
        searching();
        script.expect(std::move(check), "the reply");
    }

    /// A search must have ended before the reply to another command.
    void superseded() {
        searching();
        script.then([this] {
            if (running_) throw std::runtime_error("a search has ended without a word");
        });
    }

    std::string keep_alive() {
        answered([this](const std::string& line) { return line == (running_ ? "ok." : "ready."); });
        return "";
    }

    std::string infos() {
        answered([this,
                  progress = form("node [0-9]+, time [0-9]+\\.[0-9]{3}")](const std::string& line) {
            return running_ ? progress(line) : line == "ready.";
        });
        return "ENGINE-PROTOCOL get-search-infos";
    }

    /// If a search is running, its end is the reply; otherwise the command has its own. The next
    /// line shows which.
    std::string stop() {
        script.then([this] { ends_ = running_ ? 0 : 1; });
        searching();
        script.allow([this](const std::string& line) { return line == "ready." && ends_++ < 2; },
                     "the stop's reply");
        script.expect([this, version = form("version: Emilia [0-9.]+")](
                          const std::string& line) { return !running_ && version(line); },
                      "the version");
        script.expect("ready.");
        return "ENGINE-PROTOCOL stop\nENGINE-PROTOCOL get-version";
    }

    std::string forget(Random& random) {
        superseded();
        script.expect("ready.");
        return any_of<std::string>(
            {"ENGINE-PROTOCOL new-position", "ENGINE-PROTOCOL empty-hash", "ENGINE-PROTOCOL init"},
            random);
    }

    static Position random_position(Random& random) {
        Position position;
        for (int ply = below(random, 61); ply > 0 && !position.board.is_over(); --ply)
            position = position.after(random_move(position.board, random));
        return position;
    }

    static std::string text_of(const Position& position) {
        std::string text = to_string(position);
        text.erase(text.size() - 2, 1); // the blank before the side to move
        return text;
    }

    std::string feed(Random& random) {
        const Position position = random_position(random);
        std::string moves;
        if (!position.board.is_over()) moves = to_string(random_move(position.board, random));
        superseded();
        script.expect("ready.");
        const int low = below(random, 64) - 32;
        return fmt::format("ENGINE-PROTOCOL feed-hash {} {} {} {} {} {}", text_of(position), low,
                           low + below(random, 3), 1 + below(random, 60), 1 + below(random, 100),
                           moves);
    }

    std::string search(Random& random) {
        const Position position = random_position(random);
        const int alpha = random() % 2 == 0 ? -64 : below(random, 20) - 10;
        const int beta = random() % 2 == 0 ? 64 : alpha + 1 + below(random, 4);
        superseded();
        script.then([this, position] {
            running_ = true;
            asked_ = position;
        });
        searching();
        if (random() % 3 == 0) {
            return fmt::format("ENGINE-PROTOCOL endgame-search {} {} {} {}", text_of(position),
                               alpha, beta, 1 + below(random, 100));
        }
        return fmt::format("ENGINE-PROTOCOL midgame-search {} {} {} {} {}", text_of(position),
                           alpha, beta, 1 + below(random, 60), 1 + below(random, 100));
    }

    bool running_ = false; ///< at this point of the output
    Position asked_;
    int ends_ = 0;
};

} // namespace

std::unique_ptr<Conversation> make_cassio_conversation() {
    return std::make_unique<CassioConversation>();
}

} // namespace emilia::testing
