#pragma once

// Othello once more, from its rules alone: a board with a border of walls. It shares no code with
// the engine, so the two can't be wrong in the same way.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace emilia::testing {

/// The two sides' discs, bit 0 is a1 and bit 63 is h8; the first side is to move.
struct PlainDiscs {
    std::uint64_t mover = 0;
    std::uint64_t other = 0;
    [[nodiscard]] friend bool operator==(const PlainDiscs&, const PlainDiscs&) = default;
};

/// A position on which moves are made. Squares are numbered from 0 (a1) to 63 (h8).
class PlainBoard {
public:
    explicit PlainBoard(const PlainDiscs& discs);
    /// The usual start, with black to move.
    [[nodiscard]] static PlainBoard start();

    [[nodiscard]] PlainDiscs discs() const noexcept { return {sides_[mover_], sides_[1 - mover_]}; }
    [[nodiscard]] int empties() const noexcept { return empties_; }

    /// Whether the side to move may place a disc on `square`.
    [[nodiscard]] bool is_legal(int square) const noexcept;
    /// The squares where it may, in rising order.
    [[nodiscard]] std::vector<int> moves() const;
    [[nodiscard]] bool can_move() const { return !moves().empty(); }
    /// Neither side can move.
    [[nodiscard]] bool is_over() const;
    /// The discs of the side to move minus the other's; empty squares count for the winner.
    [[nodiscard]] int final_score() const noexcept;

    /// Places a disc and turns to the other side. Returns false, and changes nothing, if the move
    /// is illegal.
    bool play(int square) noexcept;
    void pass() noexcept { mover_ = 1 - mover_; }

private:
    enum class Cell : std::uint8_t { first, second, empty, wall };

    [[nodiscard]] Cell mine() const noexcept { return static_cast<Cell>(mover_); }
    [[nodiscard]] Cell theirs() const noexcept { return static_cast<Cell>(1 - mover_); }
    /// How many discs a move flips in a direction, a distance between cells.
    [[nodiscard]] int flips_towards(int cell, int direction) const noexcept;
    void turn(int square) noexcept;

    std::array<Cell, 100> cells_;
    std::array<std::uint64_t, 2> sides_{};
    std::size_t mover_ = 0;
    int empties_ = 64;
};

} // namespace emilia::testing
