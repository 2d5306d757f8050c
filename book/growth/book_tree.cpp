#include "book/growth/book_tree.h"

#include "book/book_player.h"
#include "book/growth/expansion.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace emilia {
namespace {

/// By canonical boards.
using Numbers = std::unordered_map<Board, std::size_t, BoardHash>;

/// The end of a line.
struct Reached {
    double cost = 0;
    std::size_t order = 0; ///< makes the choice among equally cheap lines reproducible
    int plies = 0;
    Board board;

    [[nodiscard]] bool operator<(const Reached& other) const noexcept {
        return std::tie(other.cost, other.order) < std::tie(cost, order); // cheapest on top
    }
};

/// Best first. Of equally good moves the rightmost and then the upper one comes first: so f5 stands
/// for all first moves, and the lines are as usual.
std::vector<BookMove> moves_in_order(const Book& book, const Board& board) {
    std::vector<BookMove> moves = book.moves(board);
    std::stable_sort(moves.begin(), moves.end(), [](const BookMove& a, const BookMove& b) {
        return std::tuple(a.score, column_of(a.square), row_of(b.square))
               > std::tuple(b.score, column_of(b.square), row_of(a.square));
    });
    return moves;
}

/// Adds the positions without their moves.
Numbers choose_positions(const Book& book, const Board& first, const TreeLimits& limits,
                         BookTree& tree) {
    Numbers numbers;
    std::priority_queue<Reached> lines;
    std::size_t order = 0;
    lines.push({.board = first});
    while (!lines.empty() && tree.size() < limits.positions) {
        const Reached line = lines.top();
        lines.pop();
        const BookPosition* const known = book.find(line.board);
        if (known == nullptr || !numbers.try_emplace(canonical(line.board), tree.size()).second)
            continue;
        tree.push_back({line.board, known, {}});
        if (line.plies == limits.plies) continue;
        for (const BookMove& move : moves_in_order(book, line.board)) {
            const bool loses_too_much = limits.loss && known->value - move.score > *limits.loss;
            if (!move.within || loses_too_much) continue;
            lines.push({line.cost + cost_of(*known, move, BuildSettings{}), ++order, line.plies + 1,
                        line.board.after(move.square)});
        }
    }
    return numbers;
}

TreeMove tree_move(const Book& book, const Board& board, const BookMove& move, const BookTree& tree,
                   const Numbers& numbers) {
    TreeMove made{.known = follow(book, board, move), .next = {}};
    if (!move.within) return made;
    const Board after = board.after(move.square);
    const auto found = numbers.find(canonical(after));
    if (found == numbers.end()) return made;
    made.next = found->second;
    made.symmetry = symmetry_between(tree[found->second].board, after);
    return made;
}

/// The move to a canonical board, in the orientation of the board before.
Square move_between(const Board& board, const Board& next) {
    if (board == Board::start()) return Square::f5; // all first moves are symmetric
    for (const Square square : squares_of(board.legal_moves())) {
        if (canonical(board.after(square)) == next) return square;
    }
    return Square::pass;
}

} // namespace

BookTree book_tree(const Book& book, const Board& first, const TreeLimits& limits) {
    BookTree tree;
    const Numbers numbers = choose_positions(book, first, limits, tree);
    for (TreePosition& position : tree) {
        for (const BookMove& move : moves_in_order(book, position.board))
            position.moves.push_back(tree_move(book, position.board, move, tree, numbers));
    }
    return tree;
}

LinesTo::LinesTo(const Book& book) : book_(book) {
    const BookPosition* const start = book.find(Board::start());
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (&position != start && !before_.contains(&position)) continue;
        for (const BookMove& move : position.moves) {
            if (!move.within) continue;
            const auto [place, is_new] =
                before_.try_emplace(book.find(board.after(move.square)), entry);
            if (!is_new && place->second->second.games.total() < position.games.total()) {
                place->second = entry;
            }
        }
    }
}

std::optional<std::vector<Square>> LinesTo::of(const Board& board) const {
    std::vector<Board> backwards;
    for (Board at = board; at != canonical(Board::start());) {
        backwards.push_back(at);
        const auto before = before_.find(book_.find_canonical(at));
        if (before == before_.end()) return std::nullopt;
        at = before->second->first;
    }
    std::vector<Square> line;
    Board at = Board::start();
    std::for_each(backwards.rbegin(), backwards.rend(), [&](const Board& next) {
        line.push_back(move_between(at, next));
        at = at.after(line.back());
    });
    return line;
}

} // namespace emilia
