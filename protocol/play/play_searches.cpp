#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/play/play_session.h"
#include "protocol/reports/analysis_text.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace emilia {

void PlaySession::start(Task task, Runner::Work work, std::function<void()> found) {
    task_ = task;
    found_ = std::move(found);
    runner_.start(std::move(work));
}

void PlaySession::stop_search() {
    runner_.stop();
    if (task_ == Task::evaluate) evaluated_ = false;
    task_ = Task::none;
    found_ = nullptr;
}

void PlaySession::advance() {
    // Before the clocks, because a move that was found in time counts.
    if (found_ && !runner_.is_running()) {
        runner_.wait();
        task_ = Task::none;
        std::exchange(found_, nullptr)();
    }
    const bool clock_runs = task_ == Task::choose || table_.is_persons_turn();
    if (clock_runs && end_on_time(now())) return;
    if (found_) return;
    if (to_comment_) return comment();
    if (table_.is_opponents_turn()) return choose();
    if (settings_.evaluation && !evaluated_) evaluate();
}

bool PlaySession::is_busy() const {
    return found_ || to_comment_ || table_.is_opponents_turn()
           || (settings_.evaluation && !evaluated_);
}

void PlaySession::wait(std::chrono::milliseconds time) {
    const Moment begin = now();
    runner_.wait_for(time);
    if (task_ == Task::evaluate) table_.delay_turn(now() - begin);
}

std::string PlaySession::status() const {
    switch (task_) {
    case Task::choose: return "Emilia is thinking";
    case Task::comment: return "Emilia looks at your move";
    case Task::hint: return "Emilia looks for the best moves";
    case Task::analyze:
        return fmt::format("Emilia analyzes the game: {} of {} moves", analyzed_.load(),
                           table_.game().moves().size());
    case Task::evaluate:
    case Task::none: break;
    }
    if (table_.is_over()) return table_.result_text();
    if (!table_.is_persons_turn()) return "Emilia is to move";
    return table_.position().board.must_pass() ? "You have no move: pass" : "It is your turn";
}

void PlaySession::choose() {
    const Board board = table_.position().board;
    if (board.must_pass()) {
        messages_.push_back({PlayMessage::Kind::move, "Emilia has no move and passes."});
        return play(Square::pass, std::nullopt, 0.0);
    }
    const Moment begin = now();
    table_.begin_turn(begin);
    std::optional<GameClock> clock;
    if (const auto left = table_.seconds_left(table_.position().to_move, begin))
        clock = GameClock{.seconds = *left, .increment = table_.game().time->increment};
    const auto chosen = std::make_shared<ChosenMove>();
    start(
        Task::choose,
        [this, board, clock, chosen](const Stop& stop) {
            *chosen = chooser_->choose(board, clock, &stop.flag());
        },
        [this, begin, chosen] {
            const std::chrono::duration<double> taken(chosen->seconds);
            if (end_on_time(begin + std::chrono::duration_cast<Moment::duration>(taken))) return;
            messages_.push_back({PlayMessage::Kind::move,
                                 fmt::format("Emilia plays {}.", to_string(chosen->move))});
            std::optional<double> evaluation;
            if (chosen->line) evaluation = chosen->line->value.in_discs().discs();
            play(chosen->move, evaluation, chosen->seconds);
        });
}

void PlaySession::comment() {
    const auto to_comment = *std::exchange(to_comment_, std::nullopt);
    const auto text = std::make_shared<std::string>();
    start(
        Task::comment,
        [this, to_comment, text](const Stop& stop) {
            const auto& [before, move] = to_comment;
            *text = coach_.comment_on(before, move, stop.flag());
        },
        [this, text] {
            if (!text->empty()) note(*text);
        });
}

void PlaySession::evaluate() {
    evaluated_ = true;
    if (table_.is_over()) return;
    const Position position = table_.position();
    const auto lines = std::make_shared<std::vector<Line>>();
    start(
        Task::evaluate,
        [this, position, lines](const Stop& stop) {
            *lines = coach_.best_moves(position, 1, stop.flag());
        },
        [this, position, lines] {
            evaluation_ = evaluation_text(lines->front(), position.to_move);
        });
}

void PlaySession::ask_for_hint(int moves) {
    if (!table_.is_persons_turn()) return complain("a hint is for your turn");
    stop_search();
    const Position position = table_.position();
    const auto lines = std::make_shared<std::vector<Line>>();
    start(
        Task::hint,
        [this, position, moves, lines](const Stop& stop) {
            *lines = coach_.best_moves(position, moves, stop.flag());
        },
        [this, lines] {
            note(fmt::format("Best moves: {}", hint_text(*lines)));
            note(fmt::format("Best line: {}", to_string(lines->front().principal_variation)));
        });
}

void PlaySession::ask_for_analysis() {
    if (table_.game().moves().empty()) return complain("there is no move to analyze yet");
    stop_search();
    const Game game = table_.record();
    const auto analyzed = std::make_shared<AnalyzedGame>();
    analyzed_ = 0;
    start(
        Task::analyze,
        [this, game, analyzed](const Stop& stop) {
            *analyzed = coach_.analyze(game, stop.flag(),
                                       [this](std::size_t done, std::size_t) { analyzed_ = done; });
        },
        [this, analyzed] {
            messages_.push_back({PlayMessage::Kind::page, analysis_text(*analyzed)});
        });
}

} // namespace emilia
