#include "engine/classic/iago/iago_search.h"

#include "engine/classic/iago/iago_evaluation.h"

#include <algorithm>
#include <limits>

namespace emilia::classic {
namespace {

constexpr int beyond_all = std::numeric_limits<int>::max();
constexpr int far_enough = 2 * square_count; // more plies than any game has, passes included

/// The values of a goal lie between this and its negative. For an outcome this is the exact
/// maximum, so that a win ends the search.
constexpr int greatest_value(IagoGoal goal) noexcept {
    return goal == IagoGoal::difference ? square_count : goal == IagoGoal::outcome ? 1 : beyond_all;
}

} // namespace

KillerRatings::Ratings& KillerRatings::ratings(const KillerContext& context) noexcept {
    // The move number is negative on boards that no game reaches.
    const int list =
        ordering_ == IagoOrdering::response ? index(context.answered) : std::max(0, context.move);
    return lists_[static_cast<std::size_t>(context.side)][static_cast<std::size_t>(list)];
}

MoveList KillerRatings::ordered(Bitboard legal, const KillerContext& context) noexcept {
    if (!learns()) {
        return in_order(legal,
                        ordering_ == IagoOrdering::square_value ? static_order() : natural_order());
    }
    MoveList moves = in_order(legal, natural_order());
    Ratings& list = ratings(context);
    const auto rating = [&list](Square move) -> Rating& {
        return list[static_cast<std::size_t>(index(move))];
    };
    for (Square* place = moves.begin(); place != moves.end(); ++place) { // stable insertion sort
        const Square move = *place;
        rating(move) += legal_boost;
        Square* slot = place;
        for (; slot != moves.begin() && rating(slot[-1]) < rating(move); --slot) *slot = slot[-1];
        *slot = move;
    }
    return moves;
}

void KillerRatings::reward(Square move, const KillerContext& context) noexcept {
    if (learns() && is_on_board(move))
        ratings(context)[static_cast<std::size_t>(index(move))] += best_boost;
}

void KillerRatings::halve() noexcept {
    for (auto& side : lists_)
        for (Ratings& list : side)
            for (Rating& rating : list) rating /= 2;
}

IagoSearch::IagoSearch(const Board& root, KillerRatings& killers, int saved_plies,
                       const Interruption& interruption)
    : root_{.board = root, .move = Square::none, .value = 0},
      killers_(killers),
      saved_plies_(saved_plies),
      root_side_(move_number(root)),
      interruption_check_(interruption) {}

KillerContext IagoSearch::context(const Board& board, int ply, Square answered) const {
    return {.side = (root_side_ + ply) & 1, .move = move_number(board), .answered = answered};
}

/// Orders the moves of a saved node. Their ratings rise only here, not in each iteration.
void IagoSearch::expand(Node& node, int ply) {
    const Board& board = node.board;
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        if (board.must_pass())
            node.children.push_back({.board = board.passed(), .move = Square::pass, .value = 0});
        return;
    }
    for (const Square move : killers_.ordered(legal, context(board, ply, node.move)))
        node.children.push_back({.board = board.after(move), .move = move, .value = 0});
}

int IagoSearch::search_child(Node& child, int plies, Window window, int ply) {
    if (child.move != Square::pass) ++counts_.boards;
    child.value = -search_saved(child, plies, window, ply);
    child.searched = true;
    return child.value;
}

IagoIteration IagoSearch::search(IagoGoal goal, int plies, const GoOn& go_on) {
    goal_ = goal;
    if (goal != IagoGoal::estimate) plies = far_enough;
    if (saved_plies_ == 0) root_.children.clear();
    if (root_.children.empty()) expand(root_, 0);
    IagoIteration iteration{.first_ply_nodes = static_cast<int>(root_.children.size())};
    Window window{-greatest_value(goal), greatest_value(goal)};
    for (Node& child : root_.children) child.searched = false;
    for (Node& child : root_.children) {
        if (iteration.searched > 0) {
            if (window.alpha >= window.beta) { // a win: the other moves can't be better
                iteration.searched = iteration.first_ply_nodes;
                break;
            }
            if (go_on && !go_on(iteration.searched)) break;
        }
        try {
            search_child(child, plies - 1, {-window.beta, -window.alpha}, 1);
        } catch (const Interrupted&) {
            iteration.interrupted = true;
            break;
        }
        ++iteration.searched;
        if (iteration.searched == 1 || child.value > iteration.value) {
            iteration.move = child.move;
            iteration.value = child.value;
        }
        window.alpha = std::max(window.alpha, child.value);
    }
    killers_.reward(iteration.move, context(root_.board, 0, root_.move));
    if (saved_plies_ > 0) sort(root_.children);
    return iteration;
}

template <class Moves, class ValueOf>
int IagoSearch::search_moves(Moves& moves, Window window, const KillerContext& place,
                             const ValueOf& value_of) {
    int best = -beyond_all;
    Square best_move = Square::none;
    for (auto& move : moves) {
        const int value = value_of(move, Window{-window.beta, -window.alpha});
        best = std::max(best, value);
        if (value > window.alpha) {
            window.alpha = value;
            best_move = move_of(move);
        }
        if (window.alpha >= window.beta) break;
    }
    if (best_move != Square::none) killers_.reward(best_move, place);
    return best;
}

int IagoSearch::search_saved(Node& node, int plies, Window window, int ply) {
    if (ply >= saved_plies_ || plies == 0)
        return search_below(node.board, plies, window, ply, node.move);
    interruption_check_.count_position();
    if (node.children.empty()) expand(node, ply);
    if (node.children.empty()) return end_value(node.board);
    for (Node& child : node.children) child.searched = false;
    const int best = search_moves(
        node.children, window, context(node.board, ply, node.move),
        [&](Node& child, Window below) { return search_child(child, plies - 1, below, ply + 1); });
    sort(node.children);
    return best;
}

int IagoSearch::search_below(const Board& board, int plies, Window window, int ply,
                             Square answered) {
    interruption_check_.count_position();
    if (goal_ == IagoGoal::estimate && plies == 0) {
        ++counts_.evaluated;
        return iago_value(board);
    }
    const Bitboard legal = board.legal_moves();
    if (legal == 0) {
        if (board.is_over()) return end_value(board);
        return -search_below(board.passed(), plies - 1, {-window.beta, -window.alpha}, ply + 1,
                             Square::pass);
    }
    const KillerContext place = context(board, ply, answered);
    const MoveList moves = killers_.ordered(legal, place);
    return search_moves(moves, window, place, [&](Square move, Window below) {
        ++counts_.boards;
        return -search_below(board.after(move), plies - 1, below, ply + 1, move);
    });
}

int IagoSearch::end_value(const Board& board) {
    if (goal_ == IagoGoal::estimate) {
        ++counts_.evaluated;
        return iago_final_value(board);
    }
    ++counts_.ends;
    const int score = board.final_score();
    if (goal_ == IagoGoal::outcome) return score > 0 ? 1 : score < 0 ? -1 : 0;
    return score;
}

void IagoSearch::sort(std::vector<Node>& nodes) {
    std::stable_sort(nodes.begin(), nodes.end(), [](const Node& a, const Node& b) {
        if (a.searched != b.searched) return a.searched;
        return a.searched && a.value > b.value;
    });
}

} // namespace emilia::classic
