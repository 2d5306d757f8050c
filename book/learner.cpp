#include "book/learner.h"

#include <algorithm>
#include <utility>

namespace emilia {
namespace {

std::vector<PlayedPosition> played_positions(std::span<const Board> boards) {
    std::vector<PlayedPosition> game;
    int score = boards.back().final_score();
    for (std::size_t i = boards.size(); i-- > 0; score = -score) {
        game.push_back({canonical(boards[i]), score});
    }
    std::reverse(game.begin(), game.end());
    return game;
}

/// The positions to learn: from the first one that a book can have up to and including the first
/// one that is or will be solved.
std::span<const Board> opening_of(std::span<const Board> boards, int exact_at, const Book& known) {
    while (!boards.empty() && boards.front().empties() > max_book_empties)
        boards = boards.subspan(1);
    const auto is_last = [&](const Board& board) {
        const BookPosition* const position = known.find(board);
        return board.empties() <= exact_at
               || (position != nullptr && is_solved(canonical(board), *position));
    };
    std::size_t size = 0;
    while (size < boards.size() && !boards[size].is_over()
           && (size == 0 || !is_last(boards[size - 1]))) {
        ++size;
    }
    return boards.first(size);
}

/// Learns one position of a game: the played move and the best other move.
class PositionLearner {
public:
    PositionLearner(const Book& known, const LearnSettings& settings, const SearchFunction& search,
                    const std::atomic<bool>& stop)
        : known_(known), settings_(settings), search_(search), stop_(stop) {}

    /// `next` is the following position of the game, or null behind the last one to learn.
    [[nodiscard]] std::optional<BookPosition> learn(const Board& reached, const Board* next) const {
        const Board board = canonical(reached);
        const BookPosition* const before = known_.find_canonical(board);
        if (before != nullptr && is_solved(board, *before)) return without_counts(*before);
        if (board.empties() <= settings_.exact_at) return solve(board);
        BookPosition position = before != nullptr ? without_counts(*before) : BookPosition{};
        if (before == nullptr) add_known(position, board);
        Bitboard played = 0;
        if (next != nullptr) played = add_played(position, board, canonical(*next));
        const Bitboard excluded = known_squares(board, position) | known_.squares_within(board);
        const bool has_deviation =
            std::any_of(position.moves.begin(), position.moves.end(), [&](const BookMove& move) {
                const bool was_played =
                    next != nullptr
                    && (move.square == Square::pass || contains(played, move.square));
                return !was_played && known_.find(board.after(move.square)) == nullptr;
            });
        const Bitboard legal = board.legal_moves();
        const bool nothing_else = legal == 0 ? !position.moves.empty() : (legal & ~excluded) == 0;
        if (has_deviation || nothing_else) return position;
        const auto found =
            search_outside(search_, board, legal == 0 ? 0 : excluded, settings_.search, stop_);
        if (!found) return std::nullopt;
        add_alternative(board, position, *found);
        return position;
    }

private:
    static BookPosition without_counts(BookPosition position) {
        position.games = {};
        return position;
    }

    [[nodiscard]] std::optional<BookPosition> solve(const Board& board) const {
        const BookSearch to_the_end{.depth = board.empties(), .confidence = Confidence::certain};
        return search_outside(search_, board, 0, to_the_end, stop_);
    }

    /// Adds the moves to positions that the book already has.
    void add_known(BookPosition& position, const Board& board) const {
        for (const Square square : squares_of(known_.squares_within(board))) {
            const Score value = known_.find(board.after(square))->value;
            position.moves.push_back({square, -value, true});
        }
    }

    /// Makes one of the moves to `next` known and returns all of them; they are symmetric.
    static Bitboard add_played(BookPosition& position, const Board& board, const Board& next) {
        Bitboard squares = 0;
        for (const Square square : squares_of(board.legal_moves())) {
            if (canonical(board.after(square)) == next) squares |= bit(square);
        }
        const bool known = std::any_of(
            position.moves.begin(), position.moves.end(), [squares](const BookMove& move) {
                return move.square == Square::pass || contains(squares, move.square);
            });
        if (!known) {
            const Square square = squares == 0 ? Square::pass : first_square(squares);
            position.moves.push_back({square, {}, true});
        }
        return squares;
    }

    const Book& known_;
    const LearnSettings& settings_;
    const SearchFunction& search_;
    const std::atomic<bool>& stop_;
};

} // namespace

std::vector<Board> boards_of(const Board& start, std::span<const Square> moves) {
    std::vector<Board> boards{start};
    for (const Square move : moves) boards.push_back(boards.back().after(move));
    return boards;
}

bool knows_game(const Book& book, std::span<const Board> boards) {
    return book.games().contains(fingerprint(played_positions(boards)));
}

std::optional<Lesson> learn_game(const Book& known, std::span<const Board> boards,
                                 const LearnSettings& settings, const SearchFunction& search,
                                 const std::atomic<bool>& stop, const LearnProgress& progress) {
    const std::span<const Board> opening = opening_of(boards, settings.exact_at, known);
    const PositionLearner learner(known, settings, search, stop);
    Lesson lesson;
    // From the end backwards, so that hash entries of later positions help with earlier ones.
    for (std::size_t i = opening.size(); i-- > 0;) {
        if (progress) progress(opening.size() - 1 - i, opening.size());
        const bool last = i + 1 == opening.size();
        auto position = learner.learn(opening[i], last ? nullptr : &opening[i + 1]);
        if (!position) return std::nullopt;
        lesson.positions.put(canonical(opening[i]), std::move(*position));
    }
    lesson.game = played_positions(boards);
    lesson.finished = boards.back().is_over();
    lesson.positions.update();
    return lesson;
}

void take_lessons(Book& book, std::span<const Lesson> lessons) {
    for (const Lesson& lesson : lessons) book.merge(lesson.positions, Counts::raise);
    for (const Lesson& lesson : lessons) {
        if (lesson.finished) {
            static_cast<void>(book.count_game(lesson.game));
        } else {
            book.put_game(fingerprint(lesson.game));
        }
    }
    book.update();
}

} // namespace emilia
