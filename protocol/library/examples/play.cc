// Two engines play a game: a beginner against a stronger one. It ends with the board and the score.
#include <iostream>
#include <string>

#include <emilia/emilia.hpp>

namespace api = emilia::api;

namespace {

int complain(const api::Error& error) {
    std::cerr << "play: " << error.message << '\n';
    return 1;
}

} // namespace

int main(int count, char** arguments) {
    api::Settings settings;
    settings.threads = 1;
    settings.hash_megabytes = 16;
    auto engine = api::Engine::make(settings);
    if (!engine) return complain(engine.error());
    auto position = api::Position::from(count > 1 ? arguments[1] : "");
    if (!position) return complain(position.error());

    while (!position->moves().empty()) { // empty: the game is over
        const bool black = position->board().back() == 'X';
        api::Limits limits;
        limits.level = black ? 2 : 8;
        const auto chosen = engine->choose(*position, limits);
        if (!chosen) return complain(chosen.error());
        const std::string move = chosen->lines.front().move;
        std::cout << move << (black ? " " : "\n");
        if (const auto error = position->play(move)) return complain(*error);
    }

    const std::string board = position->board();
    int discs = 0;
    for (std::size_t at = 0; at < 64; ++at) {
        if (at % 8 == 0) std::cout << '\n';
        std::cout << board[at];
        discs += board[at] == 'X' ? 1 : board[at] == 'O' ? -1 : 0;
    }
    std::cout << "\n\nblack " << (discs > 0 ? "+" : "") << discs << '\n';
}
