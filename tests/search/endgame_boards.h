#pragma once

// Positions near the end of the game for tests of the solvers, and how these games end.

#include "engine/search/wld_solver.h"
#include "tests/search/plain_search.h"

#include <vector>

namespace emilia::testing {

[[nodiscard]] constexpr Outcome outcome_of(int discs) {
    return static_cast<Outcome>((discs > 0) - (discs < 0));
}

/// Boards filled at random except for `empties` squares. Half of them have hardly any discs of one
/// colour. Passes, wipe-outs and games that end with empty squares are frequent in them, and rare
/// in real games.
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

/// Odd boards whose player must pass.
[[nodiscard]] inline std::vector<Board> passing_boards(int empties, int number, Random& random) {
    std::vector<Board> boards;
    while (static_cast<int>(boards.size()) < number) {
        const Board board = odd_boards(empties, 1, random).front();
        if (board.must_pass()) boards.push_back(board);
    }
    return boards;
}

/// Odd boards and positions of random games, alternately.
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

/// The end of a game in which both sides play the first of their best moves.
struct BestPlay {
    Board end;
    bool passes = false; ///< a player had to pass, at `board` or later
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

/// Whether the game ended although both sides have discs and squares are empty.
[[nodiscard]] inline bool ends_unfilled(const Board& board) {
    return board.is_over() && board.empties() > 0 && !wiped_out(board);
}

/// The number of positions that show each exception of the rules.
struct Exceptions {
    int finished_unfilled = 0;  ///< nobody can move, though there are discs and empty squares
    int finished_wiped_out = 0; ///< a side has no disc
    // Of the other positions, under best play:
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
