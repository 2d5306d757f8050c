#pragma once

// Opening names, as players use them: 88 openings out of public lists. A name belongs to a
// position, whatever the order of the moves, and holds until the game reaches another named
// position. Where an opening has several names, the usual one comes first.
//
// No list at hand gives one name to two positions. Openings that share a player's name keep what
// tells them apart: Tanida and Tanida Buffalo, Mimura and Mimura Variation II, Feldborg alone for
// the Aircraft and the Feldborg Continuation of the Aubrey.

#include "engine/board/board.h"
#include "engine/notation/game.h"

#include <span>
#include <string_view>

namespace emilia {

struct NamedOpening {
    std::string_view moves; ///< from the usual start
    std::string_view name;  ///< "Rose-Bill", or all names: "Aubrey / Tanaka"
};

[[nodiscard]] std::span<const NamedOpening> named_openings() noexcept;

/// The name of the opening that leads to exactly this position, in any symmetry; empty if it has
/// none. May be called from several threads.
[[nodiscard]] std::string_view opening_name(const Board& board);

/// The name of the last position of a game that has one; empty if none has.
[[nodiscard]] std::string_view opening_name(const Game& game);

/// Writes that name into the game's header; a game without one keeps what its file says.
void name_opening(Game& game);

} // namespace emilia
