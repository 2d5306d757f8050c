#pragma once

// Labelled positions as text: OBF, CSV or lines of JSON, from other programs and for them.

#include "engine/learn/position_file.h"
#include "protocol/commands/job.h"

#include <string>
#include <vector>

namespace emilia {

/// Adds the scored positions of text files to a file of positions, unless it has them already. Each
/// line of a file is one of
///
///     BOARD X; G8:+18;           OBF: the score is that of the best move, and exact
///     BOARD X,18.5               CSV; a first line may name the columns board, player, score,
///                                source or certainty, distance and game
///     {"board": "…", "player": "X", "score": 18.5}    JSON, with the same keys
///
/// Complains of others. Throws std::runtime_error.
void add_scores(const std::vector<std::string>& files, PositionWriter& writer,
                Complaints& complaints);

/// Prints the positions of a file as lines of JSON or as CSV, which `add_scores` reads again. The
/// side to move is black. Throws std::runtime_error.
void print_labels(const std::string& file, bool csv);

} // namespace emilia
