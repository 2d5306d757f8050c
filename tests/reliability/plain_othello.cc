#include "tests/reliability/plain_othello.h"

#include <algorithm>
#include <bit>

namespace emilia::testing {

namespace {

constexpr std::array<int, 8> directions = {-11, -10, -9, -1, 1, 9, 10, 11};
constexpr std::size_t table_size = std::size_t{1} << 21;
constexpr int least_stored_empties = 6; ///< with fewer, searching is cheaper than the table

constexpr std::size_t cell_of(int square) noexcept {
    return static_cast<std::size_t>(11 + square % 8 + square / 8 * 10);
}

constexpr int square_of(int cell) noexcept {
    return cell % 10 - 1 + (cell / 10 - 1) * 8;
}

constexpr std::uint64_t bit_of(int square) noexcept {
    return std::uint64_t{1} << square;
}

} // namespace

PlainBoard::PlainBoard(const PlainDiscs& discs) {
    cells_.fill(Cell::wall);
    sides_ = {discs.mover, discs.other};
    for (int square = 0; square < 64; ++square) {
        Cell& cell = cells_[cell_of(square)];
        cell = Cell::empty;
        if ((discs.mover & bit_of(square)) != 0) cell = Cell::first;
        if ((discs.other & bit_of(square)) != 0) cell = Cell::second;
        if (cell != Cell::empty) --empties_;
    }
}

PlainBoard PlainBoard::start() {
    constexpr int d4 = 27, e4 = 28, d5 = 35, e5 = 36;
    return PlainBoard({bit_of(e4) | bit_of(d5), bit_of(d4) | bit_of(e5)});
}

int PlainBoard::flips_towards(int cell, int direction) const noexcept {
    int number = 0;
    for (int next = cell + direction; cells_[static_cast<std::size_t>(next)] == theirs();
         next += direction) {
        ++number;
    }
    const int end = cell + (number + 1) * direction;
    return cells_[static_cast<std::size_t>(end)] == mine() ? number : 0;
}

bool PlainBoard::is_legal(int square) const noexcept {
    const std::size_t cell = cell_of(square);
    return cells_[cell] == Cell::empty
           && std::any_of(directions.begin(), directions.end(), [&](int direction) {
                  return flips_towards(static_cast<int>(cell), direction) > 0;
              });
}

std::vector<int> PlainBoard::moves() const {
    std::vector<int> found;
    for (int square = 0; square < 64; ++square) {
        if (is_legal(square)) found.push_back(square);
    }
    return found;
}

std::size_t PlainBoard::number_of_moves() const noexcept {
    std::size_t number = 0;
    for (std::uint64_t empty = ~(sides_[0] | sides_[1]); empty != 0; empty &= empty - 1) {
        if (is_legal(std::countr_zero(empty))) ++number;
    }
    return number;
}

bool PlainBoard::is_over() const noexcept {
    if (can_move()) return false;
    PlainBoard passed = *this;
    passed.pass();
    return !passed.can_move();
}

int PlainBoard::final_score() const noexcept {
    const int difference = std::popcount(sides_[mover_]) - std::popcount(sides_[1 - mover_]);
    if (difference > 0) return difference + empties_;
    if (difference < 0) return difference - empties_;
    return 0;
}

void PlainBoard::turn(int square) noexcept {
    Cell& cell = cells_[cell_of(square)];
    cell = cell == Cell::first ? Cell::second : Cell::first;
    for (std::uint64_t& side : sides_) side ^= bit_of(square);
}

PlainBoard::Flips PlainBoard::play(int square) noexcept {
    Flips flips;
    const int cell = static_cast<int>(cell_of(square));
    if (cells_[cell_of(square)] != Cell::empty) return flips;
    for (const int direction : directions) {
        const int number = flips_towards(cell, direction);
        for (int step = 1; step <= number; ++step) {
            const int flipped = square_of(cell + step * direction);
            flips.squares[static_cast<std::size_t>(flips.number++)] =
                static_cast<std::int8_t>(flipped);
            turn(flipped);
        }
    }
    if (flips.number == 0) return flips;
    cells_[cell_of(square)] = mine();
    sides_[mover_] |= bit_of(square);
    --empties_;
    pass();
    return flips;
}

void PlainBoard::take_back(int square, const Flips& flips) noexcept {
    pass();
    ++empties_;
    sides_[mover_] &= ~bit_of(square);
    cells_[cell_of(square)] = Cell::empty;
    for (int i = 0; i < flips.number; ++i) turn(flips.squares[static_cast<std::size_t>(i)]);
}

PlainSolver::PlainSolver() : table_(table_size) {}

PlainSolver::Entry& PlainSolver::entry_of(const PlainDiscs& discs) noexcept {
    const std::uint64_t mixed =
        (discs.mover * 0x9e37'79b9'7f4a'7c15) ^ std::rotl(discs.other * 0xc2b2'ae3d'27d4'eb4f, 31);
    return table_[(mixed ^ mixed >> 32) % table_size];
}

int PlainSolver::solve(const PlainDiscs& discs, int alpha, int beta) {
    PlainBoard board(discs);
    return search(board, alpha, beta);
}

int PlainSolver::search(PlainBoard& board, int alpha, int beta) {
    if (board.empties() < least_stored_empties) return search_moves(board, alpha, beta);
    const PlainDiscs discs = board.discs();
    if (const Entry& known = entry_of(discs); known.discs == discs) {
        if (known.lower >= beta || known.lower == known.upper) return known.lower;
        if (known.upper <= alpha) return known.upper;
    }
    const int score = search_moves(board, alpha, beta);
    Entry& entry = entry_of(discs);
    if (entry.discs != discs) entry = {discs};
    if (score > alpha) entry.lower = static_cast<std::int8_t>(std::max<int>(entry.lower, score));
    if (score < beta) entry.upper = static_cast<std::int8_t>(std::min<int>(entry.upper, score));
    return score;
}

int PlainSolver::search_moves(PlainBoard& board, int alpha, int beta) {
    struct Move {
        int square;
        std::size_t replies;
    };
    std::array<Move, 64> moves;
    std::size_t number = 0;
    const PlainDiscs discs = board.discs();
    for (std::uint64_t empty = ~(discs.mover | discs.other); empty != 0; empty &= empty - 1) {
        const int square = std::countr_zero(empty);
        if (board.is_legal(square)) moves[number++] = {square, 0};
    }
    if (number == 0) {
        board.pass();
        const int score = board.can_move() ? -search(board, -beta, -alpha) : -board.final_score();
        board.pass();
        return score;
    }
    if (board.empties() >= least_stored_empties) {
        for (std::size_t i = 0; i < number; ++i) {
            const PlainBoard::Flips flips = board.play(moves[i].square);
            moves[i].replies = board.number_of_moves();
            board.take_back(moves[i].square, flips);
        }
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(number),
                         [](const Move& a, const Move& b) { return a.replies < b.replies; });
    }
    int best = -65;
    for (std::size_t i = 0; i < number && best < beta; ++i) {
        const PlainBoard::Flips flips = board.play(moves[i].square);
        best = std::max(best, -search(board, -beta, -std::max(alpha, best)));
        board.take_back(moves[i].square, flips);
    }
    return best;
}

} // namespace emilia::testing
