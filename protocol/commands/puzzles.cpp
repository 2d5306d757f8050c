// `emilia puzzles`: finds endgame puzzles in games.

#include "engine/analysis/puzzles.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/board/board_hash.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/position.h"
#include "engine/play/many_positions.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/terminal.h"

#include <array>
#include <deque>
#include <iostream>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia puzzles FILE...: finds endgame puzzles in games: positions in which one move is better "
    "than all others, or alone wins. Of each game it takes the hardest, and no position twice. The "
    "files are those that 'emilia convert' reads. It prints problems that 'emilia solve' and "
    "'emilia play --drill' read, with the exact score of every move.\n\nThe hardness is the depth "
    "in "
    "plies from which on Emilia finds the move: 0 if the move that flips most discs is right, 11 "
    "if it takes more than 10 plies.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia puzzles my-games.ggf > puzzles.obf\n"
    "  emilia puzzles wthor/ --years 2020-2025 --empties 10-12 --hardness 6-11\n"
    "  emilia puzzles wthor/ --player tastet --goal win | emilia solve -\n";

struct Goal {
    std::string_view name;
    PuzzleGoal goal;
};
constexpr auto goals = std::to_array<Goal>({{"best", PuzzleGoal::best}, {"win", PuzzleGoal::win}});

struct PuzzlesSettings {
    std::vector<std::string> files;
    PuzzleSettings puzzles;
    std::size_t count = 20;
    bool json = false;
    GameSelection selection;
    Resources resources;
};

/// Adds `--name A-B`, or one number.
void add_range(CommandOptions& options, const std::string& name, int& least, int& greatest,
               Bounds<int> bounds, const std::string& help) {
    options.parsed(
        name, "A-B",
        [=, &least, &greatest](const std::string& text) {
            const auto range = parse_range(text);
            check_usage(range && bounds.contain(range->first) && bounds.contain(range->second),
                        "--{} is a number or a range within {}-{}, not {}", name, bounds.least,
                        bounds.greatest, in_quotes(text));
            std::tie(least, greatest) = *range;
        },
        help, fmt::format("{}-{}", least, greatest));
}

PuzzlesSettings read_puzzles_settings(const Arguments& arguments) {
    PuzzlesSettings settings;
    PuzzleSettings& puzzles = settings.puzzles;
    settings.resources.hash_megabytes = 4; // enough for so few empty squares
    CommandOptions options(usage, examples);
    add_range(options, "empties", puzzles.least_empties, puzzles.most_empties,
              puzzle_empties_bounds, "empty squares of the positions");
    options.choice(
        "goal", "GOAL", choices_from(goals),
        [&puzzles](const std::string& name) { puzzles.goal = named(goals, "goal", name).goal; },
        "'best': one move is better than all others; 'win': one move wins", "best");
    add_range(options, "hardness", puzzles.least_hardness, puzzles.most_hardness,
              puzzle_hardness_bounds, "how hard the puzzles are");
    options.number("count", "N", settings.count, {1, 1'000'000}, "stop after N puzzles");
    options.flag("json", settings.json, "print a line of JSON for each puzzle");
    add_selection(options, settings.selection);
    options.group("Resources");
    add_job_resources(options, settings.resources, "number of threads");
    const Arguments words = options.read(arguments);
    check_usage(!words.empty(), "puzzles needs a file of games");
    settings.files = or_throw(expand_folders(input_paths(words)));
    return settings;
}

/// The chosen games of several files, of which one is in memory.
class GameSource {
public:
    GameSource(const PuzzlesSettings& settings, Complaints& complaints)
        : settings_(settings),
          complaints_(complaints),
          reader_([this](Parsed<Game> game) { take(std::move(game)); },
                  [this](const std::string& problem) { complaints_.add(problem); },
                  [](const std::string& note) { print_message(note); }) {}

    std::optional<Game> next() {
        while (games_.empty() && file_ < settings_.files.size()) {
            if (const auto done = reader_.read(settings_.files[file_++]); !done)
                complaints_.add(done.error());
        }
        if (games_.empty()) return std::nullopt;
        Game game = std::move(games_.front());
        games_.pop_front();
        return game;
    }

    /// How many games there were so far, chosen or not.
    [[nodiscard]] std::size_t read() const noexcept { return read_; }
    [[nodiscard]] std::size_t readable() const noexcept { return readable_; }
    [[nodiscard]] std::size_t chosen() const noexcept { return chosen_; }

private:
    void take(Parsed<Game> game) {
        ++read_;
        if (!game) return complaints_.add(game.error().message);
        ++readable_;
        if (!settings_.selection.takes(read_, *game)) return;
        ++chosen_;
        games_.push_back(std::move(*game));
    }

    const PuzzlesSettings& settings_;
    Complaints& complaints_;
    GameFileReader reader_;
    std::size_t file_ = 0;
    std::size_t read_ = 0;
    std::size_t readable_ = 0;
    std::size_t chosen_ = 0;
    std::deque<Game> games_;
};

/// The hardest puzzle of a game, and where it is from.
struct Finding {
    std::optional<Puzzle> puzzle;
    GameHeader header;
};

/// `hardness 5; Cerf – Mimura, World Championship, 1980, move 47`
std::string remark_on(const Puzzle& puzzle, const GameHeader& header) {
    std::string text = fmt::format("hardness {}; ", puzzle.hardness);
    if (!header.black_name.empty() || !header.white_name.empty())
        text += fmt::format("{} – {}, ", header.black_name, header.white_name);
    for (const std::string& part : {header.event, header.date})
        if (!part.empty()) text += fmt::format("{}, ", part);
    return text + fmt::format("move {}", puzzle.ply + 1);
}

nlohmann::ordered_json to_json(const Puzzle& puzzle, const GameHeader& header, PuzzleGoal goal) {
    nlohmann::ordered_json json = {{"format", json_format},
                                   {"goal", goals[static_cast<std::size_t>(goal)].name}};
    json.update(emilia::to_json(puzzle));
    for (const auto& [key, value] : {std::pair("black", header.black_name),
                                     {"white", header.white_name},
                                     {"event", header.event},
                                     {"date", header.date}})
        if (!value.empty()) json[key] = value;
    return json;
}

class PuzzlesJob {
public:
    explicit PuzzlesJob(const PuzzlesSettings& settings)
        : settings_(settings),
          engine_(settings.resources.engine({})),
          source_(settings, complaints_) {}

    [[nodiscard]] ExitStatus run() {
        const InterruptFlag interrupt;
        const auto find = [this](Engine& engine, const std::vector<Game>& games,
                                 const std::atomic<bool>& stop) {
            return records_of(games, stop, [&](const Game& game) {
                return Finding{hardest_puzzle(engine, game, settings_.puzzles, stop), game};
            });
        };
        const auto look = [&](Workers& workers) {
            if (interrupt.raised() || found_ == settings_.count) workers.stop();
            const std::scoped_lock lock(line_mutex_);
            progress_.show(done_);
        };
        answer_many<Game, Finding>(
            {.engine = engine_, .threads = static_cast<std::size_t>(settings_.resources.threads)},
            [this](bool) { return found_ == settings_.count ? std::nullopt : source_.next(); },
            [this](std::vector<Finding>& findings) { take(findings); }, find, look);
        progress_.clear();
        complaints_.finish();
        if (interrupt.raised()) {
            print_message("interrupted after {} in {}", counted(found_, "puzzle"),
                          counted(done_, "game"));
            return ExitStatus::interrupted;
        }
        if (source_.chosen() == 0) {
            fail("{}", source_.readable() == 0
                           ? "no game could be read"
                           : none_selected(settings_.selection, source_.read()));
        }
        if (found_ < settings_.count) {
            print_message("{} in {}; take more games, or a wider range of --empties or --hardness",
                          counted(found_, "puzzle"), counted(done_, "game"));
        }
        return complaints_.any() ? ExitStatus::failed : ExitStatus::ok;
    }

private:
    void take(std::vector<Finding>& findings) {
        const std::scoped_lock lock(line_mutex_);
        progress_.clear();
        for (const auto& [puzzle, header] : findings) {
            if (found_ == settings_.count) return;
            ++done_;
            if (!puzzle) continue;
            if (!seen_.insert(canonical(puzzle->problem.position.board)).second) continue;
            ++found_;
            if (settings_.json) {
                std::cout << line_of(to_json(*puzzle, header, settings_.puzzles.goal)) << '\n';
            } else {
                Problem problem = puzzle->problem;
                problem.remark = remark_on(*puzzle, header);
                print("{}\n", to_obf(problem));
            }
        }
        flush_output();
    }

    const PuzzlesSettings& settings_;
    const EngineSettings engine_; ///< for each thread
    Complaints complaints_;
    GameSource source_;
    std::unordered_set<Board, BoardHash> seen_; ///< canonical
    std::atomic<std::size_t> found_ = 0;
    std::atomic<std::size_t> done_ = 0; ///< games
    std::mutex line_mutex_;             ///< puzzles and progress share the terminal's last line
    JobProgress progress_{std::nullopt, "game"};
};

} // namespace

ExitStatus run_puzzles(const Arguments& arguments) {
    return PuzzlesJob(read_puzzles_settings(arguments)).run();
}

} // namespace emilia
