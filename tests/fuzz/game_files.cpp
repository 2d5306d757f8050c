// Reads a file of games of any kind: recognises the kind, finds the games and parses each of them.

#include "engine/notation/formats/game_files.h"

#include "tests/fuzz/fuzz.h"

#include <cstdlib>
#include <fstream>
#include <string>

namespace {

using namespace emilia;

/// The reader looks for WTHOR names beside the file, so the file gets a folder of its own.
std::string make_folder() {
    std::string folder = "/tmp/emilia-fuzz-XXXXXX";
    fuzz::demand(mkdtemp(folder.data()) != nullptr, "a temporary folder can be made");
    return folder;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string path = make_folder() + "/games";
    const std::string_view contents = fuzz::as_text(data, size);
    std::ofstream(path, std::ios::binary) << contents;
    const GameFile file = read_games(path).value();
    fuzz::demand(!file.games.empty() || !file.problems.empty(), "an empty file is a problem");
    for (const Game& game : file.games) fuzz::check_game(game);
    for (const std::string& problem : file.problems) {
        constexpr std::size_t max_length = 300; // file and place precede the message
        fuzz::check_message(problem, max_length);
        fuzz::demand(problem.find(path) != std::string::npos, "a problem names its file");
    }
    const GameFileKind kind = game_file_kind(contents);
    if (kind == GameFileKind::wthor_names || kind == GameFileKind::book
        || kind == GameFileKind::edax_book)
        fuzz::demand(file.games.empty(), "a file without games yields no games");
    return 0;
}
