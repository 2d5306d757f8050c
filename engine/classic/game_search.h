#pragma once

// Minimax and alpha-beta as chapter 18 of Norvig's "Paradigms of Artificial Intelligence
// Programming" (1992) builds them up, over any game of two players.
//
// A Game has, with a type `Node` for its positions and `Move` for its moves:
//     moves(node)        in the order in which they are to be searched; none where the game is over
//     after(node, move)  the position behind a move, seen by the other player
//     estimate(node), final_value(node)  for the player to move

#include "engine/classic/evaluation.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace emilia::classic {

template <class Game>
struct Found {
    Value value;
    std::optional<typename Game::Move> move{}; ///< none at the end of the game and of the search
};

/// The whole tree, `plies` deep (section 18.4). Of equal moves the first one.
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

/// The same value and move as minimax for less (section 18.5). What is not above `achievable` comes
/// back as `achievable`, and what is not below `cutoff` is no more than a bound.
template <class Game>
[[nodiscard]] Found<Game> alpha_beta(Game& game, const typename Game::Node& node, Value achievable,
                                     Value cutoff, int plies) {
    if (plies == 0) return {game.estimate(node)};
    const auto moves = game.moves(node);
    if (moves.begin() == moves.end()) return {game.final_value(node)};
    Found<Game> best{achievable, *moves.begin()};
    for (const auto move : moves) {
        const auto child = game.after(node, move);
        const Value value = -alpha_beta(game, child, -cutoff, -best.value, plies - 1).value;
        if (value > best.value) best = {value, move};
        if (best.value >= cutoff) break;
    }
    return best;
}

/// The same, but `killer` is searched first where it is legal: the reply that was the worst for the
/// other player behind the moves before (section 18.11). A forced pass is a move like any other; in
/// the book it is no killer.
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
    Found<Game> best{achievable, *moves.begin()};
    std::optional<Found<Game>> reply; // the strongest so far, with what it leaves this player
    for (const auto move : moves) {
        const auto found =
            alpha_beta_with_killers(game, game.after(node, move), -cutoff, -best.value, plies - 1,
                                    reply ? reply->move : std::nullopt);
        const Value value = -found.value;
        if (value > best.value) best = {value, move};
        if (found.move && (!reply || value < reply->value)) reply = Found<Game>{value, found.move};
        if (best.value >= cutoff) break;
    }
    return best;
}

/// The same, but the moves are tried in the order of what they are worth at a glance: every
/// position is evaluated, once (section 18.9). `glance` is what the node is worth. Positions are
/// seen by the player to move, as in the other searches; the book takes the mover's view and turns
/// it, which is the same only where what one player gains the other one loses.
template <class Game>
[[nodiscard]] Found<Game> sorted_alpha_beta(Game& game, const typename Game::Node& node,
                                            Value glance, Value achievable, Value cutoff,
                                            int plies) {
    if (plies == 0) return {glance};
    struct Child {
        typename Game::Move move;
        typename Game::Node node;
        Value glance; ///< for the other player
    };
    std::vector<Child> children;
    for (const auto move : game.moves(node)) {
        const auto child = game.after(node, move);
        children.push_back({move, child, game.estimate(child)});
    }
    if (children.empty()) return {game.final_value(node)};
    std::stable_sort(children.begin(), children.end(),
                     [](const Child& a, const Child& b) { return a.glance < b.glance; });
    Found<Game> best{achievable, children.front().move};
    for (const Child& child : children) {
        const Value value =
            -sorted_alpha_beta(game, child.node, child.glance, -cutoff, -best.value, plies - 1)
                 .value;
        if (value > best.value) best = {value, child.move};
        if (best.value >= cutoff) break;
    }
    return best;
}

} // namespace emilia::classic
