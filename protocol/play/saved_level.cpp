#include "protocol/play/saved_level.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"

#include <string_view>
#include <system_error>

#include <fmt/format.h>

namespace emilia {
namespace {

std::string file_in(const std::filesystem::path& folder) {
    return to_text(folder / "level.txt");
}

} // namespace

AdaptiveLevel read_adaptive_level(const std::filesystem::path& folder) {
    const auto text = read_file(file_in(folder));
    if (!text) return {};
    std::string_view rest = *text;
    const auto level = whole_number(take_word(rest));
    const auto games = whole_number(trimmed(rest));
    const bool sound =
        level && games && level_bounds.contain(*level) && adaptive_games_bounds.contain(*games);
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
