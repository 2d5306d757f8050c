#pragma once

#include "engine/learn/position_file.h"
#include "tests/protocol/temporary_file.h"
#include "tests/random_game.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace emilia::testing {

/// A file of positions that exists as long as this object.
class TemporaryPositions {
public:
    TemporaryPositions() { std::filesystem::remove(file_.path()); }

    void append(std::uint32_t game, const std::vector<LabelledPosition>& positions) const {
        auto writer = PositionWriter::open(path(), "test");
        if (!writer) throw std::runtime_error(writer.error());
        const auto written = writer->append(game, positions);
        if (!written) throw std::runtime_error(written.error());
    }
    [[nodiscard]] std::string path() const { return file_.path(); }
    [[nodiscard]] std::string bytes() const { return file_.text(); }

private:
    TemporaryFile file_;
};

/// The positions of a random game in which the player can move, each with the score that `score`
/// returns.
template <class ScoreOf>
[[nodiscard]] std::vector<LabelledPosition> labelled_game(Random& random, const ScoreOf& score) {
    std::vector<LabelledPosition> positions;
    for (const Board& board : random_game(random)) {
        if (board.legal_moves() != 0) positions.push_back({.board = board, .score = score(board)});
    }
    return positions;
}

} // namespace emilia::testing
