#include "protocol/commands/command.h"
#include "protocol/options/options.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <new>

#include <fmt/format.h>

namespace emilia {
namespace {

struct Command {
    std::string_view name;
    ExitStatus (*run)(const Arguments& arguments);
};

constexpr auto commands = std::to_array<Command>({
    {"analyze", run_analyze},
    {"solve", run_solve},
    {"book", run_book},
    {"convert", run_convert},
    {"literature", run_literature},
    {"selfplay", run_selfplay},
    {"perft", run_perft},
    {"bench", run_bench},
    {"label", run_label},
    {"train", run_train},
    {"calibrate", run_calibrate},
    {"evaluate", run_evaluate},
});

constexpr std::string_view general_help =
    R"(Emilia, an Othello engine.

  emilia                          speak NBoard, GTP or Cassio on standard input and output
  emilia analyze "BOARD"          score every legal move, best first
  emilia analyze --game FILE      a game, move by move: what was lost where; --html for a browser
  emilia solve FILE.obf           exact scores of a problem file
  emilia book                     the opening book: look into it, grow it, let it learn
  emilia convert FILES...         games from one kind of file to another: GGF, SGF, WTHOR, text
  emilia literature               the players of the literature, and what was published about them
  emilia selfplay --output FILE   games against itself: positions to learn the evaluation from
  emilia perft DEPTH              count the leaves of the game tree
  emilia bench                    a fixed search: speed, and the build's signature
  emilia label                    positions of game bases with what they are worth
  emilia train FILES...           weights for the evaluation, learned from such positions
  emilia calibrate FILES...       the margins of selective search, fitted to the evaluation
  emilia evaluate FILE...         how far evaluation or search are off from what they are worth
  emilia COMMAND --help           the options of a command
  emilia --version                the version

A BOARD is 64 squares a1, b1, ... h8, then the side to move: black X, white O, empty -.

Options without a command:
  --protocol NAME                 nboard, gtp or cassio; auto: the first command tells
  --time SECONDS                  time a move; without any limit or clock a move takes 1 s
  --depth N, --nodes N, --level N other limits; the first one reached ends a search
  --wld-at N, --exact-at N        empty squares from which each endgame solver takes over
  --player NAME, --search KIND    a player of the literature plays, from random moves to Iago
  --threads N, --hash MB          means: default all cores, 128 MB
  --book FILE, --no-book          another opening book, or none
  --book-cost N, --book-random P  how its moves vary: hundredths of a disc, percent of moves
  --seed S                        the same choices from the book each time
  --weights FILE                  weights of the evaluation, instead of the program's own
  --isa NAME                      instruction set: x86-64, x86-64-v2, x86-64-v3 or x86-64-v4
  --log FILE                      append the dialogue to FILE, time-stamped

Examples:
  emilia --protocol nboard --threads 1
  printf 'genmove black\nquit\n' | emilia --time 0.5
  emilia --player modified-weighted-squares --depth 4
  emilia analyze "---------------------------OX------XO--------------------------- X" --time 1
  emilia solve problems.obf --json
  emilia book probe f5d6
  emilia convert games.sgf --output games.ggf
  emilia selfplay --output games.pos --games 1000
  emilia train games.pos --output new.weights
  emilia perft 9
  emilia bench
)";

ExitStatus dispatch(const Arguments& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    for (const Command& command : commands) {
        if (first == command.name) return command.run({arguments.begin() + 1, arguments.end()});
    }
    const auto asks_for = [&arguments](std::string_view option) {
        return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
    };
    if (first == "help" || asks_for("--help") || asks_for("-h")) {
        std::cout << general_help;
        return ExitStatus::ok;
    }
    return run_protocol(arguments);
}

ExitStatus complain(std::string_view message, ExitStatus status) {
    std::cerr << "emilia: " << message << '\n';
    return status;
}

} // namespace

ExitStatus run_command_line(const Arguments& arguments) noexcept {
    try {
        const ExitStatus status = dispatch(arguments);
        std::cout.flush();
        if (!std::cout) return complain("cannot write to standard output", ExitStatus::failed);
        return status;
    } catch (const UsageError& error) {
        return complain(fmt::format("{}; 'emilia --help' shows what there is", error.what()),
                        ExitStatus::usage);
    } catch (const std::bad_alloc&) {
        return complain("out of memory; a smaller --hash may help", ExitStatus::failed);
    } catch (const std::exception& error) {
        return complain(error.what(), ExitStatus::failed);
    }
}

} // namespace emilia
