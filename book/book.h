#pragma once

// The opening book in memory. It stores each position once for all eight symmetries.
//
// A known move of a position either stays within the book, leads to another position of it and
// takes its value from there, or leaves the book and has the score of a search: a deviation. The
// value of a position is the score of its best known move, that is, minimax over the whole book. As
// in M. Buro, "Toward Opening Book Learning" (1997), each position should have at least one
// deviation: the best of the moves that were not played. Otherwise its value would depend on the
// played moves only.
//
// Const functions may be called from several threads at once.

#include "engine/board/board_hash.h"
#include "engine/board/symmetry.h"
#include "engine/eval/score.h"
#include "engine/search/search_terms.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

namespace emilia {

/// A position of a book has at least four discs, as the starting position.
inline constexpr int max_book_empties = 60;

/// The results of the finished games through a position, for its side to move.
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
    bool within = false;          ///< stays within the book; otherwise it is a deviation
    [[nodiscard]] friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// How to search for the book, or how a search was made. The deeper one is greater.
struct BookSearch {
    Depth depth = 20; ///< plies
    Confidence confidence = Confidence::low;
    [[nodiscard]] friend auto operator<=>(const BookSearch&, const BookSearch&) = default;
};

/// The search is the shallowest one that found a deviation; its depth is 0 if all known moves stay
/// within the book. The value is exact if the depth reaches the end with `Confidence::certain`.
struct BookPosition : BookSearch {
    BookPosition() noexcept : BookSearch{.depth = 0} {}

    Score value; ///< from the side to move
    GameCounts games;
    std::vector<BookMove> moves; ///< legal ones, at least one, best first

    [[nodiscard]] friend bool operator==(const BookPosition&, const BookPosition&) = default;
};

[[nodiscard]] bool has_move(const std::vector<BookMove>& moves, Square square);

/// Whether the value is the exact score under best play by both sides.
[[nodiscard]] inline bool is_solved(const Board& board, const BookPosition& position) noexcept {
    return position.depth >= board.empties() && position.confidence == Confidence::certain;
}

/// A position of a finished game with the final score of the game for its side to move.
struct PlayedPosition {
    Board board; ///< canonical
    int score;   ///< discs
};

/// A symmetry that turns one board into another. There must be one.
[[nodiscard]] int symmetry_between(const Board& from, const Board& to) noexcept;

/// A hash of a game; symmetric games have the same one.
[[nodiscard]] std::uint64_t fingerprint(std::span<const PlayedPosition> game) noexcept;

/// The known moves of a canonical board and the moves symmetric to them, which a search for new
/// moves can skip.
[[nodiscard]] Bitboard known_squares(const Board& board, const BookPosition& position) noexcept;

/// How `merge` combines the game counts of a position that both books have.
enum class Counts {
    add,  ///< adds them: the books learned different games
    raise ///< takes the greater ones: one book is a later state of the other
};

class Book {
public:
    using Positions = std::unordered_map<Board, BookPosition, BoardHash>;
    using Entry = Positions::value_type;
    using Games = std::set<std::uint64_t>;

    /// All positions, by their canonical boards.
    [[nodiscard]] const Positions& positions() const noexcept { return positions_; }
    [[nodiscard]] std::size_t size() const noexcept { return positions_.size(); }
    [[nodiscard]] bool empty() const noexcept { return positions_.empty(); }
    void reserve(std::size_t positions) { positions_.reserve(positions); }

    /// All positions, each one before those that its moves lead to.
    [[nodiscard]] std::vector<const Entry*> in_order() const;

    /// The book's entry for a position, or null. Its moves belong to the canonical board.
    [[nodiscard]] const BookPosition* find(const Board& board) const {
        return find_canonical(canonical(board));
    }
    [[nodiscard]] const BookPosition* find_canonical(const Board& board) const {
        const auto found = positions_.find(board);
        return found == positions_.end() ? nullptr : &found->second;
    }

    /// Whether a known move of a canonical board leads out of the book.
    [[nodiscard]] bool has_deviation(const Board& board, const BookPosition& position) const;
    /// Whether a legal move is neither known nor leads to a position of the book.
    [[nodiscard]] bool has_unknown_moves(const Board& board, const BookPosition& position) const;
    /// Whether the value ignores the unknown moves, one of which may be the best. An interrupted
    /// job leaves such positions; otherwise they indicate a defect.
    [[nodiscard]] bool is_one_sided(const Board& board, const BookPosition& position) const {
        return !is_solved(board, position) && !has_deviation(board, position)
               && has_unknown_moves(board, position);
    }
    /// The moves of a board that lead to positions of the book.
    [[nodiscard]] Bitboard squares_within(const Board& board) const;

    /// The known moves of a position in its own orientation, best first, including the moves that
    /// are symmetric to a known one. Empty if the position is unknown.
    [[nodiscard]] std::vector<BookMove> moves(const Board& board) const;

    /// Adds or replaces a position. `board` must be canonical and the moves legal. Call `update`
    /// before any query.
    void put(const Board& board, BookPosition position);
    /// Adds another book to this one. For a position that both have, the deviations of the deeper
    /// search are kept; those of the other are added if the searches are equally deep or if the
    /// deeper one's deviations now lead to positions of the book. Call `update` before any query.
    void merge(const Book& other, Counts counts);

    /// Links every position to the positions that its moves lead to and backs up the values from
    /// the last positions to the first. Takes milliseconds for ten thousand positions.
    void update();

    /// Counts a finished game in each of its positions that the book has. Returns false, and does
    /// nothing, if the game was counted before.
    bool count_game(std::span<const PlayedPosition> game);
    /// Raises the counts of a position to at least `games`, if the book has it.
    void raise_counts(const Board& canonical_board, const GameCounts& games);
    /// The fingerprints of the games that were learned.
    [[nodiscard]] const Games& games() const noexcept { return games_; }
    void put_game(std::uint64_t fingerprint) { games_.insert(fingerprint); }

    [[nodiscard]] friend bool operator==(const Book&, const Book&) = default;

private:
    void connect(const Board& board, BookPosition& position);
    void add_deviation(const Board& board, const BookPosition& shallower);

    Positions positions_;
    Games games_;
};

/// Signs of a defect or of an interrupted job.
struct BookFaults {
    std::size_t not_canonical = 0; ///< positions that no lookup finds
    std::size_t wrong_values = 0; ///< positions whose moves or value contradict the other positions
    std::size_t one_sided = 0;    ///< positions with unknown moves but no deviation
    std::size_t unreached = 0;    ///< positions that the book's moves do not reach from the start

    /// Whether the book may play a wrong move. The other faults only make it less useful.
    [[nodiscard]] bool grave() const noexcept { return not_canonical > 0 || wrong_values > 0; }
};

[[nodiscard]] BookFaults check_book(const Book& book);

} // namespace emilia
