#pragma once

// Iago's search: full-width alpha-beta, iteration by iteration (Rosenbloom 1982, section 4.2). The
// nodes of the first plies are saved and put in order by their values after each iteration; below
// them moves come in the order of a heuristic. End games are searched to their end, for the
// difference of discs or for the outcome alone (4.3).
//
// A forced pass is a ply. The values of moves that were cut off are bounds; a saved node's moves
// are sorted by what is known of them, those that were not looked at last.

#include "engine/classic/iago/iago_ordering.h"
#include "engine/classic/othello_game.h"

#include <functional>
#include <vector>

namespace emilia::classic {

enum class IagoGoal {
    estimate,   ///< to a depth, where the evaluation has its say
    difference, ///< of discs at the end of the game; empty squares count for the winner
    outcome,    ///< won (1), drawn or lost (-1)
};

inline constexpr int usual_saved_plies = 3;

struct IagoCounts {
    Nodes boards = 0;    ///< made by a move
    Nodes evaluated = 0; ///< terminal nodes of searches for an estimate
    Nodes ends = 0;      ///< terminal nodes of searches to the end of the game
    [[nodiscard]] Nodes terminal() const noexcept { return evaluated + ends; }
};

/// What one iteration found.
struct IagoIteration {
    Square move = Square::none; ///< the best of those searched; none if there is none
    int value = 0;              ///< its value in the unit of the goal
    int first_ply_nodes = 0;
    int searched = 0; ///< of them, completely
    bool interrupted = false;

    [[nodiscard]] bool complete() const noexcept { return searched == first_ply_nodes; }
};

/// The searches of one position.
class IagoSearch {
public:
    /// Asked before each first-ply node but the first, with the number of those searched; false
    /// ends the iteration.
    using GoOn = std::function<bool(int searched)>;

    /// `killers` must outlive it, and so must what the interruption refers to.
    IagoSearch(const Board& root, KillerRatings& killers, int saved_plies = usual_saved_plies,
               const Interruption& interruption = {});

    /// `plies` (1 or more) deep; to the end of the game they don't count. The game is not over.
    IagoIteration search(IagoGoal goal, int plies, const GoOn& go_on = {});

    [[nodiscard]] const IagoCounts& counts() const noexcept { return counts_; }

private:
    struct Node {
        Board board;
        Square move; ///< that led here
        int value;   ///< for the player who made it, as of the last time it was searched
        bool searched = false;
        std::vector<Node> children{};
    };
    struct Window {
        int alpha;
        int beta;
    };

    [[nodiscard]] KillerContext context(const Board& board, int ply, Square answered) const;
    void expand(Node& node, int ply);
    template <IagoGoal goal>
    IagoIteration search_root(int plies, const GoOn& go_on);
    /// False: interrupted.
    template <IagoGoal goal>
    bool search_first_ply(Node& child, int plies, Window window);
    template <IagoGoal goal>
    int search_saved(Node& node, int plies, Window window, int ply);
    template <IagoGoal goal>
    int search_below(const Board& board, int plies, Window window, int ply, Square answered);
    template <IagoGoal goal>
    int end_value(const Board& board);
    static void sort(std::vector<Node>& nodes);

    Node root_;
    KillerRatings& killers_;
    int saved_plies_;
    int root_side_; ///< by the parity of the moves: the same for a colour, but for passes
    Lookout lookout_;
    IagoCounts counts_;
};

} // namespace emilia::classic
