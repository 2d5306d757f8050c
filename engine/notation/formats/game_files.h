#pragma once

// Files of games, of whatever kind: GGF, SGF, WTHOR, a listing of games, a move list a line.

#include "engine/notation/formats/wthor_names.h"
#include "engine/notation/game.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace emilia {

/// Reads files one after the other and hands their games on as they come, so that not all of them
/// have to be held at once. The kind of a file is told by its contents. In lines of games, blank
/// ones and those that begin with `%` or `#` are left out.
class GameFileReader {
public:
    /// What is done with a game; with the error of one that could not be read, which names the
    /// file, the place and the reason: the rest of the file is none the worse.
    using TakeGame = std::function<void(Parsed<Game>)>;
    /// The same for what is wrong with a file as a whole.
    using TakeProblem = std::function<void(const std::string&)>;

    GameFileReader(TakeGame take, TakeProblem complain)
        : take_(std::move(take)), complain_(std::move(complain)) {}

    /// Throws std::runtime_error where the file can't be read at all; a WTHOR base is read as a
    /// whole or not at all.
    void read(const std::string& path);

    /// The names that lie beside a base, WTH.JOU and WTH.TRN in any case of letters, as far as
    /// they are there. What is wrong with them is told once.
    const WthorNameBook& names_beside(const std::string& path);

private:
    void read_wthor(const std::string& path, std::string_view bytes);

    TakeGame take_;
    TakeProblem complain_;
    std::map<std::string, WthorNameBook> names_; ///< by folder
};

struct GameFile {
    std::vector<Game> games;
    /// What could not be read, each with the file and the place.
    std::vector<std::string> problems;
};

/// Writes WTH.JOU and WTH.TRN beside a base, each where it is known and there is none yet. Throws
/// std::runtime_error.
void write_names_beside(const std::string& path, const WthorNameBook& names);

/// All of one file. Throws as GameFileReader does.
[[nodiscard]] GameFile read_games(const std::string& path);

} // namespace emilia
