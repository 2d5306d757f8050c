#include "book/opening_names.h"
#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/games_report.h"
#include "protocol/reports/repertoire_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string discs_text(const std::optional<Score>& score) {
    return score ? fmt::format("{:+.2f}", score->discs()) : "?";
}

/// The lines of a repertoire, each to its last move.
class RepertoireLines {
public:
    explicit RepertoireLines(const RepertoireReport& report) : report_(report) {
        follow(0, {}, std::nullopt);
    }

    [[nodiscard]] std::string text() const {
        std::string text = fmt::format("{:>6}  line\n", "value");
        for (std::size_t i = 0; i < std::min(rows_.size(), report_.most_rows); ++i)
            text += fmt::format("{:>6}  {}\n", discs_text(rows_[i].value), rows_[i].line);
        return text + and_more(rows_.size(), report_.most_rows, "row");
    }

private:
    struct Row {
        std::optional<Score> value; ///< for the repertoire's side
        std::string line;
    };

    void add(const std::vector<Square>& line, const std::optional<Score>& value,
             std::string_view note) {
        std::string text = to_string(line);
        if (!note.empty()) text += fmt::format("  {}", note);
        rows_.push_back({value, std::move(text)});
    }

    /// `line` leads to the position, perhaps in another symmetry than its own; `value` is that of
    /// the side's last move.
    void follow(std::size_t number, std::vector<Square> line, std::optional<Score> value) {
        const RepertoirePosition& position = report_.repertoire.positions()[number];
        if (const auto [before, is_new] = followed_.try_emplace(number, line); !is_new) {
            const std::string same = to_string(before->second);
            return add(line, value, same.empty() ? same : fmt::format("as after {}", same));
        }
        Board board = report_.first.position().board;
        for (const Square square : line) board = board.after(square);
        const int symmetry = symmetry_between(position.board, board);
        bool continues = false;
        for (const auto& [move, next] : position.steps) {
            if (!position.own && !next) continue;
            continues = true;
            line.push_back(usual_of_symmetric(board, transformed(move.square, symmetry)));
            const auto value_after = position.own ? move.score : value;
            if (next) {
                follow(*next, line, value_after);
            } else {
                add(line, value_after, opening_name(line_to(report_, line)));
            }
            line.pop_back();
        }
        if (!continues && !line.empty()) add(line, value, opening_name(line_to(report_, line)));
    }

    const RepertoireReport& report_;
    std::vector<Row> rows_;
    std::map<std::size_t, std::vector<Square>> followed_; ///< by number, with the line
};

std::string departure_text(const Departure& departure, Color side) {
    if (departure.kind == Departure::Kind::end) return "to the end";
    const bool is_own = departure.kind == Departure::Kind::own;
    std::string text = fmt::format("{} {}", to_string(is_own ? side : opposite(side)),
                                   to_string(departure.played));
    if (departure.instead) text += fmt::format(" instead of {}", to_string(*departure.instead));
    if (!departure.line.empty()) text += fmt::format(" after {}", to_string(departure.line));
    return text;
}

std::string loss_text(const Departure& departure) {
    if (departure.kind == Departure::Kind::end) return "";
    return departure.loss ? fmt::format("{:.2f}", departure.loss->discs()) : "?";
}

} // namespace

Game line_to(const RepertoireReport& report, const std::vector<Square>& line) {
    Game game = report.first;
    for (const Square square : line) static_cast<void>(game.play(square));
    return game;
}

std::string repertoire_text(const RepertoireReport& report) {
    const Repertoire& repertoire = report.repertoire;
    const std::string_view other = to_string(opposite(report.color));
    std::string text;
    if (const auto name = opening_name(report.first); !name.empty())
        text += fmt::format("opening:  {}\n", name);
    text += fmt::format("{}:    {} to remember, in {}\n", to_string(report.color),
                        counted(repertoire.to_remember(), "position"),
                        counted(repertoire.lines(), "line"));
    text += fmt::format("{}:    at least {}, in {}\n", other,
                        counted(report.opponent.positions, "position"),
                        counted(report.opponent.lines, "line"));
    if (const std::size_t unanswered = repertoire.unanswered(); unanswered > 0)
        text += fmt::format("no reply: {} of {}; 'emilia book build --from' finds replies\n",
                            counted(unanswered, "good move"), other);
    return text + '\n' + RepertoireLines(report).text();
}

std::string departures_text(const RepertoireReport& report, const DeparturesReport& departures) {
    const auto& [all, games] = departures.departures;
    const GameBase& base = departures.games.base;
    std::string text = fmt::format("\n{:>6}  {:>6}  {:>5}  left by\n", "games", "points", "loss");
    for (std::size_t i = 0; i < std::min(all.size(), report.most_rows); ++i) {
        text += fmt::format("{:>6}  {:>6}  {:>5}  {}\n", with_commas(all[i].tally.games),
                            points_text(all[i].tally), loss_text(all[i]),
                            departure_text(all[i], report.color));
    }
    text += and_more(all.size(), report.most_rows, "departure");
    text += fmt::format("\n{:10}  {:>5}  game\n", "date", "score");
    for (std::size_t i = 0; i < std::min(games.size(), report.most_rows); ++i) {
        const BaseGame& game = base[games[i].game];
        text += fmt::format("{:10}  {:>5}  {} – {}: {}\n", base.text(game.date).substr(0, 10),
                            score_text(game), base.text(game.black), base.text(game.white),
                            departure_text(all[games[i].departure], report.color));
    }
    return text + and_more(games.size(), report.most_rows, "game");
}

std::vector<Problem> repertoire_problems(const RepertoireReport& report, const Book& book) {
    const auto discs = [](Score score) { return static_cast<int>(std::lround(score.discs())); };
    std::vector<Problem> problems;
    for (const RepertoirePosition& position : report.repertoire.positions()) {
        if (!position.to_remember() || !position.steps.front().move.score) continue;
        const RepertoireMove& own = position.steps.front().move;
        Problem problem{.position = {position.board, report.color}};
        problem.moves.push_back({own.square, discs(*own.score)});
        for (const BookMove& move : book.moves(position.board)) {
            if (move.square != own.square)
                problem.moves.push_back({move.square, discs(move.score)});
        }
        const Game game = line_to(report, position.line);
        problem.remark = "repertoire";
        const std::vector<Square> moves = moves_of(game);
        const bool is_from_start = game.start() == Position{} && !moves.empty();
        if (is_from_start) problem.remark += fmt::format(": {}", to_string(moves));
        if (const auto name = opening_name(game); !name.empty())
            problem.remark += fmt::format("{} {}", is_from_start ? "," : ":", name);
        problems.push_back(std::move(problem));
    }
    return problems;
}

} // namespace emilia
