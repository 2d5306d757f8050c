#pragma once

// The terms that the whole search shares: depth, nodes, confidence, window and iteration.

#include "engine/base/constants.h"
#include "engine/eval/score.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace emilia {

/// The number of plies that a search looks ahead.
using Depth = int;

/// The number of positions that a search enters. It counts the root, every position of a helper
/// search and the last empty square, but no passes.
using Nodes = std::uint64_t;

/// The scores that matter to the caller, alpha < beta. A result of at most `alpha` says only that
/// the score is at most that, one of at least `beta` only that it is at least that.
struct Window {
    Score alpha = min_score;
    Score beta = max_score;
};

/// How sure a selective search is of what it prunes, in increasing order. A level fixes it for the
/// midgame search; a search to the end of the game starts with low confidence and raises it until
/// nothing is pruned.
enum class Confidence : std::uint8_t { low, fair, high, very_high, certain };

/// How far a shallow search must be outside the window to prune, in tenths of the standard
/// deviation of its error. Not defined for `certain`, which prunes nothing.
[[nodiscard]] inline int margin_in_tenths(Confidence confidence) noexcept {
    EMILIA_TABLE std::array<int, 4> margins = {constants::low_margin, 13, 18, 26};
    return margins[static_cast<std::size_t>(confidence)];
}

/// The share of errors that stay within the default margin if they are normally distributed, in
/// percent.
[[nodiscard]] constexpr int percent(Confidence confidence) noexcept {
    constexpr std::array<int, 5> shares = {63, 81, 93, 99, 100};
    return shares[static_cast<std::size_t>(confidence)];
}

enum class SearchMethod { midgame, wld, exact };

/// One search of all root moves: a midgame search, or one of the solvers to the end of the game.
/// With less confidence than `certain` it is selective. The iterations of a search follow one
/// another, each deeper or surer than the last.
struct Iteration {
    SearchMethod method;
    Depth depth; ///< of the solvers: the number of empty squares
    Confidence confidence;
};

} // namespace emilia
