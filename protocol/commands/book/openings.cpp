// `emilia book openings`: shows the lines that people play most and what a book says of them.

#include "book/openings.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/game_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/wthor_bases.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/result_json.h"

#include <iostream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia book openings --wthor PATH...: shows the lines that people have played most, with the\n"
    "number of games, the book's value at the end of the line for black, and what black's and\n"
    "white's moves have lost against the book's best moves, all in discs. A line ends where the\n"
    "games part: where no move has --share percent of them; and at each opening with a name. '?'\n"
    "marks the first move that loses more than a disc, '|' the place where a line leaves the book.";
constexpr const char* examples =
    "Examples:\n"
    "  emilia book openings --wthor wthor/ --count 20\n"
    "  emilia book openings --wthor wthor/ --years 2015-2025 --plies 8 --json\n"
    "  emilia book openings --wthor wthor/ --markdown openings.md\n";

po::options_description openings_options() {
    const OpeningLimits defaults;
    po::options_description described("Options");
    add_book_option(described, "the book (default: the built-in book combined with yours)");
    auto add = described.add_options();
    add("wthor", po::value<std::vector<std::string>>()->multitoken()->value_name("PATH..."),
        "WTHOR bases (*.wtb), or folders of them");
    add("years", po::value<std::string>()->value_name("A-B"), "use only games of these years");
    add("count", po::value<int>()->value_name("N")->default_value(static_cast<int>(defaults.lines)),
        "show the N most played lines");
    add("share", po::value<int>()->value_name("PERCENT")->default_value(defaults.share),
        "a line goes on while one move has this share of its games");
    add("plies", po::value<int>()->value_name("N"), "show lines of N plies instead");
    add("json", "print JSON");
    add("markdown", po::value<std::string>()->value_name("FILE"),
        "write the table as Markdown, for a page");
    return described;
}

struct Job {
    OpeningLimits limits;
    std::vector<std::string> bases;
    Years years;
    std::optional<std::string> markdown;
};

Job chosen_job(const ParsedOptions& options) {
    if (!options.positional.empty())
        throw UsageError(fmt::format("book openings takes no argument '{}'; name game bases with "
                                     "--wthor",
                                     options.positional.front()));
    const auto bases = options.get<std::vector<std::string>>("wthor");
    if (!bases) throw UsageError("book openings needs --wthor and a game base");
    if (options.has("plies") && !options.values["share"].defaulted())
        throw UsageError("--plies and --share exclude each other");
    Job job;
    job.bases = input_paths(*bases);
    if (options.has("years")) job.years = chosen_years(options);
    job.limits.lines = static_cast<std::size_t>(in_range(options, "count", 1, 1'000'000));
    job.limits.share = in_range(options, "share", 1, 100);
    job.limits.plies = optional_in_range(options, "plies", 1, 36);
    job.markdown = output_path(options, "markdown");
    if (!job.markdown) return job;
    if (options.has("json")) throw UsageError("--json and --markdown exclude each other");
    std::vector<std::string> read = or_throw(expand_folders(job.bases));
    if (const auto book = options.get<std::string>("book")) read.push_back(input_path(*book));
    if (const auto own_book = own_book_file()) read.push_back(*own_book);
    refuse_as_output(*job.markdown, read);
    or_throw(check_replaceable(*job.markdown));
    return job;
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
    std::cout << fmt::format("{:>7}  {:>6}  {:>5}  {:>5}  line\n", "games", "value", "black",
                             "white");
    constexpr std::size_t width = 48; // of a line beside the numbers
    for (const Opening& opening : openings) {
        std::string line = marked_moves(opening);
        const std::string name = opening.name.empty() ? "" : fmt::format("  {}", opening.name);
        std::string numbers = fmt::format("{:>7}  {:>6}  {:>5.2f}  {:>5.2f}",
                                          with_commas(opening.games), value_text(opening),
                                          opening.black_loss.discs(), opening.white_loss.discs());
        while (line.size() > width) {
            std::cout << fmt::format("{}  {}\n", numbers, line.substr(0, width));
            line.erase(0, width);
            numbers.assign(numbers.size(), ' ');
        }
        if (line.size() + name.size() > width) {
            std::cout << fmt::format("{}  {}\n", numbers, line);
            line.clear();
            numbers.assign(numbers.size(), ' ');
        }
        std::cout << fmt::format("{}  {}{}\n", numbers, line, name);
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
    po::options_description described = openings_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    const Job job = chosen_job(options);
    const Book book = chosen_book(options);
    Complaints complaints;
    const auto numbered = games_of_bases(job.bases, job.years, complaints);
    std::vector<const WthorGame*> games;
    for (const NumberedGame& game : numbered) games.push_back(&game.game);
    const std::vector<Opening> openings = most_played(games, book, job.limits);
    if (openings.empty())
        throw std::runtime_error("no line was played in two of these games or more");
    if (job.markdown) {
        or_throw(replace_file(*job.markdown, markdown_of(openings)));
        std::cout << fmt::format("{} in '{}'\n", counted(openings.size(), "line"),
                                 printable(*job.markdown));
    } else if (options.has("json")) {
        for (const Opening& opening : openings) std::cout << to_json(opening).dump() << '\n';
    } else {
        print_table(openings);
    }
    return complaints.any() ? ExitStatus::failed : ExitStatus::ok;
}

} // namespace emilia
