#include "protocol/commands/commands.h"

#include <array>

namespace emilia {
namespace {

constexpr auto book_commands = std::to_array<Command>({
    {"info", "show the size and depth of a book", run_book_info},
    {"probe", "show what a book knows about a position", run_book_probe},
    {"tree", "show the best lines of a book, or a page of them", run_book_tree},
    {"repertoire", "show what one side has to remember, write a drill", run_book_repertoire},
    {"openings", "show what people play most, and what it loses", run_book_openings},
    {"learn", "learn games into your own book", run_book_learn},
    {"build", "grow a book, best line first", run_book_build},
    {"plan", "print the searches that a round needs", run_book_plan},
    {"search", "carry out searches of a round", run_book_search},
    {"take-in", "put the answers of a round into a book", run_book_take_in},
    {"check", "check a book's consistency and its moves", run_book_check},
    {"import", "read a book in Edax's format or plain text", run_book_import},
    {"export", "write a book in Edax's format or plain text", run_book_export},
    {"merge", "merge several books into one", run_book_merge},
});

ExitStatus run_book(const Arguments& arguments) {
    return run_group({.name = "book",
                      .introduction = "works with opening books",
                      .commands = book_commands,
                      .notes = "Without --book FILE, a command uses the built-in book combined "
                               "with your own.\n"},
                     arguments);
}

constexpr auto experiments = std::to_array<Command>({
    {"players", "list the players and their sources", run_literature_players},
    {"round-robin", "repeat Norvig's two tournaments", run_literature_round_robin},
    {"iago-match", "repeat Norvig's match of his Iago", run_literature_iago_match},
    {"ordering", "measure what move ordering saves", run_literature_ordering},
    {"branching", "compare Iago's ways to order moves", run_literature_branching},
    {"speed-up", "measure what alpha-beta saves over minimax", run_literature_speed_up},
});

ExitStatus run_literature(const Arguments& arguments) {
    return run_group({.name = "literature",
                      .introduction = "repeats experiments with the players of the literature",
                      .commands = experiments,
                      .notes = "scripts/literature.sh runs all experiments.\n"},
                     arguments);
}

constexpr auto shells = std::to_array<Command>({
    {"bash", "print the completion for bash", run_completion_bash},
    {"zsh", "print the completion for zsh", run_completion_zsh},
    {"fish", "print the completion for fish", run_completion_fish},
});

ExitStatus run_completion(const Arguments& arguments) {
    return run_group({.name = "completion",
                      .introduction = "lets a shell complete commands and options",
                      .commands = shells},
                     arguments);
}

constexpr auto table = std::to_array<Command>({
    {"play", "play a game against Emilia at a terminal", run_play},
    {"analyze", "score the moves of a position or of a game", run_analyze, "analyse"},
    {"solve", "solve the positions of a problem file", run_solve},
    {"puzzles", "find endgame puzzles in games", run_puzzles},
    {"book", "look up, build, check and convert the opening book", run_book},
    {"games", "look up games by position, player, opening and year", run_games},
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
#ifdef EMILIA_TUNABLE
    {"constants", "list the constants that --constant sets", run_constants},
#endif
    {"manual", "print the manual page", run_manual},
    {"completion", "print the completion for bash, zsh or fish", run_completion},
});

} // namespace

std::span<const Command> commands() noexcept {
    return table;
}

} // namespace emilia
