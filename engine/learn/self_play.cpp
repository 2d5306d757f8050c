#include "engine/learn/self_play.h"

#include "engine/base/deadline.h"
#include "engine/base/random_numbers.h"
#include "engine/notation/position.h"

namespace emilia {
namespace {

constexpr int ply_of(const Board& board) noexcept {
    return square_count - 4 - board.empties();
}

/// The position itself, or the one after the pass if the side to move has no move.
constexpr Position settled(const Position& position) noexcept {
    return position.board.must_pass() ? position.after(Square::pass) : position;
}

class Game {
public:
    Game(std::uint64_t seed, std::uint32_t number, const SelfPlaySettings& settings,
         Searcher& searcher, const std::atomic<bool>* stop)
        : settings_(settings), searcher_(searcher), stop_(stop), random_(seed, number) {
        searcher_.forget();
    }

    /// After a stop the searches return at once with useless results. The game then ends quickly,
    /// and this function discards it.
    std::optional<std::vector<LabelledPosition>> play() {
        Position position = opening();
        const int solve_at = settings_.exact_at - random_.below(2);
        std::vector<Position> played;
        while (position.board.empties() > solve_at && !position.board.is_over()) {
            played.push_back(position);
            const Line line = best_line(position.board);
            if (settings_.searched) record_searched(position.board, line);
            position = settled(position.after(line.move));
        }
        label(played, position, record_solved(position.board));
        if (is_stopped(stop_)) return std::nullopt;
        return std::move(records_);
    }

private:
    // Openings. In the position at their end the side to move has a move.

    Position opening() {
        for (;;) {
            const int kind = random_.below(100);
            Position position;
            if (kind < settings_.balanced_openings) {
                position = balanced_opening();
            } else if (kind < settings_.balanced_openings + settings_.random_openings) {
                position = random_moves({}, from(settings_.random_plies));
            } else {
                position = opening_with_mistakes();
            }
            if (!position.board.is_over()
                && position.board.empties() >= settings_.least_empties_after_opening) {
                return position;
            }
        }
    }

    Position balanced_opening() {
        for (Score bound = settings_.balance;; bound = bound + settings_.balance_step) {
            const Position position = random_moves({}, from(settings_.balanced_plies));
            const SearchResult result = search(position.board, settings_.balance_depth);
            if (result.lines.empty()) continue; // the game is over
            const Score score = result.lines.front().value.in_discs();
            if (-bound <= score && score <= bound) return position;
        }
    }

    Position opening_with_mistakes() {
        Position position = balanced_opening();
        const int ply = from(settings_.mistake_ply);
        while (ply_of(position.board) < ply && !position.board.is_over()) {
            position = settled(position.after(best_line(position.board).move));
        }
        return random_moves(position, from(settings_.mistakes));
    }

    Position random_moves(Position position, int number) {
        for (; number > 0 && !position.board.is_over(); --number) {
            position = settled(position.after(random_of(position.board.legal_moves())));
        }
        return position;
    }

    // Labels.

    void record(const Board& board, Score score, LabelSource source, int distance) {
        if (board.empties() < settings_.least_empties) return;
        records_.push_back({.board = board,
                            .score = score,
                            .source = source,
                            .distance = static_cast<std::uint8_t>(distance)});
    }

    /// Labels the positions before `end`, which is solved or finished, with its score.
    void label(const std::vector<Position>& played, const Position& end, Score score) {
        for (const Position& position : played) {
            record(position.board, position.to_move == end.to_move ? score : -score,
                   LabelSource::later, position.board.empties() - end.board.empties());
        }
    }

    /// Records the position, its principal variation and their side branches. Returns the score.
    Score record_solved(const Board& start) {
        if (start.is_over()) return Score::from_discs(start.final_score());
        const Line line = solve(start);
        Board board = start;
        Score score = line.value.in_discs();
        for (const Square move : line.principal_variation) {
            if (move != Square::pass) {
                record(board, score, LabelSource::exact, 0);
                if (settings_.branch_empties.contains(board.empties())) record_branch(board, move);
            }
            board = board.after(move);
            score = -score;
        }
        return line.value.in_discs();
    }

    /// Records the position with the result of its search, and the position after a random move
    /// other than the best one with that of a search of its own.
    void record_searched(const Board& board, const Line& line) {
        record(board, line.value.in_discs(), LabelSource::search, 0);
        const Bitboard others = board.legal_moves() & ~bit(line.move);
        if (others == 0) return;
        const Board after = settled({board.after(random_of(others)), {}}).board;
        if (!after.is_over())
            record(after, best_line(after).value.in_discs(), LabelSource::search, 0);
    }

    /// Records the position after a random move other than `played`, and half the time also one
    /// after another move.
    void record_branch(const Board& board, Square played) {
        const Bitboard others = board.legal_moves() & ~bit(played);
        if (others == 0) return;
        const Board after = record_after(board, random_of(others));
        if (!after.is_over() && random_.below(2) == 0) {
            record_after(after, random_of(after.legal_moves()));
        }
    }

    /// Solves and records the position after a move, and after the pass if one follows. Returns it.
    Board record_after(const Board& board, Square move) {
        const Board after = settled({board.after(move), {}}).board;
        if (!after.is_over()) record(after, solve(after).value.in_discs(), LabelSource::exact, 0);
        return after;
    }

    // Searches and random choices.

    SearchResult search(const Board& board, Depth depth) {
        SearchLimits limits;
        limits.depth = depth;
        limits.stop = stop_;
        return searcher_.search(board, limits);
    }

    /// The best move and its value. The game must not be over.
    Line best_line(const Board& board) { return search(board, settings_.depth).lines.front(); }

    /// The best move, score and variation to the end. The game must not be over.
    Line solve(const Board& board) {
        SearchLimits limits;
        limits.exact_at = square_count;
        limits.stop = stop_;
        return searcher_.search(board, limits).lines.front();
    }

    int from(const Range& range) noexcept { return random_.between(range.least, range.greatest); }

    /// One of the squares at random. There must be at least one.
    Square random_of(Bitboard squares) noexcept {
        for (int skipped = random_.below(count(squares)); skipped > 0; --skipped) {
            squares &= squares - 1;
        }
        return first_square(squares);
    }

    const SelfPlaySettings& settings_;
    Searcher& searcher_;
    const std::atomic<bool>* stop_;
    RandomNumbers random_;
    std::vector<LabelledPosition> records_;
};

} // namespace

std::optional<std::vector<LabelledPosition>> self_play(std::uint64_t seed, std::uint32_t number,
                                                       const SelfPlaySettings& settings,
                                                       Searcher& searcher,
                                                       const std::atomic<bool>* stop) {
    return Game(seed, number, settings, searcher, stop).play();
}

} // namespace emilia
