#include "book/growth/expansion.h"

#include "book/book_search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace emilia {
namespace {

using Entries = std::vector<const Book::Entry*>;
using Costs = std::unordered_map<const BookPosition*, double>; ///< in plies

constexpr Depth plies_deeper = 2; // than before, when a choice makes a leaf be searched again

/// Notes a cost unless a lower one is known.
template <class Place>
void lower(std::unordered_map<Place, double>& costs, Place place, double cost) {
    const auto [known, is_new] = costs.try_emplace(place, cost);
    if (!is_new) known->second = std::min(known->second, cost);
}

/// Whether the deviations of a position come from a shallower search than the settings ask for, and
/// a deeper one would see more.
bool is_shallow(const Book& book, const Board& board, const BookPosition& position,
                const BuildSettings& settings) {
    const bool less = BookSearch(position) < settings.search;
    // Where moves are excluded, a search to the end without pruning is recorded as this sure.
    const bool complete =
        position.depth >= board.empties() && position.confidence >= Confidence::very_high;
    return less && !complete && book.has_deviation(board, position);
}

/// Looks for the choices that are in doubt.
class DoubtfulChoices {
public:
    /// The entries are all positions of the book in order.
    DoubtfulChoices(const Book& book, const BuildSettings& settings, const Entries& entries)
        : book_(book), settings_(settings), entries_(entries), leaves_(book) {}

    /// The leaves to search again for the choices in the positions that have a cost, except for
    /// those that have their turn anyway.
    [[nodiscard]] std::vector<Expansion> expansions(const Costs& costs,
                                                    const Costs& shallow) const {
        std::unordered_map<const Book::Entry*, double> doubted;
        for (const Book::Entry* const entry : entries_) {
            const auto cost = costs.find(&entry->second);
            if (cost == costs.end()) continue;
            const Book::Entry* const leaf = leaf_to_search(*entry, shallow);
            if (leaf != nullptr) lower(doubted, leaf, cost->second);
        }
        std::vector<Expansion> found;
        for (const Book::Entry* const entry : entries_) {
            const auto place = doubted.find(entry);
            if (place != doubted.end())
                found.push_back({place->second, entry->first, {}, deeper_search(*entry)});
        }
        return found;
    }

private:
    [[nodiscard]] BookSearch deeper_search(const Book::Entry& leaf) const {
        const auto& [board, position] = leaf;
        if (is_shallow(book_, board, position, settings_)) return settings_.search;
        return {.depth = position.depth + plies_deeper,
                .confidence = std::max(position.confidence, settings_.search.confidence)};
    }

    /// Whether the search of a leaf may be repeated and has not yet reached the end of the game.
    [[nodiscard]] bool may_go_deeper(const Book::Entry& leaf, const Costs& shallow) const {
        return leaf.second.depth < leaf.first.empties()
               && deeper_search(leaf).depth <= settings_.search.depth + settings_.doubt_plies
               && !shallow.contains(&leaf.second);
    }

    /// The leaf to search deeper if the best move of a position is in doubt; null if it is not.
    [[nodiscard]] const Book::Entry* leaf_to_search(const Book::Entry& entry,
                                                    const Costs& shallow) const {
        const auto& [board, position] = entry;
        if (is_solved(board, position)) return nullptr;
        const BookMove& best = position.moves.front();
        const Book::Entry* one = leaves_.of(entry, best);
        for (const BookMove& move : position.moves) {
            const Book::Entry* other = leaves_.of(entry, move);
            if (other == one) continue; // symmetric, or a transposition: there is no choice
            const Score doubt = own_doubt(one->first, one->second);
            const Score other_doubt = own_doubt(other->first, other->second);
            if (best.score - move.score >= combined_doubt(doubt, other_doubt)) return nullptr;
            if (doubt < other_doubt) std::swap(one, other);
            if (may_go_deeper(*one, shallow)) return one;
            return may_go_deeper(*other, shallow) ? other : nullptr;
        }
        return nullptr;
    }

    const Book& book_;
    const BuildSettings& settings_;
    const Entries& entries_;
    const Leaves leaves_;
};

/// Adds the leaves to search again. `costs` are those of the positions that moves of the book
/// reach.
void add_searches_again(std::vector<Expansion>& found, const Book& book,
                        const BuildSettings& settings, const Entries& entries, const Costs& costs) {
    Costs choices; // what a doubt of them costs
    Costs leaves;  // what it costs to search them as deep as the others
    if (settings.deepen == Deepen::played) {
        const GameChoices plays = game_choices(book);
        for (const auto& [position, discs] : plays.choices)
            choices[position] = settings.plies_a_disc * discs;
        for (const auto& [position, discs] : plays.leaves)
            leaves[position] = settings.plies_a_disc * discs;
    } else {
        choices = costs;
        for (const Book::Entry* const entry : entries) {
            const auto cost = costs.find(&entry->second);
            if (cost != costs.end())
                leaves[&entry->second] =
                    cost->second - (settings.scope.first.empties() - entry->first.empties());
        }
    }
    Costs shallow;
    for (const Book::Entry* const entry : entries) {
        const auto& [board, position] = *entry;
        const auto cost = leaves.find(&position);
        if (cost == leaves.end() || !is_shallow(book, board, position, settings)) continue;
        shallow.insert(*cost);
        found.push_back({cost->second, board, {}, settings.search});
    }
    if (settings.doubt_plies >= plies_deeper) {
        const auto again = DoubtfulChoices(book, settings, entries).expansions(choices, shallow);
        found.insert(found.end(), again.begin(), again.end());
    }
}

/// Follows the lines of a book that its settings extend, and finds the leaves at their ends. All
/// positions must be visited in order.
class Extension {
public:
    Extension(const Book& book, const BuildSettings& settings) : book_(book), settings_(settings) {
        const auto& [first, plies, side] = settings.scope;
        if (plies) least_empties_ = first.empties() - *plies;
        costs_of(side ? side->to_move : true)[book.find(first)] = 0;
    }

    /// Adds the leaf of a position that is not solved, if it is one.
    void visit(const Book::Entry& entry, std::vector<Expansion>& found) {
        for (const bool own : {true, false}) {
            const auto cost = costs_of(own).find(&entry.second);
            if (cost != costs_of(own).end()) extend(entry, own, cost->second, found);
        }
    }

    /// The least costs of the positions that the lines reach.
    [[nodiscard]] Costs costs() const {
        Costs all = own_;
        for (const auto& [position, cost] : others_) lower(all, position, cost);
        return all;
    }

private:
    /// Of the positions in which the side of the scope is to move, or its opponent. Without a side
    /// all are its own.
    [[nodiscard]] Costs& costs_of(bool own) noexcept { return own ? own_ : others_; }

    void extend(const Book::Entry& entry, bool own, double cost, std::vector<Expansion>& found) {
        const auto& [board, position] = entry;
        bool expands = false; // its best deviation, the first one that may come into the book
        for (const RepertoireMove& move : moves_of(entry, own)) {
            const Board next = board.after(move.square);
            const BookMove scored{move.square, move.score.value_or(position.value)};
            const double cost_after = cost + cost_of(position, scored, settings_);
            if (next.empties() < least_empties_) continue;
            if (move.within) {
                const bool next_is_own = settings_.scope.side ? !own : own;
                lower(costs_of(next_is_own), book_.find(next), cost_after);
                continue;
            }
            const bool expandable = next.empties() >= settings_.least_empties && !next.is_over();
            if (expandable && !std::exchange(expands, true))
                found.push_back({cost_after, board, move.square});
        }
    }

    /// The moves of a position that belong to the lines.
    [[nodiscard]] std::vector<RepertoireMove> moves_of(const Book::Entry& entry, bool own) const {
        const auto& side = settings_.scope.side;
        if (side && !own) return good_moves(entry, side->loss);
        if (side) {
            if (const auto move = own_move(entry, side->choices)) return {*move};
        }
        std::vector<RepertoireMove> moves;
        for (const BookMove& move : entry.second.moves) {
            // Where all are avoided, a deviation that comes into the book makes room for another.
            if (!side || !move.within) moves.push_back({move.square, move.score, move.within});
        }
        return moves;
    }

    const Book& book_;
    const BuildSettings& settings_;
    int least_empties_ = 0; ///< of a position in the scope
    Costs own_;
    Costs others_;
};

} // namespace

Leaves::Leaves(const Book& book) : book_(book) {
    const std::vector<const Book::Entry*> entries = book.in_order();
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
        best_[&(*entry)->second] = of(**entry, (*entry)->second.moves.front());
}

const Book::Entry* Leaves::of(const Book::Entry& entry, const BookMove& move) const {
    if (!move.within || is_solved(entry.first, entry.second)) return &entry;
    const auto next = best_.find(book_.find(entry.first.after(move.square)));
    return next == best_.end() ? &entry : next->second; // the book was not updated
}

GameChoices game_choices(const Book& book, Score cost) {
    GameChoices found;
    const BookPosition* const start = book.find(Board::start());
    if (start == nullptr) return found;
    const Leaves leaves(book);
    DiscsGiven own{{start, 0}};   // the book's side is to move
    DiscsGiven other{{start, 0}}; // the other side is
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        const auto chooses = own.find(&position);
        if (chooses != own.end() && position.moves.front().within) {
            found.choices.insert(*chooses);
            for (const BookMove& move : position.moves) {
                if (!move.within || position.value - move.score > cost) continue;
                lower(found.leaves, &leaves.of(*entry, move)->second, chooses->second);
                lower(other, book.find(board.after(move.square)), chooses->second);
            }
        }
        const auto answers = other.find(&position);
        if (answers == other.end()) continue;
        for (const BookMove& move : position.moves) {
            if (!move.within) continue;
            lower(own, book.find(board.after(move.square)),
                  answers->second + (position.value - move.score).discs());
        }
    }
    return found;
}

double cost_of(const BookPosition& position, const BookMove& move,
               const BuildSettings& settings) noexcept {
    return 1 + settings.plies_a_disc * (position.value - move.score).discs();
}

std::vector<Expansion> expansions(const Book& book, const BuildSettings& settings) {
    const Entries entries = book.in_order();
    Extension extension(book, settings);
    std::vector<Expansion> found;
    for (const Book::Entry* const entry : entries) {
        const auto& [board, position] = *entry;
        if (is_solved(board, position)) continue;
        extension.visit(*entry, found);
        const bool knows_deviation = std::any_of(position.moves.begin(), position.moves.end(),
                                                 [](const BookMove& move) { return !move.within; });
        if (!knows_deviation && book.has_unknown_moves(board, position))
            found.push_back({-1, board, {}});
    }
    add_searches_again(found, book, settings, entries, extension.costs());
    std::stable_sort(found.begin(), found.end(),
                     [](const Expansion& a, const Expansion& b) { return a.cost < b.cost; });
    return found;
}

} // namespace emilia
