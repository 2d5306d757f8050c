#include "engine/analysis/bench.h"

#include "engine/notation/move_list.h"

#include <array>
#include <stdexcept>

namespace emilia {
namespace {

// The games of Cerf and Mimura in the world championship of 1980 (from the WTHOR base).
constexpr std::array<std::string_view, 3> games = {
    "f5d6c5f4e3d3e6g5c6f3d2c4c3e7f7c7f6d7c8b5g6g4e2f2b6f8h4h3h6g3h5b4h2b3f1c1a5e1d1g1",
    "f5d6c5f4e3d3e6g5c6f3g4f6c4c3d2c2f2e2g3e7h6f1b3h3h4d7d1e1c1b1c7b4a4a5a6b6b5d8h2a2",
    "f5f6e6f4e3c5c4d3f3e2d2e7g4g5f7g3h6b4b5f2c3d6c6h5d7a6a3a4b3c7h4h3c2d8h2g6e8c8d1f1",
};

struct Kind {
    int moves; ///< played before the search
    std::string_view name;
    SearchLimits limits;
};

std::vector<Kind> kinds() {
    const auto midgame = [](Depth depth) {
        SearchLimits limits;
        limits.depth = depth;
        return limits;
    };
    SearchLimits outcome = midgame(10);
    outcome.wld_at = 60;
    SearchLimits exact = midgame(10);
    exact.exact_at = 60;
    return {{6, "midgame", midgame(9)},
            {16, "midgame", midgame(9)},
            {26, "midgame", midgame(9)},
            {40, "outcome", outcome},
            {40, "exact", exact}};
}

Board board_after(std::string_view moves, int number) {
    // Each move has two characters; these games have no pass this early.
    const auto game = parse_moves(moves.substr(0, 2 * static_cast<std::size_t>(number)));
    if (!game) throw std::logic_error("bench: " + game.error().message);
    return game->position().board;
}

} // namespace

std::vector<BenchSearch> bench_searches() {
    std::vector<BenchSearch> searches;
    for (const Kind& kind : kinds()) {
        for (const std::string_view game : games)
            searches.push_back({kind.name, board_after(game, kind.moves), kind.limits});
    }
    return searches;
}

} // namespace emilia
