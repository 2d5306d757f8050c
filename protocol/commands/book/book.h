#pragma once

// The commands `emilia book …`: one function runs each of them.

#include "book/book.h"
#include "protocol/commands/command.h"
#include "protocol/options/options.h"

namespace emilia {

[[nodiscard]] ExitStatus run_book_build(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_learn(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_info(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_probe(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_check(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_import(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_export(const Arguments& arguments);
[[nodiscard]] ExitStatus run_book_merge(const Arguments& arguments);

} // namespace emilia
