#include "protocol/play/screen_view.h"

#include "engine/notation/position.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr int milliseconds_between_pictures = 50;

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace

ScreenView::ScreenView(PlaySession& session, Screen& screen, bool letters,
                       const std::atomic<bool>& interrupt)
    : session_(session), screen_(screen), interrupt_(interrupt) {
    state_.letters = letters;
}

void ScreenView::run() {
    while (!session_.has_quit() && !interrupt_ && !closed_) {
        session_.advance();
        take_messages();
        draw_game(screen_, session_, state_);
        handle(screen_.read_key(milliseconds_between_pictures));
    }
    session_.stop_search();
}

void ScreenView::take_messages() {
    constexpr std::size_t most_lines = 100;
    for (const PlayMessage& message : session_.take_messages()) {
        if (message.kind == PlayMessage::Kind::page) {
            show_page(message.text);
        } else if (message.kind != PlayMessage::Kind::board) {
            state_.log.push_back({message.text, message.kind == PlayMessage::Kind::error});
        }
    }
    if (state_.log.size() > most_lines) {
        state_.log.erase(state_.log.begin(),
                         state_.log.end() - static_cast<std::ptrdiff_t>(most_lines));
    }
}

void ScreenView::handle(const Key& key) {
    constexpr std::size_t longest_line = 200;
    switch (key.kind) {
    case Key::Kind::text:
        if (state_.typed.size() < longest_line) state_.typed += key.character;
        break;
    case Key::Kind::backspace:
        if (!state_.typed.empty()) state_.typed.pop_back();
        break;
    case Key::Kind::erase_line:
    case Key::Kind::escape: state_.typed.clear(); break;
    case Key::Kind::enter: enter(); break;
    case Key::Kind::up: move_cursor(0, -1); break;
    case Key::Kind::down: move_cursor(0, 1); break;
    case Key::Kind::left: move_cursor(-1, 0); break;
    case Key::Kind::right: move_cursor(1, 0); break;
    case Key::Kind::help: session_.execute({.verb = PlayVerb::help}); break;
    case Key::Kind::redraw: screen_.redraw(); break;
    case Key::Kind::closed: closed_ = true; break;
    case Key::Kind::page_up:
    case Key::Kind::page_down:
    case Key::Kind::none: break;
    }
}

void ScreenView::enter() {
    if (!state_.typed.empty()) {
        state_.log.push_back({fmt::format("> {}", state_.typed)});
        return session_.execute_line(std::exchange(state_.typed, {}));
    }
    if (!session_.table().is_persons_turn()) return;
    const bool must_pass = session_.table().position().board.must_pass();
    session_.execute({.verb = PlayVerb::move, .move = must_pass ? Square::pass : state_.cursor});
}

void ScreenView::move_cursor(int columns, int rows) {
    const int column = std::clamp(index(state_.cursor) % 8 + columns, 0, 7);
    const int row = std::clamp(index(state_.cursor) / 8 + rows, 0, 7);
    state_.cursor = square_at(column, row);
}

void ScreenView::show_page(std::string_view text) {
    const std::vector<std::string> lines = lines_of(text);
    int top = 0;
    while (!interrupt_ && !closed_) {
        session_.advance(); // the game and its clocks don't wait for the reader
        const int rows = std::max(1, screen_.rows() - 2);
        const int last = std::max(0, static_cast<int>(lines.size()) - rows);
        top = std::clamp(top, 0, last);
        screen_.clear();
        for (int row = 0; row < rows && top + row < static_cast<int>(lines.size()); ++row)
            screen_.put(row, 0, lines[static_cast<std::size_t>(top + row)]);
        screen_.put(rows + 1, 0,
                    last == 0 ? "Enter goes back"
                              : "arrows and Page Up/Down scroll, Enter goes back",
                    Style::dim);
        screen_.place_cursor(rows + 1, 0);
        screen_.show();
        switch (screen_.read_key(milliseconds_between_pictures).kind) {
        case Key::Kind::up: --top; break;
        case Key::Kind::down: ++top; break;
        case Key::Kind::page_up: top -= rows; break;
        case Key::Kind::page_down: top += rows; break;
        case Key::Kind::redraw: screen_.redraw(); break;
        case Key::Kind::closed: closed_ = true; break;
        case Key::Kind::none: break;
        default: return;
        }
    }
}

} // namespace emilia
