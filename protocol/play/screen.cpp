#include "protocol/play/screen.h"

#ifdef EMILIA_NCURSES

#include "engine/system/standard_streams.h"

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <string>

#include <langinfo.h>

#define NCURSES_NOMACROS // its macros have names such as `clear`
#include <ncurses.h>

namespace emilia {
namespace {

constexpr int control_l = 'L' - '@';
constexpr int control_u = 'U' - '@';
constexpr int escape = 27;
constexpr int escape_milliseconds = 25; // keys that send a sequence are faster

enum Pair : short { green_board = 1, black_on_board, white_on_board, mark_on_board, red };

/// Cuts off a UTF-8 text behind `columns` characters; all that the game shows are one column wide.
std::string_view first_columns(std::string_view text, int columns) {
    std::size_t end = 0;
    for (; end < text.size(); ++end) {
        const bool begins = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
        if (begins && columns-- == 0) break;
    }
    return text.substr(0, end);
}

class NcursesScreen : public Screen {
public:
    NcursesScreen(SCREEN* screen, bool colors) : screen_(screen) {
        ::cbreak();
        ::noecho();
        ::keypad(stdscr, TRUE);
        ::set_escdelay(escape_milliseconds);
        // Some terminals send these in every mode, and terminfo knows only the others.
        ::define_key("\x1b[A", KEY_UP);
        ::define_key("\x1b[B", KEY_DOWN);
        ::define_key("\x1b[C", KEY_RIGHT);
        ::define_key("\x1b[D", KEY_LEFT);
        has_unicode_ = std::string_view(::nl_langinfo(CODESET)) == "UTF-8";
        if (colors && ::has_colors() && ::start_color() == OK) choose_colors();
    }
    ~NcursesScreen() override {
        ::endwin();
        ::delscreen(screen_);
    }
    NcursesScreen(const NcursesScreen&) = delete;
    NcursesScreen& operator=(const NcursesScreen&) = delete;

    [[nodiscard]] int rows() const override { return LINES; }
    [[nodiscard]] int columns() const override { return COLS; }
    [[nodiscard]] bool has_colors() const override { return has_colors_; }
    [[nodiscard]] bool has_unicode() const override { return has_unicode_; }

    void clear() override { ::erase(); }

    void put(int row, int column, std::string_view text, Style style, Emphasis emphasis) override {
        if (row < 0 || row >= LINES || column < 0 || column >= COLS) return;
        const std::string shown(first_columns(text, COLS - column));
        ::attrset(static_cast<int>(attributes(style, emphasis)));
        ::mvaddstr(row, column, shown.c_str());
        ::attrset(A_NORMAL);
    }

    void place_cursor(int row, int column) override {
        ::move(std::clamp(row, 0, LINES - 1), std::clamp(column, 0, COLS - 1));
    }
    void show() override { ::refresh(); }
    void redraw() override { ::clearok(curscr, TRUE); }

    [[nodiscard]] Key read_key(int milliseconds) override {
        ::timeout(milliseconds);
        const int code = ::getch();
        switch (code) {
        case ERR: return {is_terminal(StandardStream::input) ? Key::Kind::none : Key::Kind::closed};
        case KEY_UP: return {Key::Kind::up};
        case KEY_DOWN: return {Key::Kind::down};
        case KEY_LEFT: return {Key::Kind::left};
        case KEY_RIGHT: return {Key::Kind::right};
        case KEY_PPAGE: return {Key::Kind::page_up};
        case KEY_NPAGE: return {Key::Kind::page_down};
        case KEY_F(1): return {Key::Kind::help};
        case KEY_RESIZE:
        case control_l: return {Key::Kind::redraw};
        case KEY_ENTER:
        case '\n':
        case '\r': return {Key::Kind::enter};
        case KEY_BACKSPACE:
        case '\b':
        case 127: return {Key::Kind::backspace};
        case control_u: return {Key::Kind::erase_line};
        case escape: return {Key::Kind::escape};
        default: break;
        }
        if (code >= ' ' && code <= '~') return {Key::Kind::text, static_cast<char>(code)};
        return {Key::Kind::none};
    }

private:
    void choose_colors() {
        // With 256 colours the board is a dark green and white is really white.
        const bool many = COLORS >= 256;
        const short green = many ? 29 : COLOR_GREEN;
        const short white = many ? 231 : COLOR_WHITE;
        const short black = many ? 16 : COLOR_BLACK;
        const short mark = many ? 114 : COLOR_BLACK;
        ::use_default_colors();
        ::init_pair(green_board, many ? short{114} : short{COLOR_BLACK}, green);
        ::init_pair(black_on_board, black, green);
        ::init_pair(white_on_board, white, green);
        ::init_pair(mark_on_board, mark, green);
        ::init_pair(red, COLOR_RED, -1);
        has_colors_ = true;
    }

    [[nodiscard]] attr_t attributes(Style style, Emphasis emphasis) const {
        attr_t result = emphasis == Emphasis::reversed     ? A_REVERSE
                        : emphasis == Emphasis::underlined ? A_UNDERLINE
                                                           : A_NORMAL;
        const auto colored = [this](Pair pair, attr_t otherwise) {
            return has_colors_ ? static_cast<attr_t>(COLOR_PAIR(pair)) : otherwise;
        };
        switch (style) {
        case Style::normal: break;
        case Style::bold: result |= A_BOLD; break;
        case Style::dim: result |= A_DIM; break;
        case Style::error: result |= colored(red, A_BOLD); break;
        case Style::board: result |= colored(green_board, A_NORMAL); break;
        case Style::legal: result |= colored(mark_on_board, A_NORMAL); break;
        case Style::black_disc: result |= colored(black_on_board, A_BOLD); break;
        case Style::white_disc: result |= colored(white_on_board, A_BOLD); break;
        }
        return result;
    }

    SCREEN* screen_;
    bool has_colors_ = false;
    bool has_unicode_ = false;
};

} // namespace

std::unique_ptr<Screen> open_screen(bool colors) {
    std::setlocale(LC_CTYPE, ""); // ncurses writes in the encoding of the terminal
    SCREEN* const screen = ::newterm(nullptr, stdout, stdin);
    if (screen == nullptr) return nullptr;
    ::set_term(screen);
    return std::make_unique<NcursesScreen>(screen, colors);
}

} // namespace emilia

#else

std::unique_ptr<emilia::Screen> emilia::open_screen(bool) {
    return nullptr;
}

#endif
