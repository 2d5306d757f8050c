#pragma once

// Minimax and alpha-beta for any game of two players, step by step as chapter 18 of Norvig's
// "Paradigms of Artificial Intelligence Programming" (1992) builds them.
//
// A Game defines a type `Node` for its positions, a type `Move` for its moves, and
//     moves(node)        the moves in the order to search them; none when the game is over
//     after(node, move)  the position after a move, seen by the other player
//     estimate(node)     the value of a leaf for the player to move
//     final_value(node)  the value of a finished game for the player to move

#include "engine/classic/evaluation.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace emilia::classic {

template <class Game>
struct Found {
    Value value;
    std::optional<typename Game::Move> move{}; ///< none in a finished game and at a leaf
};

/// Searches the whole tree to `plies` (section 18.4). Among equal moves it chooses the first.
template <class Game>
[[nodiscard]] Found<Game> minimax(Game& game, const typename Game::Node& node, int plies) {
    if (plies == 0) return {game.estimate(node)};
    const auto moves = game.moves(node);
    if (moves.begin() == moves.end()) return {game.final_value(node)};
    std::optional<Found<Game>> best;
    for (const auto move : moves) {
        const Value value = -minimax(game, game.after(node, move), plies - 1).value;
        if (!best || value > best->value) best = Found<Game>{value, move};
    }
    return *best;
}

/// The loop of alpha-beta over the children of a node that has some. `move_of(child)` is the move
/// that leads to a child, `value_of(child, achievable, cutoff)` searches it within a window and
/// returns its value for the player at the node.
template <class Game, class Children, class MoveOf, class ValueOf>
[[nodiscard]] Found<Game> search_children(const Children& children, Value achievable, Value cutoff,
                                          const MoveOf& move_of, const ValueOf& value_of) {
    Found<Game> best{achievable, move_of(*children.begin())};
    for (const auto& child : children) {
        const Value value = value_of(child, best.value, cutoff);
        if (value > best.value) best = {value, move_of(child)};
        if (best.value >= cutoff) break;
    }
    return best;
}

/// Finds the value and the move of minimax with fewer nodes (section 18.5). It is fail-hard below
/// and fail-soft above: a value at or below `achievable` is returned as `achievable`, and one at or
/// above `cutoff` is a lower bound.
template <class Game>
[[nodiscard]] Found<Game> alpha_beta(Game& game, const typename Game::Node& node, Value achievable,
                                     Value cutoff, int plies) {
    if (plies == 0) return {game.estimate(node)};
    const auto moves = game.moves(node);
    if (moves.begin() == moves.end()) return {game.final_value(node)};
    return search_children<Game>(
        moves, achievable, cutoff, std::identity{}, [&](auto move, Value lower, Value upper) {
            return -alpha_beta(game, game.after(node, move), -upper, -lower, plies - 1).value;
        });
}

/// Alpha-beta that searches `killer` first if it is legal. The killer is the strongest reply to the
/// moves that the parent node has searched before (section 18.11). Here a forced pass can be a
/// killer, in the book it can't.
template <class Game>
[[nodiscard]] Found<Game> alpha_beta_with_killers(Game& game, const typename Game::Node& node,
                                                  Value achievable, Value cutoff, int plies,
                                                  std::optional<typename Game::Move> killer = {}) {
    if (plies == 0) return {game.estimate(node)};
    auto moves = game.moves(node);
    if (moves.begin() == moves.end()) return {game.final_value(node)};
    if (killer) {
        const auto place = std::find(moves.begin(), moves.end(), *killer);
        if (place != moves.end()) std::rotate(moves.begin(), place, place + 1);
    }
    std::optional<Found<Game>> reply; // the strongest so far, with its value for this player
    return search_children<Game>(
        moves, achievable, cutoff, std::identity{}, [&](auto move, Value lower, Value upper) {
            const auto found =
                alpha_beta_with_killers(game, game.after(node, move), -upper, -lower, plies - 1,
                                        reply ? reply->move : std::nullopt);
            const Value value = -found.value;
            if (found.move && (!reply || value < reply->value))
                reply = Found<Game>{value, found.move};
            return value;
        });
}

/// Alpha-beta that sorts the moves by the evaluation of the positions behind them; it evaluates
/// every position once (section 18.9). `estimate` is the evaluation of `node`. As in the other
/// searches a position is evaluated for the player to move. The book evaluates it for the player
/// who has just moved and negates that, which is the same only if the evaluation is zero-sum.
template <class Game>
[[nodiscard]] Found<Game> sorted_alpha_beta(Game& game, const typename Game::Node& node,
                                            Value estimate, Value achievable, Value cutoff,
                                            int plies) {
    if (plies == 0) return {estimate};
    struct Child {
        typename Game::Move move;
        typename Game::Node node;
        Value estimate; ///< for the other player
    };
    std::vector<Child> children;
    for (const auto move : game.moves(node)) {
        const auto child = game.after(node, move);
        children.push_back({move, child, game.estimate(child)});
    }
    if (children.empty()) return {game.final_value(node)};
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return a.estimate < b.estimate; });
    return search_children<Game>(
        children, achievable, cutoff, [](const Child& child) { return child.move; },
        [&](const Child& child, Value lower, Value upper) {
            return -sorted_alpha_beta(game, child.node, child.estimate, -upper, -lower, plies - 1)
                        .value;
        });
}

} // namespace emilia::classic
