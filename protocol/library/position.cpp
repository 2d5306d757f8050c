#include "protocol/library/position.h"

#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/library/failure.h"

#include <memory>

namespace {

using namespace emilia;

Position position_after(std::string_view moves, const Position& start) {
    auto game = parse_moves(moves, start);
    if (!game) throw library::Failure(EMILIA_BAD_POSITION, game.error().message);
    return game->position();
}

Position position_of(std::string_view text) {
    if (text.empty() || begins_with_move(text)) return position_after(text, {});
    const auto position = parse_position(text);
    if (!position) throw library::Failure(EMILIA_BAD_POSITION, position.error().message);
    return *position;
}

std::string legal_moves(const Board& board) {
    if (board.must_pass()) return to_string(Square::pass);
    std::string moves;
    for (const Square square : squares_of(board.legal_moves())) moves += to_string(square);
    return moves;
}

} // namespace

emilia_position::emilia_position(const Position& start)
    : position(start), board(to_string(start)), moves(legal_moves(start.board)) {}

emilia_status emilia_position_new(const char* text, emilia_position** position) {
    return library::guarded([&] {
        library::require(text, "text");
        library::require(position, "position");
        *position = std::make_unique<emilia_position>(position_of(text)).release();
    });
}

void emilia_position_free(emilia_position* position) {
    delete position;
}

emilia_status emilia_position_play(emilia_position* position, const char* moves) {
    return library::guarded([&] {
        library::require(position, "position");
        library::require(moves, "moves");
        *position = emilia_position(position_after(moves, position->position));
    });
}

const char* emilia_position_board(const emilia_position* position) {
    return position == nullptr ? nullptr : position->board.c_str();
}

const char* emilia_position_moves(const emilia_position* position) {
    return position == nullptr ? nullptr : position->moves.c_str();
}
