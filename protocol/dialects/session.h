#pragma once

// A session with one client, from the first command to `quit` or to the end of the input: what all
// dialects share in it, the table of the dialects, and its settings. To add a dialect, write its
// source, declare it below, add it to the table in session.cpp and list the source in
// CMakeLists.txt.

#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "engine/play/move_chooser.h"
#include "engine/play/player.h"
#include "engine/play/runner.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/dialects/session_book.h"

#include <algorithm>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

namespace emilia {

/// For a search that only the client ends.
inline constexpr double unlimited_seconds = 24 * 3600;

/// A move that this program has chosen and the opponent has not answered yet.
struct OwnMove {
    Position before;
    Square move;
};

/// What all dialects share in a session.
struct Session {
    Dialogue& dialogue;
    Engine& engine; ///< for analyses and hints, whoever plays
    SessionBook& book;
    MoveChooser& chooser;
    Game game{};
    std::string name = "Emilia";          ///< under which clients see their opponent
    std::optional<OwnMove> own_move = {}; ///< pondering starts from here
    std::string note{}; ///< what is wrong with the session's settings, if anything
    /// How long an analysis without a limit runs on after the end of the input.
    double seconds_after_end_of_input = 3;
    Runner runner{}; ///< last, because its search uses the members above

    /// Runs `work` and waits until it has ended; `sign` from the client stops it early. Throws what
    /// `work` throws.
    void search(const Runner::Work& work, CommandQueue::Sign sign = CommandQueue::Sign::any);
};

/// A protocol, spoken with one client. The object lives as long as the session.
class Dialect {
public:
    virtual ~Dialect() = default;
    Dialect() = default;
    Dialect(const Dialect&) = delete;
    Dialect& operator=(const Dialect&) = delete;

    /// Answers one command. Returns false when the client ends the session.
    [[nodiscard]] virtual bool handle(std::string_view line) = 0;
};

/// The row of a dialect's table of commands that has this name, or null. A row is a name and the
/// member function that answers.
template <typename Table>
[[nodiscard]] const auto* row_named(const Table& table, std::string_view name) noexcept {
    const auto found = std::find_if(table.begin(), table.end(),
                                    [name](const auto& row) { return row.name == name; });
    return found == table.end() ? nullptr : &*found;
}

struct DialectKind {
    std::string_view name; ///< for `--protocol`
    /// Returns whether a client whose first word is `word` speaks this dialect.
    bool (*begins_with)(std::string_view word);
    std::unique_ptr<Dialect> (*make)(Session& session);
    std::string_view help; ///< lines about its own commands, for a person who types
};

/// All dialects. The last one is the default for first words that no other dialect recognises.
[[nodiscard]] std::span<const DialectKind> dialects() noexcept;

/// Tells a client's dialect by its first line that is not blank.
[[nodiscard]] const DialectKind& recognise_dialect(std::string_view line) noexcept;

// The dialects, each in the source of its name, with the lines about its own commands in the text
// for `help`.
[[nodiscard]] std::unique_ptr<Dialect> make_nboard(Session& session);
[[nodiscard]] std::unique_ptr<Dialect> make_cassio(Session& session);
[[nodiscard]] std::unique_ptr<Dialect> make_ugi(Session& session);
[[nodiscard]] std::unique_ptr<Dialect> make_gtp(Session& session);
inline constexpr std::string_view nboard_help =
    "  move f5                     play a move\n"
    "  go                          let Emilia choose a move (then type it)\n"
    "  hint 3                      show the best 3 moves\n"
    "  set depth 12                set the level\n"
    "  quit                        end\n";
inline constexpr std::string_view cassio_help =
    "  ENGINE-PROTOCOL midgame-search BOARD -64 64 12 100\n"
    "                              search 12 plies deep, window -64 to 64\n"
    "  ENGINE-PROTOCOL endgame-search BOARD -64 64 100\n"
    "                              search to the end of the game\n"
    "  ENGINE-PROTOCOL quit        end\n";
inline constexpr std::string_view ugi_help =
    "  position startpos moves f5 d6\n"
    "                              set the game\n"
    "  go movetime 1000            search for 1000 milliseconds\n"
    "  go depth 12                 search 12 plies deep\n"
    "  go infinite                 search until you type stop\n"
    "  query result                show the result: p1win is a win for black\n"
    "  quit                        end\n";
inline constexpr std::string_view gtp_help =
    "  play black f5               play a move\n"
    "  genmove white               let Emilia move\n"
    "  undo                        take back the last move\n"
    "  clear_board                 start a new game\n"
    "  list_commands               list the commands of GTP\n"
    "  quit                        end\n";

struct SessionSettings {
    EngineSettings engine{};                ///< its book is the session's
    std::optional<BookSettings> book{};     ///< none: the engine plays without a book
    std::unique_ptr<Player> player{};       ///< plays in the engine's place; null: the engine plays
    std::string player_name{};              ///< clients see `Emilia-NAME`
    std::optional<double> player_seconds{}; ///< the player's limit for a move
    const DialectKind* dialect = nullptr;   ///< null: the client's first command says which
    std::string log_file{};                 ///< empty: no log
    bool ponder = false;                    ///< think on the opponent's time
    std::string note{};                     ///< a problem that the session does not end with
    /// How long an analysis without a limit runs on after the end of the input.
    double seconds_after_end_of_input = 3;
};

/// Talks with the client until one side ends the session. `input` must live as long as the
/// program, because a thread may still wait for a line from it (see CommandQueue). Calls `started`
/// when the session begins to read it. Before that it throws std::runtime_error if the log can't be
/// written, and std::bad_alloc if there is no memory for the hash table.
void converse(SessionSettings settings, std::istream& input, std::ostream& output,
              const std::function<void()>& started = {});

} // namespace emilia
