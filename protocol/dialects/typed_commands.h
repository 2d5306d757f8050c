#pragma once

// What a person at a terminal can do in every dialect besides its own commands: ask for help, see
// the board or the legal moves, set a position, and have it evaluated or analyzed. Programs may use
// these, too.

#include "protocol/dialects/session.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// Returns the text for `help`: `own_commands`, a line each, and the commands of every dialect.
[[nodiscard]] std::string help_text(std::string_view own_commands);

/// Writes `f5`, or `pass`.
[[nodiscard]] std::string typed_move(Square move);

/// Reads a board string, or moves from the start of the game. The error is a message.
[[nodiscard]] tl::expected<Game, std::string> typed_game(std::string_view text);

/// Returns the evaluation of the position in discs for the side to move, without a search; of a
/// finished game, the final score.
[[nodiscard]] std::string evaluation_text(const Session& session, const Position& position);

/// Writes the legal moves with blanks between them; `pass` if that is the only one, nothing if the
/// game is over.
[[nodiscard]] std::string legal_moves_text(const Position& position);

/// Analyses `position` until the next line of input comes or the search is complete, and writes a
/// line for each of the best `lines` moves after each iteration. After the end of the input it
/// stops at the time limit of the engine's settings, or else at that of the session.
void stream_analysis(Session& session, const Position& position, int lines);

/// The commands of every dialect, answered with plain text: for a dialect whose replies have no
/// form of their own.
class TypedCommands {
public:
    TypedCommands(Session& session, std::string_view own_commands) noexcept
        : session_(session), own_commands_(own_commands) {}

    /// Whether `word` is one of the commands.
    [[nodiscard]] static bool has(std::string_view word) noexcept;

    /// Carries out and answers one of the commands; `arguments` is the rest of its line. Calls
    /// `halt` before, to end a search that runs. A wrong command calls nothing and changes nothing;
    /// then it returns the message.
    std::optional<std::string> answer(std::string_view word, std::string_view arguments,
                                      const std::function<void()>& halt = {});

private:
    /// What carries out and answers a command that is right, or the message about a wrong one.
    using Answer = tl::expected<std::function<void()>, std::string>;

    struct Command;
    static const Command* find(std::string_view word) noexcept;

    Answer help(std::string_view);
    Answer show_board(std::string_view);
    Answer set_position(std::string_view text);
    Answer evaluate(std::string_view);
    Answer list_legal_moves(std::string_view);
    Answer analyze(std::string_view number);

    Session& session_;
    std::string_view own_commands_;
};

} // namespace emilia
