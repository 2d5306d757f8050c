#pragma once

// Positions near the end of the game to try the solvers on, and what happens in them.

#include "engine/search/wld_solver.h"
#include "tests/search/plain_search.h"

#include <vector>

namespace emilia::testing {

[[nodiscard]] constexpr Outcome outcome_of(int discs) {
    return static_cast<Outcome>((discs > 0) - (discs < 0));
}

/// Boards filled at random but for `empties` squares; half of them have hardly any discs of one
/// colour. What games seldom see is frequent here: passes, wipe-outs, empty squares at the end.
[[nodiscard]] inline std::vector<Board> odd_boards(int empties, int number, Random& random) {
    std::vector<Board> boards;
    while (static_cast<int>(boards.size()) < number) {
        Board board = random_board(random, 8);
        const bool lopsided = random() % 2 == 0;
        if (lopsided) {
            Bitboard few = random() & random() & random() & random();
            if (random() % 2 == 0) few &= random();
            board = {few, ~few};
        }
        while (board.empties() < empties) {
            const Bitboard freed = bit(square_at(below(random, square_count)));
            board = {board.player & ~freed, board.opponent & ~freed};
        }
        boards.push_back(random() % 2 == 0 ? board : board.passed());
    }
    return boards;
}

/// Those of them whose player must pass.
[[nodiscard]] inline std::vector<Board> passing_boards(int empties, int number, Random& random) {
    std::vector<Board> boards;
    while (static_cast<int>(boards.size()) < number) {
        const Board board = odd_boards(empties, 1, random).front();
        if (board.must_pass()) boards.push_back(board);
    }
    return boards;
}

/// So many positions, in turn an odd board and one from a random game.
[[nodiscard]] inline std::vector<Board> usual_and_odd_boards(int empties, int number,
                                                             Random& random) {
    const std::vector<Board> odd = odd_boards(empties, (number + 1) / 2, random);
    const std::vector<Board> usual = positions_with(empties, number / 2, random);
    std::vector<Board> boards;
    for (std::size_t i = 0; i < static_cast<std::size_t>(number); ++i) {
        boards.push_back(i % 2 == 0 ? odd[i / 2] : usual[i / 2]);
    }
    return boards;
}

/// How a game goes on and ends when both sides play best; of several best moves the first.
struct BestPlay {
    Board end;
    bool passes = false; ///< a player without a move had to pass, at `board` or later
};

[[nodiscard]] inline BestPlay best_play(const Board& board) {
    BestPlay play{board};
    for (int score = plain_solve(board); !play.end.is_over(); score = -score) {
        if (play.end.must_pass()) {
            play.passes = true;
            play.end = play.end.passed();
            continue;
        }
        for (const Square square : squares_of(play.end.legal_moves())) {
            const Board child = play.end.after(square);
            if (plain_solve(child) != -score) continue;
            play.end = child;
            break;
        }
    }
    return play;
}

[[nodiscard]] inline bool wiped_out(const Board& board) {
    return board.player == 0 || board.opponent == 0;
}

/// Both sides have discs and squares to put them on, but no move.
[[nodiscard]] inline bool ends_unfilled(const Board& board) {
    return board.is_over() && board.empties() > 0 && !wiped_out(board);
}

/// In how many positions the rules' exceptions show.
struct Exceptions {
    int finished_unfilled = 0;  ///< nobody can move, though there are discs and empty squares
    int finished_wiped_out = 0; ///< a side has no disc
    // Of the others, under best play:
    int passes = 0; ///< somebody has to pass
    int ending_unfilled = 0;
    int ending_wiped_out = 0;
};

[[nodiscard]] inline Exceptions exceptions_in(const std::vector<Board>& boards) {
    Exceptions found;
    for (const Board& board : boards) {
        if (board.is_over()) {
            found.finished_unfilled += ends_unfilled(board) ? 1 : 0;
            found.finished_wiped_out += wiped_out(board) ? 1 : 0;
            continue;
        }
        const BestPlay play = best_play(board);
        found.passes += play.passes ? 1 : 0;
        found.ending_unfilled += ends_unfilled(play.end) ? 1 : 0;
        found.ending_wiped_out += wiped_out(play.end) ? 1 : 0;
    }
    return found;
}

} // namespace emilia::testing
