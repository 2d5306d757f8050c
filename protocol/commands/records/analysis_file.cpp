#include "protocol/commands/record_files.h"

#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_json.h"

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// What the table of the players needs.
ordered_json totals_of(const ordered_json& analysis) {
    return {{"names", analysis.at("names")}, {"players", analysis.at("players")}};
}

/// Earlier versions wrote records without settings.
std::string settings_of(const ordered_json& analysis) {
    return analysis.contains("settings") ? line_of(analysis.at("settings")) : "";
}

} // namespace

std::string game_key(const ordered_json& analysis) {
    return line_of({analysis.at("names"), analysis.at("event"), analysis.at("date"),
                    analysis.at("start"), analysis.at("record")});
}

AnalysisFile::AnalysisFile(const std::string& path, const ordered_json& settings)
    : settings_(line_of(settings)),
      file_(path, {"an analyzed game", "title"},
            [this](const ordered_json& record) { return take(record); }) {}

const ordered_json* AnalysisFile::find(const ordered_json& analysis) const {
    const auto found = games_.find(game_key(analysis));
    return found == games_.end() || !found->second ? nullptr : &*found->second;
}

bool AnalysisFile::has_only_under_other_settings(const ordered_json& analysis) const {
    const auto found = games_.find(game_key(analysis));
    return found != games_.end() && !found->second;
}

void AnalysisFile::add(const ordered_json& analysis) {
    file_.add(analysis);
    games_[game_key(analysis)] = totals_of(analysis);
}

bool AnalysisFile::take(const ordered_json& record) {
    const std::string key = game_key(record);
    const ordered_json totals = totals_of(record);
    PlayerTable().add(totals); // throws unless names and totals are complete
    auto& mine = games_[key];
    if (settings_of(record) == settings_) mine = totals;
    return true;
}

} // namespace emilia
