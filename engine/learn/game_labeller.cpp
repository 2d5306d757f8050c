#include "engine/learn/game_labeller.h"

#include "engine/base/deadline.h"
#include "engine/notation/position.h"

#include <algorithm>

namespace emilia {
namespace {

/// A position with an exact score, seen by black.
struct Anchor {
    Score black_score;
    int empties = 0;
};

/// The positions of the game, except those with a pass. The game may be over in the last one.
std::vector<Position> positions_of(std::span<const Square> moves, const Position& start) {
    std::vector<Position> positions;
    Position position = start;
    const auto add = [&positions](const Position& reached) {
        if (!reached.board.must_pass()) positions.push_back(reached);
    };
    add(position);
    for (const Square move : moves) {
        position = position.after(move);
        add(position);
    }
    if (position.board.must_pass()) add(position.after(Square::pass));
    return positions;
}

/// The exact score for the side to move; none if the search was stopped.
std::optional<Score> solve(const Board& board, Searcher& searcher, const std::atomic<bool>* stop) {
    SearchLimits limits;
    limits.exact_at = board.empties();
    limits.stop = stop;
    const SearchResult result = searcher.search(board, limits);
    if (is_stopped(stop)) return std::nullopt; // some moves may not have been searched
    return result.lines.front().value.score();
}

Score seen_by(Color color, Score black_score) noexcept {
    return color == Color::black ? black_score : -black_score;
}

} // namespace

bool passes_through(std::span<const Square> moves, const Board& board, const Position& start) {
    const std::vector<Position> positions = positions_of(moves, start);
    return std::any_of(positions.begin(), positions.end(),
                       [&board](const Position& position) { return position.board == board; });
}

bool has_labels(std::span<const Square> moves, const std::optional<KnownScore>& known,
                const LabelSettings& settings, const Position& start) {
    const std::vector<Position> positions = positions_of(moves, start);
    return std::any_of(positions.begin(), positions.end(), [&](const Position& position) {
        const int empties = position.board.empties();
        return empties <= settings.most_empties
               && (empties <= settings.exact_at || position.board.is_over()
                   || (known && known->empties == empties));
    });
}

std::optional<std::vector<LabelledPosition>>
label_game(std::span<const Square> moves, const std::optional<KnownScore>& known,
           Searcher& searcher, const LabelSettings& settings, const Position& start) {
    std::vector<LabelledPosition> labelled;
    std::optional<Anchor> anchor;
    const std::vector<Position> positions = positions_of(moves, start);
    // Solving starts at the end, so that the table helps with earlier positions.
    for (auto at = positions.rbegin(); at != positions.rend(); ++at) {
        const auto& [board, to_move] = *at;
        const int empties = board.empties();
        if (empties > settings.most_empties) break;
        if (board.is_over()) {
            anchor = {seen_by(to_move, Score::from_discs(board.final_score())), empties};
            continue;
        }
        if (empties <= settings.exact_at) {
            const auto score = solve(board, searcher, settings.stop);
            if (!score) return std::nullopt;
            anchor = {seen_by(to_move, *score), empties};
        } else if (known && known->empties == empties) {
            anchor = {Score::from_discs(known->black_discs), empties};
        }
        if (!anchor) continue;
        const int distance = empties - anchor->empties;
        labelled.push_back({.board = board,
                            .score = seen_by(to_move, anchor->black_score),
                            .source = distance == 0 ? LabelSource::exact : LabelSource::later,
                            .distance = static_cast<std::uint8_t>(distance)});
    }
    std::reverse(labelled.begin(), labelled.end());
    return labelled;
}

} // namespace emilia
