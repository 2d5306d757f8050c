#include "engine/board/stability.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>

namespace emilia {
namespace {

using Edge = std::uint8_t; // one bit for each of the eight squares of an edge

/// The discs along one edge, in both directions, that `mover` flips by a move on `square`.
Edge edge_flips(Edge mover, Edge other, int square) noexcept {
    unsigned flipped = 0;
    for (const int step : {-1, 1}) {
        unsigned row = 0;
        int next = square + step;
        while (next >= 0 && next < 8 && (other >> next & 1) != 0) {
            row |= 1U << next;
            next += step;
        }
        if (next >= 0 && next < 8 && (mover >> next & 1) != 0) flipped |= row;
    }
    return static_cast<Edge>(flipped);
}

/// The player's stable discs for every content of an edge, found by trying all continuations.
/// Either side can take every empty square, because a move there need not flip along the edge.
class EdgeStability {
public:
    EdgeStability() {
        std::bitset<256 * 256> known; // and no vector, because memory may be short
        for (unsigned player = 0; player < 256; ++player) {
            for (unsigned opponent = 0; opponent < 256; ++opponent) {
                if ((player & opponent) == 0) {
                    find(static_cast<Edge>(player), static_cast<Edge>(opponent), known);
                }
            }
        }
    }

    [[nodiscard]] Edge operator()(std::uint64_t player, std::uint64_t opponent) const noexcept {
        return stable_[static_cast<std::size_t>(player << 8 | opponent)];
    }

private:
    Edge find(Edge player, Edge opponent, std::bitset<256 * 256>& known) {
        const std::size_t key = std::size_t{player} << 8 | opponent;
        if (known[key]) return stable_[key];
        unsigned stable = player;
        for (int square = 0; square < 8; ++square) {
            const unsigned placed = 1U << square;
            if (((player | opponent) & placed) != 0) continue;
            const unsigned gained = edge_flips(player, opponent, square);
            stable &= find(static_cast<Edge>(player | placed | gained),
                           static_cast<Edge>(opponent & ~gained), known);
            const unsigned lost = edge_flips(opponent, player, square);
            stable &= find(static_cast<Edge>(player & ~lost),
                           static_cast<Edge>(opponent | placed | lost), known);
        }
        known[key] = true;
        return stable_[key] = static_cast<Edge>(stable);
    }

    std::array<Edge, 256 * 256> stable_{};
};

/// Made at the first call: the code for newer processors must not run any code at start.
const EdgeStability& edge_stability() noexcept {
    static const EdgeStability table;
    return table;
}

/// The a-file as the eight low bits.
constexpr std::uint64_t file_to_row(Bitboard file) noexcept {
    return (file & a_file) * 0x0102'0408'1020'4080 >> 56;
}

/// The eight low bits as the a-file.
constexpr Bitboard row_to_file(std::uint64_t row) noexcept {
    // Copies the row into every row, keeps the next bit in each row, and moves it to the a-file.
    const Bitboard diagonal = row * a_file & 0x8040'2010'0804'0201;
    return ((diagonal + 0x7f7f'7f7f'7f7f'7f7f) | diagonal) >> 7 & a_file;
}

/// The squares of full lines, for each direction: rows, columns and both diagonals.
struct FullLines {
    Bitboard rows, columns, rising, falling;
};

FullLines full_lines(Bitboard occupied) noexcept {
    Bitboard row = occupied & occupied >> 4 & 0x0f0f'0f0f'0f0f'0f0f;
    row &= row >> 2;
    row &= row >> 1 & a_file;

    Bitboard column = occupied & (occupied >> 32 | occupied << 32);
    column &= column >> 16 | column << 48;
    column &= column >> 8 | column << 56;

    // On diagonals, emptiness spreads along the line in both directions, twice as far with each
    // step. A mask keeps it from wrapping around to the other side of the board.
    const Bitboard empty = ~occupied;
    const auto columns_from = [](int n) { return a_file * (0xffU & 0xffU << n); };
    const auto columns_below = [](int n) { return a_file * (0xffU >> (8 - n)); };
    Bitboard falling_up = empty;
    Bitboard falling_down = empty;
    Bitboard rising_up = empty;
    Bitboard rising_down = empty;
    for (const int step : {1, 2, 4}) {
        falling_down |= falling_down << 9 * step & columns_from(step);
        falling_up |= falling_up >> 9 * step & columns_below(8 - step);
        rising_down |= rising_down << 7 * step & columns_below(8 - step);
        rising_up |= rising_up >> 7 * step & columns_from(step);
    }
    return {row * 0xff, column, ~(rising_up | rising_down), ~(falling_up | falling_down)};
}

} // namespace

Bitboard stable_edge_discs(const Board& board) noexcept {
    const auto [player, opponent] = board;
    const EdgeStability& stable = edge_stability();
    return stable(player & 0xff, opponent & 0xff)
           | Bitboard{stable(player >> 56, opponent >> 56)} << 56
           | row_to_file(stable(file_to_row(player), file_to_row(opponent)))
           | row_to_file(stable(file_to_row(player >> 7), file_to_row(opponent >> 7))) << 7;
}

Bitboard stable_discs(const Board& board) noexcept {
    const FullLines full = full_lines(board.occupied());
    const Bitboard own_inner = board.player & ~edges;
    Bitboard stable = stable_edge_discs(board)
                      | (board.player & full.rows & full.columns & full.rising & full.falling);
    for (;;) {
        const Bitboard rows = stable << 1 | stable >> 1 | full.rows;
        const Bitboard columns = stable << 8 | stable >> 8 | full.columns;
        const Bitboard rising = stable << 7 | stable >> 7 | full.rising;
        const Bitboard falling = stable << 9 | stable >> 9 | full.falling;
        const Bitboard more = own_inner & rows & columns & rising & falling & ~stable;
        if (more == 0) return stable;
        stable |= more;
    }
}

int upper_bound_by_stability(const Board& board, int alpha, int empties) noexcept {
    // Each stable disc of the opponent lowers the best possible score, 64, by two. Enough of them
    // are unlikely early in the game, and while the opponent has few other discs.
    constexpr int usual_others = 6;
    const int needed = (64 - alpha + 1) / 2;
    if (alpha < -64 + 2 * empties || count(board.opponent) < needed + usual_others) return 64;
    return 64 - 2 * count(stable_discs(board.passed()));
}

std::optional<bool> decided_by_stability(const Board& board, int minimum) noexcept {
    // A score is twice the player's discs at the end less 64. Counting all discs first is cheap and
    // mostly shows that there can't be enough stable ones.
    const int enough = (64 + minimum + 1) / 2;
    const int too_many = (64 - minimum) / 2 + 1;
    if (count(board.player) >= enough && count(stable_discs(board)) >= enough) return true;
    if (count(board.opponent) >= too_many && count(stable_discs(board.passed())) >= too_many) {
        return false;
    }
    return std::nullopt;
}

} // namespace emilia
