#pragma once

// A file of analysed games, one line of JSON each. Each game is written at once, so a job that was
// stopped or killed can continue.

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace emilia {

class AnalysisFile {
public:
    /// Reads an existing file and cuts off an incomplete last line. Throws std::runtime_error,
    /// which names the file, if it contains anything else or cannot be written.
    explicit AnalysisFile(const std::string& path);

    /// Whether the file contains the game of `analysis`, which need not have been analysed yet.
    [[nodiscard]] bool holds(const nlohmann::ordered_json& analysis) const;
    /// Appends a game. Throws std::runtime_error if it cannot be written.
    void add(const nlohmann::ordered_json& analysis);

    /// The games that the file contained when it was opened.
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
