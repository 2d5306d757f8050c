#include "protocol/play/screen_view.h"

#include "engine/notation/position.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr int least_rows = 14;
constexpr int least_columns = 44;

/// Where the parts of the picture are.
struct Layout {
    bool lines;       ///< between the squares
    int board_row;    ///< of the letters above the board
    int board_column; ///< of the numbers beside it
    int side_row;
    int side_column;
    int log_row;
    int log_column;
};

constexpr Layout large{.lines = true,
                       .board_row = 1,
                       .board_column = 1,
                       .side_row = 2,
                       .side_column = 39,
                       .log_row = 11,
                       .log_column = 39};
constexpr Layout small{.lines = false,
                       .board_row = 0,
                       .board_column = 0,
                       .side_row = 0,
                       .side_column = 21,
                       .log_row = 9,
                       .log_column = 0};

const Layout& layout_for(const Screen& screen) {
    constexpr int rows = 22;
    constexpr int columns = 72;
    return screen.rows() >= rows && screen.columns() >= columns ? large : small;
}

/// The marks on the board. Colours are never the only difference between the discs: without them
/// the shapes differ, with them one is black and the other white.
struct Marks {
    std::string_view black;
    std::string_view white;
    std::string_view legal;
};

Marks marks_for(const Screen& screen, bool letters) {
    if (letters || !screen.has_unicode()) return {"X", "O", "."};
    if (screen.has_colors()) return {"\u25cf", "\u25cf", "\u00b7"};
    return {"\u25cf", "\u25cb", "\u00b7"};
}

class Picture {
public:
    Picture(Screen& screen, const PlaySession& session, const ScreenState& state)
        : screen_(screen),
          session_(session),
          state_(state),
          layout_(layout_for(screen)),
          marks_(marks_for(screen, state.letters)) {}

    void draw() {
        if (layout_.lines) screen_.put(0, 1, "Emilia", Style::bold);
        draw_frame();
        for (int index = 0; index < square_count; ++index) draw_square(static_cast<Square>(index));
        draw_side();
        draw_log();
        draw_prompt();
    }

private:
    [[nodiscard]] const PersonalGame& table() const { return session_.table(); }

    void draw_frame() {
        for (int at = 0; at < 8; ++at) {
            screen_.put(layout_.board_row, column_of(at) + 1,
                        std::string(1, static_cast<char>('a' + at)), Style::dim);
            screen_.put(row_of(at), layout_.board_column,
                        std::string(1, static_cast<char>('1' + at)), Style::dim);
        }
        if (!layout_.lines) {
            for (int at = 0; at < 8; ++at) screen_.put(row_of(at), column_of(8), " ", Style::board);
            return;
        }
        for (int at = 0; at <= 8; ++at) {
            screen_.put(row_of(at) - 1, column_of(0) - 1, border(at), Style::board);
            if (at == 8) break;
            for (int line = 0; line <= 8; ++line) {
                screen_.put(row_of(at), column_of(line) - 1, screen_.has_unicode() ? "\u2502" : "|",
                            Style::board);
            }
        }
    }

    /// The line above the squares of row `at`, or below the last row.
    [[nodiscard]] std::string border(int at) const {
        struct Ends {
            const char* left;
            const char* middle;
            const char* right;
        };
        const bool unicode = screen_.has_unicode();
        const Ends ends = !unicode  ? Ends{"+", "+", "+"}
                          : at == 0 ? Ends{"\u250c", "\u252c", "\u2510"}
                          : at == 8 ? Ends{"\u2514", "\u2534", "\u2518"}
                                    : Ends{"\u251c", "\u253c", "\u2524"};
        const char* const line = unicode ? "\u2500\u2500\u2500" : "---";
        std::string text = ends.left;
        for (int column = 0; column < 8; ++column)
            text += std::string(line) + (column == 7 ? ends.right : ends.middle);
        return text;
    }

    [[nodiscard]] int row_of(int row) const {
        return layout_.lines ? layout_.board_row + 2 + 2 * row : layout_.board_row + 1 + row;
    }
    [[nodiscard]] int column_of(int column) const {
        return layout_.lines ? layout_.board_column + 3 + 4 * column
                             : layout_.board_column + 2 + 2 * column;
    }

    void draw_square(Square square) {
        const Position& position = table().position();
        const bool black = contains(position.discs(Color::black), square);
        const bool white = contains(position.discs(Color::white), square);
        const bool legal =
            table().is_persons_turn() && contains(position.board.legal_moves(), square);
        const Style style = black   ? Style::black_disc
                            : white ? Style::white_disc
                            : legal ? Style::legal
                                    : Style::board;
        const std::string_view mark = black   ? marks_.black
                                      : white ? marks_.white
                                      : legal ? marks_.legal
                                              : " ";
        const bool at_cursor = square == state_.cursor && table().is_persons_turn();
        const auto& moves = table().game().moves();
        const bool last = !moves.empty() && moves.back().move == square;
        const int row = row_of(index(square) / 8);
        const int column = column_of(index(square) % 8);
        const Emphasis cursor = at_cursor ? Emphasis::reversed : Emphasis::none;
        // A disc keeps its colour under the cursor.
        const Emphasis of_mark = black || white ? Emphasis::none : cursor;
        if (layout_.lines) {
            screen_.put(row, column, last ? "(" : " ", Style::board, cursor);
            screen_.put(row, column + 1, mark, style, of_mark);
            screen_.put(row, column + 2, last ? ")" : " ", Style::board, cursor);
            return;
        }
        screen_.put(row, column, " ", Style::board, cursor);
        screen_.put(row, column + 1, mark, style, last ? Emphasis::underlined : of_mark);
    }

    void draw_side() {
        int row = layout_.side_row;
        for (const Color color : {Color::black, Color::white}) draw_player(row, color);
        const int width = screen_.columns() - layout_.side_column;
        ++row;
        std::string status = session_.status();
        if (const double seconds = table().seconds_in_turn(std::chrono::steady_clock::now());
            table().is_opponents_turn() && seconds >= 1)
            status += fmt::format(" ({:.0f} s)", seconds);
        for (const std::string& line : wrapped_lines(status, width))
            screen_.put(row++, layout_.side_column, line, Style::bold);
        for (const std::string& line : wrapped_lines(session_.evaluation(), width))
            screen_.put(row++, layout_.side_column, line);
    }

    void draw_player(int& row, Color color) {
        const PersonalGame& game = table();
        const bool black = color == Color::black;
        screen_.put(row, layout_.side_column, black ? marks_.black : marks_.white,
                    black ? Style::black_disc : Style::white_disc);
        std::string name = black ? game.game().black_name : game.game().white_name;
        if (name.empty()) name = to_string(color); // a finished game that names nobody
        const bool to_move = !game.is_over() && game.position().to_move == color;
        screen_.put(row++, layout_.side_column + 2, name, to_move ? Style::bold : Style::normal);
        std::string line = fmt::format("{:2} discs", count(game.position().discs(color)));
        if (const auto left = game.seconds_left(color, std::chrono::steady_clock::now()))
            line += fmt::format("  {:>6}", clock_text(*left));
        screen_.put(row++, layout_.side_column + 2, line);
    }

    void draw_log() {
        const int width = screen_.columns() - layout_.log_column;
        const int rows = screen_.rows() - 2 - layout_.log_row;
        std::vector<LogLine> lines;
        for (const LogLine& entry : state_.log) {
            for (std::string& line : wrapped_lines(entry.text, width))
                lines.push_back({std::move(line), entry.is_error});
        }
        const auto skipped = std::max<std::ptrdiff_t>(0, std::ssize(lines) - rows);
        int row = layout_.log_row;
        for (auto line = lines.begin() + skipped; line != lines.end(); ++line)
            screen_.put(row++, layout_.log_column, line->text,
                        line->is_error ? Style::error : Style::normal);
    }

    void draw_prompt() {
        const int row = screen_.rows() - 2;
        screen_.put(row, 1, fmt::format("> {}", state_.typed));
        screen_.put(row + 1, 1, "arrows and Enter, or type f5, undo, hint, help, quit", Style::dim);
        screen_.place_cursor(row, 3 + static_cast<int>(state_.typed.size()));
    }

    Screen& screen_;
    const PlaySession& session_;
    const ScreenState& state_;
    const Layout& layout_;
    Marks marks_;
};

void draw_too_small(Screen& screen) {
    screen.put(0, 0, "The terminal is too small.", Style::bold);
    screen.put(1, 0, fmt::format("It has {} columns, {} rows;", screen.columns(), screen.rows()));
    screen.put(2, 0, fmt::format("{} and {} are needed.", least_columns, least_rows));
}

/// The number of bytes of the first `characters` of a UTF-8 text, or of all that it has.
std::size_t bytes_of(std::string_view text, int characters) {
    std::size_t bytes = 0;
    for (; bytes < text.size(); ++bytes) {
        const bool begins_character = (text[bytes] & 0xC0) != 0x80;
        if (begins_character && characters-- == 0) break;
    }
    return bytes;
}

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

std::vector<std::string> wrapped_lines(std::string_view text, int columns) {
    std::vector<std::string> lines;
    const int width = std::max(1, columns);
    for (std::size_t most = bytes_of(text, width); most < text.size();
         most = bytes_of(text, width)) {
        const std::size_t blank = text.rfind(' ', most);
        const std::size_t end = blank == std::string_view::npos || blank == 0 ? most : blank;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
        if (text.starts_with(' ')) text.remove_prefix(1);
    }
    if (!text.empty()) lines.emplace_back(text);
    return lines;
}

void draw_game(Screen& screen, const PlaySession& session, const ScreenState& state) {
    screen.clear();
    if (screen.rows() < least_rows || screen.columns() < least_columns) {
        draw_too_small(screen);
    } else {
        Picture(screen, session, state).draw();
    }
    screen.show();
}

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
