#pragma once

// Analysed games in a file, a line of JSON each, written as they come: a job that was stopped or
// killed goes on where it was.

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace emilia {

class AnalysisFile {
public:
    /// Reads what is there; a last line that is not whole is cut off. Throws std::runtime_error,
    /// with the file's name, where it holds something else or can't be written.
    explicit AnalysisFile(const std::string& path);

    /// Whether the game of `analysis`, or of one without its moves' scores, is in the file.
    [[nodiscard]] bool holds(const nlohmann::ordered_json& analysis) const;
    /// Throws std::runtime_error.
    void add(const nlohmann::ordered_json& analysis);

    /// All that it held when it was opened.
    [[nodiscard]] const std::vector<nlohmann::ordered_json>& earlier() const noexcept {
        return earlier_;
    }

private:
    std::string path_;
    std::vector<nlohmann::ordered_json> earlier_;
    std::set<std::string> keys_;
    std::ofstream file_;
};

} // namespace emilia
