#include "book/opening_names.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/games_report.h"
#include "protocol/reports/result_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The first `columns` characters of a text, filled up with blanks.
std::string column(std::string_view text, std::size_t columns) {
    std::string cell;
    std::size_t used = 0;
    for (const char character : text) {
        const bool begins_character = (character & 0xC0) != 0x80;
        if (begins_character && used == columns) return cell;
        if (begins_character) ++used;
        cell += character;
    }
    return cell.append(columns - used, ' ');
}

/// A line of a table without blanks at its end.
std::string row(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

std::string lead_text(const Tally& tally) {
    const auto lead = tally.mean_lead();
    return lead ? fmt::format("{:+.1f}", *lead) : "-";
}

std::string year_text(int year) {
    return year == 0 ? "" : fmt::format("{}", year);
}

std::string sum_text(const Tally& tally) {
    std::string text = counted(tally.games, "game");
    if (tally.games == 0) return text;
    text += fmt::format(", {} won, {} drawn, {} lost", with_commas(tally.wins),
                        with_commas(tally.draws), with_commas(tally.losses));
    if (tally.points()) text += fmt::format(", {}", points_text(tally));
    if (tally.mean_lead()) text += fmt::format(", {} discs", lead_text(tally));
    return text;
}

std::string heading(const GamesReport& report) {
    std::string text =
        report.chosen == report.all
            ? fmt::format("{}\n", counted(report.all, "game"))
            : fmt::format("{} of {}\n", with_commas(report.chosen), counted(report.all, "game"));
    const auto add = [&text](std::string_view side, const Tally& tally) {
        text += fmt::format("{}: {}\n", side, sum_text(tally));
    };
    add(report.has_player ? "with black" : "black", report.as_black);
    if (report.has_player) add("with white", report.as_white);
    return text;
}

std::string moves_text(const GameBase& base, const GamesReport& report) {
    const Position& position = report.position->position();
    const std::string_view opening = opening_name(*report.position);
    std::string text = fmt::format("\n{}\n\n", draw_board(position));
    if (!opening.empty()) text += fmt::format("opening: {}\n", opening);
    if (report.moves.empty()) return text;
    text +=
        fmt::format("results for {}:\n{:4}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>5}  {:4}  {}\n",
                    to_string(position.to_move), "move", "games", "won", "drawn", "lost", "points",
                    "discs", "last", "most often by");
    for (const PlayedNext& next : report.moves) {
        const Tally& tally = next.tally;
        const std::string by =
            next.times == 0 ? ""
                            : fmt::format("{} {}", with_commas(next.times), base.text(next.player));
        constexpr std::size_t rest = 20;
        text += row(fmt::format(
            "{:4}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>5}  {:4}  {}",
            next.move == Square::none ? "end" : to_string(next.move), with_commas(tally.games),
            with_commas(tally.wins), with_commas(tally.draws), with_commas(tally.losses),
            points_text(tally), lead_text(tally), year_text(tally.last_year), column(by, rest)));
    }
    return text;
}

std::string list_text(const GameBase& base, const GamesReport& report) {
    if (report.list->empty()) return "";
    constexpr std::size_t name = 18;
    const auto line = [](std::string_view number, std::string_view year, std::string_view black,
                         std::string_view score, std::string_view white, std::string_view opening) {
        return row(fmt::format("{:>7}  {:4}  {}  {:>5}  {}  {}", number, year, column(black, name),
                               score, column(white, name), column(opening, name)));
    };
    std::string text = '\n' + line("", "year", "black", "score", "white", "opening");
    for (const auto& [number, game, opening] : *report.list) {
        text += line(with_commas(number), year_text(game.year), base.text(game.black),
                     score_text(game), base.text(game.white), opening);
    }
    return text + and_more(report.chosen, report.list->size(), "game");
}

std::string side_text(const GamesReport& report, Color side) {
    return fmt::format("{} {}", report.has_player ? "with" : "results for", to_string(side));
}

std::string groups_text(const GamesReport& report, const GroupReport& group) {
    if (group.groups.empty()) return "";
    constexpr std::size_t name = 28;
    std::string text = "\n";
    if (group.side) text += side_text(report, *group.side) + ":\n";
    text += fmt::format("{}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>5}\n", column(group.what, name),
                        "games", "won", "drawn", "lost", "points", "discs");
    const std::size_t shown = std::min(group.groups.size(), report.most_rows);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& [what, tally] = group.groups[i];
        text += fmt::format("{}  {:>7}  {:>7}  {:>6}  {:>7}  {:>6}  {:>5}\n",
                            column(what.empty() ? "-" : what, name), with_commas(tally.games),
                            with_commas(tally.wins), with_commas(tally.draws),
                            with_commas(tally.losses), points_text(tally), lead_text(tally));
    }
    return text + and_more(group.groups.size(), shown, "row");
}

std::string exits_text(const GamesReport& report, const ExitReport& exits) {
    if (exits.exits.empty()) return "";
    std::string text = fmt::format("\n{}:\n{:>7}  {:>6}  {:>5}  {:5}  {:4}  {:4}  {}\n",
                                   side_text(report, exits.side), "games", "points", "discs", "who",
                                   "move", "book", "after");
    const std::size_t shown = std::min(exits.exits.size(), report.most_rows);
    for (std::size_t i = 0; i < shown; ++i) {
        const BookExit& exit = exits.exits[i];
        std::string_view who = to_string(exit.mover);
        if (report.has_player) who = exit.mover == exits.side ? "own" : "other";
        std::string begin =
            fmt::format("{:>7}  {:>6}  {:>5}  {:5}  {:4}  {:4}", with_commas(exit.tally.games),
                        points_text(exit.tally), lead_text(exit.tally), who, to_string(exit.move),
                        exit.best ? to_string(exit.best->square) : "-");
        std::string line = to_string(exit.line);
        constexpr std::size_t width = 36; // of the moves beside the rest, an even number
        do {
            text += row(fmt::format("{}  {}", begin, line.substr(0, width)));
            line.erase(0, width);
            begin.assign(begin.size(), ' ');
        } while (!line.empty());
    }
    return text + and_more(exits.exits.size(), shown, "row");
}

} // namespace

std::string points_text(const Tally& tally) {
    const auto points = tally.points();
    return points ? fmt::format("{:.1f}%", *points) : "-";
}

std::string and_more(std::size_t all, std::size_t shown, std::string_view what) {
    if (shown >= all) return "";
    return fmt::format("{} of {} shown; --count N shows more\n", with_commas(shown),
                       counted(all, what));
}

std::string score_text(const BaseGame& game) {
    if (game.lead != BaseGame::unknown_lead) {
        constexpr double hundredths = 100;
        const double lead = game.lead / hundredths;
        return to_disc_counts(result_of_lead(lead)).value_or(fmt::format("{:+}", lead));
    }
    switch (game.winner) {
    case Winner::black: return "1-0";
    case Winner::white: return "0-1";
    case Winner::nobody: return "draw";
    case Winner::unknown: break;
    }
    return "*";
}

std::string games_text(const GameBase& base, const GamesReport& report) {
    std::string text = heading(report);
    if (report.position) text += moves_text(base, report);
    if (report.groups) {
        for (const GroupReport& group : *report.groups) text += groups_text(report, group);
    }
    if (report.exits) {
        for (const ExitReport& exits : *report.exits) text += exits_text(report, exits);
    }
    if (report.list) text += list_text(base, report);
    return text;
}

} // namespace emilia
