#pragma once

// `emilia book` in tests: its commands, and games for it to learn.

#include "engine/notation/move_list.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/random_game.h"

#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace emilia::testing {

inline Finished book(const Words& words) {
    return run_command("book", words);
}

/// Makes a random game as text.
[[nodiscard]] inline std::string moves_of_game(std::uint64_t seed) {
    Random random(seed);
    Board board = Board::start();
    std::vector<Square> moves;
    while (!board.is_over()) {
        moves.push_back(random_move(board, random));
        board = board.after(moves.back());
    }
    return to_string(moves);
}

/// The words that have `book` learn the games of `files` into a book, by small searches.
[[nodiscard]] inline Words learning(const std::string& into, const Words& files) {
    Words words{"learn", "--book", into};
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), {"--depth", "1", "--exact-at", "8", "--hash", "1", "--threads", "2"});
    return words;
}

/// Runs the program until shortly after it has rewritten `path`, then sends it a signal.
[[nodiscard]] inline Finished run_and_signal(const std::string& arguments, const std::string& path,
                                             const char* signal, int hundredths) {
    const TemporaryFile before;
    return run_shell(fmt::format("cp {0} {1} 2> /dev/null; \"$0\" {2} & "
                                 "while kill -0 $! 2> /dev/null && {{ [ ! -e {0} ] || cmp -s {0} "
                                 "{1}; }}; do sleep 0.01; done;"
                                 " sleep 0.{3:02}; kill -{4} $! 2> /dev/null; wait $!",
                                 path, before.path(), arguments, hundredths, signal));
}

} // namespace emilia::testing
