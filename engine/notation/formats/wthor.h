#pragma once

// WTHOR, the French federation's game base: one binary file (`WTH_2012.wtb`) for each year.
// Format: "Format de la base WTHOR", Fédération Française d'Othello.
//
// Numbers are little-endian.
//   header, 16 bytes: u8 × 4 date of writing (century, year, month, day) | u32 games
//           | u16 names (0 in a base) | u16 year | u8 board (0 or 8 for 8 × 8) | u8 kind | u8 depth
//           | u8 reserved
//   game, 68 bytes:   u16 tournament | u16 black | u16 white | u8 black's discs at the end
//           | u8 black's discs under perfect play from `depth` empties on | 60 moves
//   move:   row · 10 + column, both from 1; 0 after the last move. Passes are not stored.

#include "engine/board/bitboard.h"
#include "engine/notation/parse_error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

struct WthorGame {
    std::uint16_t tournament = 0;   ///< index into the names of WTH.TRN
    std::uint16_t black = 0;        ///< index into the names of WTH.JOU
    std::uint16_t white = 0;        ///< index into the names of WTH.JOU
    std::uint8_t final_discs = 0;   ///< Black's; empty squares count for the winner
    std::uint8_t perfect_discs = 0; ///< Black's, if both play perfectly from the base's depth on
    std::vector<Square> moves;      ///< legal, from the usual start, including passes
    std::size_t number = 1;         ///< its place in the base that it was read from
};

/// A game of a base that cannot be read.
struct DamagedWthorGame {
    std::size_t number = 1; ///< its place in the base
    ParseError error;       ///< with the offset in the file
};

struct WthorBase {
    int year = 0;  ///< of the games
    int depth = 0; ///< empty squares from which `perfect_discs` counts
    std::vector<WthorGame> games;
    std::vector<DamagedWthorGame> damaged; ///< left out of `games`
    // Not used, but kept so that a base can be written back with the same bytes.
    std::array<std::uint8_t, 4> written = {}; ///< century, year, month, day
    std::uint16_t names = 0;
    std::uint8_t board = 8;
    std::uint8_t kind = 0;
    std::uint8_t reserved = 0;
};

/// Whether `bytes` look like a WTHOR base, possibly a truncated or damaged one. The header decides;
/// if its year or depth is implausible, the file size must match its number of games.
[[nodiscard]] bool looks_like_wthor(std::string_view bytes) noexcept;

/// Parses a whole file. Fails if the header is wrong or does not fit the size of the file; a
/// damaged game is noted, and the others are read. The format does not mark unfinished games; only
/// the moves show whether a game was finished.
[[nodiscard]] Parsed<WthorBase> parse_wthor(std::string_view bytes);

/// Writes the file. An unchanged base without damaged games gives the bytes that it was parsed
/// from; damaged games are not written. A game must have at most 60 moves, not counting passes.
[[nodiscard]] std::string to_wthor(const WthorBase& base);

} // namespace emilia
