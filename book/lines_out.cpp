#include "book/lines_out.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace emilia {

double cost_of(const BookPosition& position, const BookMove& move,
               const BuildSettings& settings) noexcept {
    return 1 + settings.plies_a_disc * (position.value - move.score).discs();
}

bool is_shallow(const Book& book, const Board& board, const BookPosition& position,
                const BuildSettings& settings) {
    const bool less = std::pair(position.depth, position.confidence)
                      < std::pair(settings.search.depth, settings.search.confidence);
    return settings.deepen && less && !is_solved(board, position)
           && book.has_way_out(board, position);
}

std::vector<LineOut> lines_out(const Book& book, const BuildSettings& settings) {
    std::vector<LineOut> found;
    std::unordered_map<const BookPosition*, double> costs;
    costs[book.find(Board::start())] = 0;
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (is_solved(board, position)) continue;
        const auto own_cost = costs.find(&position);
        const bool reached = own_cost != costs.end();
        const double cost = reached ? own_cost->second : 0;
        const BookMove* way_out = nullptr;
        bool knows_way_out = false;
        for (const BookMove& move : position.moves) {
            const Board next = board.after(move.square);
            const double cost_after = cost + cost_of(position, move, settings);
            if (!move.within) {
                knows_way_out = true;
                const bool expandable = next.empties() >= settings.least_empties && !next.is_over();
                if (way_out == nullptr && expandable && reached) {
                    way_out = &move;
                    found.push_back({cost_after, board, move.square});
                }
            } else if (reached) {
                const auto [place, is_new] = costs.try_emplace(book.find(next), cost_after);
                if (!is_new) place->second = std::min(place->second, cost_after);
            }
        }
        if (reached && is_shallow(book, board, position, settings))
            found.push_back({cost, board, {}, true});
        if (!knows_way_out && book.has_unknown_moves(board, position))
            found.push_back({-1, board, {}});
    }
    return found;
}

} // namespace emilia
