#include "book/growth/line_to.h"

#include <algorithm>

namespace emilia {
namespace {

/// The move to a canonical board, in the orientation of the board before.
Square move_between(const Board& board, const Board& next) {
    if (board == Board::start()) return Square::f5; // all first moves are symmetric
    for (const Square square : squares_of(board.legal_moves())) {
        if (canonical(board.after(square)) == next) return square;
    }
    return Square::pass;
}

} // namespace

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
