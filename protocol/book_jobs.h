#pragma once

// What the long jobs on a book share.

#include "book/builder.h"
#include "engine/play/searcher.h"

#include <string>

namespace emilia {

/// Searches with a searcher that lives as long as the function.
[[nodiscard]] SearchFunction search_with(Searcher& searcher);

/// Puts what a builder has found out into a file, and what others have put there into the builder.
/// Throws std::runtime_error, with a message that names the file.
void save_book(const std::string& path, Builder& builder);

} // namespace emilia
