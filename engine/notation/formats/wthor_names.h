#pragma once

// The names that WTHOR's games refer to by number: players in WTH.JOU, tournaments in WTH.TRN.
// Format: "Format de la base WTHOR", Fédération Française d'Othello.
//
//   header, 16 bytes: like a base's, with 0 games and the number of names (u16 at offset 8)
//   name, 20 bytes (players) or 26 (tournaments): Latin-1, padded with NUL

#include "engine/notation/formats/wthor.h"
#include "engine/notation/game.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

enum class WthorNameKind : std::uint8_t { players, tournaments };

struct WthorNames {
    WthorNameKind kind = WthorNameKind::players;
    std::string header; ///< as read; an empty one is written as zeros and the number of names
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
