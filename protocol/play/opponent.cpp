#include "protocol/play/opponent.h"

#include "engine/base/numbers.h"
#include "engine/classic/players.h"
#include "engine/play/level.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view program = "Emilia";
constexpr std::string_view with_level = "Emilia (level ";
constexpr std::string_view with_player = "Emilia as ";

} // namespace

std::string Opponent::name() const {
    if (!player.empty()) return fmt::format("{}{}", with_player, player);
    if (level) return fmt::format("{}{})", with_level, *level);
    return std::string(program);
}

std::optional<Opponent> parse_opponent(std::string_view name) {
    if (name == program) return Opponent{};
    if (name.starts_with(with_level) && name.ends_with(')')) {
        name.remove_suffix(1);
        const auto level = whole_number(name.substr(with_level.size()));
        if (!level || *level < least_level || *level > greatest_level) return std::nullopt;
        return Opponent{.level = level};
    }
    if (!name.starts_with(with_player)) return std::nullopt;
    const std::string_view player = name.substr(with_player.size());
    if (classic::find_player(player) == nullptr) return std::nullopt;
    return Opponent{.player = std::string(player)};
}

} // namespace emilia
