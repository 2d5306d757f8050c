#include "book/growth/line_to.h"

#include <algorithm>

namespace emilia {
namespace {

/// Where a position is reached from.
using Befores = std::unordered_map<const BookPosition*, const Book::Entry*>;

Befores befores_of(const Book& book) {
    Befores befores;
    const BookPosition* const start = book.find(Board::start());
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (&position != start && !befores.contains(&position)) continue;
        for (const BookMove& move : position.moves) {
            if (!move.within) continue;
            const auto [place, is_new] =
                befores.try_emplace(book.find(board.after(move.square)), entry);
            if (!is_new && place->second->second.games.total() < position.games.total()) {
                place->second = entry;
            }
        }
    }
    return befores;
}

/// The move to a canonical board, in the orientation of the board before.
Square move_between(const Board& board, const Board& next) {
    if (board == Board::start()) return Square::f5; // all first moves are symmetric
    for (Bitboard left = board.legal_moves(); left != 0; left &= left - 1) {
        const Square square = first_square(left);
        if (canonical(board.after(square)) == next) return square;
    }
    return Square::pass;
}

} // namespace

std::optional<std::vector<Square>> line_to(const Book& book, const Board& board) {
    const BookPosition* const start = book.find(Board::start());
    if (start == nullptr) return std::nullopt;
    const Befores befores = befores_of(book);
    std::vector<Board> backwards;
    for (Board at = board; book.find_canonical(at) != start;) {
        backwards.push_back(at);
        const auto before = befores.find(book.find_canonical(at));
        if (before == befores.end()) return std::nullopt;
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
