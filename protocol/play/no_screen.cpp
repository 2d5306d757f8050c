// For a build without ncurses.

#include "protocol/play/screen.h"

namespace emilia {

std::unique_ptr<Screen> open_screen(bool) {
    return nullptr;
}

} // namespace emilia
