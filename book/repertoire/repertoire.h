#pragma once

// What a player has to know in order to play from a position on: one move in each of his positions,
// and for the opponent all good answers that a book knows. Like the book, a repertoire has each
// position once for all eight symmetries and all orders of moves.

#include "book/book.h"
#include "book/repertoire/choices.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace emilia {

/// The side of a repertoire.
struct RepertoireSide {
    bool to_move = true; ///< whether it is this side's turn in the first position
    /// How much an answer of the opponent may lose against the best one.
    Score loss = Score::from_discs(1);
    RepertoireChoices choices = {};
};

struct RepertoireMove {
    Square square = Square::none;
    std::optional<Score> score = {}; ///< for who plays it, if the book knows the move
    bool within = false;             ///< stays within the book
};

/// The side's move in a position of the book: the preferred one, or the best that is not avoided.
/// None if all that the book knows are avoided. The moves of both functions belong to the canonical
/// board.
[[nodiscard]] std::optional<RepertoireMove> own_move(const Book::Entry& entry,
                                                     const RepertoireChoices& choices);

/// The moves that lose at most `loss` against the best one; of symmetric ones the first stands for
/// all.
[[nodiscard]] std::vector<RepertoireMove> good_moves(const Book::Entry& entry, Score loss);

struct RepertoireStep {
    RepertoireMove move;             ///< on the board of the position
    std::optional<std::size_t> next; ///< the number of the position behind it
};

struct RepertoirePosition {
    Board board;              ///< as the line reaches it
    bool own = true;          ///< whether the repertoire's side is to move
    std::vector<Square> line; ///< from the first position
    /// The side's one move, or the good answers of the opponent, best first; of symmetric ones the
    /// usual one stands for all.
    std::vector<RepertoireStep> steps;

    /// Whether the player has to remember a move here.
    [[nodiscard]] bool to_remember() const noexcept {
        return own && !steps.empty() && is_on_board(steps.front().move.square);
    }
};

class Repertoire {
public:
    /// The positions that a book has fewer than `plies` moves behind `first`, passes not counted.
    /// None if it doesn't know `first`.
    Repertoire(const Book& book, const Board& first, const RepertoireSide& side, int plies);

    /// By their numbers: those that fewer moves reach come first.
    [[nodiscard]] const std::vector<RepertoirePosition>& positions() const noexcept {
        return positions_;
    }
    /// Null if the repertoire hasn't got the position.
    [[nodiscard]] const RepertoirePosition* find(const Board& board, bool own) const;

    /// How many positions have a move to remember.
    [[nodiscard]] std::size_t to_remember() const;
    /// How many lines there are, by any order of moves. Each ends with a move of the side behind
    /// which it knows no further one.
    [[nodiscard]] std::uint64_t lines() const;
    /// Good answers of the opponent to which the book knows no move, although they are not the last
    /// of their lines.
    [[nodiscard]] std::size_t unanswered() const;

private:
    using Key = std::tuple<Bitboard, Bitboard, bool>;

    [[nodiscard]] std::vector<RepertoireStep>
    steps_of(const RepertoirePosition& position, const Book& book, const RepertoireSide& side);
    [[nodiscard]] std::optional<std::size_t>
    number_behind(const RepertoirePosition& position, const RepertoireMove& move, const Book& book);

    int least_empties_; ///< of a position
    std::vector<RepertoirePosition> positions_;
    std::map<Key, std::size_t> numbers_;
};

/// What the opponent of a repertoire must remember.
struct OpponentsShare {
    std::uint64_t lines = 0;   ///< each ends where the book does, or behind `plies` moves
    std::size_t positions = 0; ///< in these lines, those in which he is to move
};

/// The least that the opponent must remember to keep the book's value of `first` but for `loss`
/// discs, if he does not know which of your good moves you will play: one answer in each of his
/// positions, chosen so that the lines are as few as can be, and all moves of yours that lose at
/// most `loss`.
[[nodiscard]] OpponentsShare least_of_opponent(const Book& book, const Board& first,
                                               const RepertoireSide& side, int plies);

/// Of the moves that are symmetric to a legal one the rightmost, and of those the upper one: so f5
/// stands for all first moves.
[[nodiscard]] Square usual_of_symmetric(const Board& board, Square move);

} // namespace emilia
