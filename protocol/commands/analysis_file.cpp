#include "protocol/commands/analysis_file.h"

#include "engine/base/read_file.h"
#include "engine/base/replace_file.h"
#include "protocol/text/analysis_json.h"

#include <filesystem>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// Identifies a game.
std::string key_of(const ordered_json& analysis) {
    return line_of({analysis.at("names"), analysis.at("event"), analysis.at("date"),
                    analysis.at("start"), analysis.at("record")});
}

} // namespace

AnalysisFile::AnalysisFile(const std::string& path) : path_(path) {
    std::string whole;
    if (std::filesystem::exists(path)) {
        const auto text = read_file(path);
        if (!text) throw std::runtime_error(text.error());
        whole = text->substr(0, text->rfind('\n') + 1);
        for (std::size_t begin = 0; begin < whole.size();) {
            const std::size_t end = whole.find('\n', begin);
            try {
                earlier_.push_back(ordered_json::parse(whole.substr(begin, end - begin)));
                keys_.insert(key_of(earlier_.back()));
            } catch (const nlohmann::json::exception&) {
                throw std::runtime_error(fmt::format(
                    "'{}' contains something other than analysed games; choose another file",
                    path));
            }
            begin = end + 1;
        }
        if (whole.size() < text->size()) {
            if (const auto cut = replace_file(path, whole); !cut)
                throw std::runtime_error(cut.error());
        }
    }
    file_.open(path, std::ios::app);
    if (!file_) throw std::runtime_error(fmt::format("cannot write '{}'", path));
}

bool AnalysisFile::holds(const ordered_json& analysis) const {
    return keys_.count(key_of(analysis)) != 0;
}

void AnalysisFile::add(const ordered_json& analysis) {
    file_ << line_of(analysis) << '\n' << std::flush;
    if (!file_) throw std::runtime_error(fmt::format("cannot write '{}'", path_));
    keys_.insert(key_of(analysis));
}

} // namespace emilia
