#pragma once

// Analyzed games as text for people.

#include "engine/analysis/game_analysis.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// A part of the game with its own statistics, as in Rosenbloom's Table 5.1 (1982). The positions
/// of the last part are solved exactly.
struct GamePart {
    std::string_view name;
    int first; ///< number of its first move
    int last;  ///< number of its last move
};
inline constexpr std::array<GamePart, 2> game_parts{{{"1-45", 1, 45}, {"46-60", 46, 60}}};

/// `Cerf Jonathan – Mimura Takuya`; `Black` or `White` replaces an unknown name.
[[nodiscard]] std::string title_of(const Game& game);

/// `44-20`: counted on the board if the game is over, otherwise as recorded in its file, or empty.
[[nodiscard]] std::string result_of(const Game& game);

/// Says whether the game is unfinished, whether the analysis was stopped, and from which move on it
/// is exact. May be empty.
[[nodiscard]] std::string note_on(const Game& game, const GameAnalysis& analysis);

/// A remark on the board itself, such as that no game reaches it. May be empty.
[[nodiscard]] std::string note_on(const Position& position);

/// One line with the title, result, event, date and opening.
[[nodiscard]] std::string heading_text(const Game& game);

/// One line for each move, followed by the turning points.
[[nodiscard]] std::string moves_text(const GameAnalysis& analysis);

/// Sums up the moves of each player over one or more games, for each part of the game: how often
/// they are equivalent to the engine's move (Rosenbloom 1982, section 5.1) and how many discs they
/// lose.
class PlayerTable {
public:
    /// Adds the moves of both players of an analyzed game (see `result_json.h`).
    void add(const nlohmann::ordered_json& analysis);

    /// The table with its header, players in the order in which they were added.
    [[nodiscard]] std::string text() const;

private:
    struct Row {
        std::string name;
        int games = 0;
        MoveSummary all;
        std::array<MoveSummary, game_parts.size()> parts;
    };
    Row& row_of(const std::string& name);

    std::vector<Row> rows_;
};

} // namespace emilia
