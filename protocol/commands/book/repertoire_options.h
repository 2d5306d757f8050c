#pragma once

// The options that say where a repertoire begins and ends, for whom it is, and where its choices
// are: those of `emilia book repertoire`, `build` and `plan`.

#include "book/growth/expansion.h"
#include "book/openings.h"
#include "engine/notation/game.h"
#include "protocol/commands/options/command_options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct RepertoireOptions {
    std::optional<Color> color;
    Score loss = RepertoireSide{}.loss; ///< of an answer
    std::optional<std::string> choices_file;

    /// The side that plays this colour from the position behind `first`. Reads the choices. Throws
    /// std::runtime_error with a message that names the file.
    [[nodiscard]] RepertoireSide side(const Game& first) const;
};

/// Adds `--color --loss --choices`.
void add_repertoire(CommandOptions& options, RepertoireOptions& repertoire,
                    const std::string& help_of_color);

/// The file of the choices: that of `--choices`, or one in the user's data folder; none if the
/// environment names no such folder.
[[nodiscard]] std::optional<std::string> place_of_choices(const std::optional<std::string>& given);
/// The choices of a file. Throws std::runtime_error with a message that names it.
[[nodiscard]] RepertoireChoices read_choices(const std::string& file);
/// The same, or none if there is no file yet.
[[nodiscard]] RepertoireChoices choices_so_far(const std::optional<std::string>& file);

/// Where a book grows.
struct ScopeOptions {
    std::optional<Game> from;
    std::optional<int> plies;
    RepertoireOptions repertoire;

    [[nodiscard]] GrowthScope scope() const;
    /// The positions on the way to the first one and itself, canonical, so that the book reaches
    /// it.
    [[nodiscard]] std::vector<Board> way() const;
};

/// Adds the group `--from --plies --color --loss --choices`.
void add_scope(CommandOptions& options, ScopeOptions& scope);

/// Throws UsageError unless a book can have the position behind `game`, with a move to play.
void check_first(const Game& game);

} // namespace emilia
