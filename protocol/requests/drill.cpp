// The answers about what a person learns: drills, and the level that adapts to him.

#include "engine/drill/drill.h"

#include "engine/base/dates.h"
#include "engine/base/text.h"
#include "engine/notation/formats/obf.h"
#include "engine/play/adaptive_level.h"
#include "protocol/reports/drill_text.h"
#include "protocol/reports/result_json.h"
#include "protocol/requests/answers.h"
#include "protocol/requests/values.h"

#include <array>

namespace emilia {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view unknown = "show"; ///< the move of who doesn't know one

/// The problems of a text, a line each; all have scores.
std::vector<Problem> problems_in(Fields& request) {
    const std::string text = request.required_text("problems");
    std::vector<Problem> problems;
    LineReader lines(without_byte_order_mark(text));
    while (const auto line = lines.next()) {
        if (is_obf_comment(line->text)) continue;
        auto problem = parse_obf(line->text);
        if (!problem) {
            request.refuse("problems",
                           fmt::format("line {}: {}", line->number, problem.error().message));
        }
        if (problem->moves.empty()) {
            request.refuse("problems",
                           fmt::format("line {} gives no scores of moves", line->number));
        }
        problems.push_back(std::move(*problem));
    }
    return problems;
}

FlashCards cards_in(Fields& request) {
    return value_of(FlashCards::read(request.text("log").value_or("")), request.path_of("log"));
}

std::chrono::sys_days today_in(Fields& request) {
    const std::string text = request.required_text("today");
    const auto day = parse_day(text);
    if (!day) {
        request.refuse(
            "today", fmt::format("today must be a day such as 2026-11-27, not {}", in_quotes(text)),
            "a day: 2026-11-27");
    }
    return *day;
}

/// The move of the current position that `text` names; none for `show`. `path` is its place.
std::optional<Square> move_in(const std::string& text, const Drill& drill,
                              const std::string& path) {
    if (drill.is_over()) throw RequestError("the drill is over before this move", path);
    if (text == unknown) return std::nullopt;
    const Square move = value_of(parse_square(text), path);
    if (drill.current().position.board.is_legal(move)) return move;
    throw RequestError(illegal_move(move, drill.current().position), path);
}

/// The moves of a sitting so far, played again.
struct Sitting {
    std::optional<DrillVerdict> last;
    std::string answers; ///< for the log
};

Sitting play(Drill& drill, Fields& request) {
    Sitting sitting;
    const ordered_json* const moves = request.find("moves");
    if (moves == nullptr) return sitting;
    if (!moves->is_array())
        request.refuse("moves", "moves must be a list of moves", "a list of moves");
    for (std::size_t number = 0; number < moves->size(); ++number) {
        const std::string path = fmt::format("{}/{}", request.path_of("moves"), number);
        const ordered_json& text = (*moves)[number];
        if (!text.is_string()) {
            throw RequestError(fmt::format("a move is a text, not {}", Fields::shown(text)), path,
                               "a square or show");
        }
        sitting.last = drill.answer(move_in(text.get<std::string>(), drill, path));
        if (sitting.last->answer) sitting.answers += to_string(*sitting.last->answer) + '\n';
    }
    return sitting;
}

ordered_json board_json(const Position& position) {
    ordered_json json = to_json(position);
    json["moves"] = legal_json(position.board);
    return json;
}

ordered_json verdict_json(const DrillVerdict& verdict) {
    ordered_json json = board_json(verdict.problem.position);
    json["move"] = verdict.move ? to_string(*verdict.move) : std::string(unknown);
    json["right"] = verdict.right;
    json["text"] = to_text(verdict);
    json["scores"] = to_json(verdict.problem.moves);
    return json;
}

} // namespace

ordered_json Answers::drill(Fields& request, const Call&) {
    const std::vector<Problem> problems = problems_in(request);
    FlashCards cards = cards_in(request);
    const auto today = today_in(request);
    const auto count = request.number("count", drill_count_bounds).value_or(default_drill_count);
    Drill drill(problems, std::move(cards), count, today);
    const Sitting sitting = play(drill, request);
    request.end();
    ordered_json json = {{"positions", drill.positions()}, {"left", drill.left()},
                         {"answered", drill.answered()},   {"right", drill.right()},
                         {"answers", sitting.answers},     {"summary", summary_of(drill)}};
    if (!drill.is_over()) {
        json["asked"] = board_json(drill.current().position);
        json["asked"]["text"] = question_of(drill.current());
    }
    if (sitting.last) json["verdict"] = verdict_json(*sitting.last);
    if (const auto due = drill.next_due()) json["due"] = to_string(*due);
    return json;
}

ordered_json Answers::next_level(Fields& request, const Call&) {
    static constexpr auto outcomes = std::to_array<std::string_view>({"loss", "draw", "win"});
    AdaptiveLevel level;
    static_cast<void>(request.require("level"));
    level.level = *request.number("level", level_bounds);
    level.games = request.number("games", adaptive_games_bounds).value_or(0);
    const auto outcome = request.required_choice("outcome", outcomes);
    request.end();
    const AdaptiveLevel next =
        level.after_game(static_cast<Outcome>(static_cast<int>(outcome) - 1));
    return {{"level", next.level}, {"games", next.games}};
}

} // namespace emilia
