#include "protocol/commands/literature/contestants.h"

#include <memory>
#include <string>

namespace emilia {

classic::Contestant contestant(std::string_view player, const classic::PlayerSettings& settings) {
    const classic::PlayerKind* const kind = classic::find_player(player);
    const auto make = [kind, settings](std::uint32_t game) -> classic::Strategy {
        classic::PlayerSettings own = settings;
        own.seed += game;
        const std::shared_ptr<Player> one = kind->make(*kind, own);
        return [one](const classic::Turn& turn) { return one->choose(turn.board, {}).move; };
    };
    return {std::string(player), make};
}

} // namespace emilia
