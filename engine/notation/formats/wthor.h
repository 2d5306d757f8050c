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
//
// Games refer to names by number: players in WTH.JOU, tournaments in WTH.TRN.
//   header, 16 bytes: like a base's, with 0 games and the number of names
//   name, 20 bytes (players) or 26 (tournaments): Latin-1, padded with NUL

#include "engine/notation/game.h"
#include "engine/notation/parse_error.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// What a base stores of a game before its moves.
struct WthorGameHeader {
    std::uint16_t tournament = 0;   ///< index into the names of WTH.TRN
    std::uint16_t black = 0;        ///< index into the names of WTH.JOU
    std::uint16_t white = 0;        ///< index into the names of WTH.JOU
    std::uint8_t final_discs = 0;   ///< Black's; empty squares count for the winner
    std::uint8_t perfect_discs = 0; ///< Black's, if both play perfectly from the base's depth on
};

/// A game of a base.
struct WthorGame : WthorGameHeader {
    std::vector<Square> moves; ///< legal, from the usual start, including passes
    std::size_t number = 1;    ///< its place in the base that it was read from
};

/// A game of a base that cannot be read.
struct DamagedWthorGame {
    std::size_t number = 1; ///< its place in the base
    ParseError error;       ///< with the offset in the file
};

/// The header of a base as it is stored. Fields without a comment are not used, but kept so that a
/// base can be written back with the same bytes.
struct WthorHeader {
    std::array<std::uint8_t, 4> written = {}; ///< century, year, month, day
    std::uint32_t game_count = 0;
    std::uint16_t name_count = 0;
    std::uint16_t year = 0; ///< of the games
    std::uint8_t board = 0; ///< 8, or 0 in old files and in files of names
    std::uint8_t kind = 0;
    std::uint8_t depth = 0; ///< empty squares from which `perfect_discs` counts
    std::uint8_t reserved = 0;
};

struct WthorBase : WthorHeader {
    std::vector<WthorGame> games;
    std::vector<DamagedWthorGame> damaged; ///< left out of `games`
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

enum class WthorNameKind : std::uint8_t { players, tournaments };

/// A file of names.
struct WthorNames {
    WthorNameKind kind = WthorNameKind::players;
    WthorHeader header;             ///< its number of names is that of `bytes`
    std::vector<std::string> bytes; ///< each name as stored, with its padding

    /// The name with this number in UTF-8, with blanks for control characters; empty if there is
    /// none.
    [[nodiscard]] std::string name(std::size_t number) const;
};

/// The kind of names in `bytes`, if header and size match a file of names.
[[nodiscard]] std::optional<WthorNameKind> wthor_name_kind(std::string_view bytes) noexcept;

/// Parses a whole file.
[[nodiscard]] Parsed<WthorNames> parse_wthor_names(std::string_view bytes, WthorNameKind kind);

/// Writes the file. Unchanged names give the bytes that they were parsed from. There may be at most
/// 65,535 names; a name that is too long is cut off.
[[nodiscard]] std::string to_wthor_names(const WthorNames& names);

/// The names for a base. Its games have no names where these are missing.
struct WthorNameBook {
    WthorNames players{.kind = WthorNameKind::players, .header = {}, .bytes = {}};
    WthorNames tournaments{.kind = WthorNameKind::tournaments, .header = {}, .bytes = {}};
};

/// Converts a game of a base. Its date is the year, its result the recorded discs.
[[nodiscard]] Game to_game(const WthorGame& recorded, int year, const WthorNameBook& names);

} // namespace emilia
