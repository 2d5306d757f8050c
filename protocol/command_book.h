#pragma once

// The commands `emilia book …`, one function each.

#include "book/book.h"
#include "protocol/command.h"
#include "protocol/options.h"

namespace emilia {

[[nodiscard]] ExitStatus run_book_build(const Arguments& arguments);

} // namespace emilia
