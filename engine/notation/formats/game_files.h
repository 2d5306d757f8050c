#pragma once

// Reads files of games of any kind: GGF, SGF, WTHOR, listings and move lists with a game per line.

#include "engine/notation/formats/wthor_names.h"
#include "engine/notation/game.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

/// Reads files one after the other and passes on each game as it is parsed, so that the games of
/// all files need not fit into memory at once. The contents of a file tell its kind. In files with
/// a game per line, blank lines and lines that begin with `%` or `#` are skipped.
class GameFileReader {
public:
    /// Receives each game. One that cannot be parsed arrives as an error that names the file, the
    /// place and the reason; reading goes on with the next game.
    using TakeGame = std::function<void(Parsed<Game>)>;
    /// Receives a message for each problem with a file as a whole, such as "holds no games".
    using TakeProblem = std::function<void(const std::string&)>;

    GameFileReader(TakeGame take, TakeProblem complain)
        : take_(std::move(take)), complain_(std::move(complain)) {}

    /// Fails only if the file cannot be opened or read. A WTHOR base whose header is wrong or does
    /// not fit its size yields one problem and no games.
    [[nodiscard]] tl::expected<void, std::string> read(const std::string& path);

    /// Reads the names for a base from WTH.JOU and WTH.TRN in its folder (upper or lower case); a
    /// missing file leaves its part empty. Each folder is read once, so a problem with its files
    /// is reported once. The reference stays valid as long as the reader.
    const WthorNameBook& names_beside(const std::string& path);

    /// All files that were read so far, also those with names.
    [[nodiscard]] const std::vector<std::string>& files() const noexcept { return files_; }

private:
    void read_wthor(const std::string& path, std::string_view bytes);

    TakeGame take_;
    TakeProblem complain_;
    std::map<std::string, WthorNameBook> names_; ///< by folder
    std::vector<std::string> files_;
};

/// Whether `write_names_beside` would give names to bases that are there without any.
[[nodiscard]] bool would_name_other_bases(const std::string& path, const WthorNameBook& names);

/// Writes WTH.JOU and WTH.TRN into the folder of a base. An existing file is kept, and names that
/// are unknown are not written.
[[nodiscard]] tl::expected<void, std::string> write_names_beside(const std::string& path,
                                                                 const WthorNameBook& names);

struct GameFile {
    std::vector<Game> games;
    std::vector<std::string> problems; ///< what could not be parsed, each with file and place
};

/// Reads all games of one file; fails as GameFileReader::read does.
[[nodiscard]] tl::expected<GameFile, std::string> read_games(const std::string& path);

} // namespace emilia
