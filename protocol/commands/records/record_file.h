#pragma once

// A file of records, one line of JSON each, to which a long job appends its results. Each record is
// written at once, so a job that was stopped or killed can continue.

#include "engine/base/files.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace emilia {

/// What the records of a file are.
struct RecordKind {
    std::string_view name; ///< in messages: `an analyzed game`
    /// Their first key, after the version of the format. Its value is a text.
    std::string_view first_key;
};

class RecordFile {
public:
    /// Takes a record of the file. Returns false or throws nlohmann::json::exception if it is of
    /// another kind, and has no effect then.
    using Take = std::function<bool(const nlohmann::ordered_json& record)>;

    /// Opens or creates the file, locks it against other jobs and calls `take` for each record. An
    /// incomplete last line, as a killed job leaves it, is removed. A file that holds anything else
    /// than such records is refused and not changed. Throws std::runtime_error, which names the
    /// file.
    RecordFile(const std::string& path, const RecordKind& kind, const Take& take);

    /// Appends a record. Throws std::runtime_error if it cannot be written.
    void add(const nlohmann::ordered_json& record);

private:
    void finish_last_line(std::string_view tail, std::size_t number, std::size_t offset,
                          const Take& take);
    [[noreturn]] void refuse(std::size_t number) const;

    AppendFile file_;
    RecordKind kind_;
};

} // namespace emilia
