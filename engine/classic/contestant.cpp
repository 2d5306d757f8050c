#include "engine/classic/contestant.h"

#include <memory>
#include <string>

namespace emilia::classic {

Contestant contestant(std::string_view player, const PlayerSettings& settings) {
    const PlayerKind* const kind = find_player(player);
    const auto make = [kind, settings](std::uint32_t game) -> Strategy {
        PlayerSettings own = settings;
        own.seed += game;
        const std::shared_ptr<Player> one = kind->make(*kind, own);
        return [one](const Turn& turn) { return one->choose(turn.board, {}).move; };
    };
    return {std::string(player), make};
}

} // namespace emilia::classic
