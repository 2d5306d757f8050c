#include "book/growth/played.h"

#include "book/growth/leaves.h"

#include <algorithm>

namespace emilia {
namespace {

void lower(DiscsGiven& places, const BookPosition* position, double discs) {
    const auto [place, is_new] = places.try_emplace(position, discs);
    if (!is_new) place->second = std::min(place->second, discs);
}

} // namespace

Played played(const Book& book, Score cost) {
    Played found;
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

} // namespace emilia
