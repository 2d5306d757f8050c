#pragma once

// Analyzed games as text for people.

#include "engine/analysis/game_analysis.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// `Cerf Jonathan – Mimura Takuya`; `Black` or `White` replaces an unknown name.
[[nodiscard]] std::string title_of(const Game& game);

/// `44-20`: counted on the board if the game is over, otherwise as recorded in its file, or empty.
[[nodiscard]] std::string result_of(const Game& game);

/// Says whether the game is unfinished, whether the analysis was stopped, and from which move on it
/// is exact. May be empty.
[[nodiscard]] std::string note_on(const AnalyzedGame& game);

/// A remark on the board itself, such as that no game reaches it. May be empty.
[[nodiscard]] std::string note_on(const Position& position);

/// One line with the title, result, event, date and opening, one for each move, the turning points,
/// and the note.
[[nodiscard]] std::string analysis_text(const AnalyzedGame& game);

/// Sums up the moves of each player over one or more games, for each part of the game: how often
/// they are equivalent to the engine's move (Rosenbloom 1982, section 5.1) and how many discs they
/// lose.
class PlayerTable {
public:
    void add(const GameTotals& game);

    /// The table with its header, players in the order in which they were added.
    [[nodiscard]] std::string text() const;

private:
    struct Row {
        PlayerTotals player;
        int games = 0;
    };
    void add(const PlayerTotals& player, std::string_view name);

    std::vector<Row> rows_;
};

} // namespace emilia
