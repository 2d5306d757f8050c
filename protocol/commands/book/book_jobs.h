#pragma once

// Options and helpers that the long jobs on a book share.

#include "book/growth/builder.h"
#include "engine/play/searcher.h"
#include "protocol/commands/options/command_options.h"

#include <cstddef>
#include <optional>
#include <string>

namespace emilia {

inline constexpr Bounds<Depth> book_depth_bounds{1, 40};

/// Adds `--depth --confidence`, the settings of each search.
void add_book_search(CommandOptions& options, BookSearch& search);

/// Adds `--positions`, the size of a book; `help` says what ends there.
void add_positions(CommandOptions& options, std::size_t& positions, const std::string& help);

/// Adds `--doubt-plies`.
void add_doubt_plies(CommandOptions& options, Depth& plies);

/// Adds `--deepen`.
void add_deepen(CommandOptions& options, Deepen& deepen);

/// Adds `--save-every`.
void add_save_every(CommandOptions& options, double& seconds, const std::string& help);

/// Returns a function that searches with `searcher`, which must outlive it.
[[nodiscard]] SearchFunction search_with(Searcher& searcher);

/// Merges the builder's book into the file, and positions that other processes wrote there into the
/// builder. Returns how many these are. Throws std::runtime_error with a message that names the
/// file.
std::size_t save_book(const std::string& path, Builder& builder);

/// How far a build is, in positions.
struct BuildExtent {
    std::size_t done = 0; ///< without those of other processes
    /// Until the book has its size and is as deep as it should be. Nobody knows how many searches
    /// the doubtful choices will take.
    std::size_t left = 0;

    bool operator==(const BuildExtent&) const = default;
};

/// The build began with `first` and is to have `positions`, of which other processes have put in
/// `from_others` since.
[[nodiscard]] BuildExtent extent_of(const BuildState& first, const BuildState& now,
                                    std::size_t positions, std::size_t from_others);

} // namespace emilia
