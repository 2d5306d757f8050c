#pragma once

// A file of analyzed games. A record belongs to the settings that it was analyzed with; the same
// game under other settings is another record.

#include "protocol/commands/record_files.h"

#include <map>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace emilia {

/// Identifies the game of an analysis: its names, event, date, start and moves.
[[nodiscard]] std::string game_key(const nlohmann::ordered_json& analysis);

class AnalysisFile {
public:
    /// Opens or creates the file for records with these settings. Throws like RecordFile.
    AnalysisFile(const std::string& path, const nlohmann::ordered_json& settings);

    /// The names and totals of the players in the record of the game of `analysis` under these
    /// settings; null if there is none. The game need not have been analyzed yet.
    [[nodiscard]] const nlohmann::ordered_json* find(const nlohmann::ordered_json& analysis) const;
    /// Whether the file has the game under other settings only.
    [[nodiscard]] bool has_only_under_other_settings(const nlohmann::ordered_json& analysis) const;

    /// Appends a game that was analyzed under these settings. Throws like RecordFile.
    void add(const nlohmann::ordered_json& analysis);

private:
    bool take(const nlohmann::ordered_json& record);

    const std::string settings_;
    /// By game: the names and totals of its record under these settings, if it has one.
    std::map<std::string, std::optional<nlohmann::ordered_json>> games_;
    RecordFile file_; ///< declared last, because it fills the others
};

} // namespace emilia
