#pragma once

// Iago as a player: Rosenbloom's program of 1982, either with its tournament settings or with a
// real clock.
//
// Without a time limit or clock Iago plays with the article's 30 minutes on the article's machine.
// That time is counted in terminal nodes, so its games are the same on every machine. With a limit
// of seconds for the move it takes at most these, its overrun included. It divides a real clock as
// it divided its own, but never exceeds Emilia's limit for a move. It plays a single legal move at
// once.
//
// After each iteration Iago decides whether to search one ply deeper, to stop, or to search to the
// end of the game (Rosenbloom 1982, sections 4.2 and 4.3). Time is either real time or that of the
// article's machine, which needed 3.95 ms for a terminal node (4.4.2.1). A terminal node at the end
// of the game is not evaluated; its time is our own estimate.
//
// Time management (4.1): the article shows its curve of marginal values (figure 4.1) without
// numbers. Our curve follows its text: almost no time for the first move, as all four are
// symmetric, and most time when the end of the game comes within reach of the search.

#include "engine/classic/iago/iago_search.h"
#include "engine/classic/players.h"
#include "engine/play/player.h"
#include "engine/play/time_management.h"

#include <array>
#include <memory>
#include <optional>

namespace emilia::classic {

/// The share of the remaining time for the move of that number, 1 to 60. It is less than 1 even for
/// the last moves, as a player may have more than 30 moves in a game.
[[nodiscard]] double iago_time_fraction(int move) noexcept;

/// Divides the clock of one game.
class IagoClock {
public:
    /// Seconds for a move on the article's clock of 30 minutes, if each earlier move has used its
    /// share.
    [[nodiscard]] static double usual_share(int move) noexcept;
    /// The usual share minus the overhead of a move.
    [[nodiscard]] static double usual_allocation(int move) noexcept;

    /// Seconds for a move on a real clock. The article's reserve and overhead are scaled to the
    /// time at the start of the game, that is to the first clock seen. The article has no
    /// increments and no clocks for a number of moves: here a move gets its whole increment, and
    /// moves that share a clock get equal parts.
    [[nodiscard]] double allocation(int move, const GameClock& clock) noexcept;

    void new_game() noexcept { first_seen_.reset(); }

private:
    std::optional<double> first_seen_; ///< seconds
};

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
    class Deepening;

    /// The factor by which an iteration takes longer than the one before. Index 0: the added ply is
    /// a move of the side that thinks; 1: of the other side.
    using Growth = std::array<double, 2>;
    static constexpr Growth usual_growth = {4, 4}; // the article's branching factor

    KillerRatings killers_{IagoOrdering::response};
    Growth growth_ = usual_growth;
    bool in_game_ = false;
};

class IagoPlayer : public Player {
public:
    IagoPlayer();
    [[nodiscard]] Decision choose(const Board& board, const MoveLimits& limits) override;
    void new_game() override;

private:
    IagoMind mind_;
    IagoClock clock_;
};

[[nodiscard]] std::unique_ptr<Player> make_iago(const PlayerKind& kind,
                                                const PlayerSettings& settings);

} // namespace emilia::classic
