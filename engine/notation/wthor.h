#pragma once

// WTHOR, the French federation's game base: one binary file (`WTH_2012.wtb`) for each year.
// Format: "Format de la base WTHOR", Fédération Française d'Othello.
//
// Numbers are little-endian.
//   header, 16 bytes: 4 date written | u32 games | u16 0 | u16 year | u8 board (0 or 8: 8 × 8)
//           | u8 kind | u8 depth | u8 0
//   game, 68 bytes:   u16 tournament | u16 black | u16 white | u8 black's discs at the end
//           | u8 black's discs under perfect play from `depth` empties on | 60 moves
//   move:   row · 10 + column, both from 1; 0 after the last. Passes are not written.

#include "engine/board/square.h"
#include "engine/notation/parse_error.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace emilia {

struct WthorGame {
    std::uint16_t tournament = 0;   ///< index into the names of WTH.TRN
    std::uint16_t black = 0;        ///< index into the names of WTH.JOU
    std::uint16_t white = 0;        ///< the same
    std::uint8_t final_discs = 0;   ///< black's, empty squares for the winner
    std::uint8_t perfect_discs = 0; ///< black's, if both play perfectly from the base's depth on
    std::vector<Square> moves;      ///< from the usual start; legal, with the passes between them
};

struct WthorBase {
    int year = 0;
    int depth = 0; ///< empty squares from which `perfect_discs` counts
    std::vector<WthorGame> games;
};

/// Reads a whole file. Finished games and others are told apart by their moves alone.
[[nodiscard]] Parsed<WthorBase> parse_wthor(std::string_view bytes);

} // namespace emilia
