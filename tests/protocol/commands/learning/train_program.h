#pragma once

// Runs `emilia train` on the positions of random games.

#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/temporary_positions.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace emilia::testing {

/// Appends random games from number `first` on, always the same ones.
template <class ScoreOf>
void append_scored_games(const TemporaryPositions& file, std::uint32_t first, std::uint32_t number,
                         const ScoreOf& score) {
    Random random(81);
    for (std::uint32_t game = first; game < first + number; ++game)
        file.append(game, labelled_game(random, score));
}

[[nodiscard]] inline Finished train(const TemporaryPositions& file, const std::string& output,
                                    const Words& more) {
    Words words = {"train", file.path(), "--output", output, "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return run_program(words);
}

/// The file `path` and those whose names begin with it.
[[nodiscard]] inline Words files_beside(const std::string& path) {
    Words files;
    const std::filesystem::path file(path);
    const std::string prefix = file.filename().string();
    for (const auto& entry : std::filesystem::directory_iterator(file.parent_path())) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(prefix)) files.push_back(path + name.substr(prefix.size()));
    }
    return files;
}

} // namespace emilia::testing
