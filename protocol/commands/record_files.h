#pragma once

// Files of records, one line of JSON each, to which a long job appends its results: games by
// `emilia analyze --game --output`, scores of positions by `emilia book check --output`, results of
// many positions by `solve --output`. Each record is written at once, so a job that was stopped or
// killed can continue. A record belongs to the settings under which it was found. The same job
// under other settings adds other records, or refuses the file.

#include "engine/analysis/game_analysis.h"
#include "engine/base/files.h"
#include "engine/search/search_terms.h"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// What the records of a file are.
struct RecordKind {
    std::string_view name; ///< in messages: `an analyzed game`
    /// Their first key, after the version of the format. Its value is a text.
    std::string_view first_key;
};

class RecordFile {
public:
    /// Takes a record of the file. If the record is of another kind, it does nothing, and returns
    /// false or throws nlohmann::json::exception.
    using Take = std::function<bool(const nlohmann::ordered_json& record)>;

    /// Opens or creates the file, locks it against other jobs and calls `take` for each record. An
    /// incomplete last line, as a killed job leaves it, is removed. Throws std::runtime_error,
    /// which names the file, if it holds anything else than such records, and doesn't change it
    /// then.
    RecordFile(const std::string& path, const RecordKind& kind, const Take& take);

    /// Appends a record. Throws std::runtime_error if it cannot be written.
    void add(const nlohmann::ordered_json& record);
    /// Appends records, each a line.
    void add_lines(std::string_view lines);

private:
    void finish_last_line(std::string_view tail, std::size_t number, std::size_t offset,
                          const Take& take);
    [[noreturn]] void refuse(std::size_t number) const;

    AppendFile file_;
    RecordKind kind_;
};

/// The analyzed games of a file.
class AnalysisFile {
public:
    /// Opens or creates the file for games under these settings. Throws like RecordFile.
    AnalysisFile(const std::string& path, const RecordedSettings& settings);

    /// What the file says of a game under these settings; null if it hasn't got it.
    [[nodiscard]] const GameTotals* find(const GameKey& key) const;
    /// Whether the file has the game under other settings only.
    [[nodiscard]] bool has_only_under_other_settings(const GameKey& key) const;

    /// Appends a game that was analyzed under these settings. Throws like RecordFile.
    void add(const AnalyzedGame& game);

private:
    bool take(const nlohmann::ordered_json& record);

    const std::string settings_;                         ///< as a record says them
    std::map<GameKey, std::optional<GameTotals>> games_; ///< none under other settings only
    RecordFile file_; ///< declared last, because it fills the others
};

/// Names weights in records: the checksum of their file, or `built-in` and the checksum of the
/// program's own. Throws std::runtime_error if the file can't be read.
[[nodiscard]] std::string weights_identity(const std::optional<std::string>& file);

/// Names the book of a file in records, or the built-in one with the user's own, in the same way.
[[nodiscard]] std::string book_identity(const std::optional<std::string>& file);

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

/// The scores of moves by the searches of `emilia book check`.
class ScoreFile {
public:
    /// Opens or creates the file for searches by this version of the program with the weights that
    /// `weights_identity` names so. Throws like RecordFile.
    ScoreFile(const std::string& path, const std::string& weights);

    /// The scores of a search with these weights; null if the file has none. If it has several, the
    /// last ones.
    [[nodiscard]] const MoveScores* find(const ScoredSearch& search) const;

    /// Appends the scores of a search. Throws like RecordFile.
    void add(const ScoredSearch& search, const MoveScores& scores);

private:
    bool take(const nlohmann::ordered_json& record);

    const std::string weights_;
    std::unordered_map<std::string, MoveScores> scores_; ///< by the text of the search
    RecordFile file_; ///< declared last, because it fills the others
};

} // namespace emilia
