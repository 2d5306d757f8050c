#pragma once

// Reads and writes books in Edax's format, version 4, which most Othello programs can read.
//
// All numbers are little-endian. Scores are in whole discs, for the side to move.
//   file:     u32 0x45444158 | u32 0x424f4f4b | u8 version | u8 release | date: i16 year, i8 month,
//             day, hour, minute, second, one byte of padding | i32 level, empties, midgame error,
//             endcut error, verbosity | i32 positions | positions
//   position: u64 player | u64 opponent | u32 wins, draws, losses, lines | i16 value, lower, upper
//             | u8 links | u8 level | links | leaf
//   link:     i8 score | u8 move (64 is a pass)
//   leaf:     a link for the best move that leads out of the book; move 65 if there is none

#include "book/book.h"

#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

struct EdaxDate {
    int year = 2000;
    int month = 1;
    int day = 1;
    int hour = 0;
    int minute = 0;
    int second = 0;
};

/// Whether `bytes` begin like an Edax book.
[[nodiscard]] bool begins_edax_book(std::string_view bytes) noexcept;

/// Parses an Edax book. A position's level becomes its depth. A value is exact if the position has
/// no links and both bounds equal the value; bounds and numbers of lines are dropped otherwise. The
/// error is a predicate, such as `is cut off after 12 of 38 positions`, to follow the name of the
/// file.
[[nodiscard]] tl::expected<Book, std::string> parse_edax_book(std::string_view bytes);

/// Writes an Edax book. Scores are rounded to discs. The format has room for one deviation of each
/// position, so only the best one is written.
[[nodiscard]] std::string to_edax_book(const Book& book, const EdaxDate& date);

} // namespace emilia
