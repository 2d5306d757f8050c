#pragma once

// Books as text, for reading and comparing. There is a line for each position, in a fixed order.
//
//   <64 squares> X +0.25 20@63% 8-8-0 f5+0.25 d6-0.50> …
//
// X is the side to move. The fields are: value, depth and confidence of the search, games won,
// drawn and lost, and the moves, best first. Value and scores are in discs; `>` marks a move that
// stays within the book. A line `game` with 16 hexadecimal digits stands for a counted game. `#`
// begins a comment.

#include "book/book.h"
#include "book/book_search.h"
#include "engine/notation/parse_error.h"

#include <functional>
#include <string>
#include <string_view>

namespace emilia {

/// Writes a whole book.
[[nodiscard]] std::string to_text(const Book& book);

/// Parses a book; an error gives the line. Positions may be in any of their symmetries. Values and
/// `>` marks are ignored and computed again.
[[nodiscard]] Parsed<Book> parse_book_text(std::string_view text);

/// Calls `take` with each line of a text that is not blank. An error gets the number of the line.
using TakeLine = std::function<Parsed<void>(std::string_view line)>;
[[nodiscard]] Parsed<void> take_lines(std::string_view text, const TakeLine& take);

/// Takes the position of a line from its beginning: 64 squares and the side to move.
[[nodiscard]] Parsed<Board> take_book_board(std::string_view& line);

/// Parses a move with its score, such as `f5+0.25`, that is legal on `board`.
[[nodiscard]] Parsed<BookMove> parse_book_move(std::string_view text, const Board& board);

/// Parses `20@63%`, a depth with a confidence.
[[nodiscard]] Parsed<BookSearch> parse_book_search(std::string_view text);
[[nodiscard]] std::string to_text(const BookSearch& search);

/// Whether `text` begins with the comment that `to_text` writes first.
[[nodiscard]] bool begins_book_text(std::string_view text) noexcept;

} // namespace emilia
