#pragma once

// Checks what must hold for every book that was read, in any format.

#include "book/book_file.h"
#include "book/book_player.h"
#include "book/edax_book.h"
#include "tests/fuzz/fuzz.h"

namespace emilia::fuzz {

/// Demands that the lines of a position can be played.
inline void check_lines(const std::vector<BookLine>& lines, const Board& start) {
    for (const BookLine& known : lines) {
        Board board = start;
        for (const Square move : known.line.principal_variation) {
            demand(board.is_legal(move), "a book's moves are legal");
            board = board.after(move);
        }
    }
}

[[nodiscard]] inline Book exported(const Book& book) {
    auto read = parse_edax_book(to_edax_book(book, {}));
    demand(read.has_value(), "an exported book can be read");
    return *std::move(read);
}

inline void check_book(const Book& book) {
    demand(decode_book(encode_book(book)) == book, "a book reads back the same");
    BookPlayer player(book, {}, 1);
    for (const auto& [board, position] : book.positions()) {
        demand(canonical(board) == board, "a book's positions are canonical");
        demand(!position.moves.empty(), "a book's position has a move");
        check_lines(player.lines(board), board);
        if (const auto choice = player.choose(board, 1, {})) check_lines({*choice}, board);
    }
    const Book in_discs = exported(book);
    demand(in_discs.size() == book.size(), "an exported book has all positions");
    // An export keeps only the best deviation of each position, and a well-formed file may contain
    // links that lead nowhere, so the first export may change the book.
    const Book again = exported(in_discs);
    demand(exported(again) == again, "a second export loses nothing");
}

} // namespace emilia::fuzz
