#pragma once

// Questions about the games of a base: which of them meet some conditions, how they scored, and
// what was played in a position.
//
// A game can be seen from a side. With a player's name it is the side of that player, so that his
// wins are counted, whatever his colour; a game between two players who both fit counts for both.

#include "engine/games/game_base.h"
#include "engine/games/position_index.h"
#include "engine/notation/formats/wthor_files.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

enum class WantedResult : std::uint8_t { black, white, draw, won, lost };

struct NamedResult {
    std::string_view name;
    WantedResult result;
};

inline constexpr std::array<NamedResult, 5> wanted_results{{{"black", WantedResult::black},
                                                            {"white", WantedResult::white},
                                                            {"draw", WantedResult::draw},
                                                            {"won", WantedResult::won},
                                                            {"lost", WantedResult::lost}}};

/// The conditions that a game must meet. A default-constructed filter takes all games.
struct GameFilter {
    std::string player = {};         ///< a part of a player's name
    std::string against = {};        ///< a part of the name of the player's opponent
    std::optional<Color> color = {}; ///< of the player
    std::string event = {};          ///< a part of the event's name
    std::optional<Years> years = {};
    /// `won` and `lost` are those of the player.
    std::optional<WantedResult> result = {};
    std::optional<Board> through = {}; ///< a position that the game passes through

    /// Whether the games are seen from the side of a player.
    [[nodiscard]] bool has_player() const noexcept { return !player.empty() || !against.empty(); }
};

/// A game that meets the conditions of a filter.
struct ChosenGame {
    std::uint32_t game = 0; ///< its place in the base
    // The sides that fit: both without a player's name.
    bool as_black = true;
    bool as_white = true;
    Passage passage; ///< through the filter's position, or its start

    [[nodiscard]] bool as(Color color) const noexcept {
        return color == Color::black ? as_black : as_white;
    }
};

/// The games that meet the conditions, in the order of the base. Parts of names are compared
/// without regard to the case of the letters a to z.
[[nodiscard]] std::vector<ChosenGame> choose(const GameBase& base, const PositionIndex& index,
                                             const GameFilter& filter);

/// How games scored, for one side.
struct Tally {
    std::uint64_t games = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0; ///< the results of other games are unknown
    std::int64_t lead = 0;    ///< sum of the side's leads at the end, in hundredths of a disc
    std::uint64_t with_lead = 0;
    int first_year = 0; ///< 0: unknown
    int last_year = 0;

    void add(const BaseGame& game, Color side);
    /// Wins and half of the draws as a percentage; none if no result is known.
    [[nodiscard]] std::optional<double> points() const noexcept;
    /// In discs; none if no lead is known.
    [[nodiscard]] std::optional<double> mean_lead() const noexcept;

    [[nodiscard]] friend bool operator==(const Tally&, const Tally&) = default;
};

/// A move in a position, or none where games end.
struct PlayedNext {
    Square move = Square::none;
    Tally tally; ///< for the side to move
    /// Who played it most often, and how often.
    TextNumber player = 0;
    std::uint64_t times = 0;
};

/// What was played in `board`, the filter's position, in its orientation, most played first. Of
/// symmetric moves the rightmost one stands for all.
[[nodiscard]] std::vector<PlayedNext> played_next(const GameBase& base, const Board& board,
                                                  const std::vector<ChosenGame>& chosen);

/// Games with something in common.
struct GameGroup {
    std::string name;
    Tally tally;
};

/// What a group has in common, such as its opening, for a game that is seen from a side.
using GroupOf = std::function<std::string(const ChosenGame& game, Color side)>;

/// The groups of the games, seen from `side`: of those games that have it. Largest first.
[[nodiscard]] std::vector<GameGroup> grouped(const GameBase& base,
                                             const std::vector<ChosenGame>& chosen, Color side,
                                             const GroupOf& group_of);

/// The players of games, each seen from his own side, with most games first.
[[nodiscard]] std::vector<GameGroup> grouped_by_player(const GameBase& base,
                                                       const std::vector<ChosenGame>& chosen);

/// All games, seen from `side`.
[[nodiscard]] Tally tally_of(const GameBase& base, const std::vector<ChosenGame>& chosen,
                             Color side);

} // namespace emilia
