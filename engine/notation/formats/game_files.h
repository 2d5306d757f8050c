#pragma once

// Files of games of any kind: WTHOR and texts (record_text.h), also compressed. The contents of a
// file decide its kind; its name and extension are ignored.

#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/game.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

enum class GameFileKind : std::uint8_t {
    text,        ///< of games or positions
    wthor,       ///< a game base, possibly damaged
    wthor_names, ///< the players or tournaments of game bases
    book,        ///< an opening book of Emilia
    edax_book,   ///< an opening book of Edax
    labels,      ///< labelled positions, for training
    binary,      ///< none of these
};

[[nodiscard]] GameFileKind game_file_kind(std::string_view contents);

/// Which games of the input a job takes. A game must meet every condition that is set; a
/// default-constructed selection takes all games.
struct GameSelection {
    struct Range {
        std::size_t first = 0;
        std::size_t last = 0; ///< included
    };
    std::optional<Range> index; ///< positions in the input, counted from 1 over all files
    std::string player;         ///< part of either player's name
    std::string event;          ///< part of the event's name
    std::optional<Years> years;

    /// Names are compared without regard to the case of the letters a to z.
    [[nodiscard]] bool takes(std::size_t index_of_game, const Game& game) const;
};

/// The year in a game's date: the first run of exactly four digits.
[[nodiscard]] std::optional<int> year_of(const Game& game);

/// Reads files one after the other and passes on each game as it is parsed, so that the games of
/// all files need not fit into memory at once. Not thread-safe.
class GameFileReader {
public:
    /// Receives each game. One that cannot be parsed arrives as an error that names the file, the
    /// place and the reason; the next games are still read.
    using TakeGame = std::function<void(Parsed<Game>)>;
    /// Receives a message for each problem with a file as a whole, such as "holds no games", or for
    /// what was left out although all games could be read.
    using TakeMessage = std::function<void(const std::string&)>;

    GameFileReader(TakeGame take, TakeMessage complain, TakeMessage note)
        : take_(std::move(take)), complain_(std::move(complain)), note_(std::move(note)) {}

    /// Fails only if the file cannot be opened or read. A WTHOR base whose header is wrong or does
    /// not fit its size yields one problem and no games.
    [[nodiscard]] tl::expected<void, std::string> read(const std::string& path);
    /// Reads the contents of a file, which messages call `name`. Bases get these names, in place of
    /// those in their folder.
    void read_bytes(const std::string& name, std::string bytes, const WthorNameBook& names);

    /// Reads the names for a base from WTH.JOU and WTH.TRN in its folder (upper or lower case); a
    /// missing file leaves its part empty. Each folder is read once, so a problem with its files
    /// is reported once. The reference stays valid as long as the reader.
    const WthorNameBook& names_beside(const std::string& path);

    /// All files that were read so far, also those with names.
    [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_; }

private:
    struct Format;
    friend GameFileKind game_file_kind(std::string_view contents);

    [[nodiscard]] static const Format& format_of(std::string_view contents);
    void read_packed(const std::string& path, std::string bytes);
    void read_contents(const std::string& path, std::string_view bytes);
    // These return false if a file holds no games.
    [[nodiscard]] bool read_text(const std::string& path, std::string_view bytes);
    [[nodiscard]] bool read_wthor(const std::string& path, std::string_view bytes);

    TakeGame take_;
    TakeMessage complain_;
    TakeMessage note_;
    std::map<std::string, WthorNameBook> names_; ///< by folder
    std::optional<WthorNameBook> given_names_;   ///< in place of those
    std::vector<std::string> files_;
};

struct GameFile {
    std::vector<Game> games;
    std::vector<std::string> problems; ///< what could not be parsed, each with file and place
    std::vector<std::string> notes;    ///< what was left out of games that were read
};

/// Reads all games of one file; fails as GameFileReader::read does.
[[nodiscard]] tl::expected<GameFile, std::string> read_games(const std::string& path);

} // namespace emilia
