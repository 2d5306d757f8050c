#include "engine/notation/sgf.h"

#include "engine/notation/ggf.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    const auto game = parse_sgf(text);
    if (!game) {
        fuzz::check_error(game.error(), text);
        return 0;
    }
    fuzz::check_game(*game);
    fuzz::demand(parse_ggf(to_ggf(*game)) == *game, "as GGF it is the same game");
    return 0;
}
