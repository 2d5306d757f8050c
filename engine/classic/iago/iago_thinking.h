#pragma once

// How Iago spends its time on a move: iteration after iteration, and when to stop or to search for
// the end of the game instead (Rosenbloom 1982, sections 4.2 and 4.3).
//
// Time is either real or that of the article's machine, on which a terminal node took 3.95 ms
// (4.4.2.1); at the end of the game, where nothing is evaluated, our own figure.

#include "engine/classic/iago/iago_search.h"

#include <array>

namespace emilia::classic {

enum class IagoTime { of_1982, real };

struct IagoBudget {
    double seconds = 0; ///< allocated to the move
    IagoTime time = IagoTime::of_1982;
};

/// What came of it.
struct IagoThought {
    Square move = Square::none;
    int value = 0; ///< in the unit of the goal
    IagoGoal goal = IagoGoal::estimate;
    /// Completed plies, and of the next one the share of first-ply nodes searched.
    double depth = 0;
    IagoCounts counts;
};

inline constexpr double seconds_per_evaluation_1982 = 0.00395;
inline constexpr double seconds_per_end_1982 = 0.0005;

/// One object thinks in one game at a time.
class IagoMind {
public:
    /// For a board whose game is not over. One ply is always searched.
    [[nodiscard]] IagoThought think(const Board& board, const IagoBudget& budget,
                                    const Interruption& interruption = {});

    void new_game() noexcept;

private:
    class Session;

    /// How much longer an iteration takes than the one before, by whose ply it adds: 0 for the
    /// side that thinks, 1 for the other.
    using Growth = std::array<double, 2>;
    static constexpr Growth usual_growth = {4, 4}; // the article's branching factor

    KillerRatings killers_{IagoOrdering::response};
    Growth growth_ = usual_growth;
    bool in_game_ = false;
};

} // namespace emilia::classic
