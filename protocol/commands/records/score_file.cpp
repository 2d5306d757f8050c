#include "protocol/commands/records/score_file.h"

#include "engine/notation/position.h"
#include "protocol/reports/result_json.h"

#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// The same for two searches of the same kind only. `board` is a board string.
std::string key_of(const std::string& board, int depth, int percent) {
    return fmt::format("{} {}@{}", board, depth, percent);
}

std::string text_of(const Board& board) {
    return to_string(Position{board, Color::black});
}

} // namespace

ScoreFile::ScoreFile(const std::string& path, const ordered_json& settings)
    : settings_(settings),
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
    const ordered_json record = {
        {"format", json_format},          {"book_position", text_of(search.board)},
        {"depth", search.depth},          {"confidence", percent(search.confidence)},
        {"best", to_string(scores.best)}, {"moves", moves},
        {"settings", settings_}};
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
    if (record.at("settings") == settings_) scores_[key] = std::move(found);
    return true;
}

} // namespace emilia
