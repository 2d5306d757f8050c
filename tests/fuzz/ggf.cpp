#include "engine/notation/formats/ggf.h"

#include "engine/notation/formats/game_text.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

void check(const Parsed<Game>& game, std::string_view text) {
    if (!game) return fuzz::check_error(game.error(), text);
    fuzz::check_game(*game);
    const std::string written = to_ggf(*game);
    fuzz::demand(written.find_first_of("\r\n") == std::string::npos, "a game is one line");
    Game expected = *game;
    if (expected.result && !expected.result->margin) expected.result.reset();
    fuzz::demand(parse_ggf(written) == expected, "a game reads back the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    check(parse_ggf(text), text);
    GameCutter cutter(text, Variations::none);
    while (const auto part = cutter.next()) check(parse_ggf(part->text), part->text);
    const auto move = parse_ggf_move(text, Color::black);
    if (!move) fuzz::check_error(move.error(), text);
    return 0;
}
