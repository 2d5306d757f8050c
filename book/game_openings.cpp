#include "book/game_openings.h"

#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/move_list.h"

#include <algorithm>
#include <unordered_map>

namespace emilia {
namespace {

/// The number of moves of a game that stay in the book, if its start does.
std::optional<std::size_t> moves_in_book(const GameBase& base, const BaseGame& game,
                                         const Book& book) {
    Board board = base.start(game).board;
    if (book.find(board) == nullptr) return std::nullopt;
    std::size_t plies = 0;
    for (const Square move : base.moves(game)) {
        board = board.after(move);
        if (book.find(board) == nullptr) break;
        ++plies;
    }
    return plies;
}

} // namespace

GameOpenings::GameOpenings(const GameBase& base, const PositionIndex& index)
    : names_(1), openings_(base.size()) {
    std::vector<std::uint16_t> plies(base.size()); // of the last named position so far
    for (const NamedOpening& opening : named_openings()) {
        const auto number = static_cast<std::uint16_t>(names_.size());
        names_.push_back(opening.name);
        const Board board = parse_moves(opening.moves).value().position().board;
        for (const Passage& passage : index.find(base, board)) {
            if (openings_[passage.game] != 0 && plies[passage.game] > passage.plies) continue;
            openings_[passage.game] = number;
            plies[passage.game] = passage.plies;
        }
    }
}

void GameOpenings::keep(std::vector<ChosenGame>& chosen, std::string_view part) const {
    std::erase_if(chosen, [&](const ChosenGame& game) {
        return !contains_ignoring_case(name(game.game), part);
    });
}

std::vector<BookExit> book_exits(const GameBase& base, const std::vector<ChosenGame>& chosen,
                                 Color side, const Book& book) {
    std::vector<BookExit> exits;
    std::unordered_map<Board, std::size_t, BoardHash> known; // by the position behind the move
    for (const ChosenGame& one : chosen) {
        if (!one.as(side)) continue;
        const BaseGame& game = base[one.game];
        const auto plies = moves_in_book(base, game, book);
        if (!plies || *plies == game.plies) continue;
        const auto moves = base.moves(game);
        const Board before = base.board(game, *plies);
        const Square move = moves[*plies];
        const std::vector<BookMove> known_moves = book.moves(before);
        if (has_move(known_moves, move)) continue;
        const auto [found, is_new] = known.emplace(canonical(before.after(move)), exits.size());
        if (is_new) {
            exits.push_back(
                {.line = {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(*plies)},
                 .move = move,
                 .mover = base.to_move(game, *plies),
                 .best = known_moves.empty() ? std::nullopt : std::optional(known_moves.front()),
                 .tally = {}});
        }
        exits[found->second].tally.add(game, side);
    }
    std::stable_sort(exits.begin(), exits.end(), [](const BookExit& a, const BookExit& b) {
        return a.tally.games > b.tally.games;
    });
    return exits;
}

} // namespace emilia
