#include "protocol/commands/commands.h"

#include <array>

namespace emilia {

ExitStatus run_play(const Arguments& arguments);
ExitStatus run_analyze(const Arguments& arguments);
ExitStatus run_solve(const Arguments& arguments);
ExitStatus run_book(const Arguments& arguments);
ExitStatus run_convert(const Arguments& arguments);
ExitStatus run_literature(const Arguments& arguments);
ExitStatus run_selfplay(const Arguments& arguments);
ExitStatus run_label(const Arguments& arguments);
ExitStatus run_train(const Arguments& arguments);
ExitStatus run_calibrate(const Arguments& arguments);
ExitStatus run_evaluate(const Arguments& arguments);
ExitStatus run_perft(const Arguments& arguments);
ExitStatus run_bench(const Arguments& arguments);
#ifdef EMILIA_GGS
ExitStatus run_ggs(const Arguments& arguments);
#endif
ExitStatus run_manual(const Arguments& arguments);
ExitStatus run_completion(const Arguments& arguments);

namespace {

constexpr auto table = std::to_array<Command>({
    {"play", "play a game against Emilia at a terminal", run_play},
    {"analyze", "score the moves of a position or of a game", run_analyze, "analyse"},
    {"solve", "solve the positions of a problem file", run_solve},
    {"book", "look up, build, check and convert the opening book", run_book},
    {"convert", "convert game files: GGF, SGF, WTHOR, text", run_convert},
#ifdef EMILIA_GGS
    {"ggs", "play on the game server GGS", run_ggs},
#endif
    {"literature", "list players of the literature, repeat experiments", run_literature},
    {"selfplay", "play games against itself to get positions for training", run_selfplay},
    {"label", "score the positions of game bases for training", run_label},
    {"train", "train the weights of the evaluation on such positions", run_train},
    {"calibrate", "fit the margins of selective search to the evaluation", run_calibrate},
    {"evaluate", "measure the error of the evaluation or of a search", run_evaluate},
    {"perft", "count the leaves of the game tree", run_perft},
    {"bench", "run a fixed search: speed and node count of this build", run_bench},
    {"manual", "print the manual page", run_manual},
    {"completion", "print the completion for bash, zsh or fish", run_completion},
});

} // namespace

std::span<const Command> commands() noexcept {
    return table;
}

} // namespace emilia
