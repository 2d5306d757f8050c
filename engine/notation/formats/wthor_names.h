#pragma once

// The names that WTHOR's games refer to: WTH.JOU holds the players, WTH.TRN the tournaments.
// Format: "Format de la base WTHOR", Fédération Française d'Othello.
//
//   header, 16 bytes: as a base's, but with 0 games and the number of names (u16 at offset 8)
//   name, 20 bytes (players) or 26 (tournaments): Latin-1, filled up with NUL

#include "engine/notation/formats/wthor.h"
#include "engine/notation/game.h"

#include <string>
#include <string_view>
#include <vector>

namespace emilia {

enum class WthorNameKind : std::uint8_t { players, tournaments };

struct WthorNames {
    WthorNameKind kind = WthorNameKind::players;
    std::string header;             ///< as it was read; empty: all zeros but for the number
    std::vector<std::string> bytes; ///< of each name, with what fills it up

    /// The name of that number in UTF-8; empty where there is none.
    [[nodiscard]] std::string name(std::size_t number) const;
};

/// What kind of names `bytes` hold, told by the header and the size, or none.
[[nodiscard]] std::optional<WthorNameKind> wthor_name_kind(std::string_view bytes) noexcept;

/// Reads a whole file.
[[nodiscard]] Parsed<WthorNames> parse_wthor_names(std::string_view bytes, WthorNameKind kind);

/// The file: the very bytes of the one that was read. At most 65,535 names; what is too long of a
/// new one is cut off.
[[nodiscard]] std::string to_wthor_names(const WthorNames& names);

/// The names that go with a base; without them its games are nameless.
struct WthorNameBook {
    WthorNames players{.kind = WthorNameKind::players, .header = {}, .bytes = {}};
    WthorNames tournaments{.kind = WthorNameKind::tournaments, .header = {}, .bytes = {}};
};

/// A game of a base, with its names, the year as its date and the recorded discs as its result.
[[nodiscard]] Game to_game(const WthorGame& recorded, int year, const WthorNameBook& names);

} // namespace emilia
