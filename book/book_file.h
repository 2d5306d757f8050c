#pragma once

// Reads and writes books as files. Equal books give equal bytes, in whatever order they were built.
//
// All numbers are little-endian.
//   file:     8 bytes "EMILIABK" | u32 version | u32 CRC-32 of what follows | body, zstd
//   body:     u32 positions | u32 games | positions, ordered by discs and boards
//             | fingerprints of games, u64 each
//   position: u64 player | u64 opponent | i16 value | u8 depth | u8 confidence
//             | u32 wins, draws, losses | u8 moves | moves
//   move:     u8 square (64 is a pass; 128 is added if the move stays within the book) | i16 score
// Values and scores are hundredths of a disc, from the side to move.

#include "book/book.h"
#include "engine/base/files.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

[[nodiscard]] std::string encode_book(const Book& book);

/// The error is a predicate, such as `is cut off or damaged`, to follow the name of the file.
[[nodiscard]] tl::expected<Book, std::string> decode_book(std::string_view bytes);

/// Whether `bytes` begin like a book file.
[[nodiscard]] bool begins_book_file(std::string_view bytes) noexcept;

/// Reads a book; the error names the file.
[[nodiscard]] tl::expected<Book, std::string> read_book(const std::string& path);

/// Like `read_book`, but returns an empty book if the file does not exist.
[[nodiscard]] tl::expected<Book, std::string> read_book_or_none(const std::string& path);

// The next two functions lock the folder, so that other processes wait and no change is lost. They
// call `tell_wait` when they have waited for some time themselves.

/// Writes a book to a new file or replaces an old book. The replacement is atomic: the file always
/// holds the old or the new book. Refuses to replace a file that has other
/// contents than a book's. The error names the file.
[[nodiscard]] tl::expected<void, std::string>
write_book(const std::string& path, const Book& book, const FolderLock::TellWait& tell_wait = {});

/// Reads a book (an empty one if the file does not exist), calls `change` and writes the result
/// back. Also removes the temporary files of killed processes. The error names the file.
[[nodiscard]] tl::expected<void, std::string>
update_book(const std::string& path, const std::function<void(Book&)>& change,
            const FolderLock::TellWait& tell_wait = {});

/// A copy of the book that is embedded in the program.
[[nodiscard]] Book shipped_book();

/// CRC-32 of the embedded file, which differs between builds with different books.
[[nodiscard]] std::uint32_t shipped_book_checksum() noexcept;

} // namespace emilia
