#pragma once

// The results of a job for many positions in a file, a line of JSON each, with which the same
// command continues after a kill.

#include "protocol/commands/record_files.h"
#include "protocol/reports/position_report.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace emilia {

/// What a record of a file says again.
struct RecordedPosition {
    double score = 0;
    std::optional<int> expected{};
    std::optional<bool> best_move{};
    Nodes nodes = 0;
};

class PositionFile {
public:
    using Take = std::function<void(const RecordedPosition&)>;

    /// Opens or creates the file for positions `first` to `last` under these settings, a JSON
    /// object, and calls `take` for each record. Throws std::runtime_error, which names the file,
    /// if it can't be used or holds anything else.
    PositionFile(const std::string& path, std::string settings, std::uint64_t first,
                 std::uint64_t last, const Take& take);

    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }
    /// The greatest id in the file; 0 if it has none.
    [[nodiscard]] std::uint64_t greatest() const noexcept {
        return beyond_.empty() ? (records_ > 0 ? through_ : 0) : *beyond_.rbegin();
    }
    [[nodiscard]] bool has(std::uint64_t id) const {
        return id <= through_ || beyond_.contains(id);
    }

    /// Compares the file with the input: call `see` with each of its positions, in any order, then
    /// `check`, which throws std::runtime_error if the file has other positions.
    void see(std::uint64_t id, const Position& position) noexcept { seen_ += mark(id, position); }
    void check() const;

    /// The end of a record's line.
    [[nodiscard]] const std::string& ending() const noexcept { return ending_; }
    /// Appends whole lines. Throws std::runtime_error.
    void add(std::string_view lines) { file_.add_lines(lines); }

private:
    [[nodiscard]] static std::uint64_t mark(std::uint64_t id, const Position& position) noexcept;
    bool take(const nlohmann::ordered_json& record, const Take& take);
    [[noreturn]] void refuse(std::string_view why) const;

    const std::string path_;
    const std::string settings_;
    const std::string ending_;
    const std::uint64_t first_;
    const std::uint64_t last_;
    std::uint64_t records_ = 0;
    std::uint64_t through_;          ///< all ids up to this one are there, or in earlier parts
    std::set<std::uint64_t> beyond_; ///< others
    std::uint64_t found_ = 0;        ///< the sum of the marks in the file
    std::uint64_t seen_ = 0;         ///< the same of the input
    RecordFile file_;                ///< declared last, because it fills the others
};

} // namespace emilia
