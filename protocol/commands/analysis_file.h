#pragma once

// A file of analyzed games, one line of JSON each. Each game is written at once, so a job that was
// stopped or killed can continue. A record belongs to the settings that it was analyzed with; the
// same game under other settings is another record.

#include "engine/base/append_file.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace emilia {

/// Identifies the game of an analysis: its names, event, date, start and moves.
[[nodiscard]] std::string game_key(const nlohmann::ordered_json& analysis);

class AnalysisFile {
public:
    /// Opens or creates the file for records with these settings, and locks it against other jobs.
    /// An incomplete last line, as a killed job leaves it, is removed. A file that holds anything
    /// else than analyzed games is refused and not changed. Throws std::runtime_error, which names
    /// the file.
    AnalysisFile(const std::string& path, const nlohmann::ordered_json& settings);

    /// The names and totals of the players in the record of the game of `analysis` under these
    /// settings; null if there is none. The game need not have been analyzed yet.
    [[nodiscard]] const nlohmann::ordered_json* find(const nlohmann::ordered_json& analysis) const;
    /// Whether the file has the game under other settings only.
    [[nodiscard]] bool has_only_under_other_settings(const nlohmann::ordered_json& analysis) const;

    /// Appends a game that was analyzed under these settings. Throws std::runtime_error if it
    /// cannot be written.
    void add(const nlohmann::ordered_json& analysis);

private:
    void read_records();
    void take_record(std::string_view line, std::size_t number);
    void finish_last_line(std::string_view tail, std::size_t number, std::size_t offset);

    AppendFile file_;
    const std::string settings_;
    /// By game: the names and totals of its record under these settings, if it has one.
    std::map<std::string, std::optional<nlohmann::ordered_json>> games_;
};

} // namespace emilia
