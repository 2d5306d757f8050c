#include "protocol/play/drill.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/position.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/reports/result_text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

using std::chrono::days;
using std::chrono::sys_days;

std::string date_text(sys_days day) {
    const std::chrono::year_month_day date(day);
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::optional<sys_days> parse_date(std::string_view text) {
    int year = 0;
    unsigned month = 0;
    unsigned day = 0;
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const auto read = [&text](std::size_t begin, std::size_t size, auto& number) {
        for (const char digit : text.substr(begin, size)) {
            if (!is_digit(digit)) return false;
            number = number * 10 + static_cast<std::decay_t<decltype(number)>>(digit - '0');
        }
        return true;
    };
    if (!read(0, 4, year) || !read(5, 2, month) || !read(8, 2, day)) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!date.ok()) return std::nullopt;
    return sys_days(date);
}

std::string scored_text(const ScoredMove& move) {
    return fmt::format("{} {:+d}", to_string(move.move), move.discs);
}

/// The best moves with their score: `g8 +18`, or `c4 and e6 +2`; of a repertoire its move.
std::string solution_text(const Problem& problem) {
    if (problem.is_of_repertoire()) return scored_text(problem.moves.front());
    std::vector<ScoredMove> best;
    for (const ScoredMove& move : problem.moves)
        if (move.discs == problem.best_discs()) best.push_back(move);
    std::string text;
    for (std::size_t i = 0; i + 1 < best.size(); ++i)
        text += fmt::format("{} and ", to_string(best[i].move));
    return text + scored_text(best.back());
}

bool is_right(const Problem& problem, Square move) {
    if (!problem.is_of_repertoire()) return problem.discs_of(move) == problem.best_discs();
    const Board& board = problem.position.board;
    return canonical(board.after(move)) == canonical(board.after(problem.moves.front().move));
}

/// What is said about a wrong move: how much worse it is than the right one, or in a repertoire
/// also that it isn't.
std::string correction(const Problem& problem, Square move) {
    const std::string solution = solution_text(problem);
    const auto discs = problem.discs_of(move);
    if (!discs) return fmt::format("Wrong: {}.", solution);
    const std::string answer = scored_text({move, *discs});
    const int right =
        problem.is_of_repertoire() ? problem.moves.front().discs : problem.best_discs().value_or(0);
    const auto difference = [&] {
        return counted(static_cast<std::uint64_t>(std::abs(right - *discs)), "disc");
    };
    if (*discs == right)
        return fmt::format("Wrong: {} is as good, but the repertoire has {}.", answer, solution);
    if (*discs > right)
        return fmt::format("Wrong: {} is better by {}, but the repertoire has {}.", answer,
                           difference(), solution);
    return fmt::format("Wrong: {} loses {}; {}.", answer, difference(), solution);
}

/// The moves that lead to a position of a repertoire, and the opening, as its remark says.
std::string way_text(const Problem& problem) {
    const std::size_t colon = problem.remark.find(':');
    if (!problem.is_of_repertoire() || colon == std::string::npos) return "";
    return fmt::format("After {}\n",
                       printable(trimmed(std::string_view(problem.remark).substr(colon + 1))));
}

} // namespace

void FlashCard::answer(bool right, sys_days today) {
    // The grades 5 and 2 of SM-2.
    constexpr double easier = 0.1;
    constexpr double harder = 0.32;
    constexpr double least_ease = 1.3;
    if (right) {
        ++right_in_a_row;
        const auto longer = days(std::lround(static_cast<double>(interval.count()) * ease));
        interval = right_in_a_row == 1 ? days(1) : right_in_a_row == 2 ? days(6) : longer;
        ease += easier;
    } else {
        right_in_a_row = 0;
        interval = days(1);
        ease = std::max(least_ease, ease - harder);
    }
    due = today + interval;
}

tl::expected<AnswerLog, std::string> AnswerLog::open(const std::string& path) {
    auto file = AppendFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto text = read_file(path);
    if (!text) return tl::unexpected(text.error());
    AnswerLog log(std::move(*file));
    std::string_view rest = *text;
    std::size_t whole = 0; // bytes of whole lines: a kill may leave half of one
    for (std::size_t number = 1; rest.find('\n') != std::string_view::npos; ++number) {
        const std::size_t end = rest.find('\n');
        if (!log.take(trimmed(rest.substr(0, end)))) {
            return tl::unexpected(fmt::format("line {} of '{}' is no answer of a drill, such as "
                                              "'2026-11-27 right BOARD X'; nothing was changed",
                                              number, path));
        }
        rest.remove_prefix(end + 1);
        whole += end + 1;
    }
    if (whole < text->size()) {
        if (const auto cut = log.file_.cut(whole); !cut) return tl::unexpected(cut.error());
    }
    return log;
}

bool AnswerLog::take(std::string_view line) {
    const auto date = parse_date(take_word(line));
    const std::string_view answer = take_word(line);
    const auto position = parse_position(trimmed(line));
    if (!date || (answer != "right" && answer != "wrong") || !position) return false;
    cards_[canonical(position->board)].answer(answer == "right", *date);
    return true;
}

const FlashCard* AnswerLog::find(const Board& board) const {
    const auto found = cards_.find(canonical(board));
    return found == cards_.end() ? nullptr : &found->second;
}

void AnswerLog::add(const Board& board, bool right, sys_days today) {
    const auto written =
        file_.append(fmt::format("{} {} {}\n", date_text(today), right ? "right" : "wrong",
                                 to_string(Position{.board = canonical(board)})));
    if (!written) throw std::runtime_error(written.error());
    cards_[canonical(board)].answer(right, today);
}

Drill::Drill(const std::vector<Problem>& problems, AnswerLog& log, std::size_t count,
             sys_days today)
    : log_(log), today_(today) {
    std::vector<std::pair<sys_days, const Problem*>> due;
    std::vector<const Problem*> fresh;
    std::unordered_set<Board, BoardHash> seen;
    for (const Problem& problem : problems) {
        const Board& board = problem.position.board;
        if (!seen.insert(canonical(board)).second) continue;
        boards_.push_back(board);
        const FlashCard* const card = log.find(board);
        if (card == nullptr) {
            fresh.push_back(&problem);
        } else if (card->due <= today) {
            due.emplace_back(card->due, &problem);
        }
    }
    std::stable_sort(due.begin(), due.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [day, problem] : due) asked_.push_back(*problem);
    for (const Problem* const problem : fresh) asked_.push_back(*problem);
    if (asked_.size() > count) asked_.resize(count);
}

Drill::Reply Drill::answer(std::string_view line) {
    const Problem problem = current();
    const Board& board = problem.position.board;
    const std::string solution = solution_text(problem);
    if (equal_ignoring_case(line, "show")) {
        note(false);
        return {fmt::format("{}.", solution)};
    }
    const auto move = parse_square(line);
    if (!move) {
        return {fmt::format("{} is no move, such as f5; show tells it, quit ends the drill.",
                            in_quotes(line)),
                true};
    }
    if (!board.is_legal(*move))
        return {fmt::format("{} is not a legal move.", to_string(*move)), true};
    const bool right = is_right(problem, *move);
    note(right);
    if (right) return {fmt::format("Right: {}.", solution)};
    return {correction(problem, *move)};
}

void Drill::note(bool right) {
    Problem problem = std::move(asked_.front());
    asked_.pop_front();
    const Board board = canonical(problem.position.board);
    if (!repeated_.contains(board)) { // what is repeated has had its answer of this day
        log_.add(board, right, today_);
        ++answered_;
        right_ += right ? 1 : 0;
    }
    if (right) return;
    repeated_.insert(board);
    asked_.push_back(std::move(problem));
}

std::string Drill::summary() const {
    std::string text;
    if (answered_ > 0) text = fmt::format("{} of {} right. ", right_, answered_);
    std::optional<sys_days> next;
    for (const Board& board : boards_) {
        const FlashCard* const card = log_.find(board);
        const sys_days due = card == nullptr ? today_ : std::max(card->due, today_);
        next = next ? std::min(*next, due) : due;
    }
    if (!next) return text;
    return text
           + (*next == today_ ? std::string("More are due today.")
                              : fmt::format("The next is due on {}.", date_text(*next)));
}

void ask(Drill& drill, std::istream& input, std::ostream& output, const DrillLook& look,
         const std::atomic<bool>& interrupt) {
    constexpr std::chrono::milliseconds patience(50);
    CommandQueue lines(input);
    bool asks_again = false;
    while (!drill.is_over() && !interrupt && output) {
        const Problem& problem = drill.current();
        const Position& position = problem.position;
        if (!asks_again) {
            output << (look.colors ? paint_board(position) : draw_board(position)) << '\n'
                   << way_text(problem)
                   << fmt::format("{} for {}? ({} left)\n",
                                  problem.is_of_repertoire() ? "Your move" : "The best move",
                                  to_string(position.to_move), drill.left());
        }
        output << (look.prompt ? "> " : "") << std::flush;
        std::optional<std::string> line;
        while (!line && !interrupt && (!lines.ended() || lines.has_line()))
            line = lines.next(patience);
        if (!line || equal_ignoring_case(trimmed(*line), "quit")) break;
        const Drill::Reply reply = drill.answer(trimmed(*line));
        output << reply.text << '\n';
        asks_again = reply.asks_again;
    }
    output << drill.summary() << '\n' << std::flush;
}

} // namespace emilia
