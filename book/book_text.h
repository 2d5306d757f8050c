#pragma once

// A book as text, for reading and comparing: a line for each position, in a fixed order.
//
//   <64 squares> X +0.25 20@63% 8-8-0 f5+0.25 d6-0.50> …
//
// The player to move is X. The value and the scores are in discs, then come depth and certainty of
// the search, games won, drawn and lost, and the moves, best first; `>` marks one that stays within
// the book. A game that was counted is a line `game` with 16 digits. `#` begins a comment.

#include "book/book.h"
#include "engine/notation/parse_error.h"

#include <string>
#include <string_view>

namespace emilia {

[[nodiscard]] std::string to_text(const Book& book);

/// The error names the line. A symmetric position is as good as the canonical one; values and
/// marks follow from the rest.
[[nodiscard]] Parsed<Book> parse_book_text(std::string_view text);

/// Whether a file's first line is one of these: no other book's is.
[[nodiscard]] bool begins_book_text(std::string_view text) noexcept;

} // namespace emilia
