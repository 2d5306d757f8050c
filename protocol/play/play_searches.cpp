#include "engine/notation/square_text.h"
#include "protocol/play/play_session.h"
#include "protocol/reports/analysis_text.h"

#include <chrono>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia {

void PlaySession::run(Task task, BackgroundJob::Work work, std::function<void()> finished) {
    task_ = task;
    job_.start(std::move(work), [this, finished = std::move(finished)] {
        task_ = Task::none;
        finished();
    });
}

void PlaySession::stop_search() noexcept {
    job_.stop();
    if (task_ == Task::evaluate) evaluated_ = false;
    task_ = Task::none;
}

void PlaySession::advance() {
    job_.poll(); // before the clocks, because a move that was found in time counts
    const bool clock_runs = task_ == Task::choose || table_.is_persons_turn();
    if (clock_runs && end_on_time(Clock::now())) return;
    if (job_.is_running()) return;
    if (to_comment_) return comment();
    if (table_.is_opponents_turn()) return choose();
    if (settings_.evaluation && !evaluated_) evaluate();
}

bool PlaySession::is_busy() const {
    return job_.is_running() || to_comment_ || table_.is_opponents_turn()
           || (settings_.evaluation && !evaluated_);
}

void PlaySession::wait(std::chrono::milliseconds time) {
    const auto start = Clock::now();
    std::this_thread::sleep_for(time);
    if (task_ == Task::evaluate) table_.delay_turn(Clock::now() - start);
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
    const auto start = Clock::now();
    table_.begin_turn(start);
    std::optional<GameClock> clock;
    if (const auto left = table_.seconds_left(table_.position().to_move, start))
        clock = GameClock{.seconds = *left, .increment = table_.game().time->increment};
    const auto chosen = std::make_shared<ChosenMove>();
    run(
        Task::choose,
        [this, board, clock, chosen](const std::atomic<bool>& stop) {
            *chosen = chooser_->choose(board, clock, &stop);
        },
        [this, start, chosen] {
            const std::chrono::duration<double> taken(chosen->seconds);
            if (end_on_time(start + std::chrono::duration_cast<Clock::duration>(taken))) return;
            messages_.push_back({PlayMessage::Kind::move,
                                 fmt::format("Emilia plays {}.", to_string(chosen->move))});
            std::optional<double> evaluation;
            if (chosen->line) evaluation = value_in_discs(*chosen->line).discs();
            play(chosen->move, evaluation, chosen->seconds);
        });
}

void PlaySession::comment() {
    const auto to_comment = *std::exchange(to_comment_, std::nullopt);
    const auto text = std::make_shared<std::string>();
    run(
        Task::comment,
        [this, to_comment, text](const std::atomic<bool>& stop) {
            const auto& [before, move] = to_comment;
            *text = coach_.comment_on(before, move, stop);
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
    run(
        Task::evaluate,
        [this, position, lines](const std::atomic<bool>& stop) {
            *lines = coach_.best_moves(position, 1, stop);
        },
        [this, position, lines] {
            evaluation_ = evaluation_text(lines->front(), position.to_move);
        });
}

void PlaySession::ask_for_hint() {
    if (!table_.is_persons_turn()) return complain("a hint is for your turn");
    constexpr int moves = 3;
    stop_search();
    const Position position = table_.position();
    const auto lines = std::make_shared<std::vector<Line>>();
    run(
        Task::hint,
        [this, position, lines](const std::atomic<bool>& stop) {
            *lines = coach_.best_moves(position, moves, stop);
        },
        [this, lines] { note(fmt::format("Best moves: {}", hint_text(*lines))); });
}

void PlaySession::ask_for_analysis() {
    if (table_.game().moves().empty()) return complain("there is no move to analyze yet");
    stop_search();
    const Game game = table_.record();
    const auto analysis = std::make_shared<GameAnalysis>();
    analyzed_ = 0;
    run(
        Task::analyze,
        [this, game, analysis](const std::atomic<bool>& stop) {
            *analysis = coach_.analyze(game, stop,
                                       [this](std::size_t done, std::size_t) { analyzed_ = done; });
        },
        [this, game, analysis] {
            const std::string note = note_on(game, *analysis);
            messages_.push_back({PlayMessage::Kind::page,
                                 fmt::format("{}{}{}{}", heading_text(game), moves_text(*analysis),
                                             note, note.empty() ? "" : "\n")});
        });
}

} // namespace emilia
