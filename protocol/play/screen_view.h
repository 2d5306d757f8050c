#pragma once

// A game on the whole screen of a terminal.

#include "protocol/play/play_session.h"
#include "protocol/play/screen.h"
#include "protocol/play/screen_image.h"

#include <atomic>

namespace emilia {

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
