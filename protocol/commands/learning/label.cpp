#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/learn/game_labeller.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/learning.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <iostream>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia label --wthor FILE-or-FOLDER... --output FILE: writes the positions of WTHOR's games\n"
    "with scores, for `emilia train`. Positions near the end are solved. One position of each "
    "game\n"
    "has its score under perfect play in the base. Every earlier position gets the score of the\n"
    "next one in the game that has one.\n"
    "Games that the output already holds are left out, so after Ctrl-C or a kill the same command\n"
    "continues.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia label --wthor WTH_2012.wtb --output 2012.pos\n"
    "  emilia label --wthor wthor/ --years 1977-2022 --output train.pos --threads 2\n";

/// The score under perfect play that the base gives.
KnownScore known_score(const NumberedGame& numbered) noexcept {
    return {.empties = numbered.depth,
            .black_discs = 2 * numbered.game.perfect_discs - square_count};
}

/// Labels games. Several threads may work on it; each game's positions are written at once.
class LabelJob {
public:
    LabelJob(std::vector<NumberedGame> games, PositionWriter& writer, const LabelSettings& settings)
        : games_(std::move(games)), writer_(writer), settings_(settings) {}

    /// Labels games until none is left or `stop` becomes true. Throws std::runtime_error if the
    /// positions can't be written.
    void work(Searcher& searcher, const std::atomic<bool>& stop) {
        for (std::size_t at = next_++; at < games_.size() && !stop; at = next_++)
            label(games_[at], searcher, stop);
    }

    [[nodiscard]] std::size_t size() const noexcept { return games_.size(); }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }

private:
    void label(const NumberedGame& numbered, Searcher& searcher, const std::atomic<bool>& stop) {
        LabelSettings settings = settings_;
        settings.stop = &stop;
        const auto positions =
            label_game(numbered.game.moves, known_score(numbered), searcher, settings);
        if (!positions) return;
        const std::scoped_lock lock(mutex_);
        or_throw(writer_.append(numbered.number, *positions));
        ++done_;
    }

    const std::vector<NumberedGame> games_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_; ///< guards the writer
    PositionWriter& writer_;
    const LabelSettings settings_;
};

struct LabelCommandSettings {
    std::vector<std::string> bases;
    std::string output;
    std::optional<Years> years;
    LabelSettings labels;
    std::optional<std::size_t> most_games;
    Part part;
    Resources resources;
};

LabelCommandSettings read_settings(const Arguments& arguments) {
    LabelCommandSettings settings;
    std::optional<std::string> output;
    CommandOptions options(usage, examples);
    options.texts("wthor", "PATH...", settings.bases, "WTHOR bases (*.wtb), or folders of them");
    options.output("output", "FILE", output, "file of positions, created or continued");
    add_years(options, settings.years, "take only games of these years");
    options.number("exact-at", "N", settings.labels.exact_at, empties_bounds,
                   "solve positions with at most N empty squares");
    options.number("games", "N", settings.most_games, {1, 1'000'000'000}, "stop after N games");
    add_part(options, settings.part, "games");
    add_resources(options, settings.resources);
    options.read_all(arguments, "label does not take '{}'; game bases come after --wthor");
    check_usage(!settings.bases.empty(), "label needs --wthor and a game base");
    check_usage(output.has_value(), "label needs --output and a file");
    options.exclude("games", "part");
    settings.bases = input_paths(settings.bases);
    settings.output = *output;
    std::size_t& megabytes = settings.resources.hash_megabytes; // all threads share the memory
    megabytes =
        std::max<std::size_t>(1, megabytes / static_cast<std::size_t>(settings.resources.threads));
    return settings;
}

/// Whether the output has the game's number. Throws std::runtime_error if another game has this
/// number there, as of another base of the same year.
bool is_done(const NumberedGame& game, const LabelCommandSettings& settings,
             const PositionWriter& writer) {
    const auto found = writer.games().find(game.number);
    if (found == writer.games().end()) return false;
    const std::optional<Board>& last = found->second;
    if (last ? passes_through(game.game.moves, *last)
             : !has_labels(game.game.moves, known_score(game), settings.labels))
        return true;
    fail("'{}' holds another game as number {}, from another base of the same year; "
         "nothing was changed; use the same base or another --output",
         settings.output, game.number);
}

/// Removes the games that the output already holds, and those beyond --games.
std::vector<NumberedGame> games_to_label(std::vector<NumberedGame> games,
                                         const LabelCommandSettings& settings,
                                         const PositionWriter& writer) {
    const std::size_t all = games.size();
    std::erase_if(games, [&](const NumberedGame& game) { return is_done(game, settings, writer); });
    if (games.size() < all) {
        std::cout << fmt::format("there already: {} of {}\n", with_commas(all - games.size()),
                                 counted(all, "game"))
                  << std::flush;
    }
    if (settings.most_games) games.resize(std::min(games.size(), *settings.most_games));
    return games;
}

} // namespace

ExitStatus run_label(const Arguments& arguments) {
    const LabelCommandSettings settings = read_settings(arguments);
    std::vector<Searcher> searchers = settings.resources.searchers();
    Complaints complaints;
    std::vector<NumberedGame> games =
        games_of_bases(settings.bases, settings.years.value_or(Years{}), complaints);
    if (games.empty()) fail("the bases hold no game{}", settings.years ? " of these years" : "");
    settings.part.keep(games);
    // The labels depend on nothing else; weights and memory change only the time.
    PositionWriter writer = open_positions(
        settings.output, fmt::format("label --exact-at {}", settings.labels.exact_at));
    games = games_to_label(std::move(games), settings, writer);

    const InterruptFlag interrupt;
    const std::uint64_t before = writer.positions();
    const Stopwatch watch;
    LabelJob job(std::move(games), writer, settings.labels);
    work_off(job, searchers, interrupt, "game");
    print("{}, {} in {:.1f} s; '{}' holds {}, {}\n", counted(job.done(), "game"),
          counted(writer.positions() - before, "position"), watch.seconds(),
          printable(settings.output), counted(writer.games().size(), "game"),
          counted(writer.positions(), "position"));
    if (interrupt.raised()) return ExitStatus::interrupted;
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
