#include "book/lines_out.h"

#include "book/doubt.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace emilia {
namespace {

using Entries = std::vector<const Book::Entry*>;
using Costs = std::unordered_map<const BookPosition*, double>;

constexpr Depth plies_deeper = 2; // than before, when a line is searched again because of a choice

int moves_played(const Board& board) noexcept {
    return square_count - 4 - board.empties();
}

/// Looks for the choices that are in doubt.
class DoubtfulChoices {
public:
    /// The entries are all positions of the book in order.
    DoubtfulChoices(const Book& book, const BuildSettings& settings, const Entries& entries)
        : book_(book), settings_(settings), entries_(entries) {
        for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
            leaves_[&(*entry)->second] = leaf(**entry, (*entry)->second.moves.front());
    }

    /// The lines to search again. `costs` has the positions that the book's moves reach.
    [[nodiscard]] std::vector<LineOut> lines(const Costs& costs) const {
        std::unordered_map<const Book::Entry*, double> doubted;
        for (const Book::Entry* const entry : entries_) {
            const auto cost = costs.find(&entry->second);
            if (cost == costs.end()) continue;
            const Book::Entry* const line = line_to_search(*entry);
            if (line == nullptr) continue;
            const auto [place, is_new] = doubted.try_emplace(line, cost->second);
            if (!is_new) place->second = std::min(place->second, cost->second);
        }
        std::vector<LineOut> found;
        for (const Book::Entry* const entry : entries_) {
            const auto place = doubted.find(entry);
            if (place != doubted.end())
                found.push_back({place->second, entry->first, {}, deeper_search(entry->second)});
        }
        return found;
    }

private:
    /// The position from which the value of a move comes.
    [[nodiscard]] const Book::Entry* leaf(const Book::Entry& entry, const BookMove& move) const {
        if (!move.within || is_solved(entry.first, entry.second)) return &entry;
        const auto next = leaves_.find(book_.find(entry.first.after(move.square)));
        return next == leaves_.end() ? &entry : next->second; // the book was not updated
    }

    [[nodiscard]] BookSearch deeper_search(const BookPosition& leaf) const noexcept {
        return {.depth = leaf.depth + plies_deeper,
                .confidence = std::max(leaf.confidence, settings_.search.confidence)};
    }

    /// Whether the search of a leaf may be repeated and has not yet reached the end of the game.
    [[nodiscard]] bool may_go_deeper(const Book::Entry& leaf) const {
        const auto& [board, position] = leaf;
        return position.depth < board.empties()
               && position.depth + plies_deeper <= settings_.search.depth + settings_.doubt_plies
               && !is_shallow(book_, board, position, settings_); // this one has its turn anyway
    }

    /// Where to search deeper if the best move of a position is in doubt; null if it is not.
    [[nodiscard]] const Book::Entry* line_to_search(const Book::Entry& entry) const {
        const auto& [board, position] = entry;
        if (is_solved(board, position)) return nullptr;
        const BookMove& best = position.moves.front();
        const Book::Entry* one = leaf(entry, best);
        for (const BookMove& move : position.moves) {
            const Book::Entry* other = leaf(entry, move);
            if (other == one) continue; // symmetric, or a transposition: there is no choice
            const Score doubt = own_doubt(one->first, one->second);
            const Score other_doubt = own_doubt(other->first, other->second);
            if (best.score - move.score >= combined_doubt(doubt, other_doubt)) return nullptr;
            if (doubt < other_doubt) std::swap(one, other);
            return may_go_deeper(*one) ? one : may_go_deeper(*other) ? other : nullptr;
        }
        return nullptr;
    }

    const Book& book_;
    const BuildSettings& settings_;
    const Entries& entries_;
    std::unordered_map<const BookPosition*, const Book::Entry*> leaves_; ///< of their best moves
};

} // namespace

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
    const Entries entries = book.in_order();
    Costs costs;
    costs[book.find(Board::start())] = 0;
    for (const Book::Entry* const entry : entries) {
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
            found.push_back({cost - moves_played(board), board, {}, settings.search});
        if (!knows_way_out && book.has_unknown_moves(board, position))
            found.push_back({-1, board, {}});
    }
    if (settings.doubt_plies >= plies_deeper) {
        const auto again = DoubtfulChoices(book, settings, entries).lines(costs);
        found.insert(found.end(), again.begin(), again.end());
    }
    return found;
}

} // namespace emilia
