#pragma once

// The file of `emilia book check --output`: the scores of moves by the searches of the check.

#include "engine/board/bitboard.h"
#include "engine/board/board.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"
#include "protocol/commands/record_files.h"

#include <map>
#include <string>
#include <unordered_map>

#include <nlohmann/json.hpp>

namespace emilia {

/// A search of a position.
struct ScoredSearch {
    Board board; ///< canonical
    int depth = 0;
    Confidence confidence = Confidence::certain;
};

/// What it found for the side to move.
struct MoveScores {
    Square best = Square::none;     ///< the best move
    std::map<Square, Score> scores; ///< of the best move and of those that were asked for
};

class ScoreFile {
public:
    /// Opens or creates the file for searches with these settings. Throws like RecordFile.
    ScoreFile(const std::string& path, const nlohmann::ordered_json& settings);

    /// The scores of a search with these settings; null if the file has none. If it has several,
    /// the last ones.
    [[nodiscard]] const MoveScores* find(const ScoredSearch& search) const;

    /// Appends the scores of a search. Throws like RecordFile.
    void add(const ScoredSearch& search, const MoveScores& scores);

private:
    bool take(const nlohmann::ordered_json& record);

    const nlohmann::ordered_json settings_;
    std::unordered_map<std::string, MoveScores> scores_; ///< by the text of the search
    RecordFile file_; ///< declared last, because it fills the others
};

} // namespace emilia
