#include "book/rounds/round_text.h"

#include "book/book_text.h"
#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/board_string.h"
#include "engine/notation/square_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

using Purpose = RoundSearch::Purpose;

constexpr std::array purposes{std::pair(Purpose::enter, std::string_view("enter")),
                              std::pair(Purpose::widen, std::string_view("widen")),
                              std::pair(Purpose::deepen, std::string_view("deepen"))};

constexpr std::string_view no_move = "-";

Parsed<Bitboard> parse_squares(std::string_view text, const Board& board) {
    Bitboard squares = 0;
    if (text == no_move) return squares;
    for (std::size_t at = 0; at < text.size() || at == 0; at += 2) {
        const auto square = parse_square(text.substr(at, 2));
        if (!square || !is_on_board(*square) || !contains(board.legal_moves(), *square)) {
            return parse_failure(
                fmt::format("{} are not legal moves of this position", in_quotes(text)));
        }
        squares |= bit(*square);
    }
    return squares;
}

Parsed<RoundSearch> take_search(std::string_view& line) {
    const auto board = take_book_board(line);
    if (!board) return tl::unexpected(board.error());
    if (canonical(*board) != *board)
        return parse_failure("the position is not the first of its symmetries");
    if (board->is_over()) return parse_failure("the game is over in this position");
    RoundSearch search{.board = *board};
    const std::string_view name = take_word(line);
    const auto* const purpose = std::find_if(purposes.begin(), purposes.end(),
                                             [&](const auto& p) { return p.second == name; });
    if (purpose == purposes.end())
        return parse_failure(fmt::format("{} is not enter, widen or deepen", in_quotes(name)));
    search.purpose = purpose->first;
    const auto settings = parse_book_search(take_word(line));
    if (!settings) return tl::unexpected(settings.error());
    if (settings->depth < 1) return parse_failure("a search looks one ply ahead at least");
    search.search = *settings;
    const auto excluded = parse_squares(take_word(line), search.board);
    if (!excluded) return tl::unexpected(excluded.error());
    search.excluded = *excluded;
    return search;
}

Parsed<RoundSearch> parse_search(std::string_view line) {
    auto search = take_search(line);
    if (search && !trimmed(line).empty())
        return parse_failure(fmt::format("{} follows the search", in_quotes(line)));
    return search;
}

Parsed<RoundAnswer> parse_answer(std::string_view line) {
    auto search = take_search(line);
    if (!search) return tl::unexpected(search.error());
    RoundAnswer answer{*search, {}};
    const Board& board = answer.search.board;
    const std::string_view text = take_word(line);
    if (text != no_move) {
        const auto move = parse_book_move(text, board);
        if (!move) return tl::unexpected(move.error());
        if (is_on_board(move->square) && contains(answer.search.excluded, move->square))
            return parse_failure(fmt::format("{} is an excluded move", in_quotes(text)));
        answer.found.value = move->score;
        answer.found.moves = {*move};
    } else if (board.legal_moves() != answer.search.excluded || board.legal_moves() == 0) {
        return parse_failure("the answer lacks a move");
    }
    const auto found = parse_book_search(take_word(line));
    if (!found) return tl::unexpected(found.error());
    answer.found.depth = found->depth;
    answer.found.confidence = found->confidence;
    if (!trimmed(line).empty())
        return parse_failure(fmt::format("{} follows the answer", in_quotes(line)));
    return answer;
}

template <typename Value>
Parsed<std::vector<Value>> parse_lines(std::string_view text,
                                       Parsed<Value> (*parse)(std::string_view)) {
    std::vector<Value> values;
    std::size_t number = 1;
    for (std::size_t begin = 0; begin < text.size(); ++number) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        if (!line.empty()) {
            auto value = parse(line);
            if (!value) {
                return parse_failure(fmt::format("line {}: {}", number, value.error().message),
                                     begin);
            }
            values.push_back(std::move(*value));
        }
        begin = end + 1;
    }
    return values;
}

} // namespace

std::string to_text(const RoundSearch& search) {
    const auto* const purpose = std::find_if(
        purposes.begin(), purposes.end(), [&](const auto& p) { return p.first == search.purpose; });
    std::string excluded;
    for (const Square square : squares_of(search.excluded)) excluded += to_string(square);
    return fmt::format("{} {} {} {}", to_string(Position{search.board, Color::black}),
                       purpose->second, to_text(search.search),
                       excluded.empty() ? std::string(no_move) : excluded);
}

std::string to_text(const RoundAnswer& answer) {
    const BookPosition& found = answer.found;
    const std::string move = found.moves.empty()
                                 ? std::string(no_move)
                                 : fmt::format("{}{:+.2f}", to_string(found.moves.front().square),
                                               found.moves.front().score.discs());
    return fmt::format("{} {} {}", to_text(answer.search), move,
                       to_text(BookSearch{.depth = found.depth, .confidence = found.confidence}));
}

Parsed<std::vector<RoundSearch>> parse_round_searches(std::string_view text) {
    return parse_lines<RoundSearch>(text, parse_search);
}

Parsed<std::vector<RoundAnswer>> parse_round_answers(std::string_view text) {
    return parse_lines<RoundAnswer>(text, parse_answer);
}

} // namespace emilia
