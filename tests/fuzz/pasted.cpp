#include "engine/notation/formats/pasted.h"

#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/move_list.h"
#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

Game only_game(std::string_view text) {
    const auto pasted = read_pasted(text);
    fuzz::demand(pasted.has_value(), "what is written is read");
    fuzz::demand(pasted->games.size() == 1, "one game is written as one");
    return pasted->games.front();
}

/// Demands that a written game means the same: the start, the moves with what the format keeps of
/// them, and a text that is written as before.
template <typename Write>
void check_written(const Game& game, const Write& write) {
    const std::string text = write(game);
    const Game again = only_game(text);
    fuzz::demand(again.start() == game.start(), "the start reads back the same");
    fuzz::demand(moves_of(again) == moves_of(game), "the moves read back the same");
    fuzz::demand(write(again) == text, "everything else reads back the same");
}

void check(const Game& game) {
    fuzz::check_game(game);
    check_written(game, to_ggf);
    check_written(game, [](const Game& written) { return to_sgf(written); });
    check_written(game, to_pgn);
    check_written(game, [](const Game& written) {
        return to_string(written.start()) + ' ' + to_string(moves_of(written));
    });
    if (game.start() != Position{} || game.moves().empty()) return;
    // A listing has no place for some of it, so a game out of a listing is checked.
    const Game listed = only_game(*to_game_line(game));
    fuzz::demand(moves_of(listed) == moves_of(game), "the moves of a listing are the same");
    check_written(listed, [](const Game& written) { return *to_game_line(written); });
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::as_text(data, size);
    const auto pasted = read_pasted(text);
    if (!pasted) {
        fuzz::check_error(pasted.error(), text);
        return 0;
    }
    fuzz::demand(!pasted->games.empty() && !pasted->understood.empty(), "something is understood");
    for (const Game& game : pasted->games) check(game);
    const std::string plain = in_plain_characters(text);
    fuzz::demand(plain.size() <= text.size(), "plain characters are not longer");
    return 0;
}
