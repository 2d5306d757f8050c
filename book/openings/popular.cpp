#include "book/openings/popular.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace emilia {

std::vector<Seed> popular_positions(std::span<const WthorGame* const> games,
                                    std::uint64_t min_games, int min_empties) {
    std::unordered_map<Board, GameCounts, Book::BoardHash> counts;
    for (const WthorGame* const game : games) {
        int score = 2 * game->final_discs - square_count; // for the side to move; black moves first
        Board board = Board::start();
        const auto note = [&] {
            GameCounts& seen = counts[canonical(board)];
            ++(score > 0 ? seen.wins : score < 0 ? seen.losses : seen.draws);
        };
        note();
        for (const Square move : game->moves) {
            board = board.after(move);
            score = -score;
            if (board.empties() < min_empties || board.is_over()) break;
            note();
        }
    }
    std::vector<Seed> seeds;
    for (const auto& [board, seen] : counts) {
        if (seen.total() >= min_games) seeds.push_back({board, seen});
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) {
        return std::tuple(b.games.total(), a.board.player, a.board.opponent)
               < std::tuple(a.games.total(), b.board.player, b.board.opponent);
    });
    return seeds;
}

} // namespace emilia
