#pragma once

// The answers about many games at once: files are opened one after the other, and their games are
// looked up together.

#include "book/game_openings.h"
#include "engine/games/games_reading.h"
#include "protocol/requests/fields.h"

#include <memory>
#include <optional>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The games that a client has opened.
class OpenGames {
public:
    using Json = nlohmann::ordered_json;

    /// Opens a file. One that has nothing to open is refused, and changes nothing.
    [[nodiscard]] Json open(Fields& request);
    /// Looks up games by position, player and the like.
    [[nodiscard]] Json look_up(Fields& request);

private:
    /// Games and what their look-up needs.
    struct Collection {
        IndexedGames games{};
        GamesReading reading{games};
        std::optional<GameOpenings> openings{};

        void index();
    };

    [[nodiscard]] Json open_names(WthorNames names);

    std::unique_ptr<Collection> collection_ = std::make_unique<Collection>();
    WthorNameBook names_; ///< for the bases that are opened next
};

} // namespace emilia
