#include "engine/games/indexed_games.h"

#include "engine/board/symmetry.h"
#include "tests/fuzz/checksummed.h"

using namespace emilia;

namespace {

/// The games of a forged file may have illegal moves.
void check(const IndexedGames& games) {
    const auto again = parse_indexed_games(to_bytes(games));
    fuzz::demand(again && again->sources == games.sources && again->problems == games.problems
                     && again->notes == games.notes && again->base == games.base
                     && again->index == games.index,
                 "games read back the same");
    for (const BaseGame& game : games.base.games()) fuzz::check_game(games.base.record(game));
    for (const Board& board : {Board::start(), Board::start().passed()}) {
        for (const Passage& passage : games.index.find(games.base, board)) {
            const BaseGame& game = games.base[passage.game];
            fuzz::demand(canonical(games.base.board(game, passage.plies)) == canonical(board),
                         "a game that is found passes through the position");
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto games = parse_indexed_games(fuzz::as_text(data, size));
    if (games) {
        check(*games);
    } else {
        fuzz::check_message(games.error());
    }
    return 0;
}

/// Usually corrects the checksum.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
    const std::string_view file = fuzz::as_text(data, size);
    if (size < fuzz::checksummed_header || seed % 16 == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    const std::string changed =
        fuzz::mutated(file.substr(fuzz::checksummed_header), max_size - fuzz::checksummed_header);
    return fuzz::put_back(fuzz::with_checksum(file, changed), data, max_size);
}
