#include "protocol/commands/options/engine_options.h"

#include "engine/base/text.h"
#include "engine/system/memory.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <cstdint>
#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

const InstructionSet& instruction_set_named(const std::string& name) {
    for (const InstructionSet& instruction_set : instruction_sets()) {
        if (instruction_set.name != name) continue;
        check_usage(instruction_set.runs_here,
                    "this processor does not run {}; the best that it runs is {}", name,
                    best_instruction_set().name);
        return instruction_set;
    }
    throw UsageError("--isa is {}{}, not {}", instruction_sets().size() > 1 ? "one of " : "",
                     names_of(instruction_sets()), in_quotes(name));
}

/// `levels 1 to 4 play like a beginner (Elo M to N), 5 to … like …`, of all levels.
std::string strengths_of_levels() {
    std::string text;
    for (int first = least_level; first <= greatest_level;) {
        int last = first;
        while (last < greatest_level && level_of(last + 1).name == level_of(first).name) ++last;
        const Level lowest = level_of(first);
        const Level highest = level_of(last);
        const std::string elo = highest.elo ? fmt::format(" to {}", *highest.elo) : " or more";
        text += fmt::format("{}{} to {} {}like a {} (Elo {}{})", text.empty() ? "levels " : ", ",
                            first, last, text.empty() ? "play " : "", lowest.name,
                            lowest.elo.value_or(0), elo);
        first = last + 1;
    }
    return text;
}

void add_weights(CommandOptions& options, std::optional<std::string>& file) {
    options.text("weights", "FILE", file,
                 "weights of the evaluation (default: the built-in weights)");
}

/// Adds `--hash`.
void add_hash(CommandOptions& options, std::size_t& megabytes, const std::string& help) {
    options.number("hash", "MB", megabytes, hash_bounds, help);
}

/// Throws UsageError if all tables together need more than the machine's memory.
void check_hash(std::size_t megabytes, int tables) {
    const auto memory = main_memory_bytes();
    if (!memory || megabytes * static_cast<std::size_t>(tables) <= *memory >> 20) return;
    const std::string times = tables == 1 ? "" : fmt::format(" for each of {} threads", tables);
    throw UsageError("--hash {}{} is more than this machine's memory of {} MB", megabytes, times,
                     *memory >> 20);
}

const classic::PlayerKind& named_player(const std::string& name) {
    if (const auto* const kind = classic::find_player(name)) return *kind;
    const std::string similar = did_you_mean_name_of(name, classic::player_kinds());
    throw UsageError("there is no player {}{}", in_quotes(name),
                     similar.empty() ? ", only " + names_of(classic::player_kinds()) : similar);
}

classic::Method named_method(const std::string& name) {
    const auto methods = classic::methods();
    const auto found = std::find_if(methods.begin(), methods.end(),
                                    [&name](const auto& method) { return method.name == name; });
    if (found != methods.end()) return found->method;
    throw UsageError("--search is one of {}, not {}", names_of(methods), in_quotes(name));
}

} // namespace

void add_limits(CommandOptions& options, EngineSettings& limits, std::optional<int> usual_level,
                Bounds<Depth> depths) {
    options.group("Limits (the first one reached ends a search)");
    options.number("time", "SECONDS", limits.seconds, seconds_bounds,
                   "seconds for each move, decimals allowed");
    options.number("depth", "N", limits.depth, depths, "search depth in plies");
    options.number("nodes", "N", limits.nodes, nodes_bounds, "number of positions to search");
    options.number(
        "level", "N", limits.level, level_bounds,
        fmt::format(
            "strength from {} to {}: search depth in the midgame, deeper in the endgame; below {} "
            "with mistakes on purpose{}",
            least_level, greatest_level, faultless_level,
            usual_level ? fmt::format("; {} (default: {})", strengths_of_levels(), *usual_level)
                        : ""));
    options.number("wld-at", "N", limits.wld_at, empties_bounds,
                   "solve positions with N or fewer empty squares for win, loss or draw");
    options.number("exact-at", "N", limits.exact_at, empties_bounds,
                   "solve positions with N or fewer empty squares exactly");
}

void add_instruction_set(CommandOptions& options, const InstructionSet*& instruction_set) {
    options.choice(
        "isa", "NAME", choices_from(instruction_sets()),
        [&instruction_set](const std::string& name) {
            instruction_set = &instruction_set_named(name);
        },
        fmt::format("instruction set: {} ({})", names_of(instruction_sets()),
                    instruction_sets().size() > 1 ? "default: the best that the processor has"
                                                  : "the only one of this program"));
}

void add_threads(CommandOptions& options, int& threads, const std::string& help) {
    options.number(
        "threads", "N", threads_bounds, [&threads](int number) { threads = number; },
        help + " (default: all cores)");
}

Weights Resources::weights() const {
    return weights_file ? or_throw(read_weights(input_path(*weights_file))) : own_weights();
}

EngineSettings Resources::engine(EngineSettings limits) const {
    limits.threads = threads;
    limits.hash_megabytes = hash_megabytes;
    limits.instruction_set = instruction_set;
    limits.weights = weights();
    return limits;
}

std::vector<Searcher> Resources::searchers() const {
    const Weights shared = weights();
    std::vector<Searcher> made;
    for (int i = 0; i < threads; ++i)
        made.emplace_back(1, hash_megabytes, *instruction_set, shared);
    return made;
}

void add_resources(CommandOptions& options, Resources& resources) {
    options.group("Resources");
    add_threads(options, resources.threads, "number of threads");
    add_hash(options, resources.hash_megabytes, "megabytes of memory for the transposition table");
    add_weights(options, resources.weights_file);
    add_instruction_set(options, resources.instruction_set);
    options.finally([&resources] { check_hash(resources.hash_megabytes, 1); });
}

void add_job_resources(CommandOptions& options, Resources& resources, const std::string& threads) {
    add_threads(options, resources.threads, threads);
    add_hash(options, resources.hash_megabytes, "memory of each thread's transposition table");
    add_weights(options, resources.weights_file);
    add_instruction_set(options, resources.instruction_set);
    options.finally([&options, &resources] {
        const int number = resources.threads;
        const std::size_t share =
            main_memory_bytes().value_or(SIZE_MAX) / 2 / static_cast<std::size_t>(number) >> 20;
        if (options.given("hash")) return check_hash(resources.hash_megabytes, number);
        resources.hash_megabytes = std::clamp<std::size_t>(share, 1, resources.hash_megabytes);
    });
}

const Weights& own_weights() {
    static const bool fit = [] {
        const auto& flaw = embedded_weights_flaw();
        if (!flaw) return true;
        std::cerr << fmt::format("emilia: the file of weights that this program was built with {}; "
                                 "it plays with simple ones (scripts/train.sh makes new ones)\n",
                                 *flaw);
        return false;
    }();
    static_cast<void>(fit);
    return embedded_weights();
}

std::unique_ptr<Player> PlayerChoice::make() const {
    return kind == nullptr ? nullptr : kind->make(*kind, settings);
}

void add_player(CommandOptions& options, PlayerChoice& choice) {
    options.group("Players of the literature (emilia literature players)");
    options.choice(
        "player", "NAME", choices_from(classic::player_kinds()),
        [&choice](const std::string& name) { choice.kind = &named_player(name); },
        fmt::format(
            "this player chooses the moves, limited by --depth and --time; hints are Emilia's. "
            "Players: {}",
            names_of(classic::player_kinds())));
    options.choice(
        "search", "KIND", choices_from(classic::methods()),
        [&choice](const std::string& name) { choice.settings.method = named_method(name); },
        fmt::format(
            "how this player searches: {}; all but minimax are alpha-beta with this move order",
            names_of(classic::methods())));
    options.finally([&choice] {
        check_usage(choice.kind != nullptr || !choice.settings.method, "--search needs --player");
    });
}

void complete(PlayerChoice& choice, const EngineSettings& limits, bool ponder, std::uint64_t seed) {
    if (choice.kind == nullptr) return;
    choice.settings.plies = limits.depth;
    choice.settings.seed = seed;
    check_usage(choice.kind->plies != 0 || (!choice.settings.plies && !choice.settings.method),
                "the player {} does not search to a fixed depth; leave out --depth and --search",
                choice.kind->name);
    check_usage(!ponder, "players of the literature do not think ahead; leave out --ponder");
    check_usage(!limits.nodes,
                "players of the literature have no limit of nodes; use --depth or --time");
}

} // namespace emilia
