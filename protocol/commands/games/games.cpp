// `emilia games`: looks up the games of files by position, player, opening and year.

#include "book/opening_names.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/written.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/games/games_input.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/games_report.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia games FILE...: looks games up by position, player, opening and year.\n"
    "FILE is any file that 'emilia convert' reads, or a folder of WTHOR bases. With --through it\n"
    "shows the moves that were played in a position, how they scored, and the games; symmetric\n"
    "positions count as one, by whatever order of moves a game came there. With --player results\n"
    "are those of the player, with each colour; points are wins and half of the draws.\n"
    "\n"
    "Many games are read once: an index in your cache folder, or in --index-file, keeps them "
    "until\n"
    "one of the files changes.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia games wthor/ --through f5d6c3d3c4\n"
    "  emilia games wthor/ --player tastet --against 'murakami takeshi'\n"
    "  emilia games wthor/ --player tastet --by opening\n"
    "  emilia games wthor/ --player tastet --color black --by book\n"
    "  emilia games wthor/ --opening tiger --by year --count 60\n"
    "  emilia games wthor/ --event 'world champ' --years 1980 --index 3 --to pgn\n"
    "  emilia games my-games.sgf --result lost --player anna --json\n";

enum class By : std::uint8_t { game, move, opening, year, event, player, book };

struct ByName {
    std::string_view name;
    By by;
};

constexpr auto all_by = std::to_array<ByName>({
    {"game", By::game},
    {"move", By::move},
    {"opening", By::opening},
    {"year", By::year},
    {"event", By::event},
    {"player", By::player},
    {"book", By::book},
});

struct GamesSettings {
    GamesInput input;
    GameFilter filter;
    std::optional<Game> through; ///< the way to the filter's position
    std::string opening;         ///< a part of its name
    std::optional<GameSelection::Range> index;
    const WrittenFormat* format = written_formats.data();
    std::optional<By> by;
    std::size_t count = 20;
    bool json = false;
    std::optional<std::string> book_file;
};

void add_filter(CommandOptions& options, GamesSettings& settings) {
    GameFilter& filter = settings.filter;
    options.group("Choice of games (a game must match all of these)");
    options.parsed(
        "through", "POSITION",
        [&settings](const std::string& word) {
            settings.through = given_game({word});
            settings.filter.through = settings.through->position().board;
        },
        "only games through this position: moves such as f5d6c3, or a board in quotes");
    const auto name = [&options](const char* option, std::string& part, const char* help) {
        options.parsed(
            option, "NAME",
            [option, &part](const std::string& word) {
                check_usage(!word.empty(), "--{} needs a name or a part of it", option);
                part = word;
            },
            help);
    };
    name("player", filter.player, "a part of the name of either player; case doesn't matter");
    name("against", filter.against, "a part of the name of the player's opponent");
    add_color(options, filter.color, "the player's colour: black or white");
    name("event", filter.event, "a part of the tournament's name");
    name("opening", settings.opening, "a part of the name of the opening");
    add_years(options, filter.years, "a year, or the first and the last year");
    options.choice(
        "result", "RESULT", choices_from(wanted_results),
        [&filter](const std::string& word) {
            filter.result = named(wanted_results, "result", word).result;
        },
        "who won: black, white or draw; with --player also won or lost");
    options.parsed(
        "index", "N", [&settings](const std::string& word) { settings.index = parse_index(word); },
        "print game number N of the list, or games A to B: A-B, whole");
    options.finally([&options, &filter] {
        for (const char* of_player : {"against", "color"}) {
            check_usage(!options.given(of_player) || !filter.player.empty(), "--{} needs --player",
                        of_player);
        }
        check_usage(filter.result < WantedResult::won || !filter.player.empty(),
                    "--result won and lost need --player; without it say black, white or draw");
    });
}

GamesSettings read_games_settings(const Arguments& arguments) {
    GamesSettings settings;
    CommandOptions options(usage, examples);
    options.choice(
        "by", "WHAT", choices_from(all_by),
        [&settings](const std::string& word) { settings.by = named(all_by, "by", word).by; },
        "show results by move, opening, year, event or player (with --player: by opponent), or "
        "the moves by which games leave the opening book: book; game lists the games (default: "
        "game; with --through the moves come first)");
    options.number("count", "N", settings.count, {1, 1'000'000'000},
                   "show at most N games or rows");
    options.choice(
        "to", "FORMAT", choices_from(written_formats),
        [&settings](const std::string& word) {
            settings.format = &named(written_formats, "to", word);
        },
        "the format of --index: ggf, sgf, pgn, moves or board (the last position)", "ggf");
    options.flag("json", settings.json, "print JSON");
    options.output("index-file", "FILE", settings.input.index_file,
                   "keep the games and the index of their positions in FILE (default: for many "
                   "games a file in your cache folder)");
    add_book(options, settings.book_file,
             "the book for --by book (default: the built-in book combined with yours)");
    add_filter(options, settings);
    const Arguments words = options.read(arguments);

    check_usage(!words.empty(), "games needs a file of games");
    for (const std::string& word : words) {
        std::error_code ignored;
        check_usage(word == "-" || !is_move_list(word)
                        || std::filesystem::exists(to_path(word), ignored),
                    "'{}' is no file; a position goes behind --through", word);
    }
    for (const char* of_tables : {"by", "count", "json"}) options.exclude("index", of_tables);
    check_usage(!options.given("to") || settings.index, "--to needs --index");
    check_usage(!options.given("book") || settings.by == By::book, "--book needs --by book");
    settings.input.files = or_throw(expand_folders(input_paths(words)));
    if (settings.input.index_file)
        refuse_as_output(*settings.input.index_file, settings.input.files);
    if (settings.by == By::move && !settings.through) {
        settings.through = Game();
        settings.filter.through = Board::start();
    }
    return settings;
}

/// Throws std::runtime_error if none of `names` contains `part`.
void check_known(std::string_view what, const std::string& part,
                 const std::set<std::string_view>& names) {
    const auto contains_part = [&part](std::string_view name) {
        return contains_ignoring_case(name, part);
    };
    if (std::any_of(names.begin(), names.end(), contains_part)) return;
    // A whole name or one word of it may have been meant.
    std::set<std::string_view> words = names;
    for (std::string_view name : names) {
        while (!name.empty()) words.insert(take_word(name));
    }
    words.erase("");
    std::string meant = part;
    if (!meant.empty()) meant.front() = to_upper(meant.front());
    const std::vector<std::string_view> candidates(words.begin(), words.end());
    fail("no {} of these games has '{}' in its name{}", what, part,
         did_you_mean(meant, candidates));
}

class GamesQuery {
public:
    GamesQuery(const GamesSettings& settings, const IndexedGames& games)
        : settings_(settings),
          games_(games),
          base_(games.base),
          openings_(games.base, games.index) {
        check_names();
        chosen_ = choose(base_, games_.index, settings_.filter);
        if (settings_.opening.empty()) return;
        check_opening();
        openings_.keep(chosen_, settings_.opening);
    }

    void print_games() const {
        const auto [first, last] = *settings_.index;
        if (first > chosen_.size()) {
            fail("there is no game {} in this list, which has {}", with_commas(first),
                 counted(chosen_.size(), "game"));
        }
        std::vector<BaseGame> picked;
        for (std::size_t i = first; i <= std::min(last, chosen_.size()); ++i)
            picked.push_back(base_[chosen_[i - 1].game]);
        for (const Game& game : whole_records(games_, picked)) {
            if (settings_.format->name == "moves" && game.start() != Position{}) {
                fail("a game of these has its own start position, which moves don't say; use --to "
                     "ggf, sgf or pgn");
            }
            std::cout << settings_.format->write(game) << '\n';
        }
    }

    void print_report() const {
        const GamesReport report = this->report();
        if (settings_.json) {
            std::cout << line_of(games_json(games_, report)) << '\n';
        } else {
            std::cout << fitted(games_text(base_, report));
        }
    }

private:
    void check_names() const {
        const GameFilter& filter = settings_.filter;
        if (!filter.player.empty()) {
            const auto players = names({&BaseGame::black, &BaseGame::white});
            check_known("player", filter.player, players);
            check_known("player", filter.against, players);
        }
        if (!filter.event.empty()) check_known("event", filter.event, names({&BaseGame::event}));
    }

    /// The texts that the games have in these places.
    [[nodiscard]] std::set<std::string_view>
    names(const std::vector<TextNumber BaseGame::*>& places) const {
        std::vector<bool> seen(base_.texts().size());
        for (const BaseGame& game : base_.games()) {
            for (const auto place : places) seen[game.*place] = true;
        }
        std::set<std::string_view> names;
        for (TextNumber number = 0; number < seen.size(); ++number) {
            if (seen[number]) names.insert(base_.text(number));
        }
        return names;
    }

    void check_opening() const {
        std::set<std::string_view> openings;
        for (const ChosenGame& game : chosen_) openings.insert(openings_.name(game.game));
        if (!chosen_.empty()) check_known("opening", settings_.opening, openings);
    }

    [[nodiscard]] GamesReport report() const {
        const By by = settings_.by.value_or(By::game);
        const bool has_moves = by == By::move || !settings_.by;
        GamesReport report = games_report(base_, chosen_, settings_.filter.has_player(),
                                          has_moves ? settings_.through : std::nullopt);
        report.most_rows = settings_.count;
        if (by == By::game)
            report.list = listed_games(base_, openings_, chosen_, 1, settings_.count);
        if (by == By::book) report.exits = exits();
        if (by == By::opening || by == By::year || by == By::event || by == By::player)
            report.groups = groups(by);
        return report;
    }

    /// The sides from which the results are shown.
    [[nodiscard]] std::vector<Color> sides() const {
        if (!settings_.filter.has_player()) return {Color::black};
        return {Color::black, Color::white};
    }

    [[nodiscard]] std::vector<ExitReport> exits() const {
        const Book book = chosen_book(settings_.book_file);
        std::vector<ExitReport> exits;
        for (const Color side : sides())
            exits.push_back({side, book_exits(base_, chosen_, side, book)});
        return exits;
    }

    [[nodiscard]] std::vector<GroupReport> groups(By by) const {
        const bool has_player = settings_.filter.has_player();
        if (by == By::player && !has_player)
            return {{"player", std::nullopt, grouped_by_player(base_, chosen_)}};
        std::string what(all_by[static_cast<std::size_t>(by)].name);
        if (by == By::player) what = "opponent";
        std::vector<GroupReport> reports;
        for (const Color side : sides()) {
            reports.push_back({what, side, grouped(base_, chosen_, side, group_of(by))});
            auto& groups = reports.back().groups;
            if (by == By::year) {
                std::sort(groups.begin(), groups.end(),
                          [](const GameGroup& a, const GameGroup& b) { return a.name < b.name; });
            }
        }
        return reports;
    }

    [[nodiscard]] GroupOf group_of(By by) const {
        switch (by) {
        case By::opening:
            return [this](const ChosenGame& game, Color) {
                return std::string(openings_.name(game.game));
            };
        case By::year:
            return [this](const ChosenGame& game, Color) {
                const int year = base_[game.game].year;
                return year == 0 ? std::string() : fmt::format("{}", year);
            };
        case By::event:
            return [this](const ChosenGame& game, Color) {
                return base_.text(base_[game.game].event);
            };
        default:
            return [this](const ChosenGame& game, Color side) {
                const BaseGame& of_both = base_[game.game];
                return base_.text(side == Color::black ? of_both.white : of_both.black);
            };
        }
    }

    const GamesSettings& settings_;
    const IndexedGames& games_;
    const GameBase& base_;
    const GameOpenings openings_;
    std::vector<ChosenGame> chosen_;
};

} // namespace

ExitStatus run_games(const Arguments& arguments) {
    const GamesSettings settings = read_games_settings(arguments);
    Complaints complaints;
    const InterruptFlag interrupt;
    const auto games = read_indexed(settings.input, complaints, interrupt);
    if (!games || interrupt.raised()) return ExitStatus::interrupted;
    if (games->base.size() == 0) throw std::runtime_error("no games to look up");
    const GamesQuery query(settings, *games);
    if (settings.index) {
        query.print_games();
    } else {
        query.print_report();
    }
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
