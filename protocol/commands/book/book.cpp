#include "protocol/commands/book/book.h"

#include "protocol/commands/subcommands.h"

#include <array>
#include <string_view>

namespace emilia {
namespace {

constexpr auto commands = std::to_array<Subcommand>({
    {"build", run_book_build},
    {"learn", run_book_learn},
    {"info", run_book_info},
    {"probe", run_book_probe},
    {"check", run_book_check},
    {"import", run_book_import},
    {"export", run_book_export},
    {"merge", run_book_merge},
});

constexpr std::string_view usage =
    R"(emilia book COMMAND: the opening book.

  emilia book info                       how much it knows
  emilia book probe [MOVES | "BOARD"]    what it knows of a position
  emilia book learn FILE...              learn games into your own book
  emilia book build --book FILE          grow a book, best-first
  emilia book check                      whether it is in good order, and its moves good
  emilia book import FILE --book OUT     make a book of one of Edax's format or of plain text
  emilia book export FILE                write it in Edax's format or as plain text
  emilia book merge FILE... --book OUT   make one book of several

Without --book FILE it is the program's own book, with yours laid over it.

  emilia book COMMAND --help        the options and examples of each
)";

} // namespace

ExitStatus run_book(const Arguments& arguments) {
    return run_subcommand("book", usage, commands, arguments);
}

} // namespace emilia
