#pragma once

// Games of a person against a quick opponent, for tests.

#include "engine/notation/move_list.h"
#include "protocol/play/play_session.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emilia::testing {

inline PlaySettings quick(const char* moves = "") {
    PlaySettings settings;
    settings.engine.level = 1;
    settings.engine.hash_megabytes = 1;
    settings.opponent.level = 1;
    settings.game = parse_moves(moves).value();
    return settings;
}

/// Waits until it is the person's turn, and returns all messages.
inline std::vector<PlayMessage> settle(PlaySession& session) {
    session.advance();
    while (session.is_busy()) {
        session.wait(std::chrono::minutes(1)); // for a search
        session.advance();
    }
    return session.take_messages();
}

inline std::vector<PlayMessage> say(PlaySession& session, const std::string& line) {
    static_cast<void>(settle(session));
    session.execute_line(line);
    return settle(session);
}

inline bool has(const std::vector<PlayMessage>& messages, PlayMessage::Kind kind,
                std::string_view part) {
    return std::any_of(messages.begin(), messages.end(), [&](const PlayMessage& message) {
        return message.kind == kind && message.text.find(part) != std::string::npos;
    });
}

inline std::size_t moves_in(const PlaySession& session) {
    return session.table().game().moves().size();
}

} // namespace emilia::testing
