#include "book/opening_names.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_files.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/formats/wthor.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/conversion_summary.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"

#include <array>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia convert FILE...: reads games and writes all or some of them in another format.\n"
    "It reads GGF, SGF, PGN, WTHOR (*.wtb files and folders of them), listings with one game per\n"
    "line, move lists, boards with moves and Othello Quest's JSON, also compressed, and "
    "recognises\n"
    "the format by the contents. The names of a WTHOR base come from the files WTH.JOU and "
    "WTH.TRN\n"
    "beside it, which are also written beside a new base. FILE - is standard input, and --output "
    "-\n"
    "is standard output.\n"
    "The summary and problems go to standard error. A game that cannot be read is skipped, and\n"
    "the exit status is then 1. The fields of a listing are separated by two blanks:\n"
    "  1980  World Championship  Cerf Jonathan  44-20  Mimura Takuya  f5d6c3d3c4f4...";

constexpr const char* examples =
    "Examples:\n"
    "  emilia convert games.sgf\n"
    "  emilia convert games.zip --to moves\n"
    "  curl https://example.org/games.pgn | emilia convert - --to ggf\n"
    "  emilia convert wthor/ --player tastet --years 1980-1989 --output tastet.ggf\n"
    "  emilia convert wthor/WTH_1980.wtb --to text | grep -n Cerf\n"
    "  emilia convert wthor/WTH_1980.wtb --event 'world champ' --output final.wtb\n"
    "  emilia convert games.ggf --index 3 --to moves\n"
    "  emilia convert games.ggf --openings --output named.pgn\n";

/// A game without its names; nothing if it doesn't begin at the usual start.
std::optional<std::string> to_moves(const Game& game) {
    if (game.start() != Position{}) return std::nullopt;
    const std::vector<Square> moves = moves_of(game);
    return moves.empty() ? "-" : to_string(moves);
}

struct Format {
    std::string_view name;
    std::string_view extension;
    /// The game as one line, in PGN as several; nothing if the format can't represent it. A WTHOR
    /// base is written as a whole.
    std::optional<std::string> (*write)(const Game& game);
    bool has_openings; ///< whether it has a place for the opening's name
};

constexpr auto formats = std::to_array<Format>({
    {"ggf", ".ggf", [](const Game& game) { return std::optional(to_ggf(game)); }, true},
    {"sgf", ".sgf", [](const Game& game) { return std::optional(to_sgf(game)); }, true},
    {"pgn", ".pgn", [](const Game& game) { return std::optional(to_pgn(game)); }, true},
    {"wthor", ".wtb", nullptr, false},
    {"text", ".txt", to_game_line, false},
    {"moves", "", to_moves, false},
});

struct ConvertSettings {
    std::vector<std::string> files;
    const Format* format = formats.data();
    std::optional<std::string> output; ///< none: standard output
    GameSelection selection;
    bool names_openings = false;

    [[nodiscard]] bool makes_base() const noexcept { return format->write == nullptr; }
};

const Format* format_by_name(const std::string& name) {
    for (const Format& format : formats) {
        if (format.name == name) return &format;
    }
    throw UsageError("--to must be ggf, sgf, pgn, wthor, text or moves, not '{}'", name);
}

const Format* format_by_extension(const std::string& path) {
    const std::string extension = to_text(to_path(path).extension());
    for (const Format& format : formats) {
        if (!extension.empty() && equal_ignoring_case(format.extension, extension)) return &format;
    }
    throw UsageError("'{}' does not end in .ggf, .sgf, .pgn, .wtb or .txt; give the "
                     "format with --to",
                     path);
}

ConvertSettings read_convert_settings(const Arguments& arguments) {
    ConvertSettings settings;
    auto& [files, format, output, selection, names_openings] = settings;
    const Format* named_format = nullptr;
    CommandOptions options(usage, examples);
    options.choice(
        "to", "KIND", choices_from(formats),
        [&](const std::string& name) { named_format = format_by_name(name); },
        "ggf, sgf, pgn, wthor (only from one WTHOR base), text (a listing) or moves (default: by "
        "the extension of --output, .ggf .sgf .pgn .wtb .txt; otherwise ggf)");
    options.parsed(
        "output,o", "FILE",
        [&settings](const std::string& word) {
            if (word != "-") settings.output = output_file("output", word);
        },
        "write to FILE instead of standard output; FILE is replaced only when all is written");
    options.flag("openings", names_openings,
                 "write the names of the openings, where the format has a place for them: CO in "
                 "GGF, ON in SGF, Opening in PGN");
    add_selection(options, selection);
    const Arguments words = options.read(arguments);
    check_usage(!words.empty(), "convert needs a file of games");
    if (named_format != nullptr) {
        format = named_format;
    } else if (output) {
        format = format_by_extension(*output);
    }
    check_usage(!names_openings || format->has_openings,
                "--openings needs --to ggf, sgf or pgn; {} has no place for the names",
                format->name);
    files = or_throw(expand_folders(input_paths(words)));
    if (output) refuse_as_output(*output, files);
    check_usage(!settings.makes_base() || files.size() == 1,
                "--to wthor needs exactly one base, because it keeps the numbers of its players, "
                "not {} files; convert each by itself",
                files.size());
    return settings;
}

/// Writes to standard output as it goes, or replaces a file when everything is written.
class Output {
public:
    explicit Output(std::optional<std::string> path) : path_(std::move(path)) {
        if (!path_) return;
        or_throw(check_replaceable(*path_));
    }

    void add(std::string_view text) {
        constexpr std::size_t enough = 1 << 20;
        text_ += text;
        if (!path_ && text_.size() >= enough) flush();
    }

    void finish() {
        if (!path_) {
            flush();
            return;
        }
        or_throw(replace_file(*path_, text_));
    }

private:
    void flush() {
        std::cout << text_;
        flush_output();
        text_.clear();
    }

    std::optional<std::string> path_;
    std::string text_;
};

/// What a player or tournament is called, as the end of a sentence.
std::string named(const std::string& name) {
    return name.empty() ? "without a name" : fmt::format("'{}'", name);
}

class Conversion {
public:
    explicit Conversion(const ConvertSettings& settings)
        : settings_(settings),
          output_(settings.output),
          reader_([this](Parsed<Game> game) { take(std::move(game)); },
                  [this](const std::string& problem) { note(problem); },
                  [](const std::string& note) { print_message(note); }) {}

    [[nodiscard]] ExitStatus run() {
        if (settings_.makes_base()) {
            write_base();
        } else {
            for (const std::string& path : settings_.files) read(path);
        }
        complaints_.finish();
        if (summary_.written() == 0) throw std::runtime_error(why_nothing_is_written());
        if (settings_.output) refuse_as_output(*settings_.output, reader_.files()); // names, too
        output_.finish();
        if (written_names_) {
            or_throw(write_names_beside(*settings_.output, *written_names_));
        }
        std::cerr << summary_.text();
        return complaints_.any() ? ExitStatus::failed : ExitStatus::ok;
    }

private:
    [[nodiscard]] std::string why_nothing_is_written() const {
        if (summary_.read() == 0) return "no games to write";
        if (chosen_ > 0) return "none of the selected games can be written in this format";
        return none_selected(settings_.selection, index_) + ", so nothing is written";
    }

    void note(const std::string& problem) { complaints_.add(problem); }

    void read(const std::string& path) {
        if (const auto done = reader_.read(path); !done) note(done.error());
    }

    void take(Parsed<Game> game) {
        ++index_;
        if (!game) {
            summary_.count_unreadable();
            return note(game.error().message);
        }
        summary_.count_read();
        if (!settings_.selection.takes(index_, *game)) return;
        ++chosen_;
        if (settings_.names_openings) name_opening(*game);
        write(*game);
    }

    void write(const Game& game) {
        const auto text = settings_.format->write(game);
        if (!text) {
            return note(fmt::format("game {} has its own start position, which only --to ggf, "
                                    "sgf and pgn can store; it is skipped",
                                    index_));
        }
        output_.add(*text);
        output_.add("\n");
        summary_.count_written(index_, game);
    }

    void write_base() {
        const std::string& path = settings_.files.front();
        const auto bytes = or_throw(read_file(path));
        if (!looks_like_wthor(bytes)) {
            fail("'{}' is not a WTHOR base; --to wthor needs one, because it numbers "
                 "the players and "
                 "records scores under perfect play; use --to ggf, sgf or text",
                 path);
        }
        auto base = or_throw(parse_wthor_file(path, bytes));
        const WthorNameBook& names = reader_.names_beside(path);
        index_ = base.games.size() + base.damaged.size();
        for (const DamagedWthorGame& damaged : base.damaged) {
            summary_.count_unreadable();
            note(damage_text(path, damaged));
        }
        select(base, names);
        output_.add(to_wthor(base));
        if (!settings_.output) return;
        if (would_name_other_bases(*settings_.output, names)) {
            fail("beside '{}' are other bases without names, which would get the names of '{}'; "
                 "nothing is written; choose another folder for --output",
                 *settings_.output, path);
        }
        const WthorNameBook& there = reader_.names_beside(*settings_.output);
        for (const WthorGame& game : base.games) {
            for (const std::uint16_t player : {game.black, game.white})
                refuse_another_name(names.players, there.players, player);
            refuse_another_name(names.tournaments, there.tournaments, game.tournament);
        }
        written_names_ = names;
    }

    /// A file of names in the folder of the output is kept, and its names become those of the
    /// written games. Throws std::runtime_error if it has another name for the number.
    void refuse_another_name(const WthorNames& here, const WthorNames& there,
                             std::size_t number) const {
        if (there.bytes.empty()) return;
        const std::string name = here.name(number);
        const std::string other = there.name(number);
        if (name == other) return;
        fail("the names beside '{}' belong to other games: {} {} is {} there and {} here; "
             "nothing is written; choose another folder for --output",
             *settings_.output, here.kind == WthorNameKind::players ? "player" : "tournament",
             number, named(other), named(name));
    }

    /// Removes the games that are not selected.
    void select(WthorBase& base, const WthorNameBook& names) {
        std::erase_if(base.games, [&](const WthorGame& recorded) {
            const Game game = to_game(recorded, base.year, names);
            summary_.count_read();
            const bool takes = settings_.selection.takes(recorded.number, game);
            if (takes) summary_.count_written(recorded.number, game);
            return !takes;
        });
    }

    const ConvertSettings& settings_;
    Output output_;
    ConversionSummary summary_;
    GameFileReader reader_;
    std::optional<WthorNameBook> written_names_;
    std::size_t index_ = 0;  ///< number of the last game read
    std::size_t chosen_ = 0; ///< number of selected games
    Complaints complaints_;
};

} // namespace

ExitStatus run_convert(const Arguments& arguments) {
    const ConvertSettings settings = read_convert_settings(arguments);
    return Conversion(settings).run();
}

} // namespace emilia
