#pragma once

// Which book a command works on: the file of `--book`, or the shipped one with the user's own over
// it.

#include "book/book_player.h"
#include "protocol/options/options.h"

#include <string>

namespace emilia {

/// Where the user's own book is, or is to be: in the data folder of the XDG base directory
/// specification. Throws std::runtime_error where the environment names no such folder.
[[nodiscard]] std::string own_book_path();

/// Adds `--book`.
void add_book_option(boost::program_options::options_description& described,
                     const char* description);

/// The book of `--book`, or without that the shipped one with the user's own over it. Throws
/// std::runtime_error, with a message that names the file, where one can't be used.
[[nodiscard]] Book chosen_book(const ParsedOptions& options);

/// The file that games are learned into: that of `--book`, or the user's own; its folder is made.
/// Throws std::runtime_error.
[[nodiscard]] std::string file_to_learn_into(const ParsedOptions& options);

/// Options of play: `--book --no-book --book-cost --book-random --seed`.
[[nodiscard]] boost::program_options::options_description book_play_options();

/// Whether there is to be one. Throws UsageError where these contradict each other.
[[nodiscard]] bool wants_book(const ParsedOptions& options);

/// Throws UsageError where a value is out of range.
[[nodiscard]] BookVariety chosen_variety(const ParsedOptions& options);
[[nodiscard]] std::uint64_t chosen_seed(const ParsedOptions& options);

} // namespace emilia
