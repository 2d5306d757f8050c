#include "book/repertoire/departures.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace emilia {
namespace {

/// The score of a move that the book knows.
std::optional<Score> score_of(const Book& book, const Board& board, Square square) {
    const std::vector<BookMove> moves = book.moves(board);
    const auto found = std::find_if(moves.begin(), moves.end(), [square](const BookMove& move) {
        return move.square == square;
    });
    return found == moves.end() ? std::nullopt : std::optional(found->score);
}

std::optional<Score> loss_of(const Book& book, const Departure& departure, const Board& board) {
    const auto played = score_of(book, board, departure.played);
    const auto best = departure.instead ? score_of(book, board, *departure.instead)
                                        : std::optional(book.find(board)->value);
    if (!played || !best) return std::nullopt;
    return *best - *played;
}

/// The step of a position that a move makes, in any symmetry; none if it has no such step.
const RepertoireStep* step_for(const RepertoirePosition& position, Square move) {
    const Board after = canonical(position.board.after(move));
    const auto found =
        std::find_if(position.steps.begin(), position.steps.end(), [&](const RepertoireStep& step) {
            return canonical(position.board.after(step.move.square)) == after;
        });
    return found == position.steps.end() ? nullptr : &*found;
}

/// Whether the repertoire ends in a position of the opponent, because it knows none behind.
bool is_end(const RepertoirePosition& position) {
    return position.steps.empty()
           || (!position.own
               && std::none_of(position.steps.begin(), position.steps.end(),
                               [](const RepertoireStep& step) { return step.next.has_value(); }));
}

/// Follows moves through the repertoire, from its first position.
Departure departure_of(std::span<const Square> moves, Board board, const Repertoire& repertoire,
                       const Book& book) {
    const RepertoirePosition* position = &repertoire.positions().front();
    for (const Square move : moves) {
        if (is_end(*position)) return {};
        const int symmetry = symmetry_between(board, position->board);
        const Square square = usual_of_symmetric(position->board, transformed(move, symmetry));
        const RepertoireStep* const step = step_for(*position, square);
        if (step == nullptr || (!position->own && !step->next)) {
            Departure found{.line = position->line, .played = square};
            found.kind = position->own ? Departure::Kind::own : Departure::Kind::opponent;
            if (position->own) found.instead = position->steps.front().move.square;
            found.loss = loss_of(book, found, position->board);
            return found;
        }
        if (!step->next) return {};
        board = board.after(move);
        position = &repertoire.positions()[*step->next];
    }
    return {};
}

} // namespace

Departures departures(const GameBase& base, const std::vector<ChosenGame>& chosen,
                      const Repertoire& repertoire, const Book& book, Color side) {
    Departures found;
    std::map<std::tuple<Departure::Kind, std::vector<Square>, Square>, std::size_t> known;
    for (const ChosenGame& one : chosen) {
        if (!one.as(side)) continue;
        const BaseGame& game = base[one.game];
        const std::size_t plies = one.passage.plies;
        Departure departure = departure_of(base.moves(game).subspan(plies), base.board(game, plies),
                                           repertoire, book);
        const auto [place, is_new] =
            known.try_emplace({departure.kind, departure.line, departure.played}, found.all.size());
        if (is_new) found.all.push_back(std::move(departure));
        found.all[place->second].tally.add(game, side);
        found.games.push_back({one.game, place->second});
    }
    std::vector<std::size_t> order(found.all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&found](std::size_t one, std::size_t other) {
        return found.all[one].tally.games > found.all[other].tally.games;
    });
    std::vector<std::size_t> places(order.size());
    std::vector<Departure> sorted;
    for (const std::size_t from : order) {
        places[from] = sorted.size();
        sorted.push_back(std::move(found.all[from]));
    }
    found.all = std::move(sorted);
    for (GameDeparture& game : found.games) game.departure = places[game.departure];
    return found;
}

} // namespace emilia
