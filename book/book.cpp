#include "book/book.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace emilia {
namespace {

void sort_moves(std::vector<BookMove>& moves) {
    std::sort(moves.begin(), moves.end(), [](const BookMove& a, const BookMove& b) {
        return a.score != b.score ? a.score > b.score : a.square < b.square;
    });
}

/// Whether `a` comes from a deeper or more certain search than `b`.
bool deeper(const Board& board, const BookPosition& a, const BookPosition& b) noexcept {
    const auto key = [&board](const BookPosition& position) {
        return std::pair(is_solved(board, position), BookSearch(position));
    };
    return key(a) > key(b);
}

void add(std::uint32_t& to, std::uint32_t count) noexcept {
    to = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::uint64_t{to} + count, std::numeric_limits<std::uint32_t>::max()));
}

void add_counts(GameCounts& to, const GameCounts& counts) noexcept {
    add(to.wins, counts.wins);
    add(to.draws, counts.draws);
    add(to.losses, counts.losses);
}

void raise_to(GameCounts& to, const GameCounts& counts) noexcept {
    to.wins = std::max(to.wins, counts.wins);
    to.draws = std::max(to.draws, counts.draws);
    to.losses = std::max(to.losses, counts.losses);
}

/// Adds the moves of `from` that `to` lacks.
void add_missing(std::vector<BookMove>& to, const std::vector<BookMove>& from) {
    for (const BookMove& move : from) {
        if (!has_move(to, move.square)) to.push_back(move);
    }
}

std::size_t count_unreached(const Book& book) {
    std::unordered_set<const BookPosition*> reached{book.find(Board::start())};
    std::size_t unreached = 0;
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        if (!reached.contains(&position)) {
            ++unreached;
            continue;
        }
        for (const BookMove& move : position.moves) {
            if (move.within) reached.insert(book.find(board.after(move.square)));
        }
    }
    return unreached;
}

} // namespace

bool has_move(const std::vector<BookMove>& moves, Square square) {
    return std::any_of(moves.begin(), moves.end(),
                       [square](const BookMove& move) { return move.square == square; });
}

std::uint64_t fingerprint(std::span<const PlayedPosition> game) noexcept {
    std::uint64_t mixed = 0;
    for (const PlayedPosition& played : game) {
        mixed = hash({mixed ^ played.board.player, played.board.opponent});
    }
    return mixed;
}

int symmetry_between(const Board& from, const Board& to) noexcept {
    assert(canonical(from) == canonical(to));
    int symmetry = 0;
    while (transformed(from, symmetry) != to) ++symmetry;
    return symmetry;
}

Bitboard known_squares(const Board& board, const BookPosition& position) noexcept {
    Bitboard squares = 0;
    for (const BookMove& move : position.moves) {
        if (is_on_board(move.square)) squares |= bit(move.square);
    }
    Bitboard all = 0;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        if (transformed(board, symmetry) == board) all |= transformed(squares, symmetry);
    }
    return all;
}

std::vector<BookMove> Book::moves(const Board& board) const {
    std::vector<BookMove> found;
    const Board key = canonical(board);
    const BookPosition* const position = find_canonical(key);
    if (position == nullptr) return found;
    for (const BookMove& known : position->moves) {
        for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
            if (transformed(board, symmetry) != key) continue;
            const Square square = transformed(known.square, inverse(symmetry));
            if (!has_move(found, square)) found.push_back({square, known.score, known.within});
        }
    }
    return found;
}

void Book::put(const Board& board, BookPosition position) {
    positions_.insert_or_assign(board, std::move(position));
}

bool Book::has_deviation(const Board& board, const BookPosition& position) const {
    return std::any_of(position.moves.begin(), position.moves.end(), [&](const BookMove& move) {
        return find(board.after(move.square)) == nullptr;
    });
}

bool Book::has_unknown_moves(const Board& board, const BookPosition& position) const {
    const Bitboard unknown = board.legal_moves() & ~known_squares(board, position);
    return (unknown & ~squares_within(board)) != 0;
}

Bitboard Book::squares_within(const Board& board) const {
    Bitboard squares = 0;
    for (const Square square : squares_of(board.legal_moves())) {
        if (find(board.after(square)) != nullptr) squares |= bit(square);
    }
    return squares;
}

void Book::merge(const Book& other, Counts counts) {
    std::vector<std::pair<Board, BookPosition>> shallower; // their deviations may still be needed
    for (const auto& [board, theirs] : other.positions_) {
        const auto [place, is_new] = positions_.try_emplace(board, theirs);
        if (is_new) continue;
        BookPosition& ours = place->second;
        GameCounts games = ours.games;
        (counts == Counts::add ? add_counts : raise_to)(games, theirs.games);
        if (deeper(board, theirs, ours)) {
            shallower.emplace_back(board, std::move(ours));
            ours = theirs;
        } else if (deeper(board, ours, theirs)) {
            shallower.emplace_back(board, theirs);
        } else {
            add_missing(ours.moves, theirs.moves);
        }
        ours.games = games;
    }
    for (const auto& [board, position] : shallower) add_deviation(board, position);
    games_.insert(other.games_.begin(), other.games_.end());
}

void Book::add_deviation(const Board& board, const BookPosition& shallower) {
    BookPosition& position = positions_.find(board)->second;
    if (shallower.depth == 0 || is_solved(board, position) || has_deviation(board, position)
        || !has_deviation(board, shallower)) {
        return;
    }
    add_missing(position.moves, shallower.moves);
    static_cast<BookSearch&>(position) = shallower;
}

void Book::connect(const Board& board, BookPosition& position) {
    if (!is_solved(board, position)) {
        std::vector<BookMove> moves;
        const auto follow = [&](Square square) {
            const BookPosition* const next = find(board.after(square));
            if (next != nullptr) moves.push_back({square, -next->value, true});
        };
        const Bitboard legal = board.legal_moves();
        for (const Square square : squares_of(legal)) follow(square);
        if (legal == 0) follow(Square::pass);
        for (const BookMove& known : position.moves) {
            if (!has_move(moves, known.square)) {
                moves.push_back({known.square, known.score, false});
            }
        }
        position.moves = std::move(moves);
    }
    sort_moves(position.moves);
    position.value = position.moves.front().score;
}

std::vector<const Book::Entry*> Book::in_order() const {
    // A pass leads to a position with as many empty squares, so it comes before that.
    std::vector<std::tuple<int, bool, Bitboard, Bitboard, const Entry*>> keys;
    keys.reserve(size());
    for (const Entry& entry : positions_) {
        const Board& board = entry.first;
        const bool has_move = board.legal_moves() != 0;
        keys.emplace_back(-board.empties(), has_move, board.player, board.opponent, &entry);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<const Entry*> entries;
    entries.reserve(size());
    for (const auto& key : keys) entries.push_back(std::get<const Entry*>(key));
    return entries;
}

void Book::update() {
    std::vector<const Entry*> entries = in_order();
    std::for_each(entries.rbegin(), entries.rend(), [this](const Entry* entry) {
        connect(entry->first, positions_.find(entry->first)->second);
    });
}

bool Book::count_game(std::span<const PlayedPosition> game) {
    if (!games_.insert(fingerprint(game)).second) return false;
    for (const PlayedPosition& played : game) {
        const auto found = positions_.find(played.board);
        if (found == positions_.end()) continue;
        GameCounts& games = found->second.games;
        add(played.score > 0 ? games.wins : played.score < 0 ? games.losses : games.draws, 1);
    }
    return true;
}

void Book::raise_counts(const Board& canonical_board, const GameCounts& games) {
    const auto found = positions_.find(canonical_board);
    if (found != positions_.end()) raise_to(found->second.games, games);
}

BookFaults check_book(const Book& book) {
    BookFaults faults;
    Book updated = book;
    updated.update();
    for (const auto& [board, position] : book.positions()) {
        if (canonical(board) != board) ++faults.not_canonical;
        if (*updated.find_canonical(board) != position) ++faults.wrong_values;
        if (book.is_one_sided(board, position)) ++faults.one_sided;
    }
    faults.unreached = count_unreached(book);
    return faults;
}

} // namespace emilia
