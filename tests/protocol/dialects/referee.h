#pragma once

// Follows a dialogue and keeps track of its game, so that a test knows which moves are legal
// without trusting the program.

#include "engine/notation/game.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace emilia::testing {

class Referee {
public:
    enum class Dialect { nboard, gtp, cassio, ugi };
    [[nodiscard]] static std::unique_ptr<Referee> make(Dialect dialect);

    virtual ~Referee() = default;
    Referee() = default;
    Referee(const Referee&) = delete;
    Referee& operator=(const Referee&) = delete;

    /// Takes a command that is sent to the program.
    virtual void sent(std::string_view line) = 0;
    /// Takes a line of the reply. Returns a message if the program has accepted an illegal move.
    [[nodiscard]] virtual std::optional<std::string> received(std::string_view line) = 0;

    /// The position that the next reply is about.
    [[nodiscard]] virtual Position position() const = 0;
    /// Returns a move as this dialect writes it: `f5`, or its word for a pass.
    [[nodiscard]] virtual std::string move_text(Square move) const = 0;

    /// Returns whether `text` is a legal move in `position()`, written as this dialect does.
    [[nodiscard]] bool accepts_move(std::string_view text) const;
    /// Returns whether `text` is a line of one or more legal moves from `position()`, two
    /// characters each, with all passes.
    [[nodiscard]] bool accepts_variation(std::string_view text) const;
    /// The same with a dash between the moves.
    [[nodiscard]] bool accepts_dashed(std::string_view text) const;
    /// The same with blanks between the moves, written as this dialect does.
    [[nodiscard]] bool accepts_list(std::string_view text) const;
};

} // namespace emilia::testing
