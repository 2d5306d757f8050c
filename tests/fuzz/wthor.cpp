#include "engine/notation/formats/wthor.h"

#include "tests/fuzz/fuzz.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = fuzz::as_text(data, size);
    const auto base = parse_wthor(bytes);
    if (!base) {
        fuzz::check_error(base.error(), bytes);
        return 0;
    }
    if (base->damaged.empty()) {
        fuzz::demand(to_wthor(*base) == bytes,
                     "a base is written with the bytes that it was read from");
    }
    for (const DamagedWthorGame& damaged : base->damaged) fuzz::check_error(damaged.error, bytes);
    const auto again = parse_wthor(to_wthor(*base));
    fuzz::demand(again && again->damaged.empty() && again->games.size() == base->games.size(),
                 "the games that can be read are written, and no others");
    fuzz::demand(base->depth >= 1 && base->depth <= 60, "the depth is within a game");
    for (const WthorGame& recorded : base->games) {
        fuzz::demand(recorded.final_discs <= 64 && recorded.perfect_discs <= 64,
                     "no player has more than 64 discs");
        Game game;
        for (const Square move : recorded.moves)
            fuzz::demand(game.play(move).has_value(), "a game's moves are legal");
    }
    return 0;
}
