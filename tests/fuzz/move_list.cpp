// The input may begin with a line that holds a board string; the moves are then played from there.

#include "engine/notation/move_list.h"

#include "engine/notation/position.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

void read(std::string_view text, const Position& start) {
    const auto game = parse_moves(text, start);
    if (!game) return fuzz::check_error(game.error(), text);
    fuzz::check_game(*game);
    std::vector<Square> moves;
    for (const PlayedMove& played : game->moves()) moves.push_back(played.move);
    fuzz::demand(parse_moves(to_string(moves), start) == *game, "the moves read back the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    const std::size_t end = text.find('\n');
    const auto start = parse_position(text.substr(0, end));
    if (start && end != std::string_view::npos) {
        read(text.substr(end), *start);
    } else {
        read(text, {});
    }
    return 0;
}
