#include "tests/reliability/positions.h"

#include "engine/base/files.h"
#include "engine/notation/formats/wthor.h"
#include "engine/notation/position.h"
#include "tests/locations.h"

#include <stdexcept>

namespace emilia::testing {

namespace {

/// Plays random moves until `empties` squares are empty; returns false if the game ends before.
bool play_at_random(PlainBoard& board, Random& random, int empties) {
    while (board.empties() > empties) {
        const std::vector<int> moves = board.moves();
        if (!moves.empty()) {
            (void)board.play(
                moves[static_cast<std::size_t>(below(random, static_cast<int>(moves.size())))]);
        } else {
            board.pass();
            if (!board.can_move()) return false;
        }
    }
    return !board.is_over();
}

/// In one board of two one side has few discs, so that passes and wipe-outs are frequent.
PlainBoard filled_at_random(Random& random, int empties) {
    PlainDiscs discs{random(), 0};
    if (random() % 2 == 0) discs.mover &= random() & random();
    discs.other = ~discs.mover;
    for (PlainBoard board(discs);; board = PlainBoard(discs)) {
        if (board.empties() == empties) break;
        const std::uint64_t freed = std::uint64_t{1} << random() % 64;
        discs.mover &= ~freed;
        discs.other &= ~freed;
    }
    if (random() % 2 == 0) std::swap(discs.mover, discs.other);
    return PlainBoard(discs);
}

} // namespace

std::string as_text(const PlainDiscs& discs) {
    return to_string(Position{as_board(discs), Color::black});
}

Positions::Positions() {
    const std::string path = data_path("wthor/WTH_1978.wtb");
    const auto bytes = read_file(path);
    if (!bytes) throw std::runtime_error(bytes.error());
    const auto base = parse_wthor(*bytes);
    if (!base) throw std::runtime_error(path + ": " + base.error().message);
    for (const WthorGame& game : base->games) games_.push_back(game.moves);
}

PlainDiscs Positions::draw(Random& random, int empties) const {
    while (random() % 4 == 0) {
        const PlainBoard board = filled_at_random(random, empties);
        if (!board.is_over()) return board.discs();
    }
    return draw_from_game(random, empties);
}

PlainDiscs Positions::draw_from_game(Random& random, int empties) const {
    constexpr int most_random_plies = 12;
    while (true) {
        PlainBoard board = PlainBoard::start();
        if (random() % 2 == 0) {
            const int followed_to = empties + below(random, most_random_plies + 1);
            for (const Square square : games_[random() % games_.size()]) {
                if (board.empties() <= followed_to) break;
                if (square == Square::pass) {
                    board.pass();
                } else {
                    (void)board.play(index(square));
                }
            }
        }
        if (play_at_random(board, random, empties)) return board.discs();
    }
}

} // namespace emilia::testing
