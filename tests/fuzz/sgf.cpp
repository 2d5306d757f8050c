#include "engine/notation/formats/sgf.h"

#include "engine/notation/formats/game_text.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

void check(const Parsed<Game>& game, std::string_view text) {
    if (!game) return fuzz::check_error(game.error(), text);
    fuzz::check_game(*game);
    const std::string written = to_sgf(*game);
    fuzz::demand(written.find_first_of("\r\n") == std::string::npos, "a game is one line");
    Game expected = *game;
    if (expected.result && expected.result->ending != Ending::played_out)
        expected.result->margin.reset();
    fuzz::demand(parse_sgf(written) == expected, "a game reads back the same");
    const GameTree tree = parse_sgf_tree(text, game->start()).tree;
    const std::string with_variations = to_sgf(*game, tree);
    const SgfTree read = parse_sgf_tree(with_variations, game->start());
    fuzz::demand(read.left_out == 0 && read.tree == tree, "a tree reads back the same");
    fuzz::demand(parse_sgf(with_variations).has_value(), "a tree begins with a game");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    check(parse_sgf(text), text);
    GameCutter cutter(text, Variations::some);
    while (const auto part = cutter.next()) check(parse_sgf(part->text), part->text);
    return 0;
}
