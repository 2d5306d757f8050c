#pragma once

// A book as a file: every book has one, whatever order it grew in.
//
// All numbers are little-endian.
//   file:     8 bytes "EMILIABK" | u32 version | u32 CRC-32 of what follows | body, zstd
//   body:     u32 positions | u32 games | positions, by discs and boards | fingerprints, u64 each
//   position: u64 player | u64 opponent | i16 value | u8 depth | u8 confidence
//             | u32 wins, draws, losses | u8 moves | moves
//   move:     u8 square, 64 a pass, with 128 added where it stays within the book | i16 score
// Values and scores are hundredths of a disc, from the side to move.

#include "book/book.h"

#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

[[nodiscard]] std::string encode_book(const Book& book);

/// The error is a predicate: `is cut off or damaged`.
[[nodiscard]] tl::expected<Book, std::string> decode_book(std::string_view bytes);

/// Whether a file begins as one of these does.
[[nodiscard]] bool begins_book_file(std::string_view bytes) noexcept;

/// Its error names the file. What is no book, or is one of another program, is refused.
[[nodiscard]] tl::expected<Book, std::string> read_book(const std::string& path);

/// The same; an empty book where there is no such file.
[[nodiscard]] tl::expected<Book, std::string> read_book_or_none(const std::string& path);

/// Makes a file a book or replaces one, at once: it is either as before or whole. What is no book
/// is not replaced. The error names it.
[[nodiscard]] tl::expected<void, std::string> write_book(const std::string& path, const Book& book);

/// Reads the book of a file, or an empty one where there is none, and replaces it by what `change`
/// makes of it. Only one process at a time does so in a folder, and the others wait: nobody's
/// changes are lost. What a killed one left half written is removed.
[[nodiscard]] tl::expected<void, std::string> update_book(const std::string& path,
                                                          const std::function<void(Book&)>& change);

} // namespace emilia
