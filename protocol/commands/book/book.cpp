#include "protocol/commands/command_table.h"

#include <array>

namespace emilia {

ExitStatus run_book_info(const Arguments& arguments);
ExitStatus run_book_probe(const Arguments& arguments);
ExitStatus run_book_learn(const Arguments& arguments);
ExitStatus run_book_build(const Arguments& arguments);
ExitStatus run_book_check(const Arguments& arguments);
ExitStatus run_book_import(const Arguments& arguments);
ExitStatus run_book_export(const Arguments& arguments);
ExitStatus run_book_merge(const Arguments& arguments);

namespace {

constexpr auto commands = std::to_array<Command>({
    {"info", "count the book's positions, games and moves", run_book_info},
    {"probe", "show what the book knows about a position", run_book_probe},
    {"learn", "add the moves of played games to your own book", run_book_learn},
    {"build", "grow a book with best-first search", run_book_build},
    {"check", "check the book for errors and for bad moves", run_book_check},
    {"import", "make a book from one of Edax or from plain text", run_book_import},
    {"export", "write the book in Edax's format or as plain text", run_book_export},
    {"merge", "merge several books into one", run_book_merge},
});

} // namespace

ExitStatus run_book(const Arguments& arguments) {
    return run_group({.name = "book",
                      .introduction = "the opening book",
                      .commands = commands,
                      .notes = "Without --book FILE these commands use the program's own book, "
                               "merged with yours.\n"},
                     arguments);
}

} // namespace emilia
