// `emilia book openings`: shows the lines that people play most and what a book says of them.

#include "book/openings.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <iostream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia book openings --wthor PATH...: shows the lines that people have played most, with the\n"
    "number of games, the book's value at the end of the line for black, and what black's and\n"
    "white's moves have lost against the book's best moves, all in discs. A line ends where\n"
    "no move has --share percent of its games, and at each opening with a name. '?' marks"
    "  the first move that loses more than a disc, '|' the place where a line leaves the book.";
constexpr const char* examples =
    "Examples:\n"
    "  emilia book openings --wthor wthor/ --count 20\n"
    "  emilia book openings --wthor wthor/ --years 2015-2025 --plies 8 --json\n"
    "  emilia book openings --wthor wthor/ --markdown openings.md\n";

struct OpeningsSettings {
    std::optional<std::string> book_file;
    std::vector<std::string> bases;
    std::optional<Years> years;
    OpeningLimits limits;
    bool json = false;
    std::optional<std::string> markdown;
};

OpeningsSettings read_openings_settings(const Arguments& arguments) {
    OpeningsSettings settings;
    OpeningLimits& limits = settings.limits;
    CommandOptions options(usage, examples);
    add_book(options, settings.book_file);
    options.texts("wthor", "PATH...", settings.bases, "WTHOR bases (*.wtb), or folders of them");
    add_years(options, settings.years, "use only games of these years");
    options.number("count", "N", limits.lines, {1, 1'000'000}, "show the N most played lines");
    options.number("share", "PERCENT", limits.share, {1, 100},
                   "continue a line while one move has this share of its games");
    options.number("plies", "N", limits.plies, {1, 36}, "show lines of N plies instead");
    options.flag("json", settings.json, "print JSON");
    options.output("markdown", "FILE", settings.markdown,
                   "write the table as Markdown, for a page");
    options.read_all(arguments,
                     "book openings takes no argument '{}'; name game bases with --wthor");
    check_usage(!settings.bases.empty(), "book openings needs --wthor and a game base");
    options.exclude("plies", "share");
    settings.bases = input_paths(settings.bases);
    if (!settings.markdown) return settings;
    options.exclude("json", "markdown");
    std::vector<std::string> read = or_throw(expand_folders(settings.bases));
    for (std::string& file : files_read({}, settings.book_file)) read.push_back(std::move(file));
    refuse_as_output(*settings.markdown, read);
    or_throw(check_replaceable(*settings.markdown));
    return settings;
}

/// The moves with the marks of the table.
std::string marked_moves(const Opening& opening) {
    std::string text;
    std::size_t ply = 0;
    for (const PlayedMove& played : opening.game.moves()) {
        if (ply == opening.moves_in_book) text += '|';
        text += to_string(played.move);
        ++ply;
        if (opening.mistake && opening.mistake->ply == ply) text += '?';
    }
    return text;
}

std::string value_text(const Opening& opening) {
    return opening.black_value ? fmt::format("{:+.2f}", opening.black_value->discs()) : "-";
}

void print_table(const std::vector<Opening>& openings) {
    print("{:>7}  {:>6}  {:>5}  {:>5}  line\n", "games", "value", "black", "white");
    constexpr std::size_t width = 48; // of a line beside the numbers
    for (const Opening& opening : openings) {
        std::string line = marked_moves(opening);
        const std::string name = opening.name.empty() ? "" : fmt::format("  {}", opening.name);
        std::string numbers = fmt::format("{:>7}  {:>6}  {:>5.2f}  {:>5.2f}",
                                          with_commas(opening.games), value_text(opening),
                                          opening.black_loss.discs(), opening.white_loss.discs());
        while (line.size() > width) {
            print("{}  {}\n", numbers, line.substr(0, width));
            line.erase(0, width);
            numbers.assign(numbers.size(), ' ');
        }
        if (line.size() + name.size() > width) {
            print("{}  {}\n", numbers, line);
            line.clear();
            numbers.assign(numbers.size(), ' ');
        }
        print("{}  {}{}\n", numbers, line, name);
    }
}

nlohmann::ordered_json to_json(const Opening& opening) {
    nlohmann::ordered_json object = {
        {"format", json_format},
        {"games", opening.games},
        {"moves", to_json(moves_of(opening.game))},
        {"moves_in_book", opening.moves_in_book},
        {"black_loss", discs_json(opening.black_loss)},
        {"white_loss", discs_json(opening.white_loss)},
    };
    if (!opening.name.empty()) object["opening"] = opening.name;
    if (opening.black_value) object["black_value"] = discs_json(*opening.black_value);
    if (opening.mistake) {
        object["mistake"] = {{"ply", opening.mistake->ply},
                             {"move", to_string(opening.mistake->move)},
                             {"loss", discs_json(opening.mistake->loss)}};
    }
    return object;
}

std::string markdown_of(const std::vector<Opening>& openings) {
    std::string text = "| games | line | opening | value | black lost | white lost | first mistake "
                       "|\n| ---: | --- | --- | ---: | ---: | ---: | --- |\n";
    for (const Opening& opening : openings) {
        const std::size_t plies = opening.game.moves().size();
        std::string mistake;
        if (opening.mistake)
            mistake = fmt::format("{}. {} {:.2f}", opening.mistake->ply,
                                  to_string(opening.mistake->move), opening.mistake->loss.discs());
        if (opening.moves_in_book < plies)
            mistake += fmt::format("{}leaves the book at move {}", mistake.empty() ? "" : "; ",
                                   opening.moves_in_book + 1);
        text += fmt::format("| {} | {} | {} | {} | {:.2f} | {:.2f} | {} |\n",
                            with_commas(opening.games), to_string(moves_of(opening.game)),
                            opening.name, value_text(opening), opening.black_loss.discs(),
                            opening.white_loss.discs(), mistake);
    }
    return text;
}

} // namespace

ExitStatus run_book_openings(const Arguments& arguments) {
    const OpeningsSettings settings = read_openings_settings(arguments);
    const Book book = chosen_book(settings.book_file);
    Complaints complaints;
    const auto numbered =
        games_of_bases(settings.bases, settings.years.value_or(Years{}), complaints);
    std::vector<const WthorGame*> games;
    for (const NumberedGame& game : numbered) games.push_back(&game.game);
    const std::vector<Opening> openings = most_played(games, book, settings.limits);
    if (openings.empty())
        throw std::runtime_error("no line was played in two of these games or more");
    if (settings.markdown) {
        or_throw(replace_file(*settings.markdown, markdown_of(openings)));
        print("{} in '{}'\n", counted(openings.size(), "line"), printable(*settings.markdown));
    } else if (settings.json) {
        for (const Opening& opening : openings) std::cout << to_json(opening).dump() << '\n';
    } else {
        print_table(openings);
    }
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
