#include "protocol/play/adaptive_level.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr int most_games = 1'000'000;

std::string file_in(const std::filesystem::path& folder) {
    return to_text(folder / "level.txt");
}

} // namespace

AdaptiveLevel AdaptiveLevel::after_game(Outcome of_person) const noexcept {
    const int step = std::max(1, 4 - games);
    return {.level = std::clamp(level + step * sign(of_person), least_level,
                                std::max(level, default_level)),
            .games = std::min(games + 1, most_games)};
}

AdaptiveLevel read_adaptive_level(const std::filesystem::path& folder) {
    const auto text = read_file(file_in(folder));
    if (!text) return {};
    std::string_view rest = *text;
    const auto level = whole_number(take_word(rest));
    const auto games = whole_number(trimmed(rest));
    const bool sound = level && games && *level >= least_level && *level <= greatest_level
                       && *games >= 0 && *games <= most_games;
    return sound ? AdaptiveLevel{.level = *level, .games = *games} : AdaptiveLevel{};
}

tl::expected<void, std::string> save_adaptive_level(const AdaptiveLevel& level,
                                                    const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) {
        return tl::unexpected(
            fmt::format("cannot make the folder '{}': {}", to_text(folder), error.message()));
    }
    return replace_file(file_in(folder), fmt::format("{} {}\n", level.level, level.games));
}

} // namespace emilia
