#include "protocol/commands/record_files.h"

#include "engine/system/paths.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// Leaves out what lies deeper than in any record, for to print it might need too much of the
/// stack.
ordered_json parse_flat(std::string_view line) {
    constexpr int most_levels = 8;
    return ordered_json::parse(line, [](int depth, ordered_json::parse_event_t, ordered_json&) {
        return depth <= most_levels;
    });
}

/// Returns false if the line is no record.
bool take_record(std::string_view line, const RecordFile::Take& take) {
    try {
        const ordered_json record = parse_flat(line);
        return record.at("format") == json_format && take(record);
    } catch (const nlohmann::json::exception&) {
        return false;
    }
}

} // namespace

RecordFile::RecordFile(const std::string& path, const RecordKind& kind, const Take& take)
    : file_(or_throw(AppendFile::open(path))), kind_(kind) {
    std::ifstream file(to_path(file_.path()), std::ios::binary);
    std::size_t offset = 0;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        if (file.eof()) {
            finish_last_line(line, number, offset, take);
        } else if (!take_record(line, take)) {
            refuse(number);
        }
        offset += line.size() + 1;
    }
    if (!file.eof()) {
        throw std::runtime_error(
            fmt::format("'{}' can't be read: {}", file_.path(), std::strerror(errno)));
    }
}

void RecordFile::add(const ordered_json& record) {
    or_throw(file_.append(line_of(record) + '\n'));
}

void RecordFile::finish_last_line(std::string_view tail, std::size_t number, std::size_t offset,
                                  const Take& take) {
    if (take_record(tail, take)) return or_throw(file_.append("\n"));
    const std::string beginning =
        fmt::format(R"({{"format":{},"{}":")", json_format, kind_.first_key);
    // In a file without any record less than this may be somebody's text.
    const bool begins_like_record =
        tail.starts_with(beginning) || (number > 1 && beginning.starts_with(tail));
    // What was cut off is no complete JSON.
    if (!begins_like_record || ordered_json::accept(tail)) refuse(number);
    or_throw(file_.cut(offset));
}

void RecordFile::refuse(std::size_t number) const {
    throw std::runtime_error(fmt::format("line {} of '{}' is not {}, so nothing was changed; "
                                         "choose another file for --output",
                                         number, file_.path(), kind_.name));
}

} // namespace emilia
