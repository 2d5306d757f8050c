#include "protocol/commands/analysis_file.h"

#include "engine/system/paths.h"
#include "protocol/text/analysis_json.h"
#include "protocol/text/player_table.h"
#include "protocol/text/result_json.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

using nlohmann::ordered_json;

AppendFile opened(const std::string& path) {
    auto file = AppendFile::open(path);
    if (!file) throw std::runtime_error(file.error());
    return std::move(*file);
}

void succeed(const tl::expected<void, std::string>& done) {
    if (!done) throw std::runtime_error(done.error());
}

/// What the table of the players needs.
ordered_json totals_of(const ordered_json& analysis) {
    return {{"names", analysis.at("names")}, {"players", analysis.at("players")}};
}

/// Earlier versions wrote records without settings.
std::string settings_of(const ordered_json& analysis) {
    return analysis.contains("settings") ? line_of(analysis.at("settings")) : "";
}

/// Parses a line; returns none if it is not an analyzed game.
std::optional<ordered_json> parse_record(std::string_view line) {
    try {
        ordered_json record = ordered_json::parse(line);
        if (record.at("format") != json_format) return std::nullopt;
        static_cast<void>(game_key(record));
        PlayerTable().add(totals_of(record)); // throws unless names and totals are complete
        return record;
    } catch (const nlohmann::json::exception&) {
        return std::nullopt;
    }
}

/// How each record begins.
std::string beginning_of_record() {
    return fmt::format(R"({{"format":{},"title":")", json_format);
}

} // namespace

std::string game_key(const ordered_json& analysis) {
    return line_of({analysis.at("names"), analysis.at("event"), analysis.at("date"),
                    analysis.at("start"), analysis.at("record")});
}

AnalysisFile::AnalysisFile(const std::string& path, const ordered_json& settings)
    : file_(opened(path)), settings_(line_of(settings)) {
    read_records();
}

const ordered_json* AnalysisFile::find(const ordered_json& analysis) const {
    const auto found = games_.find(game_key(analysis));
    return found == games_.end() || !found->second ? nullptr : &*found->second;
}

bool AnalysisFile::has_only_under_other_settings(const ordered_json& analysis) const {
    const auto found = games_.find(game_key(analysis));
    return found != games_.end() && !found->second;
}

void AnalysisFile::add(const ordered_json& analysis) {
    succeed(file_.append(line_of(analysis) + '\n'));
    games_[game_key(analysis)] = totals_of(analysis);
}

void AnalysisFile::read_records() {
    std::ifstream file(to_path(file_.path()), std::ios::binary);
    std::size_t offset = 0;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        if (file.eof()) {
            finish_last_line(line, number, offset);
        } else {
            take_record(line, number);
        }
        offset += line.size() + 1;
    }
    if (!file.eof()) {
        throw std::runtime_error(
            fmt::format("'{}' can't be read: {}", file_.path(), std::strerror(errno)));
    }
}

void AnalysisFile::take_record(std::string_view line, std::size_t number) {
    const auto record = parse_record(line);
    if (!record) {
        throw std::runtime_error(fmt::format("line {} of '{}' is not an analyzed game, so nothing "
                                             "was changed; choose another file for --output",
                                             number, file_.path()));
    }
    auto& mine = games_[game_key(*record)];
    if (settings_of(*record) == settings_) mine = totals_of(*record);
}

void AnalysisFile::finish_last_line(std::string_view tail, std::size_t number, std::size_t offset) {
    const std::string beginning = beginning_of_record();
    // In a file without any record less than this may be somebody's text.
    const bool begins_like_record =
        tail.starts_with(beginning) || (number > 1 && beginning.starts_with(tail));
    if (begins_like_record && !parse_record(tail)) return succeed(file_.cut(offset));
    take_record(tail, number);
    succeed(file_.append("\n"));
}

} // namespace emilia
