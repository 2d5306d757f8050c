#include "book/repertoire/repertoire.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

namespace emilia {
namespace {

std::uint64_t sum(std::uint64_t one, std::uint64_t other) noexcept {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    return one > most - other ? most : one + other;
}

RepertoireMove known(const BookMove& move) noexcept {
    return {move.square, move.score, move.within};
}

/// The entry of a board, which the book has.
const Book::Entry& entry_of(const Book& book, const Board& board) {
    return *book.positions().find(canonical(board));
}

/// Turns moves of a canonical board into those of `board`, of symmetric ones the usual one.
std::vector<RepertoireMove> turned(const Board& board, std::vector<RepertoireMove> moves) {
    const int symmetry = symmetry_between(canonical(board), board);
    for (RepertoireMove& move : moves)
        move.square = usual_of_symmetric(board, transformed(move.square, symmetry));
    return moves;
}

bool are_symmetric(const Board& board, Square one, Square other) {
    return canonical(board.after(one)) == canonical(board.after(other));
}

/// Counts what the opponent must remember.
class OpponentsLines {
public:
    OpponentsLines(const Book& book, const Board& first, const RepertoireSide& side, int plies)
        : book_(book), loss_(side.loss), least_empties_(first.empties() - plies + 1) {
        const Score value = book.find(first)->value;
        least_value_ = (side.to_move ? -value : value) - loss_;
    }

    [[nodiscard]] std::uint64_t behind_own(const Board& board) {
        return remembered(board, true, [&] {
            std::uint64_t lines = 0;
            for (const RepertoireMove& move : good_moves(entry_of(book_, board), loss_)) {
                const Board after = canonical(board.after(move.square));
                if (continues(after)) lines = sum(lines, behind_opponents(after));
            }
            return lines;
        });
    }
    [[nodiscard]] std::uint64_t behind_opponents(const Board& board) {
        return remembered(board, false, [&] { return choice(board).first; });
    }

    /// Adds the opponent's positions behind `board` in the lines that he chooses.
    void collect(const Board& board, bool own, std::set<std::pair<Bitboard, Bitboard>>& found) {
        if (!own && !found.insert({board.player, board.opponent}).second) return;
        const auto moves = own ? good_moves(entry_of(book_, board), loss_)
                               : std::vector<RepertoireMove>{choice(board).second};
        for (const RepertoireMove& move : moves) {
            const Board after = canonical(board.after(move.square));
            if (continues(after)) collect(after, !own, found);
        }
    }

    [[nodiscard]] bool continues(const Board& board) const {
        return board.empties() >= least_empties_ && book_.find_canonical(board) != nullptr;
    }

private:
    /// The answer that takes the fewest lines, with their number.
    [[nodiscard]] std::pair<std::uint64_t, RepertoireMove> choice(const Board& board) {
        const BookPosition& position = entry_of(book_, board).second;
        std::pair<std::uint64_t, RepertoireMove> best;
        for (const BookMove& move : position.moves) { // the best one keeps the value
            if (best.first > 0 && move.score < least_value_) break;
            const Board after = canonical(board.after(move.square));
            const std::uint64_t behind = continues(after) ? behind_own(after) : 0;
            const std::uint64_t lines = std::max<std::uint64_t>(behind, 1);
            if (best.first == 0 || lines < best.first) best = {lines, known(move)};
        }
        return best;
    }

    template <typename Count>
    std::uint64_t remembered(const Board& board, bool own, const Count& count) {
        auto& counts = counts_[own ? 1 : 0];
        const auto found = counts.find(board);
        if (found != counts.end()) return found->second;
        const std::uint64_t lines = count();
        counts.emplace(board, lines);
        return lines;
    }

    const Book& book_;
    const Score loss_;
    const int least_empties_;
    Score least_value_; ///< for the opponent
    std::array<std::unordered_map<Board, std::uint64_t, BoardHash>, 2> counts_;
};

} // namespace

Square usual_of_symmetric(const Board& board, Square move) {
    if (!is_on_board(move)) return move;
    const Board after = canonical(board.after(move));
    for (const Square square : squares_of(board.legal_moves())) {
        const auto place = [](Square at) { return std::pair(column_of(at), -row_of(at)); };
        if (place(square) > place(move) && canonical(board.after(square)) == after) move = square;
    }
    return move;
}

std::optional<RepertoireMove> own_move(const Book::Entry& entry, const RepertoireChoices& choices) {
    const Board& board = entry.first;
    const std::vector<BookMove>& moves = entry.second.moves;
    if (const auto preferred = choices.preferred(board)) {
        const auto found = std::find_if(moves.begin(), moves.end(), [&](const BookMove& move) {
            return are_symmetric(board, move.square, *preferred);
        });
        if (found != moves.end()) return known(*found);
        return RepertoireMove{.square = *preferred};
    }
    std::optional<RepertoireMove> best;
    for (const BookMove& move : moves) {
        if (best && move.score < *best->score) break;
        if (choices.avoids(board, move.square)) continue;
        // Of equally good moves one behind which the book knows more.
        if (!best || (move.within && !best->within)) best = known(move);
    }
    return best;
}

std::vector<RepertoireMove> good_moves(const Book::Entry& entry, Score loss) {
    const Board& board = entry.first;
    const BookPosition& position = entry.second;
    std::vector<RepertoireMove> good;
    for (const BookMove& move : position.moves) {
        if (position.value - move.score > loss) break;
        const bool is_new = std::none_of(good.begin(), good.end(), [&](const auto& other) {
            return are_symmetric(board, other.square, move.square);
        });
        if (is_new) good.push_back(known(move));
    }
    return good;
}

Repertoire::Repertoire(const Book& book, const Board& first, const RepertoireSide& side, int plies)
    : least_empties_(first.empties() - plies + 1) {
    if (book.find(first) == nullptr) return;
    positions_.push_back({.board = first, .own = side.to_move, .line = {}, .steps = {}});
    const Board key = canonical(first);
    numbers_.emplace(Key{key.player, key.opponent, side.to_move}, 0);
    for (std::size_t number = 0; number < positions_.size(); ++number) {
        auto steps = steps_of(RepertoirePosition(positions_[number]), book, side);
        positions_[number].steps = std::move(steps);
    }
}

std::vector<RepertoireStep> Repertoire::steps_of(const RepertoirePosition& position,
                                                 const Book& book, const RepertoireSide& side) {
    const Book::Entry& entry = entry_of(book, position.board);
    std::vector<RepertoireMove> moves;
    if (!position.own) {
        moves = good_moves(entry, side.loss);
    } else if (const auto move = own_move(entry, side.choices)) {
        moves = {*move};
    }
    std::vector<RepertoireStep> steps;
    for (const RepertoireMove& move : turned(position.board, moves))
        steps.push_back({move, number_behind(position, move, book)});
    return steps;
}

/// Adds the position behind a move if it is new.
std::optional<std::size_t> Repertoire::number_behind(const RepertoirePosition& position,
                                                     const RepertoireMove& move, const Book& book) {
    const Board after = position.board.after(move.square);
    if (after.empties() < least_empties_ || book.find(after) == nullptr) return std::nullopt;
    const Board key = canonical(after);
    const auto [place, is_new] =
        numbers_.try_emplace(Key{key.player, key.opponent, !position.own}, positions_.size());
    if (is_new) {
        positions_.push_back(
            {.board = after, .own = !position.own, .line = position.line, .steps = {}});
        positions_.back().line.push_back(move.square);
    }
    return place->second;
}

const RepertoirePosition* Repertoire::find(const Board& board, bool own) const {
    const Board key = canonical(board);
    const auto found = numbers_.find(Key{key.player, key.opponent, own});
    return found == numbers_.end() ? nullptr : &positions_[found->second];
}

std::size_t Repertoire::to_remember() const {
    return static_cast<std::size_t>(
        std::count_if(positions_.begin(), positions_.end(),
                      [](const RepertoirePosition& position) { return position.to_remember(); }));
}

std::uint64_t Repertoire::lines() const {
    std::vector<std::optional<std::uint64_t>> counts(positions_.size());
    const std::function<std::uint64_t(std::size_t)> behind = [&](std::size_t number) {
        if (counts[number]) return *counts[number];
        const RepertoirePosition& position = positions_[number];
        std::uint64_t lines = 0;
        for (const RepertoireStep& step : position.steps)
            if (step.next) lines = sum(lines, behind(*step.next));
        if (position.to_remember()) lines = std::max<std::uint64_t>(lines, 1);
        counts[number] = lines;
        return lines;
    };
    return positions_.empty() ? 0 : behind(0);
}

std::size_t Repertoire::unanswered() const {
    std::size_t unanswered = 0;
    for (const RepertoirePosition& position : positions_) {
        if (position.own) {
            unanswered += position.steps.empty() ? 1 : 0;
            continue;
        }
        for (const auto& [move, next] : position.steps) {
            const Board after = position.board.after(move.square);
            if (!next && after.empties() >= least_empties_ && !after.is_over()) ++unanswered;
        }
    }
    return unanswered;
}

OpponentsShare least_of_opponent(const Book& book, const Board& first, const RepertoireSide& side,
                                 int plies) {
    if (book.find(first) == nullptr) return {};
    OpponentsLines lines(book, first, side, plies);
    const Board key = canonical(first);
    OpponentsShare share;
    share.lines = side.to_move ? lines.behind_own(key) : lines.behind_opponents(key);
    std::set<std::pair<Bitboard, Bitboard>> positions;
    lines.collect(key, side.to_move, positions);
    share.positions = positions.size();
    return share;
}

} // namespace emilia
