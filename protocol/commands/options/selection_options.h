#pragma once

// The options that choose from files: games by `--index --player --event --years`, and by `--part`
// the share of a job that one machine takes.

#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/wthor_files.h"
#include "protocol/commands/options/command_options.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// Adds the group `--index --player --event --years`.
void add_selection(CommandOptions& options, GameSelection& selection);

/// Parses the value of `--index`, a game's number or a range. Throws UsageError.
[[nodiscard]] GameSelection::Range parse_index(const std::string& text);

/// Says that a selection takes none of `games` games, at least one.
[[nodiscard]] std::string none_selected(const GameSelection& selection, std::size_t games);

/// Adds `--years`.
void add_years(CommandOptions& options, std::optional<Years>& years, const std::string& help);

/// One of several parts of a job: consecutive items, as many as in any other part, or one more.
struct Part {
    std::size_t number = 1; ///< from 1
    std::size_t parts = 1;

    /// The first item of the part, counted from 0, and the one after its last.
    [[nodiscard]] std::size_t begin(std::size_t items) const noexcept {
        return (number - 1) * items / parts;
    }
    [[nodiscard]] std::size_t end(std::size_t items) const noexcept {
        return number * items / parts;
    }

    /// Keeps only the items of this part.
    template <typename Items>
    void keep(Items& items) const {
        const std::size_t size = items.size();
        const auto at = [&items](std::size_t index) {
            return items.begin() + static_cast<std::ptrdiff_t>(index);
        };
        items.erase(at(end(size)), items.end());
        items.erase(items.begin(), at(begin(size)));
    }
};

/// Adds `--part I/N`; `what` names the items.
void add_part(CommandOptions& options, Part& part, const std::string& what);

} // namespace emilia
