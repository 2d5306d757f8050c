#include "tests/reliability/plain_othello.h"

#include <algorithm>
#include <bit>

namespace emilia::testing {

namespace {

constexpr std::array<int, 8> directions = {-11, -10, -9, -1, 1, 9, 10, 11};

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

bool PlainBoard::is_over() const {
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

bool PlainBoard::play(int square) noexcept {
    if (!is_legal(square)) return false;
    const int cell = static_cast<int>(cell_of(square));
    for (const int direction : directions) {
        const int number = flips_towards(cell, direction);
        for (int step = 1; step <= number; ++step) turn(square_of(cell + step * direction));
    }
    cells_[cell_of(square)] = mine();
    sides_[mover_] |= bit_of(square);
    --empties_;
    pass();
    return true;
}

} // namespace emilia::testing
