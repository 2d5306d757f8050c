#include "protocol/commands/command_table.h"

#include <array>

namespace emilia {

ExitStatus run_book_info(const Arguments& arguments);
ExitStatus run_book_probe(const Arguments& arguments);
ExitStatus run_book_tree(const Arguments& arguments);
ExitStatus run_book_openings(const Arguments& arguments);
ExitStatus run_book_learn(const Arguments& arguments);
ExitStatus run_book_build(const Arguments& arguments);
ExitStatus run_book_plan(const Arguments& arguments);
ExitStatus run_book_search(const Arguments& arguments);
ExitStatus run_book_take_in(const Arguments& arguments);
ExitStatus run_book_check(const Arguments& arguments);
ExitStatus run_book_import(const Arguments& arguments);
ExitStatus run_book_export(const Arguments& arguments);
ExitStatus run_book_merge(const Arguments& arguments);

namespace {

constexpr auto commands = std::to_array<Command>({
    {"info", "show the size and depth of a book", run_book_info},
    {"probe", "show what a book knows about a position", run_book_probe},
    {"tree", "show the best lines of a book, or a page of them", run_book_tree},
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

} // namespace

ExitStatus run_book(const Arguments& arguments) {
    return run_group({.name = "book",
                      .introduction = "works with opening books",
                      .commands = commands,
                      .notes = "Without --book FILE, a command uses the built-in book combined "
                               "with your own.\n"},
                     arguments);
}

} // namespace emilia
