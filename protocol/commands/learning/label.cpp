#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/learn/game_labeller.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/move_list.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/learning/label_text.h"
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
    "\n"
    "emilia label --game FILE... --output FILE: the same for other files of games.\n"
    "emilia label --scores FILE... --output FILE: takes positions with scores from a text, a line\n"
    "each: OBF, CSV or JSON, as `emilia solve` and `emilia analyze --positions` write them.\n"
    "emilia label --list FILE: prints a file of positions as lines of JSON.\n"
    "\n"
    "Games that the output already holds are left out, so after Ctrl-C or a kill the same command\n"
    "continues.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia label --wthor WTH_2012.wtb --output 2012.pos\n"
    "  emilia label --wthor wthor/ --years 1977-2022 --output train.pos --threads 2\n"
    "  emilia label --game ggs.ggf club.sgf --output club.pos\n"
    "  emilia label --scores solved.jsonl --output solved.pos\n"
    "  emilia label --list solved.pos --csv\n";

/// The score under perfect play that the base gives.
KnownScore known_score(const NumberedGame& numbered) noexcept {
    return {.empties = numbered.depth,
            .black_discs = 2 * numbered.game.perfect_discs - square_count};
}

struct GameToLabel {
    std::uint32_t number; ///< the same in every run
    Position start;
    std::vector<Square> moves;
    std::optional<KnownScore> known;
};

/// Labels games. Several threads may work on it; each game's positions are written at once.
class LabelJob {
public:
    LabelJob(std::vector<GameToLabel> games, PositionWriter& writer, const LabelSettings& settings)
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
    void label(const GameToLabel& game, Searcher& searcher, const std::atomic<bool>& stop) {
        LabelSettings settings = settings_;
        settings.stop = &stop;
        const auto positions = label_game(game.moves, game.known, searcher, settings, game.start);
        if (!positions) return;
        const std::scoped_lock lock(mutex_);
        or_throw(writer_.append(game.number, *positions));
        ++done_;
    }

    const std::vector<GameToLabel> games_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_; ///< guards the writer
    PositionWriter& writer_;
    const LabelSettings settings_;
};

struct LabelCommandSettings {
    std::vector<std::string> bases;
    std::vector<std::string> games;  ///< files of games
    std::vector<std::string> scores; ///< texts with scores
    std::optional<std::string> list; ///< a file of positions that is printed
    bool csv = false;
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
    options.texts("game", "FILE...", settings.games,
                  "files of games that 'emilia convert' reads; games are numbered in their order");
    options.texts("scores", "FILE...", settings.scores, "texts of positions with scores");
    options.output("output", "FILE", output, "file of positions, created or continued");
    options.text("list", "FILE", settings.list, "print the positions of this file");
    options.flag("csv", settings.csv, "print comma-separated values instead of JSON");
    add_years(options, settings.years, "take only games of these years");
    options.number("exact-at", "N", settings.labels.exact_at, empties_bounds,
                   "solve positions with at most N empty squares");
    options.number("games", "N", settings.most_games, {1, 1'000'000'000}, "stop after N games");
    add_part(options, settings.part, "games");
    add_resources(options, settings.resources);
    options.read_all(arguments, "label does not take '{}'; game bases come after --wthor");
    check_usage(!settings.csv || settings.list, "--csv needs --list");
    for (const char* one : {"wthor", "game", "scores", "list"}) {
        for (const char* other : {"wthor", "game", "scores", "list"})
            if (std::string_view(one) != other) options.exclude(one, other);
    }
    if (settings.list) {
        options.exclude("list", "output");
        settings.list = input_path(*settings.list);
        return settings;
    }
    check_usage(!settings.bases.empty() || !settings.games.empty() || !settings.scores.empty(),
                "label needs --wthor and a game base, --game and a file of games, or --scores and "
                "a text with scores");
    check_usage(output.has_value(), "label needs --output and a file");
    for (const char* of_games : {"games", "part", "exact-at"}) options.exclude("scores", of_games);
    check_usage(!options.given("years") || !settings.bases.empty(), "--years needs --wthor");
    options.exclude("games", "part");
    for (auto* const files : {&settings.bases, &settings.games, &settings.scores}) {
        *files = input_paths(*files);
        refuse_as_output(*output, *files);
    }
    settings.output = *output;
    std::size_t& megabytes = settings.resources.hash_megabytes; // all threads share the memory
    megabytes =
        std::max<std::size_t>(1, megabytes / static_cast<std::size_t>(settings.resources.threads));
    return settings;
}

/// Whether the output has the game's number. Throws std::runtime_error if another game has this
/// number there, as of another base of the same year.
bool is_done(const GameToLabel& game, const LabelCommandSettings& settings,
             const PositionWriter& writer) {
    const auto found = writer.games().find(game.number);
    if (found == writer.games().end()) return false;
    const std::optional<Board>& last = found->second;
    if (last ? passes_through(game.moves, *last, game.start)
             : !has_labels(game.moves, game.known, settings.labels, game.start))
        return true;
    fail("'{}' holds another game as number {}, from {}; nothing was changed; use the same {} or "
         "another --output",
         settings.output, game.number,
         settings.games.empty() ? "another base of the same year" : "other files",
         settings.games.empty() ? "base" : "files in the same order");
}

/// Removes the games that the output already holds, and those beyond --games.
std::vector<GameToLabel> games_to_label(std::vector<GameToLabel> games,
                                        const LabelCommandSettings& settings,
                                        const PositionWriter& writer) {
    const std::size_t all = games.size();
    std::erase_if(games, [&](const GameToLabel& game) { return is_done(game, settings, writer); });
    if (games.size() < all) {
        std::cout << fmt::format("there already: {} of {}\n", with_commas(all - games.size()),
                                 counted(all, "game"))
                  << std::flush;
    }
    if (settings.most_games) games.resize(std::min(games.size(), *settings.most_games));
    return games;
}

std::vector<GameToLabel> given_games(const LabelCommandSettings& settings, Complaints& complaints) {
    std::vector<GameToLabel> games;
    if (!settings.bases.empty()) {
        for (NumberedGame& numbered :
             games_of_bases(settings.bases, settings.years.value_or(Years{}), complaints)) {
            const KnownScore known = known_score(numbered);
            games.push_back({numbered.number, {}, std::move(numbered.game.moves), known});
        }
        return games;
    }
    std::uint32_t number = 0;
    const auto complain = [&complaints](const std::string& problem) { complaints.add(problem); };
    const auto take = [&](const Parsed<Game>& game) {
        ++number; // a game that can't be read takes one, too, so that it may be mended
        if (!game) return complain(game.error().message);
        games.push_back({number, game->start(), moves_of(*game), std::nullopt});
    };
    GameFileReader reader(take, complain,
                          [](const std::string& note) { print_message("{}", note); });
    for (const std::string& file : settings.games) or_throw(reader.read(file));
    complaints.finish();
    return games;
}

ExitStatus add_scores_of_texts(const LabelCommandSettings& settings) {
    PositionWriter writer = open_positions(settings.output, "label --scores");
    const std::uint64_t before = writer.positions();
    Complaints complaints;
    for (const std::string& file : settings.scores)
        or_throw(read_file(file, most_file_bytes, [](std::string_view) { return false; }));
    add_scores(settings.scores, writer, complaints);
    print("{} added; '{}' holds {}\n", counted(writer.positions() - before, "position"),
          printable(settings.output), counted(writer.positions(), "position"));
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace

ExitStatus run_label(const Arguments& arguments) {
    const LabelCommandSettings settings = read_settings(arguments);
    if (settings.list) {
        print_labels(*settings.list, settings.csv);
        return ExitStatus::ok;
    }
    if (!settings.scores.empty()) return add_scores_of_texts(settings);
    std::vector<Searcher> searchers = settings.resources.searchers();
    Complaints complaints;
    std::vector<GameToLabel> games = given_games(settings, complaints);
    if (games.empty()) {
        fail("the {} hold no game{}", settings.bases.empty() ? "files" : "bases",
             settings.years ? " of these years" : "");
    }
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
