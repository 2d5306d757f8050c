#pragma once

// The options of the opening book, and the book that they choose: the file of `--book`, or the
// shipped book merged with the user's own.

#include "book/book_player.h"
#include "protocol/commands/options/options.h"

#include <optional>
#include <string>

namespace emilia {

/// The path of the user's own book, in the data folder of the XDG base directory specification. The
/// file may not exist yet. Throws std::runtime_error if the environment names no such folder.
[[nodiscard]] std::string own_book_path();

/// The same path if the file exists; none also if the environment names no folder, or one that may
/// not be entered.
[[nodiscard]] std::optional<std::string> own_book_file();

/// Adds `--book`.
void add_book_option(boost::program_options::options_description& described,
                     const char* description);

/// Reads the book of `--book`, or else the shipped book merged with the user's own; if this one's
/// folder may not be entered, it prints so and does without it. Throws
/// std::runtime_error with a message that names the file if it can't be used.
[[nodiscard]] Book chosen_book(const ParsedOptions& options);

/// Returns the file that games are learned into: that of `--book`, or the user's own book, whose
/// folder it creates. Throws std::runtime_error.
[[nodiscard]] std::string file_to_learn_into(const ParsedOptions& options);

/// The options that choose a book: `--book --no-book`.
[[nodiscard]] boost::program_options::options_description book_choice_options();

/// The options for playing from a book: the same and `--book-cost --book-random --seed`.
[[nodiscard]] boost::program_options::options_description book_play_options();

/// Returns false for `--no-book`. Throws UsageError if `--book` contradicts it.
[[nodiscard]] bool wants_book(const ParsedOptions& options);

/// `--book-cost` and `--book-random`. Throws UsageError if a value is out of range.
[[nodiscard]] BookVariety chosen_variety(const ParsedOptions& options);

/// `--seed`, or a random number. Throws UsageError if it is out of range.
[[nodiscard]] std::uint64_t chosen_seed(const ParsedOptions& options);

} // namespace emilia
