#pragma once

// Helpers for the fuzzers. Each fuzzer gives libFuzzer's input to one parser or dialect and checks
// what must hold for any input. The sanitizers check the rest.

#include "engine/notation/game.h"
#include "engine/notation/parse_error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace emilia::fuzz {

[[nodiscard]] inline std::string_view as_text(const std::uint8_t* data, std::size_t size) noexcept {
    return {reinterpret_cast<const char*>(data), size};
}

/// Splits a text at LF or CRLF.
[[nodiscard]] inline std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Ends the run with a finding if `holds` is false.
inline void demand(bool holds, std::string_view what) noexcept {
    if (holds) return;
    std::fprintf(stderr, "DEMAND NOT MET: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

[[nodiscard]] inline bool is_printable(std::string_view text) noexcept {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

/// Demands that a message is short and printable.
inline void check_message(std::string_view message, std::size_t max_size = 200) noexcept {
    demand(!message.empty() && message.size() <= max_size, "a message is short");
    demand(is_printable(message), "a message is printable");
}

inline void check_error(const ParseError& error, std::string_view text) noexcept {
    check_message(error.message);
    demand(error.offset <= text.size(), "an error lies within the text");
}

/// Demands that a game has only legal moves, which lead to its position.
inline void check_game(const Game& game) {
    Game again(game.start());
    for (const PlayedMove& move : game.moves())
        demand(again.play(move).has_value(), "a game's moves are legal");
    demand(again.position() == game.position(), "a game's moves lead to its position");
}

} // namespace emilia::fuzz
