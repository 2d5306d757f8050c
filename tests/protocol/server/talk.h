#pragma once

// A session of `emilia ggs` without a network, for the tests of this folder.

#include "engine/notation/move_list.h"
#include "protocol/server/client_logic.h"
#include "tests/protocol/server/ggs_messages.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace emilia::ggs {

inline constexpr const char* challenge = "/os: +   .8 1720.0 alice 01:00//02:00 8w U 1650.0 emilia";
inline constexpr const char* begin = "/os: + match .5 1720 alice 1650 emilia 8w U";

/// A session that talks with a test instead of a server. The test sees what is to be done.
class Talk {
public:
    explicit Talk(LogicSettings settings = {}, std::vector<Game> unfinished = {})
        : logic_(with_names(std::move(settings)), std::move(unfinished)) {}

    void connect() { take(logic_.connected(now)); }
    void disconnect() { take(logic_.disconnected(now)); }
    void hear(std::string_view text) { take(logic_.received(testing::message_of(text), now)); }
    void pass(std::chrono::milliseconds time) {
        now += time;
        take(logic_.passed(now));
    }
    void finish() { take(logic_.finish(now)); }
    void choose(const std::string& game, const Board& board, Square move) {
        take(logic_.chosen({game, board, move, 1.25, 3.468}, now));
    }

    void log_in() {
        connect();
        hear(": Enter login (yours, or one you'd like to use).");
        hear(": Enter your password.");
        hear(": Hello");
        pass(std::chrono::milliseconds(500)); // no prompt follows
        forget();
    }
    /// Until it is white's turn, which is the session's.
    void begin_game() {
        hear(challenge);
        hear(begin);
        hear(testing::board_text({.kind = "join", .move = "", .squares = start, .side = '*'}));
        hear(testing::board_text({}));
    }

    [[nodiscard]] bool progressed() const { return logic_.progressed(); }
    [[nodiscard]] const std::vector<std::string>& sent() const { return sent_; }
    [[nodiscard]] bool has_sent(std::string_view line) const {
        return std::find(sent_.begin(), sent_.end(), line) != sent_.end();
    }
    template <typename Kind>
    [[nodiscard]] std::vector<Kind> all() const {
        std::vector<Kind> found;
        for (const Action& action : actions_) {
            if (const auto* const kind = std::get_if<Kind>(&action)) found.push_back(*kind);
        }
        return found;
    }
    void forget() {
        actions_.clear();
        sent_.clear();
    }

    static inline const std::string start =
        "---------------------------O*------*O---------------------------";
    Time now{std::chrono::seconds(1000)};

private:
    static LogicSettings with_names(LogicSettings settings) {
        settings.user = "emilia";
        settings.password = "secret";
        return settings;
    }
    void take(const Actions& actions) {
        for (const Action& action : actions) {
            actions_.push_back(action);
            if (const auto* const send = std::get_if<Send>(&action))
                sent_.push_back(send->line.text);
        }
    }

    ClientLogic logic_;
    Actions actions_;
    std::vector<std::string> sent_;
};

using Lines = std::vector<std::string>;

inline const Position after_f5 = Position().after(Square::f5);

/// The update after `move`, which has led to `position`.
[[nodiscard]] inline std::string board_of(const Position& position, const char* move) {
    std::string squares(64, '-');
    for (int i = 0; i < square_count; ++i) {
        const Square square = square_at(i);
        char& mark = squares[static_cast<std::size_t>(i)];
        if (contains(position.discs(Color::black), square)) mark = '*';
        if (contains(position.discs(Color::white), square)) mark = 'O';
    }
    return testing::board_text(
        {.move = move, .squares = squares, .side = position.to_move == Color::black ? '*' : 'O'});
}

} // namespace emilia::ggs
