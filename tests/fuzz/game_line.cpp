#include "engine/notation/formats/game_line.h"

#include "tests/fuzz/fuzz.h"

using namespace emilia;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line = fuzz::as_text(data, size);
    const auto game = parse_game_line(line);
    if (!game) {
        fuzz::check_error(game.error(), line);
        return 0;
    }
    fuzz::check_game(*game);
    const auto written = to_game_line(*game);
    fuzz::demand(written.has_value(), "a game from the usual start has a line");
    fuzz::demand(written->find_first_of("\r\n") == std::string::npos, "the line has no line break");
    const auto again = parse_game_line(*written);
    fuzz::demand(again.has_value(), "a written line can be read");
    fuzz::demand(again->moves() == game->moves(), "the moves read back the same");
    fuzz::demand(to_game_line(*again) == written, "the header reads back the same");
    return 0;
}
