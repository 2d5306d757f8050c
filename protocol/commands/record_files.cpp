#include "protocol/commands/record_files.h"

#include "book/book_file.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/eval/weights.h"
#include "engine/notation/position.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

std::string built_in(std::uint32_t checksum) {
    return fmt::format("built-in {:08x}", checksum);
}

/// The file has been read before.
std::string checksum_of(const std::string& path) {
    const std::string file = input_path(path);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(to_path(file), ignored))
        fail("'{}' is no ordinary file, which is needed here, because it is read twice", path);
    const auto bytes = or_throw(read_file(file, std::numeric_limits<std::size_t>::max()));
    return fmt::format("{:08x}", checksum(bytes));
}

/// What scores of searches with these weights depend on besides.
ordered_json searcher_settings(const std::string& weights) {
    return {{"version", program_version()}, {"weights", weights}};
}

/// The same for two searches of the same kind only. `board` is a board string.
std::string key_of(const std::string& board, int depth, int percent) {
    return fmt::format("{} {}@{}", board, depth, percent);
}

std::string text_of(const Board& board) {
    return to_string(Position{board, Color::black});
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
    if (!file.eof()) fail("'{}' can't be read: {}", file_.path(), std::strerror(errno));
}

void RecordFile::add(const ordered_json& record) {
    add_lines(line_of(record) + '\n');
}

void RecordFile::add_lines(std::string_view lines) {
    or_throw(file_.append(lines));
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
    fail("line {} of '{}' is not {}, so nothing was changed; "
         "choose another file for --output",
         number, file_.path(), kind_.name);
}

AnalysisFile::AnalysisFile(const std::string& path, const RecordedSettings& settings)
    : settings_(line_of(to_json(settings))),
      file_(path, {"an analyzed game", "title"},
            [this](const ordered_json& record) { return take(record); }) {}

const GameTotals* AnalysisFile::find(const GameKey& key) const {
    const auto found = games_.find(key);
    return found == games_.end() || !found->second ? nullptr : &*found->second;
}

bool AnalysisFile::has_only_under_other_settings(const GameKey& key) const {
    const auto found = games_.find(key);
    return found != games_.end() && !found->second;
}

void AnalysisFile::add(const AnalyzedGame& game) {
    file_.add(to_json(game));
    games_[game.key()] = game.totals();
}

bool AnalysisFile::take(const ordered_json& record) {
    RecordedGame game = recorded_game(record);
    auto& known = games_[std::move(game.key)];
    if (game.settings == settings_) known = std::move(game.totals);
    return true;
}

std::string weights_identity(const std::optional<std::string>& file) {
    return file ? checksum_of(*file) : built_in(embedded_weights_checksum());
}

std::string book_identity(const std::optional<std::string>& file) {
    if (file) return checksum_of(*file);
    std::string shipped = built_in(shipped_book_checksum());
    const auto own = own_book_file();
    return own ? fmt::format("{} and {}", shipped, checksum_of(*own)) : shipped;
}

ScoreFile::ScoreFile(const std::string& path, const std::string& weights)
    : weights_(weights),
      file_(path, {"a position's scores", "book_position"},
            [this](const ordered_json& record) { return take(record); }) {}

const MoveScores* ScoreFile::find(const ScoredSearch& search) const {
    const auto found =
        scores_.find(key_of(text_of(search.board), search.depth, percent(search.confidence)));
    return found == scores_.end() ? nullptr : &found->second;
}

void ScoreFile::add(const ScoredSearch& search, const MoveScores& scores) {
    ordered_json moves = ordered_json::object();
    for (const auto& [move, score] : scores.scores) moves[to_string(move)] = discs_json(score);
    const ordered_json record = {{"format", json_format},
                                 {"book_position", text_of(search.board)},
                                 {"depth", search.depth},
                                 {"confidence", percent(search.confidence)},
                                 {"best", to_string(scores.best)},
                                 {"moves", moves},
                                 {"settings", searcher_settings(weights_)}};
    file_.add(record);
    static_cast<void>(take(record));
}

bool ScoreFile::take(const ordered_json& record) {
    const std::string key =
        key_of(record.at("book_position").get<std::string>(), record.at("depth").get<int>(),
               record.at("confidence").get<int>());
    MoveScores found;
    for (const auto& [move, score] : record.at("moves").items()) {
        const auto square = parse_square(move);
        const auto discs = score.get<double>();
        if (!square || std::abs(discs) > square_count) return false;
        found.scores[*square] = Score::nearest(discs);
    }
    const auto best = parse_square(record.at("best").get<std::string>());
    if (!best || !found.scores.contains(*best)) return false;
    found.best = *best;
    if (record.at("settings") == searcher_settings(weights_)) scores_[key] = std::move(found);
    return true;
}

} // namespace emilia
