#pragma once

#include "book/book.h"

#include <optional>
#include <vector>

namespace emilia {

/// The moves that lead from the start to a canonical board through positions of the book, of all
/// such lines the one that passes last through the positions with the most games. The first move is
/// f5, the way players write games. None if the book's moves do not lead there.
[[nodiscard]] std::optional<std::vector<Square>> line_to(const Book& book, const Board& board);

} // namespace emilia
