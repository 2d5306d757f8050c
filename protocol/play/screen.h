#pragma once

// The terminal as the screen of a game needs it: text at places, a few styles, and keys. With
// ncurses in the build it is that of ncurses_screen.cpp; without it, as on Windows, there is none,
// and a game is played in plain text.

#include <memory>
#include <string>
#include <string_view>

namespace emilia {

enum class Style {
    normal,
    bold,
    dim,
    error,
    board, ///< empty squares, lines and their letters
    legal, ///< the mark of a legal move
    black_disc,
    white_disc,
};

/// What `put` can add to a style.
enum class Emphasis { none, reversed, underlined };

struct Key {
    enum class Kind {
        none, ///< nothing was pressed in time
        text, ///< a printable character of ASCII
        enter,
        backspace,
        erase_line,
        escape,
        up,
        down,
        left,
        right,
        page_up,
        page_down,
        help,
        redraw, ///< also after the window has changed its size
        closed, ///< the terminal is gone
    };
    Kind kind = Kind::none;
    char character = 0; ///< of `text`
};

class Screen {
public:
    virtual ~Screen() = default; ///< gives the terminal back as it was
    Screen() = default;
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual bool has_colors() const = 0;
    /// Whether it shows every character of UTF-8.
    [[nodiscard]] virtual bool has_unicode() const = 0;

    virtual void clear() = 0;
    /// Writes UTF-8 without control characters; what does not fit into the row is cut off. Rows and
    /// columns count from 0.
    virtual void put(int row, int column, std::string_view text, Style style = Style::normal,
                     Emphasis emphasis = Emphasis::none) = 0;
    virtual void place_cursor(int row, int column) = 0;
    /// Makes everything since `clear` visible.
    virtual void show() = 0;
    /// Draws everything again, even what other programs have written over.
    virtual void redraw() = 0;

    /// Waits for a key, but no longer than `milliseconds`.
    [[nodiscard]] virtual Key read_key(int milliseconds) = 0;
};

/// Takes over the terminal of standard input and output. Null if the build has no ncurses or the
/// terminal can't place its cursor.
[[nodiscard]] std::unique_ptr<Screen> open_screen(bool colors);

} // namespace emilia
