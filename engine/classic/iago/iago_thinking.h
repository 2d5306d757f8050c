#pragma once

// How Iago uses the time for a move: it decides after each iteration whether to search one ply
// deeper, to stop, or to search to the end of the game (Rosenbloom 1982, sections 4.2 and 4.3).
//
// Time is either real time or that of the article's machine, which needed 3.95 ms for a terminal
// node (4.4.2.1). A terminal node at the end of the game is not evaluated; its time is our own
// estimate.

#include "engine/classic/iago/iago_search.h"

#include <array>

namespace emilia::classic {

enum class IagoTime { of_1982, real };

struct IagoBudget {
    double seconds = 0; ///< allocated to the move
    IagoTime time = IagoTime::of_1982;
};

/// The result of thinking about a move.
struct IagoThought {
    Square move = Square::none;
    int value = 0; ///< in the unit of `goal`
    IagoGoal goal = IagoGoal::estimate;
    /// Completed plies plus the share of first-ply nodes that the next iteration has searched.
    double depth = 0;
    IagoCounts counts;
};

inline constexpr double seconds_per_evaluation_1982 = 0.00395;
inline constexpr double seconds_per_end_1982 = 0.0005;

/// Thinks about the moves of one game at a time, in one thread, and learns while it plays.
class IagoMind {
public:
    /// The game must not be over. At least one ply is searched unless the search is interrupted.
    [[nodiscard]] IagoThought think(const Board& board, const IagoBudget& budget,
                                    const Interruption& interruption = {});

    void new_game() noexcept;

private:
    class Session;

    /// The factor by which an iteration takes longer than the one before. Index 0: the added ply is
    /// a move of the side that thinks; 1: of the other side.
    using Growth = std::array<double, 2>;
    static constexpr Growth usual_growth = {4, 4}; // the article's branching factor

    KillerRatings killers_{IagoOrdering::response};
    Growth growth_ = usual_growth;
    bool in_game_ = false;
};

} // namespace emilia::classic
