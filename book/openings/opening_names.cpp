#include "book/openings/opening_names.h"

#include "book/book.h"
#include "engine/notation/move_list.h"

#include <array>
#include <unordered_map>

namespace emilia {
namespace {

struct Opening {
    std::string_view moves;
    std::string_view name;
};

constexpr std::array openings = std::to_array<Opening>({
    {"f5d6", "Perpendicular"},
    {"f5f6", "Diagonal"},
    {"f5f4", "Parallel"},
    {"f5d6c3d3c4", "Tiger"},
    {"f5d6c3d3c4f4f6", "Stephenson"},
    {"f5d6c3d3c4f4f6g5", "No-Kung"},
    {"f5d6c3d3c4f4f6f3", "Comp'Oth"},
    {"f5f6e6f4c3", "Buffalo"},
    {"f5f6e6f4e3", "Cow"},
    {"f5f6e6f4e3d6", "Chimney"},
    {"f5f6e6f4e3c5c4", "Rose-v-Toth"},
    {"f5f6e6f4e3c5c4e7", "Tanida"},
    {"f5f6e6f4g5", "Heath"},
});

} // namespace

std::string_view opening_name(const Board& board) {
    static const auto names = [] {
        std::unordered_map<Board, std::string_view, Book::BoardHash> by_board;
        for (const Opening& opening : openings) {
            by_board[canonical(parse_moves(opening.moves).value().position().board)] = opening.name;
        }
        return by_board;
    }();
    const auto found = names.find(canonical(board));
    return found == names.end() ? std::string_view() : found->second;
}

std::string_view opening_name(const Game& game) {
    Board board = game.start().board;
    std::string_view name = opening_name(board);
    for (const PlayedMove& played : game.moves()) {
        board = board.after(played.move);
        if (const auto found = opening_name(board); !found.empty()) name = found;
    }
    return name;
}

} // namespace emilia
