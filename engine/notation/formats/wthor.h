#pragma once

// WTHOR, the French federation's game base: one binary file (`WTH_2012.wtb`) for each year.
// Format: "Format de la base WTHOR", Fédération Française d'Othello.
//
// Numbers are little-endian.
//   header, 16 bytes: 4 date written (century, year, month, day) | u32 games | u16 names, 0 here
//           | u16 year | u8 board (0 or 8: 8 × 8) | u8 kind | u8 depth | u8 reserved
//   game, 68 bytes:   u16 tournament | u16 black | u16 white | u8 black's discs at the end
//           | u8 black's discs under perfect play from `depth` empties on | 60 moves
//   move:   row · 10 + column, both from 1; 0 after the last. Passes are not written.

#include "engine/board/square.h"
#include "engine/notation/parse_error.h"

#include <array>
#include <cstdint>
#include <string>
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
    int year = 0;  ///< of the games
    int depth = 0; ///< empty squares from which `perfect_discs` counts
    std::vector<WthorGame> games;
    // What nothing here depends on, kept so that a base that is written again has the same bytes.
    std::array<std::uint8_t, 4> written = {}; ///< century, year, month, day
    std::uint16_t names = 0;
    std::uint8_t board = 8;
    std::uint8_t kind = 0;
    std::uint8_t reserved = 0;
};

/// Whether `bytes` are a WTHOR base, though perhaps a cut or damaged one: by the header, and by the
/// size where that is in doubt.
[[nodiscard]] bool looks_like_wthor(std::string_view bytes) noexcept;

/// Reads a whole file. Finished games and others are told apart by their moves alone.
[[nodiscard]] Parsed<WthorBase> parse_wthor(std::string_view bytes);

/// The file: the very bytes of the one that was read, but for games that were added or left out.
/// A game has at most 60 moves, passes aside, on squares.
[[nodiscard]] std::string to_wthor(const WthorBase& base);

} // namespace emilia
