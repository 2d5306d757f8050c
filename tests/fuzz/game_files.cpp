// A file of games of whatever kind: which one it is, where its games begin, and each of them.

#include "engine/notation/formats/game_files.h"

#include "engine/notation/formats/game_file_kind.h"
#include "tests/fuzz/fuzz.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace {

using namespace emilia;

/// A folder of its own, as names for WTHOR bases are looked for beside a file.
std::string make_folder() {
    std::string folder = "/tmp/emilia-fuzz-XXXXXX";
    fuzz::demand(mkdtemp(folder.data()) != nullptr, "there is room for a file");
    return folder;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string path = make_folder() + "/games";
    const std::string_view contents = fuzz::as_text(data, size);
    std::ofstream(path, std::ios::binary) << contents;
    const GameFile file = read_games(path);
    fuzz::demand(!file.games.empty() || !file.problems.empty(), "an empty file is a problem");
    for (const Game& game : file.games) fuzz::check_game(game);
    for (const std::string& problem : file.problems) {
        constexpr std::size_t most = 300; // the file and the place come before the clause
        fuzz::check_message(problem, most);
        fuzz::demand(problem.find(path) != std::string::npos, "a problem names its file");
    }
    const GameFileKind kind = game_file_kind(contents);
    if (kind == GameFileKind::positions || kind == GameFileKind::wthor_names)
        fuzz::demand(file.games.empty(), "no games come of what holds none");
    return 0;
}
