#pragma once

// A game on the whole screen of a terminal: the board on the left, who plays and what happens on
// the right, and at the bottom the line that the person types. A large screen gets a board with
// lines, a small one a narrow board.

#include "protocol/play/play_session.h"
#include "protocol/play/screen.h"

#include <atomic>
#include <string>
#include <vector>

namespace emilia {

struct LogLine {
    std::string text;
    bool is_error = false;
};

/// What the view adds to the session.
struct ScreenState {
    Square cursor = Square::d3;
    std::string typed{};        ///< so far
    std::vector<LogLine> log{}; ///< messages, the last one behind
    bool letters = false;       ///< X and O instead of discs
};

/// Draws everything, or only how large the terminal must be if it is too small.
void draw_game(Screen& screen, const PlaySession& session, const ScreenState& state);

/// Cuts a text into lines of at most `columns` characters, between words where possible.
[[nodiscard]] std::vector<std::string> wrapped_lines(std::string_view text, int columns);

class ScreenView {
public:
    /// With `letters` the discs are X and O.
    ScreenView(PlaySession& session, Screen& screen, bool letters,
               const std::atomic<bool>& interrupt);

    /// Plays until the person quits, an interrupt, or the end of the terminal.
    void run();

private:
    void take_messages();
    void handle(const Key& key);
    void enter();
    void move_cursor(int columns, int rows);
    /// Shows a text that is longer than a line until the person has read it.
    void show_page(std::string_view text);

    PlaySession& session_;
    Screen& screen_;
    const std::atomic<bool>& interrupt_;
    ScreenState state_;
    bool closed_ = false;
};

} // namespace emilia
