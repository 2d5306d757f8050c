#pragma once

// The program's commands. To add one, write its .cpp, declare its function here and add a row to a
// table in commands.cpp, and list the source in CMakeLists.txt; dispatch, help, manual page and
// completions follow.

#include "protocol/commands/command.h"

#include <span>

namespace emilia {

/// The table of the program's commands.
[[nodiscard]] std::span<const Command> commands() noexcept;

/// Runs `emilia` without a command, which speaks a protocol on standard input and output.
[[nodiscard]] ExitStatus run_protocol(const Arguments& arguments);

// Each gets the words after its name.
[[nodiscard]] ExitStatus run_play(const Arguments& arguments);
[[nodiscard]] ExitStatus run_analyze(const Arguments& arguments);
[[nodiscard]] ExitStatus run_solve(const Arguments& arguments);
[[nodiscard]] ExitStatus run_puzzles(const Arguments& arguments);
[[nodiscard]] ExitStatus run_convert(const Arguments& arguments);
[[nodiscard]] ExitStatus run_games(const Arguments& arguments);
[[nodiscard]] ExitStatus run_ggs(const Arguments& arguments);
[[nodiscard]] ExitStatus run_perft(const Arguments& arguments);
[[nodiscard]] ExitStatus run_bench(const Arguments& arguments);
#ifdef EMILIA_TUNABLE
[[nodiscard]] ExitStatus run_constants(const Arguments& arguments);
/// Takes each `--constant NAME=VALUE` from the front of the command line and sets the constant.
/// Returns the other words.
[[nodiscard]] Arguments set_constants(const Arguments& arguments);
#endif
[[nodiscard]] ExitStatus run_manual(const Arguments& arguments);

// emilia book …
[[nodiscard]] ExitStatus run_book_info(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_probe(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_tree(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_repertoire(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_openings(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_learn(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_build(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_plan(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_search(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_take_in(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_check(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_import(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_export(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_merge(const Arguments& arguments);

// emilia literature …
[[nodiscard]] ExitStatus run_literature_players(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature_round_robin(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature_iago_match(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature_ordering(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature_branching(const Arguments& arguments);
[[nodiscard]] ExitStatus run_literature_speed_up(const Arguments& arguments);

// Training.
[[nodiscard]] ExitStatus run_selfplay(const Arguments& arguments);
[[nodiscard]] ExitStatus run_label(const Arguments& arguments);
[[nodiscard]] ExitStatus run_train(const Arguments& arguments);
[[nodiscard]] ExitStatus run_calibrate(const Arguments& arguments);
[[nodiscard]] ExitStatus run_evaluate(const Arguments& arguments);

// emilia completion …
[[nodiscard]] ExitStatus run_completion_bash(const Arguments& arguments);
[[nodiscard]] ExitStatus run_completion_zsh(const Arguments& arguments);
[[nodiscard]] ExitStatus run_completion_fish(const Arguments& arguments);

} // namespace emilia
