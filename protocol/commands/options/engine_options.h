#pragma once

// The options that choose how the engine searches: its limits, its resources and its weights, or a
// player of the literature in its place.

#include "engine/classic/players.h"
#include "engine/eval/weights.h"
#include "engine/play/engine.h"
#include "engine/play/player.h"
#include "engine/play/searcher.h"
#include "protocol/commands/options/command_options.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// Adds the group of a search's limits: `--time --depth --nodes --level --wld-at --exact-at`. The
/// help names `usual_level` as the default, if there is one.
void add_limits(CommandOptions& options, EngineSettings& limits,
                std::optional<int> usual_level = std::nullopt, Bounds<Depth> depths = depth_bounds);

/// Adds `--isa`, which chooses the instruction set.
void add_instruction_set(CommandOptions& options, const InstructionSet*& instruction_set);

/// Adds `--threads`. The default is all cores.
void add_threads(CommandOptions& options, int& threads, const std::string& help);

/// What the searches of a command may use.
struct Resources {
    int threads = all_cores();
    std::size_t hash_megabytes = 128; ///< of each hash table
    const InstructionSet* instruction_set = &best_instruction_set();
    std::optional<std::string> weights_file{}; ///< none: the program's own weights

    /// Reads the weights. Throws std::runtime_error with a message that names the file if it can't
    /// be used.
    [[nodiscard]] Weights weights() const;
    /// The settings of an engine with these limits. Throws as `weights` does.
    [[nodiscard]] EngineSettings engine(EngineSettings limits) const;
    /// A searcher with one thread and a hash table of its own for each thread. Throws as `weights`
    /// does.
    [[nodiscard]] std::vector<Searcher> searchers() const;
};

/// Adds the group `--threads --hash --weights --isa` for one search that has all threads.
void add_resources(CommandOptions& options, Resources& resources);

/// Adds the same options, in the current group, for a job whose threads search by themselves.
/// `threads` is the help of `--threads`. Unless the user chooses `--hash`, all tables together take
/// at most half of the memory.
void add_job_resources(CommandOptions& options, Resources& resources, const std::string& threads);

/// Returns the program's own weights. If they do not fit the shapes that the program was built
/// with, the first call says so on standard error.
[[nodiscard]] const Weights& own_weights();

/// A player of the literature and how it is to play.
struct PlayerChoice {
    const classic::PlayerKind* kind = nullptr; ///< null: the engine plays
    classic::PlayerSettings settings;

    /// Returns null if the engine plays.
    [[nodiscard]] std::unique_ptr<Player> make() const;
};

/// Adds `--player --search`.
void add_player(CommandOptions& options, PlayerChoice& choice);

/// Takes over what else a player heeds. Throws UsageError if a limit doesn't apply to it.
void complete(PlayerChoice& choice, const EngineSettings& limits, bool ponder, std::uint64_t seed);

} // namespace emilia
