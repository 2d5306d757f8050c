#include "engine/analysis/puzzles.h"

#include <algorithm>
#include <utility>

namespace emilia {
namespace {

/// Whether the best move alone reaches the goal. At least two moves, best first.
bool has_solution(const std::vector<ScoredMove>& moves, PuzzleGoal goal) {
    const int best = moves[0].discs;
    const int second = moves[1].discs;
    return goal == PuzzleGoal::win ? best > 0 && second <= 0 : best > second;
}

/// The move that flips most discs, of several the first.
Square greedy_move(const Board& board) {
    Square greedy = Square::none;
    int most = 0;
    for (const Square square : squares_of(board.legal_moves())) {
        const int flipped = count(board.flips(square));
        if (flipped > most) {
            most = flipped;
            greedy = square;
        }
    }
    return greedy;
}

int hardness_of(Engine& engine, const Board& board, Square solution,
                const std::atomic<bool>& stop) {
    int hardness = greedy_move(board) == solution ? 0 : 1;
    const Depth deepest = std::min(most_hardness - 1, board.empties() - 1);
    for (Depth depth = 1; depth <= deepest; ++depth) {
        engine.forget();
        SearchLimits limits;
        limits.depth = depth;
        limits.confidence = Confidence::certain;
        limits.stop = &stop;
        if (engine.search(board, limits).lines.front().move != solution) hardness = depth + 1;
    }
    return hardness;
}

} // namespace

std::optional<Puzzle> puzzle_at(Engine& engine, const Position& position,
                                const PuzzleSettings& settings, const std::atomic<bool>& stop) {
    const Board& board = position.board;
    const int empties = board.empties();
    const int choices = count(board.legal_moves());
    if (empties < settings.least_empties || empties > settings.most_empties || choices < 2)
        return std::nullopt;
    engine.forget();
    const SearchResult solved = engine.solve(board, choices, &stop);
    if (stop) return std::nullopt;
    Puzzle puzzle{.problem = {.position = position}};
    for (const Line& line : solved.lines)
        puzzle.problem.moves.push_back({line.move, line.value.in_discs().whole_discs()});
    if (!has_solution(puzzle.problem.moves, settings.goal)) return std::nullopt;
    puzzle.hardness = hardness_of(engine, board, puzzle.solution(), stop);
    const bool fits =
        puzzle.hardness >= settings.least_hardness && puzzle.hardness <= settings.most_hardness;
    if (stop || !fits) return std::nullopt;
    return puzzle;
}

std::vector<Puzzle> puzzles_in(Engine& engine, const Game& game, const PuzzleSettings& settings,
                               const std::atomic<bool>& stop,
                               const std::function<void(std::size_t, std::size_t)>& show) {
    std::vector<Puzzle> puzzles;
    Game replayed(game.start());
    const std::size_t moves = game.moves().size();
    for (std::size_t ply = 0; ply <= moves && !stop; ++ply) {
        if (auto puzzle = puzzle_at(engine, replayed.position(), settings, stop)) {
            puzzle->ply = ply;
            puzzles.push_back(std::move(*puzzle));
        }
        if (show) show(ply + 1, moves + 1);
        if (ply < moves)
            static_cast<void>(replayed.play(game.moves()[ply])); // legal, as it was in `game`
    }
    return puzzles;
}

const Puzzle* hardest_of(const std::vector<Puzzle>& puzzles) {
    const auto hardest =
        std::max_element(puzzles.begin(), puzzles.end(),
                         [](const Puzzle& a, const Puzzle& b) { return a.hardness < b.hardness; });
    return hardest == puzzles.end() ? nullptr : &*hardest;
}

std::optional<Puzzle> hardest_puzzle(Engine& engine, const Game& game,
                                     const PuzzleSettings& settings,
                                     const std::atomic<bool>& stop) {
    const auto puzzles = puzzles_in(engine, game, settings, stop);
    const Puzzle* const hardest = hardest_of(puzzles);
    return hardest == nullptr ? std::nullopt : std::optional(*hardest);
}

} // namespace emilia
