#include "book/openings.h"

#include "book/book.h"
#include "book/opening_names.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace emilia {
namespace {

/// How often a position was reached, from where and where to. All boards are canonical.
struct Crossing {
    using Counts = std::unordered_map<Board, std::uint64_t, BoardHash>;
    std::uint64_t games = 0;
    Counts before;
    Counts after;
};
using Crossings = std::unordered_map<Board, Crossing, BoardHash>;

/// Openings are over long before; the longest named one has 23 moves.
constexpr int most_plies = 36;

/// The positions that more than one game reached.
Crossings crossings_of(std::span<const WthorGame* const> games, int plies) {
    const auto for_each_position = [&](const auto& visit) {
        for (const WthorGame* const game : games) {
            Board board = Board::start();
            Board here = canonical(board);
            int ply = 0;
            for (const Square move : game->moves) {
                if (ply == plies) break;
                if (is_on_board(move)) ++ply;
                board = board.after(move);
                const Board next = canonical(board);
                visit(here, next);
                here = next;
            }
        }
    };
    Crossing::Counts reached; // most positions occur once: they need not be stored at length
    for_each_position([&reached](const Board&, const Board& next) { ++reached[next]; });
    Crossings crossings;
    for_each_position([&](const Board& here, const Board& next) {
        const std::uint64_t times = reached.at(next);
        if (times < 2) return;
        ++crossings[here].after[next];
        Crossing& crossing = crossings[next];
        crossing.games = times;
        ++crossing.before[here];
    });
    return crossings;
}

/// The board with the greatest count; of equal ones always the same.
Crossing::Counts::value_type most_frequent(const Crossing::Counts& counts) {
    return *std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return std::tie(a.second, a.first.player, a.first.opponent)
               < std::tie(b.second, b.first.player, b.first.opponent);
    });
}

bool ends_line(const Board& board, const Crossing& crossing, const OpeningLimits& limits) {
    const int plies = max_book_empties - board.empties();
    if (limits.plies) return plies == *limits.plies;
    if (plies == 0 || plies >= most_plies) return false;
    if (!opening_name(board).empty() || crossing.after.empty()) return true;
    return 100 * most_frequent(crossing.after).second
           < static_cast<std::uint64_t>(limits.share) * crossing.games;
}

/// The usual way to a position, from the start.
Game usual_way(const Board& last, const Crossings& crossings) {
    std::vector<Board> way{last};
    while (!crossings.at(way.back()).before.empty())
        way.push_back(most_frequent(crossings.at(way.back()).before).first);
    std::reverse(way.begin(), way.end());
    Game game;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const Board board = game.position().board;
        Square chosen = Square::pass;
        for (const Square square : squares_of(board.legal_moves())) {
            // Of symmetric moves the rightmost one stands for all: f5 is the first move.
            const bool leads_there = canonical(board.after(square)) == way[i];
            if (leads_there && (chosen == Square::pass || column_of(square) > column_of(chosen)))
                chosen = square;
        }
        static_cast<void>(game.play(chosen)); // legal: the board was reached by it
    }
    return game;
}

/// Adds what the book says of the moves.
void judge(Opening& opening, const Book& book) {
    Board board = opening.game.start().board;
    bool is_black = true;
    const BookPosition* position = book.find(board);
    for (const PlayedMove& played : opening.game.moves()) {
        if (position == nullptr) return;
        board = board.after(played.move);
        const BookPosition* const next = book.find(board);
        if (next == nullptr) return;
        const Score loss = position->value + next->value;
        ++opening.moves_in_book;
        Score& sum = is_black ? opening.black_loss : opening.white_loss;
        sum = sum + loss;
        if (!opening.mistake && loss > least_mistake)
            opening.mistake = {opening.moves_in_book, played.move, loss};
        position = next;
        is_black = !is_black;
    }
    if (position != nullptr) opening.black_value = is_black ? position->value : -position->value;
}

} // namespace

std::vector<Opening> most_played(std::span<const WthorGame* const> games, const Book& book,
                                 const OpeningLimits& limits) {
    const Crossings crossings = crossings_of(games, limits.plies.value_or(most_plies));
    std::vector<std::pair<Board, std::uint64_t>> ends;
    for (const auto& [board, crossing] : crossings) {
        if (ends_line(board, crossing, limits)) ends.emplace_back(board, crossing.games);
    }
    std::sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) {
        return std::tie(b.second, a.first.player, a.first.opponent)
               < std::tie(a.second, b.first.player, b.first.opponent);
    });
    if (ends.size() > limits.lines) ends.resize(limits.lines);
    std::vector<Opening> openings;
    for (const auto& [board, reached] : ends) {
        Opening opening;
        opening.game = usual_way(board, crossings);
        opening.games = reached;
        opening.name = opening_name(opening.game);
        judge(opening, book);
        openings.push_back(std::move(opening));
    }
    return openings;
}

std::vector<Seed> popular_positions(std::span<const WthorGame* const> games,
                                    std::uint64_t min_games, int min_empties) {
    std::unordered_map<Board, GameCounts, BoardHash> counts;
    for (const WthorGame* const game : games) {
        int score = 2 * game->final_discs - square_count; // for the side to move; black moves first
        Board board = Board::start();
        const auto note = [&] {
            GameCounts& seen = counts[canonical(board)];
            ++(score > 0 ? seen.wins : score < 0 ? seen.losses : seen.draws);
        };
        note();
        for (const Square move : game->moves) {
            board = board.after(move);
            score = -score;
            if (board.empties() < min_empties || board.is_over()) break;
            note();
        }
    }
    std::vector<Seed> seeds;
    for (const auto& [board, seen] : counts) {
        if (seen.total() >= min_games) seeds.push_back({board, seen});
    }
    std::sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) {
        return std::tuple(b.games.total(), a.board.player, a.board.opponent)
               < std::tuple(a.games.total(), b.board.player, b.board.opponent);
    });
    return seeds;
}

} // namespace emilia
