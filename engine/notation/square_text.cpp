#include "engine/notation/square_text.h"

#include "engine/base/text.h"

#include <fmt/format.h>

namespace emilia {

std::string to_string(Square square) {
    if (square == Square::pass) return "pa";
    if (!is_on_board(square)) return "--";
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('1' + row_of(square))};
}

Parsed<Square> parse_square(std::string_view text) {
    if (equal_ignoring_case(text, "pa") || equal_ignoring_case(text, "pass")) return Square::pass;
    if (text.size() == 2) {
        const int column = to_lower(text[0]) - 'a';
        const int row = text[1] - '1';
        if (column >= 0 && column < 8 && row >= 0 && row < 8) return square_at(column, row);
    }
    if (text.empty()) return parse_failure("a square or a pass is missing");
    return parse_failure(fmt::format("{} is not a square or a pass", in_quotes(text)));
}

} // namespace emilia
