#pragma once

// A game in plain text, for pipes, scripts and terminals that do nothing but print: a line in,
// lines out, and the board after each move.

#include "protocol/play/play_session.h"

#include <atomic>
#include <istream>
#include <ostream>

namespace emilia {

struct PlainLook {
    bool prompt = false; ///< a person types the lines
    bool colors = false; ///< of a terminal
};

/// Plays until `quit`, the end of the input or an interrupt. `input` must live as long as the
/// program (see CommandQueue).
void play_in_plain_text(PlaySession& session, std::istream& input, std::ostream& output,
                        const PlainLook& look, const std::atomic<bool>& interrupt);

} // namespace emilia
