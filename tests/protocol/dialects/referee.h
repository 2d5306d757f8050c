#pragma once

// Follows a dialogue and keeps its game by the engine's own rules, so that a test can tell what
// is legal: it does not take the program's word for anything.

#include "engine/notation/game.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace emilia::testing {

class Referee {
public:
    enum class Dialect { nboard, gtp, cassio };
    [[nodiscard]] static std::unique_ptr<Referee> make(Dialect dialect);

    virtual ~Referee() = default;
    Referee() = default;
    Referee(const Referee&) = delete;
    Referee& operator=(const Referee&) = delete;

    /// Notes a command on its way to the program.
    virtual void sent(std::string_view line) = 0;
    /// Notes a line of the reply. A message if the program has let an illegal move pass.
    [[nodiscard]] virtual std::optional<std::string> received(std::string_view line) = 0;

    /// The position that the next reply is about.
    [[nodiscard]] virtual Position position() const = 0;
    /// How this dialect writes a move: `f5`, and its word for a pass.
    [[nodiscard]] virtual std::string move_text(Square move) const = 0;

    /// Whether `text` is a legal move in `position()`, spelt as this dialect spells it.
    [[nodiscard]] bool accepts_move(std::string_view text) const;
    /// Whether `text` is a line of one or more legal moves from `position()`, two characters each
    /// and no pass left out.
    [[nodiscard]] bool accepts_variation(std::string_view text) const;
    /// The same with blanks between the moves, each spelt as this dialect spells it.
    [[nodiscard]] bool accepts_list(std::string_view text) const;
};

} // namespace emilia::testing
