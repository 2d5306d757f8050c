#include "protocol/commands/analyze_game.h"

#include "engine/analysis/game_analysis.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/complaints.h"
#include "protocol/commands/lost_output.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/game_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/part_option.h"
#include "protocol/commands/records/analysis_file.h"
#include "protocol/commands/records/analysis_settings.h"
#include "protocol/reports/analysis_json.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/job_progress.h"
#include "protocol/reports/message.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/player_table.h"
#include "protocol/reports/report_page.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

namespace po = boost::program_options;

using Words = std::vector<std::string>;

struct ChosenGames {
    std::vector<Game> games;
    std::vector<std::string> files; ///< that were read
    std::size_t number = 0;         ///< of all games, also of those not chosen or not readable
    bool any_read = false;          ///< chosen or not
    bool all_read = true;
};

/// Collects the games of files, and games given as moves on the command line.
class GameCollector {
public:
    explicit GameCollector(const GameSelection& selection)
        : selection_(selection),
          reader_([this](Parsed<Game> game) { take(std::move(game)); },
                  [this](const std::string& problem) { complaints_.add(problem); }) {}

    void add(const std::string& given) {
        const std::string word = input_path(given);
        std::error_code ignored;
        if (given != "-" && !std::filesystem::exists(to_path(word), ignored)) {
            auto game = parse_game_line(word);
            if (game && game->moves().empty())
                throw UsageError(fmt::format("--game '{}' has no moves and is no file", word));
            if (!game) {
                throw UsageError(fmt::format("'{}' is neither a file nor a game: {}", word,
                                             game.error().message));
            }
            return take(std::move(game));
        }
        for (const std::string& file : or_throw(expand_folders({word})))
            or_throw(reader_.read(file));
    }

    [[nodiscard]] ChosenGames take_all() && {
        complaints_.finish();
        if (repeated_ > 0) {
            print_message(fmt::format("left out, because an equal game comes before: {}",
                                      counted(repeated_, "game")));
        }
        chosen_.all_read = !complaints_.any();
        chosen_.files = reader_.files();
        chosen_.number = index_;
        return std::move(chosen_);
    }

private:
    void take(Parsed<Game> game) {
        ++index_;
        if (!game) return complaints_.add(game.error().message);
        chosen_.any_read = true;
        if (!selection_.takes(index_, *game)) return;
        if (keys_.insert(game_key(to_json(*game, {}))).second) {
            chosen_.games.push_back(std::move(*game));
        } else {
            ++repeated_;
        }
    }

    const GameSelection& selection_;
    GameFileReader reader_;
    Complaints complaints_;
    ChosenGames chosen_;
    std::set<std::string> keys_; ///< of the chosen games
    std::size_t index_ = 0;
    std::size_t repeated_ = 0;
};

ChosenGames read_chosen(const ParsedOptions& options) {
    const GameSelection selection = chosen_games(options);
    GameCollector collector(selection);
    const Words words = *options.get<Words>("game");
    for (const std::string& word : words) collector.add(word);
    ChosenGames chosen = std::move(collector).take_all();
    if (!chosen.games.empty()) {
        chosen_part(options).keep(chosen.games);
        return chosen;
    }
    if (!chosen.any_read) throw std::runtime_error("no game to analyze");
    throw std::runtime_error(none_selected(selection, chosen.number));
}

std::shared_ptr<const OpeningBook> book_of(const ParsedOptions& options) {
    if (!wants_book(options)) return nullptr;
    return std::make_shared<BookPlayer>(chosen_book(options), BookVariety{}, 0);
}

/// The page has room for the best few moves.
int chosen_hints(const ParsedOptions& options) {
    constexpr int on_a_page = 4;
    return options.get<int>("top").value_or(options.has("html") ? on_a_page : 1);
}

/// Refuses to write over anything that the command reads. Throws UsageError.
void check_outputs(const ParsedOptions& options, std::vector<std::string> read) {
    for (std::string& file : settings_files(options)) read.push_back(std::move(file));
    const auto page = output_path(options, "html");
    const auto output = output_path(options, "output");
    if (page) refuse_as_output(*page, read);
    if (output) refuse_as_output(*output, read);
    if (page && output && is_same_output(*page, *output))
        throw UsageError(fmt::format("--html and --output cannot both be '{}'", *page));
}

/// Analyzes games one after the other and prints or writes the result of each.
class GamesJob {
public:
    GamesJob(const ParsedOptions& options, ChosenGames chosen, const InterruptFlag& interrupt)
        : interrupt_(interrupt),
          chosen_(std::move(chosen)),
          engine_(settings_with_weights(options)),
          settings_{.seconds = default_analysis_seconds,
                    .hints = chosen_hints(options),
                    .book = book_of(options)},
          recorded_settings_(analysis_settings(options, settings_.hints)),
          json_(options.has("json")),
          page_(output_path(options, "html")),
          progress_(chosen_.games.size(), "game") {
        if (page_ && chosen_.games.size() != 1) {
            throw UsageError(
                fmt::format("--html needs exactly one game, not {}; choose it with --index",
                            chosen_.games.size()));
        }
        if (page_) or_throw(check_replaceable(*page_));
        if (const auto path = output_path(options, "output")) {
            file_.emplace(*path, recorded_settings_);
            note_other_settings(*path);
        }
    }

    [[nodiscard]] ExitStatus run() {
        for (const Game& game : chosen_.games) {
            const bool known = is_known(game);
            if (!known || page_) analyze(game, known);
            if (interrupt_.raised()) break;
            ++done_;
        }
        progress_.clear();
        if (!json_) std::cout << table_.text();
        if (interrupt_.raised()) return ExitStatus::interrupted;
        return chosen_.all_read ? ExitStatus::ok : ExitStatus::failed;
    }

private:
    void note_other_settings(const std::string& path) const {
        const auto others =
            std::count_if(chosen_.games.begin(), chosen_.games.end(), [this](const Game& game) {
                return file_->has_only_under_other_settings(to_json(game, {}));
            });
        if (others == 0) return;
        print_message(fmt::format("'{}' has {} of these games with other settings or from "
                                  "another version; such games are analyzed again and added",
                                  path, with_commas(static_cast<std::uint64_t>(others))));
    }

    /// Whether the file has the game already. The table then counts what the file says.
    bool is_known(const Game& game) {
        if (!file_) return false;
        const nlohmann::ordered_json* const totals = file_->find(to_json(game, {}));
        if (totals != nullptr) table_.add(*totals);
        return totals != nullptr;
    }

    /// If the game is known, only its page is written.
    void analyze(const Game& game, bool known) {
        engine_.forget(); // so that no game's scores depend on the games before
        const auto show = [this](std::size_t done, std::size_t all) {
            line_.show(fmt::format("game {} of {}: {} of {} moves", done_ + 1, chosen_.games.size(),
                                   done, all));
        };
        const GameAnalysis analysis =
            analyze_game(game, engine_, settings_, &interrupt_.flag(), show);
        line_.clear();
        nlohmann::ordered_json object = to_json(game, analysis);
        object["settings"] = recorded_settings_;
        // The page comes last, so that nothing else is lost if it can't be written.
        if (!known) take(game, analysis, object);
        if (page_) or_throw(replace_file(*page_, report_page(object)));
    }

    /// `object` is the analysis as JSON.
    void take(const Game& game, const GameAnalysis& analysis,
              const nlohmann::ordered_json& object) {
        if (file_ && analysis.complete) file_->add(object);
        if (json_) {
            std::cout << line_of(object) << std::endl;
        } else if (!file_) {
            print(game, analysis);
        }
        table_.add(object);
        if (file_) progress_.show(done_ + 1);
    }

    static void print(const Game& game, const GameAnalysis& analysis) {
        std::cout << heading_text(game) << moves_text(analysis);
        if (const std::string note = note_on(game, analysis); !note.empty())
            std::cout << note << '\n';
        std::cout << std::endl;
    }

    const InterruptFlag& interrupt_;
    ChosenGames chosen_;
    Engine engine_;
    GameAnalysisSettings settings_;
    nlohmann::ordered_json recorded_settings_;
    bool json_;
    std::optional<std::string> page_; ///< file of the HTML page
    PlayerTable table_;
    std::optional<AnalysisFile> file_;
    ProgressLine line_;
    JobProgress progress_;
    std::size_t done_ = 0;
};

} // namespace

void add_game_options(po::options_description& described) {
    po::options_description games("Games");
    auto add = games.add_options();
    add("game", po::value<Words>()->value_name("FILE|MOVES")->multitoken(),
        "analyze games instead of a position, with --time SECONDS for each move (default 1); a "
        "game "
        "is a file that 'emilia convert' reads, or moves such as f5d6c3");
    add("html", po::value<std::string>()->value_name("FILE"),
        "write an HTML page about one game, with board, graphs and mistakes");
    add("output", po::value<std::string>()->value_name("FILE"),
        "append each analyzed game to FILE as a line of JSON, and skip games that FILE already "
        "has with the same settings; so the same command continues a stopped job");
    add_part_option(games, "chosen games");
    described.add(games);
    add_selection_options(described);
}

ExitStatus analyze_games(const ParsedOptions& options) {
    if (options.has("exact")) {
        throw UsageError(
            "--exact needs a position; a game is exact from the move that can be solved in "
            "--time, or from --exact-at N empty squares");
    }
    if (options.has("wld-at")) {
        throw UsageError(
            "--wld-at needs a position; an outcome does not tell how many discs a move "
            "of a game lost");
    }
    if (!options.positional.empty()) {
        throw UsageError(fmt::format("--game and the board '{}' exclude each other",
                                     options.positional.front()));
    }
    std::optional<EndsWithItsOutput> ends_with_its_output;
    if (!options.has("output") && !options.has("html")) ends_with_its_output.emplace();
    ChosenGames chosen = read_chosen(options);
    check_outputs(options, chosen.files);
    const InterruptFlag interrupt;
    return GamesJob(options, std::move(chosen), interrupt).run();
}

} // namespace emilia
