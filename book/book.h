#pragma once

// The opening book in memory: positions, each once for all eight symmetries, with what is known of
// them. A position's moves either lead to another position of the book, whose value they have, or
// out of it; those have the score of a search. The value of a position is that of its best move
// (minimax over the whole book), as in M. Buro, "Toward Opening Book Learning" (1997): beside the
// moves that were played or tried, each position has at least its best move outside them, so that
// no value rests on the moves of some game alone.
//
// Const functions may be called from several threads at once.

#include "engine/board/board.h"
#include "engine/board/hash.h"
#include "engine/board/symmetry.h"
#include "engine/eval/score.h"
#include "engine/search/confidence.h"
#include "engine/search/units.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace emilia {

/// Finished games that came through a position, seen by its side to move.
struct GameCounts {
    std::uint32_t wins = 0;
    std::uint32_t draws = 0;
    std::uint32_t losses = 0;

    [[nodiscard]] std::uint64_t total() const noexcept {
        return std::uint64_t{wins} + draws + losses;
    }
    [[nodiscard]] friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

struct BookMove {
    Square square = Square::none; ///< `Square::pass` where the player must pass
    Score score;                  ///< from the side to move
    bool within = false;          ///< it leads to a position of the book, and has its value
    [[nodiscard]] friend bool operator==(const BookMove&, const BookMove&) = default;
};

struct BookPosition {
    Score value; ///< from the side to move
    /// Of the searches that found the moves which lead out of the book, the least. Plies; as many
    /// as there are empty squares, with certainty, make the value exact. 0: no search, only moves
    /// within.
    Depth depth = 0;
    Confidence confidence = Confidence::low;
    GameCounts games;
    std::vector<BookMove> moves; ///< legal ones, at least one, best first

    [[nodiscard]] friend bool operator==(const BookPosition&, const BookPosition&) = default;
};

/// Whether the value is the score under best play by both.
[[nodiscard]] inline bool is_solved(const Board& board, const BookPosition& position) noexcept {
    return position.depth >= board.empties() && position.confidence == Confidence::certain;
}

/// A position of a finished game, and how the game ended for its side to move.
struct PlayedPosition {
    Board board; ///< canonical
    int score;   ///< discs
};

/// A number for a game, the same for symmetric ones.
[[nodiscard]] std::uint64_t fingerprint(std::span<const PlayedPosition> game) noexcept;

/// The moves of a canonical board that need no other search: known ones and those symmetric to
/// them.
[[nodiscard]] Bitboard known_squares(const Board& board, const BookPosition& position) noexcept;

/// What becomes of the game counts of a position that two books know.
enum class Counts {
    add,  ///< they are of different games
    raise ///< one book is a later state of the other: the greater ones
};

class Book {
public:
    struct BoardHash {
        [[nodiscard]] std::size_t operator()(const Board& board) const noexcept {
            return hash(board);
        }
    };
    using Positions = std::unordered_map<Board, BookPosition, BoardHash>;
    using Entry = Positions::value_type;
    using Games = std::unordered_set<std::uint64_t>;

    /// By their canonical boards.
    [[nodiscard]] const Positions& positions() const noexcept { return positions_; }
    [[nodiscard]] std::size_t size() const noexcept { return positions_.size(); }
    [[nodiscard]] bool empty() const noexcept { return positions_.empty(); }
    void reserve(std::size_t positions) { positions_.reserve(positions); }

    /// All positions, each before those that its moves lead to.
    [[nodiscard]] std::vector<const Entry*> in_order() const;

    /// What is known of a position, with the moves of its canonical board; null if nothing.
    [[nodiscard]] const BookPosition* find(const Board& board) const {
        return find_canonical(canonical(board));
    }
    [[nodiscard]] const BookPosition* find_canonical(const Board& board) const {
        const auto found = positions_.find(board);
        return found == positions_.end() ? nullptr : &found->second;
    }

    /// Whether a known move of a canonical board leads out of the book.
    [[nodiscard]] bool has_way_out(const Board& board, const BookPosition& position) const;
    /// Whether there is a legal move that the book neither knows nor has the position behind.
    [[nodiscard]] bool has_unknown_moves(const Board& board, const BookPosition& position) const;
    /// Whether the value says nothing of the moves that it does not know: the best may be among
    /// them. No more than a sign of a job cut short.
    [[nodiscard]] bool is_one_sided(const Board& board, const BookPosition& position) const {
        return !is_solved(board, position) && !has_way_out(board, position)
               && has_unknown_moves(board, position);
    }
    /// The moves of a board that lead to positions of the book.
    [[nodiscard]] Bitboard squares_within(const Board& board) const;

    /// The known moves of a position as it lies, best first: also those that are symmetric to a
    /// known one. Empty where the position is unknown.
    [[nodiscard]] std::vector<BookMove> moves(const Board& board) const;

    /// Puts in a position or replaces it. `board` is canonical and its moves are legal; `update`
    /// is to follow before anything else is asked.
    void put(const Board& board, BookPosition position);
    /// Takes all that another book knows. Of a position that both know, the moves that lead out of
    /// the book are those of the deeper search; the other's, where that has none left or was as
    /// deep. `update` is to follow.
    void merge(const Book& other, Counts counts);

    /// Connects every position with those that its moves lead to, and backs up the values from
    /// the last positions to the first. Milliseconds for ten thousand positions.
    void update();

    /// Counts a finished game in those of its positions that the book knows, unless it was counted
    /// before. Whether it was new.
    bool count_game(std::span<const PlayedPosition> game);
    /// Makes the counts of a known position at least so great.
    void raise_counts(const Board& canonical_board, const GameCounts& games);
    /// Fingerprints of the games that were learned one by one; the same for symmetric games.
    [[nodiscard]] const Games& games() const noexcept { return games_; }
    void put_game(std::uint64_t fingerprint) { games_.insert(fingerprint); }

    [[nodiscard]] friend bool operator==(const Book&, const Book&) = default;

private:
    void connect(const Board& board, BookPosition& position);
    void add_way_out(const Board& board, const BookPosition& lesser);

    Positions positions_;
    Games games_;
};

} // namespace emilia
