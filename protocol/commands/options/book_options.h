#pragma once

// The options of the opening book, and the book that they choose: the file of `--book`, or the
// shipped book merged with the user's own.

#include "book/book_player.h"
#include "protocol/commands/options/command_options.h"
#include "protocol/commands/options/engine_options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace emilia {

/// Adds `--book`.
void add_book(
    CommandOptions& options, std::optional<std::string>& file,
    const std::string& help = "the book (default: the built-in book combined with yours)");

/// Reads the file of `--book`, or else the shipped book merged with the user's own; if this one's
/// folder may not be entered, it prints so and does without it. Throws std::runtime_error with a
/// message that names the file if it can't be used.
[[nodiscard]] Book chosen_book(const std::optional<std::string>& file);

/// Whether and from which book a command plays.
struct BookChoice {
    std::optional<std::string> file; ///< of `--book`
    bool none = false;               ///< `--no-book`
};

/// Adds the group `--book --no-book`.
void add_book_choice(CommandOptions& options, BookChoice& choice);

/// How to play from a book.
struct BookPlay {
    BookChoice choice;
    BookVariety variety;
    std::uint64_t seed = std::random_device()(); ///< of all random choices

    /// Reads the book as `chosen_book` does. Null if there is none to play from.
    [[nodiscard]] std::shared_ptr<BookPlayer> player() const;
};

/// Adds the same group with `--book-cost --book-random --seed`.
void add_book_play(CommandOptions& options, BookPlay& play);

/// Adds `--book-cost`.
void add_book_cost(CommandOptions& options, Score& cost, const std::string& help);

/// Returns the file that games are learned into: that of `--book`, or the user's own book, whose
/// folder it creates. Throws UsageError or std::runtime_error.
[[nodiscard]] std::string file_to_learn_into(const std::optional<std::string>& book_file);

/// The path of the user's own book, in the data folder of the XDG base directory specification. The
/// file may not exist yet. Throws std::runtime_error if the environment names no such folder.
[[nodiscard]] std::string own_book_path();

/// The same path if the file exists; none also if the environment names no folder, or one that may
/// not be entered.
[[nodiscard]] std::optional<std::string> own_book_file();

/// The files of `--weights` and `--book`, if given, and the user's own book, if there is one: no
/// command may write over them.
[[nodiscard]] std::vector<std::string> files_read(const std::optional<std::string>& weights_file,
                                                  const std::optional<std::string>& book_file);

} // namespace emilia
