#include "protocol/commands/positions/position_file.h"

#include "protocol/reports/message.h"
#include "protocol/reports/result_json.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

PositionFile::PositionFile(const std::string& path, std::string settings, std::uint64_t first,
                           std::uint64_t last, const Take& take)
    : path_(path),
      settings_(std::move(settings)),
      ending_(fmt::format(",\"settings\":{}}}\n", settings_)),
      first_(first),
      last_(last),
      through_(first - 1),
      file_(path, {"the result of a position", "board"},
            [this, &take](const ordered_json& record) { return this->take(record, take); }) {}

std::uint64_t PositionFile::mark(std::uint64_t id, const Position& position) noexcept {
    const std::uint64_t number = 2 * id + (position.to_move == Color::black ? 0 : 1);
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15;
    return (hash(position.board) ^ number * odd) * odd;
}

bool PositionFile::take(const ordered_json& record, const Take& take) {
    const auto id = record.at("id").get<std::uint64_t>();
    const auto position = parse_position(record.at("board").get<std::string>() + ' '
                                         + record.at("player").get<std::string>());
    const ordered_json& expected = record.at("expected");
    RecordedPosition recorded{.score = record.at("score").get<double>(),
                              .nodes = record.at("nodes").get<Nodes>()};
    if (!expected.is_null()) recorded.expected = expected.get<int>();
    if (const auto best = record.find("best_move"); best != record.end())
        recorded.best_move = best->get<bool>();
    if (!position) return false;
    if (line_of(record.at("settings")) != settings_) refuse("results under other settings");
    if (id < first_ || id > last_) refuse("results of another part, or of a longer input");
    if (has(id)) refuse("a result twice");
    beyond_.insert(id);
    while (!beyond_.empty() && *beyond_.begin() == through_ + 1)
        through_ = beyond_.extract(beyond_.begin()).value();
    found_ += mark(id, *position);
    ++records_;
    take(recorded);
    return true;
}

void PositionFile::check() const {
    if (found_ != seen_) refuse("results of another input");
}

void PositionFile::refuse(std::string_view why) const {
    fail("'{}' has {}; nothing was added; choose another file for --output", path_, why);
}

} // namespace emilia
