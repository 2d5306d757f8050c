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
    R"(emilia book COMMAND: works with opening books.

  emilia book info                       show the size and depth of a book
  emilia book probe [MOVES | "BOARD"]    show what a book knows about a position
  emilia book learn FILE...              learn games into your own book
  emilia book build --book FILE          grow a book, best line first
  emilia book check                      check that a book is consistent and its moves are good
  emilia book import FILE --book OUT     read a book in Edax's format or plain text
  emilia book export FILE                write a book in Edax's format or plain text
  emilia book merge FILE... --book OUT   merge several books into one

Without --book FILE, a command uses the built-in book combined with your own.

  emilia book COMMAND --help             show the options and examples of a command
)";

} // namespace

ExitStatus run_book(const Arguments& arguments) {
    return run_subcommand("book", usage, commands, arguments);
}

} // namespace emilia
