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
inline constexpr const char* begin_rated = "/os: + match .5 1720 alice 1650 emilia 8w R";

/// A session that talks with a test instead of a server. The test sees what is to be done.
class Talk {
public:
    explicit Talk(LogicSettings settings = {}, std::vector<UnfinishedGame> unfinished = {})
        : logic_(with_names(std::move(settings)), std::move(unfinished)) {}

    void connect() { take(logic_.connected(now)); }
    void disconnect() { take(logic_.disconnected(now)); }
    void hear(std::string_view text) { take(logic_.received(testing::message_of(text), now)); }
    /// As the server ends a prompt: without `READY`.
    void hear_prompt(std::string_view text) {
        take(logic_.received({.head = std::string(text)}, now));
    }
    void hear_bytes(std::string_view bytes) {
        for (const RawMessage& message : reader_.take(bytes)) take(logic_.received(message, now));
    }
    void pass(std::chrono::milliseconds time) {
        now += time;
        take(logic_.passed(now));
    }
    void finish() { take(logic_.finish(now)); }
    void choose(const std::string& game, const Board& board, Square move) {
        take(logic_.chosen({game, board, move, 1.25, 3.468}, now));
    }

    void give_password() {
        connect();
        hear_prompt(": Enter login (yours, or one you'd like to use).");
        hear_prompt(": Enter your password.");
    }
    void log_in() {
        give_password();
        hear("READY");
        forget();
    }
    /// Until it is white's turn, which is the session's.
    void begin_game(const char* match = begin) {
        hear(challenge);
        hear(match);
        hear(testing::board_text({.kind = "join", .squares = start, .side = '*'}));
        hear("/os: -   .8 1720.0 alice 01:00//02:00 8w U 1650.0 emilia");
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
        if (settings.user.empty()) settings.user = "emilia";
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
    MessageReader reader_;
    Actions actions_;
    std::vector<std::string> sent_;
};

using Lines = std::vector<std::string>;

inline const Position after_f5 = Position().after(Square::f5);

/// The update after `move`, which has led to `position`.
[[nodiscard]] inline std::string board_of(const Position& position, const char* move) {
    testing::BoardText board{.move = move};
    testing::set_position(board, position);
    return testing::board_text(board);
}

} // namespace emilia::ggs
