#include "engine/play/searcher.h"

#include "engine/board/board.h"

#include <utility>

namespace emilia {

Score static_value(const InstructionSet& instruction_set, const Weights& weights,
                   const Board& board) noexcept {
    if (board.legal_moves() != 0) return instruction_set.evaluate(weights, board);
    const Board passed = board.passed();
    if (passed.legal_moves() == 0) return Score::from_discs(board.final_score());
    return -instruction_set.evaluate(weights, passed);
}

void Searcher::remember(const Board& board, const KnownValue& known) {
    table_.age(); // so that deeper but less confident entries of the last search are replaced
    Board position = board;
    Score lower = known.lower;
    Score upper = known.upper;
    Depth depth = known.depth;
    // The value holds for every position on the line, with the sign of its side to move and one ply
    // less depth.
    for (std::size_t at = 0; at <= known.line.size() && depth > 0; ++at) {
        const Square move = at < known.line.size() ? known.line[at] : Square::none;
        if (position.legal_moves() != 0) { // the table holds no passes
            const int empties = position.empties();
            if (depth >= empties) {
                table_.store(position, hash(position), Reach::to_the_end(empties, known.confidence),
                             Score::from_discs(lower.ceil_discs()),
                             Score::from_discs(upper.floor_discs()), move);
            } else {
                table_.store(position, hash(position), Reach::midgame(depth, known.confidence),
                             lower, upper, move);
            }
        }
        if (move == Square::none) break;
        if (move != Square::pass) --depth;
        position = position.after(move);
        lower = -std::exchange(upper, -lower);
    }
}

} // namespace emilia
