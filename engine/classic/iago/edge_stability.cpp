#include "engine/classic/iago/edge_stability.h"

#include "engine/classic/evaluation.h"
#include "engine/classic/iago/edge_table.h"

#include <algorithm>

namespace emilia::classic {
namespace {

/// The squares of a column; bit 0 is its square in the first row.
constexpr std::uint8_t column(Bitboard squares, int number) noexcept {
    return static_cast<std::uint8_t>((squares >> number & a_file) * 0x0102'0408'1020'4080 >> 56);
}

constexpr std::uint8_t row(Bitboard squares, int number) noexcept {
    return static_cast<std::uint8_t>(squares >> 8 * number);
}

struct EdgeCodes {
    EdgeCode top, bottom; ///< read from the a-file
    EdgeCode left, right; ///< read from the first row
};

EdgeCodes codes_of(const Board& board) noexcept {
    const auto row_code = [&board](int number) {
        return code_of({row(board.player, number), row(board.opponent, number)});
    };
    const auto column_code = [&board](int number) {
        return code_of({column(board.player, number), column(board.opponent, number)});
    };
    return {row_code(0), row_code(7), column_code(0), column_code(7)};
}

/// A corner and its two edges, with the end of each edge (0 or 1) that the corner is.
struct Corner {
    Square corner;
    Square x_square;
    EdgeCode EdgeCodes::*along_row;
    std::size_t end_of_row;
    EdgeCode EdgeCodes::*along_column;
    std::size_t end_of_column;
};

constexpr std::array<Corner, 4> corner_list = {{
    {Square::a1, Square::b2, &EdgeCodes::top, 0, &EdgeCodes::left, 0},
    {Square::h1, Square::g2, &EdgeCodes::top, 1, &EdgeCodes::right, 0},
    {Square::a8, Square::b7, &EdgeCodes::bottom, 0, &EdgeCodes::left, 1},
    {Square::h8, Square::g7, &EdgeCodes::bottom, 1, &EdgeCodes::right, 1},
}};

constexpr Bitboard x_squares =
    bit(Square::b2) | bit(Square::g2) | bit(Square::b7) | bit(Square::g7);

/// The value for the player, who is to move and chooses the edge to play on.
int chosen_by_player(const EdgeTables& tables, EdgeCode a, EdgeCode b) noexcept {
    return std::max(tables.on_move[a] + tables.waiting[b], tables.on_move[b] + tables.waiting[a]);
}

/// The value for the player, if the opponent is to move and chooses.
int chosen_by_opponent(const EdgeTables& tables, EdgeCode a, EdgeCode b) noexcept {
    return std::min(tables.on_move[a] + tables.waiting[b], tables.on_move[b] + tables.waiting[a]);
}

/// The value of the corner's edges for the player after the X-square's owner has lost the corner.
int points_without_corner(const EdgeTables& tables, const EdgeCodes& codes, const Corner& place,
                          bool x_is_players) noexcept {
    const std::size_t taker = x_is_players ? 1 : 0;
    const EdgeCode a = tables.corner_taken[place.end_of_row][taker][codes.*place.along_row];
    const EdgeCode b = tables.corner_taken[place.end_of_column][taker][codes.*place.along_column];
    return x_is_players ? chosen_by_player(tables, a, b) : chosen_by_opponent(tables, a, b);
}

int with_x_square(const EdgeTables& tables, const EdgeCodes& codes, const Corner& place,
                  const Board& board, int existing) noexcept {
    const bool x_is_players = contains(board.player, place.x_square);
    const int without = points_without_corner(tables, codes, place, x_is_players);
    if (x_is_players ? without >= existing : without <= existing) return existing;
    constexpr int certain = 120;
    const bool at_once = !x_is_players && contains(board.flips(place.corner), place.x_square);
    const int probability = at_once ? certain : certain - move_number(board);
    constexpr int counts_twice = 2;
    return existing + counts_twice * probability * (without - existing) / certain;
}

} // namespace

int edge_points(const Board& board) noexcept {
    const EdgeTables& tables = edge_tables();
    const EdgeCodes codes = codes_of(board);
    const bool any_x_square = (board.occupied() & x_squares) != 0;
    int sum = 0;
    for (const Corner& place : corner_list) {
        const int existing =
            chosen_by_player(tables, codes.*place.along_row, codes.*place.along_column);
        const bool at_risk = any_x_square && contains(board.occupied(), place.x_square)
                             && contains(board.empty(), place.corner);
        sum += at_risk ? with_x_square(tables, codes, place, board, existing) : existing;
    }
    return sum;
}

} // namespace emilia::classic
