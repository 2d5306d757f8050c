#include "protocol/play/plain_view.h"

#include "protocol/dialects/dialogue.h"
#include "protocol/play/personal_game.h"
#include "protocol/reports/result_text.h"

#include <chrono>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// How often the view looks for an interrupt and at the clocks.
constexpr std::chrono::milliseconds patience(50);

class PlainView {
public:
    PlainView(PlaySession& session, std::istream& input, std::ostream& output,
              const PlainLook& look, const std::atomic<bool>& interrupt)
        : session_(session), input_(input), output_(output), look_(look), interrupt_(interrupt) {}

    void run() {
        for (;;) {
            settle();
            if (is_over()) return;
            if (look_.prompt) output_ << "> " << std::flush;
            const auto line = next_line();
            if (!line) {
                if (look_.prompt) output_ << '\n'; // leave the line of the prompt
                return;
            }
            session_.execute_line(*line);
            show();
        }
    }

private:
    [[nodiscard]] bool is_over() const { return session_.has_quit() || interrupt_ || !output_; }

    /// Waits until it is the person's turn.
    void settle() {
        session_.advance();
        show();
        while (session_.is_busy() && !is_over()) {
            session_.wait(patience);
            session_.advance();
            show();
        }
    }

    std::optional<std::string> next_line() {
        while (!interrupt_) {
            if (auto line = input_.next(patience)) return line;
            if (input_.ended()) return input_.next();
            session_.advance(); // a clock may have run out
            show();
        }
        return std::nullopt;
    }

    void show() {
        const auto messages = session_.take_messages();
        for (const PlayMessage& message : messages)
            if (message.kind == PlayMessage::Kind::move) output_ << message.text << '\n';
        if (shown_ != session_.table().position()) draw();
        for (const PlayMessage& message : messages) print(message);
        if (session_.evaluation() != evaluation_) {
            evaluation_ = session_.evaluation();
            if (!evaluation_.empty()) output_ << "Evaluation: " << evaluation_ << '\n';
        }
        output_ << std::flush;
    }

    void print(const PlayMessage& message) {
        switch (message.kind) {
        case PlayMessage::Kind::move: break; // printed before its board
        case PlayMessage::Kind::board: draw(); break;
        case PlayMessage::Kind::error: output_ << "? " << message.text << '\n'; break;
        case PlayMessage::Kind::note: output_ << message.text << '\n'; break;
        case PlayMessage::Kind::page: output_ << message.text; break; // of whole lines
        }
    }

    void draw() {
        const PersonalGame& table = session_.table();
        shown_ = table.position();
        output_ << (look_.colors ? paint_board(*shown_) : draw_board(*shown_)) << '\n';
        const auto now = std::chrono::steady_clock::now();
        if (const auto black = table.seconds_left(Color::black, now)) {
            output_ << fmt::format("Clocks: black {}, white {}\n", clock_text(*black),
                                   clock_text(*table.seconds_left(Color::white, now)));
        }
    }

    PlaySession& session_;
    CommandQueue input_;
    std::ostream& output_;
    PlainLook look_;
    const std::atomic<bool>& interrupt_;
    std::optional<Position> shown_;
    std::string evaluation_;
};

} // namespace

void play_in_plain_text(PlaySession& session, std::istream& input, std::ostream& output,
                        const PlainLook& look, const std::atomic<bool>& interrupt) {
    PlainView(session, input, output, look, interrupt).run();
}

} // namespace emilia
