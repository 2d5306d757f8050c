#pragma once

// Iago's search: full-width alpha-beta with iterative deepening (Rosenbloom 1982, section 4.2). It
// keeps the nodes of the first plies and sorts them by value after each iteration; below these
// plies a heuristic orders the moves. In the endgame it searches to the end of the game, either for
// the difference of discs or for the outcome alone (4.3).
//
// A forced pass takes a ply. After a cut-off some values of saved nodes are only bounds; they are
// sorted like exact values, and moves that were not searched go last.
//
// Below the plies that it saves, one of the four heuristics of Rosenbloom's experiment (4.2.1)
// orders the moves. The article does not say how much the rating of a killer grows; these numbers
// are our own.

#include "engine/classic/strategy.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace emilia::classic {

enum class IagoOrdering {
    move_generation, ///< left to right, top to bottom
    square_value,    ///< by the squares' weights: Norvig's, as Iago's are not published
    move_number,     ///< killers, one list for each move number and side
    response,        ///< killers, one list for each move to be answered and side (Iago's own)
};

/// What decides which list of killers a node uses.
struct KillerContext {
    int side;        ///< the side to move: 0 or 1
    int move;        ///< the move number
    Square answered; ///< the previous move; `Square::none` if it is not known
};

/// Ratings of moves, which are learned during a search and kept for the next moves of the game.
class KillerRatings {
public:
    explicit KillerRatings(IagoOrdering ordering) noexcept : ordering_(ordering) {}

    /// The legal moves, best first. A killer heuristic also raises the rating of each of them a
    /// little for being legal.
    [[nodiscard]] MoveList ordered(Bitboard legal, const KillerContext& context) noexcept;

    /// Raises the rating of a move that was the best or caused a cut-off.
    void reward(Square move, const KillerContext& context) noexcept;

    /// Halves all ratings; called between two moves of a game, so that old killers fade.
    void halve() noexcept;
    void clear() noexcept { lists_ = {}; }

private:
    using Rating = std::uint64_t;
    using Ratings = std::array<Rating, square_count>;
    static constexpr Rating legal_boost = 1;
    static constexpr Rating best_boost = 64;

    [[nodiscard]] bool learns() const noexcept {
        return ordering_ == IagoOrdering::move_number || ordering_ == IagoOrdering::response;
    }
    [[nodiscard]] Ratings& ratings(const KillerContext& context) noexcept;

    static constexpr std::size_t contexts = square_count + 2; // also a pass and no move
    IagoOrdering ordering_;
    std::array<std::array<Ratings, contexts>, 2> lists_{};
};

enum class IagoGoal {
    estimate,   ///< the evaluation at a fixed depth
    difference, ///< discs at the end of the game; empty squares count for the winner
    outcome,    ///< won (1), drawn (0) or lost (-1)
};

inline constexpr int usual_saved_plies = 3;

struct IagoCounts {
    Nodes boards = 0;    ///< positions made by a move
    Nodes evaluated = 0; ///< terminal nodes of searches for an estimate
    Nodes ends = 0;      ///< terminal nodes of searches to the end of the game
    [[nodiscard]] Nodes terminal() const noexcept { return evaluated + ends; }
};

/// The result of one iteration.
struct IagoIteration {
    Square move = Square::none; ///< the best of the moves searched; none before the first
    int value = 0;              ///< of `move`, in the unit of the goal
    int first_ply_nodes = 0;
    int searched = 0; ///< first-ply nodes searched completely
    bool interrupted = false;

    [[nodiscard]] bool complete() const noexcept { return searched == first_ply_nodes; }
};

/// Searches one position, iteration by iteration.
class IagoSearch {
public:
    /// Called before each first-ply node except the first, with the number of nodes searched so
    /// far; false ends the iteration.
    using GoOn = std::function<bool(int searched)>;

    /// `killers` and the interruption's stop flag must outlive this object.
    IagoSearch(const Board& root, KillerRatings& killers, int saved_plies = usual_saved_plies,
               const Interruption& interruption = {});

    /// Searches `plies` (1 or more) deep; a search to the end of the game ignores `plies`. The game
    /// must not be over.
    IagoIteration search(IagoGoal goal, int plies, const GoOn& go_on = {});

    [[nodiscard]] const IagoCounts& counts() const noexcept { return counts_; }

private:
    struct Node {
        Board board;
        Square move; ///< that leads here
        int value;   ///< from the last search, for the player who makes the move
        bool searched = false;
        std::vector<Node> children{};
    };
    struct Window {
        int alpha;
        int beta;
    };

    [[nodiscard]] KillerContext context(const Board& board, int ply, Square answered) const;
    void expand(Node& node, int ply);
    /// Searches a saved node and returns its value for the player who makes the move to it.
    int search_child(Node& child, int plies, Window window, int ply);
    /// The loop of alpha-beta over the moves of one node. `value_of(move, window)` searches a move
    /// within the opponent's window and returns its value for the player at the node.
    template <class Moves, class ValueOf>
    int search_moves(Moves& moves, Window window, const KillerContext& place,
                     const ValueOf& value_of);
    int search_saved(Node& node, int plies, Window window, int ply);
    int search_below(const Board& board, int plies, Window window, int ply, Square answered);
    int end_value(const Board& board);
    static void sort(std::vector<Node>& nodes);
    static Square move_of(const Node& node) noexcept { return node.move; }
    static Square move_of(Square move) noexcept { return move; }

    Node root_;
    IagoGoal goal_ = IagoGoal::estimate; ///< of the current iteration
    KillerRatings& killers_;
    int saved_plies_;
    int root_side_; ///< parity of the move number: each colour keeps its side until a pass
    InterruptionCheck interruption_check_;
    IagoCounts counts_;
};

} // namespace emilia::classic
