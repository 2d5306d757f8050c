#pragma once

// Books in Edax's format, version 4, which most Othello programs can read.
//
// All numbers are little-endian, scores in whole discs from the position's side to move.
//   file:     u32 0x45444158 | u32 0x424f4f4b | u8 version | u8 release | date: i16 year, i8 month,
//             day, hour, minute, second, one byte of padding | i32 level, empties, midgame error,
//             endcut error, verbosity | i32 positions | positions
//   position: u64 player | u64 opponent | u32 wins, draws, losses, lines | i16 value, lower, upper
//             | u8 links | u8 level | links | leaf
//   link:     i8 score | u8 move (64 a pass); the leaf is the best move without a link, 65: none

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

/// Whether a file begins as one of these does.
[[nodiscard]] bool begins_edax_book(std::string_view bytes) noexcept;

/// The error is a predicate: `is cut off after 12 of 38 positions`. A position's level becomes its
/// depth; its bounds and numbers of lines follow from the rest and are not kept, but where a
/// position without links has both bounds at its value, the value is exact.
[[nodiscard]] tl::expected<Book, std::string> parse_edax_book(std::string_view bytes);

/// Scores are rounded to discs; of the moves that lead out of the book the best goes along.
[[nodiscard]] std::string to_edax_book(const Book& book, const EdaxDate& date);

} // namespace emilia
