#include "protocol/commands/analyze_game.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/record_files.h"
#include "protocol/commands/season.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/html_page.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

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
                  [this](const std::string& problem) { complaints_.add(problem); },
                  [](const std::string& note) { print_message(note); }) {}

    void add(const std::string& given) {
        const std::string word = input_path(given);
        std::error_code ignored;
        if (given != "-" && !std::filesystem::exists(to_path(word), ignored)) {
            return take_text(word);
        }
        for (const std::string& file : or_throw(expand_folders({word})))
            or_throw(reader_.read(file));
    }

    [[nodiscard]] ChosenGames take_all() && {
        complaints_.finish();
        if (repeated_ > 0) {
            print_message("left out, because an equal game comes before: {}",
                          counted(repeated_, "game"));
        }
        chosen_.all_read = !complaints_.any();
        chosen_.files = reader_.files();
        chosen_.number = index_;
        return std::move(chosen_);
    }

private:
    void take_text(const std::string& text) {
        auto pasted = read_pasted(text);
        if (!pasted) {
            throw UsageError("'{}' is neither a file nor a game: {}", text, pasted.error().message);
        }
        for (Game& game : pasted->games) {
            if (game.moves().empty())
                throw UsageError("--game '{}' has no moves and is no file", text);
            take(std::move(game));
        }
        if (!pasted->is_plain) print_message("--game is read as {}", pasted->understood);
    }

    void take(Parsed<Game> game) {
        ++index_;
        if (!game) return complaints_.add(game.error().message);
        chosen_.any_read = true;
        if (!selection_.takes(index_, *game)) return;
        if (keys_.insert(key_of(*game)).second) {
            chosen_.games.push_back(std::move(*game));
        } else {
            ++repeated_;
        }
    }

    const GameSelection& selection_;
    GameFileReader reader_;
    Complaints complaints_;
    ChosenGames chosen_;
    std::set<GameKey> keys_; ///< of the chosen games
    std::size_t index_ = 0;
    std::size_t repeated_ = 0;
};

ChosenGames read_games(const AnalyzeSettings& settings) {
    GameCollector collector(settings.selection);
    for (const std::string& word : settings.games) collector.add(word);
    ChosenGames chosen = std::move(collector).take_all();
    if (!chosen.games.empty()) {
        settings.part.keep(chosen.games);
        return chosen;
    }
    if (!chosen.any_read) throw std::runtime_error("no game to analyze");
    throw std::runtime_error(none_selected(settings.selection, chosen.number));
}

/// Refuses to write over anything that the command reads. Throws UsageError.
void check_outputs(const AnalyzeSettings& settings, const ChosenGames& chosen) {
    const auto& page = settings.page;
    const auto& output = settings.output;
    for (const auto& written : {page, output}) {
        if (!written) continue;
        refuse_as_output(*written, chosen.files);
        refuse_as_output(*written, settings.files_read);
    }
    if (page && output && is_same_output(*page, *output))
        throw UsageError("--html and --output cannot both be '{}'", *page);
    if (page && chosen.games.size() != 1) {
        throw UsageError("--html needs exactly one game, not {}; choose it with --index, or name a "
                         "folder, as '{}/'",
                         chosen.games.size(), *page);
    }
    if (page) or_throw(check_replaceable(*page));
}

class GamesJob {
public:
    GamesJob(const AnalyzeSettings& settings, ChosenGames chosen, const InterruptFlag& interrupt)
        : settings_(settings),
          chosen_(std::move(chosen)),
          interrupt_(interrupt),
          engine_(settings.engine),
          progress_(chosen_.games.size(), "game") {
        if (!settings.output) return;
        file_.emplace(*settings.output, *settings.analysis.recorded);
        note_other_settings();
    }

    [[nodiscard]] ExitStatus run() {
        for (const Game& game : chosen_.games) {
            const GameTotals* const known = file_ ? file_->find(key_of(game)) : nullptr;
            // The table counts what the file says.
            if (known != nullptr) table_.add(*known);
            if (known == nullptr || settings_.page) analyze(game, known != nullptr);
            if (interrupt_.raised()) break;
            ++done_;
        }
        progress_.clear();
        if (!settings_.json) std::cout << table_.text();
        if (settings_.season) {
            file_.reset(); // some systems let nobody read a locked file
            write_season(*settings_.season, *settings_.output, *settings_.analysis.recorded);
            print_message("the season is in '{}'",
                          to_text(to_path(*settings_.season) / "index.html"));
        }
        if (interrupt_.raised()) return ExitStatus::interrupted;
        return chosen_.all_read ? ExitStatus::ok : ExitStatus::failed;
    }

private:
    void note_other_settings() const {
        const auto others =
            std::count_if(chosen_.games.begin(), chosen_.games.end(), [this](const Game& game) {
                return file_->has_only_under_other_settings(key_of(game));
            });
        if (others == 0) return;
        print_message("'{}' has {} of these games with other settings or from "
                      "another version; such games are analyzed again and added",
                      *settings_.output, with_commas(static_cast<std::uint64_t>(others)));
    }

    /// If the game is known, only its page is written.
    void analyze(const Game& game, bool known) {
        engine_.forget(); // so that no game's scores depend on the games before
        const auto show = [this](std::size_t done, std::size_t all) {
            line_.show(fmt::format("game {} of {}: {} of {} moves", done_ + 1, chosen_.games.size(),
                                   done, all));
        };
        const AnalyzedGame analyzed =
            analyze_game(game, engine_, settings_.analysis, &interrupt_.flag(), show);
        line_.clear();
        // The page comes last, so that nothing else is lost if it can't be written.
        if (!known) take(analyzed);
        if (settings_.page) or_throw(replace_file(*settings_.page, report_page(analyzed)));
    }

    void take(const AnalyzedGame& game) {
        if (file_ && game.complete) file_->add(game);
        if (settings_.json) {
            std::cout << json_line(game) << '\n';
        } else if (!file_) {
            std::cout << fitted(analysis_text(game)) << '\n';
        }
        if (!file_ && !settings_.page) flush_output();
        if (game.complete) table_.add(game.totals());
        if (file_) progress_.show(done_ + 1);
    }

    const AnalyzeSettings& settings_;
    ChosenGames chosen_;
    const InterruptFlag& interrupt_;
    Engine engine_;
    PlayerTable table_;
    std::optional<AnalysisFile> file_;
    ProgressLine line_;
    JobProgress progress_;
    std::size_t done_ = 0;
};

} // namespace

ExitStatus analyze_games(const AnalyzeSettings& settings) {
    ChosenGames chosen = read_games(settings);
    check_outputs(settings, chosen);
    const InterruptFlag interrupt;
    return GamesJob(settings, std::move(chosen), interrupt).run();
}

} // namespace emilia
