#include "protocol/server/client_logic.h"
#include "tests/fuzz/fuzz.h"

#include <map>
#include <set>
#include <string>

using namespace emilia;
using namespace emilia::ggs;

namespace {

constexpr const char* password = "Sesame-open-7";

LogicSettings settings() {
    return {.user = "emilia",
            .password = password,
            .rules = *Rules::parse("decline users=troll\n"
                                   "accept types=8,s8r20 main=0:30-5:00 mode=unrated\n")};
}

/// Whether the rules of `settings` may accept the challenge, checked without them.
bool may_accept(const Challenge& challenge) {
    // 8 and s8r20 in any spelling with colours.
    std::string type = challenge.type;
    std::erase_if(type, [](char c) { return c == 'b' || c == 'w' || c == '?'; });
    const auto fits = [](std::string_view text) {
        const auto clock = parse_clock(text);
        return clock && clock->main >= 30 && clock->main <= 300;
    };
    return (type == "8" || type == "s8r20") && fits(challenge.clock)
           && (challenge.to_clock.empty() || fits(challenge.to_clock))
           && challenge.mode.starts_with('U') && challenge.from != "troll";
}

/// Obeys a session as the client does, and checks each action.
class World {
public:
    World() { obey(logic_.connected(now_)); }

    void hear(const RawMessage& message) {
        const auto parsed = parse_message(message);
        if (!parsed) fuzz::check_message(parsed.error().message);
        if (parsed) {
            if (const auto* const challenge = std::get_if<Challenge>(&*parsed))
                challenges_[challenge->id] = *challenge;
        }
        obey(logic_.received(message, now_));
        answer();
    }

    void pass(int seconds) {
        now_ += std::chrono::seconds(seconds);
        obey(logic_.passed(now_));
        while (outbox_.take(now_)) continue;
    }

    void interrupt() { obey(logic_.finish(now_)); }

private:
    void obey(const Actions& actions) {
        for (const Action& action : actions)
            std::visit([this](const auto& what) { check(what); }, action);
        if (lost_) {
            lost_ = false;
            tasks_.clear();
            obey(logic_.disconnected(now_));
            if (!left_) obey(logic_.connected(now_));
        }
    }

    /// Chooses the first legal move wherever the session waits for one.
    void answer() {
        for (const auto& [game, board] : std::map(std::move(tasks_))) {
            int square = 0;
            while (!board.is_legal(square_at(square))) ++square;
            obey(logic_.chosen({game, board, square_at(square), -0.5, 0.1}, now_));
        }
        tasks_.clear();
    }

    void check(const Send& send) {
        const std::string& line = send.line.text;
        fuzz::demand(fuzz::is_printable(line) && line.size() < 100,
                     "a line is short and printable");
        fuzz::demand(send.line.secret == (line == password), "only the password is secret");
        if (line.starts_with("tell /os accept ")) {
            const auto found = challenges_.find(line.substr(16));
            fuzz::demand(found != challenges_.end() && may_accept(found->second),
                         "no challenge is accepted that the rules forbid");
        }
        outbox_.add(send.line);
    }
    void check(const Think& order) {
        fuzz::demand(is_id(order.game), "a game has an id");
        fuzz::demand(order.board.legal_moves() != 0, "there is something to think about");
        fuzz::demand(order.seconds >= 0, "no time is negative");
        tasks_[order.game] = order.board;
    }
    void check(const Await& order) {
        fuzz::demand(!order.board.is_over(), "nobody waits for a move after the end");
    }
    void check(const Forget& order) { tasks_.erase(order.game); }
    void check(const Prepare& /*order*/) {}
    void check(const Keep& order) {
        fuzz::check_game(order.game);
        fuzz::demand(unfinished_.erase(order.key) == 1, "a game is recorded once");
    }
    void check(const KeepUnfinished& order) {
        fuzz::check_game(order.game.game);
        unfinished_.insert(order.game.key);
        fuzz::demand(unfinished_.size()
                         <= ClientLogic::most_unfinished + ClientLogic::most_games + 1,
                     "the unfinished games are limited");
    }
    void check(const Report& /*order*/) {}
    void check(const Tell& order) {
        fuzz::demand(order.text.find(password) == std::string::npos, "nobody hears the password");
    }
    void check(const Reconnect& /*order*/) { lost_ = true; }
    void check(const Leave& /*order*/) {
        fuzz::demand(!left_, "one leaves only once");
        left_ = true;
    }

    ClientLogic logic_{settings()};
    Outbox outbox_;
    Time now_{};
    std::map<std::string, Board> tasks_;
    std::map<std::string, Challenge> challenges_;
    std::set<int> unfinished_; ///< keys
    bool lost_ = false;
    bool left_ = false;
};

} // namespace

/// The input is what the server sends. A line `WAIT` stands for some seconds without a word, `STOP`
/// for Ctrl-C, and the bytes arrive in pieces of a size that the first one tells.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::size_t piece = 1 + data[0] % 100U;
    std::string_view bytes = fuzz::as_text(data + 1, size - 1);
    if (bytes.find(password) != std::string_view::npos) return 0; // a server does not say it
    World world;
    MessageReader reader;
    while (!bytes.empty()) {
        for (const RawMessage& message : reader.take(bytes.substr(0, piece))) {
            if (message.head == "WAIT") {
                world.pass(20);
            } else if (message.head == "STOP") {
                world.interrupt();
            } else {
                world.hear(message);
            }
        }
        bytes.remove_prefix(std::min(piece, bytes.size()));
    }
    return 0;
}
