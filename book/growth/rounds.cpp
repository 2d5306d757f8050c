#include "book/growth/rounds.h"

#include "book/book_text.h"
#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

using Boards = std::unordered_set<Board, BoardHash>;
using Purpose = RoundSearch::Purpose;

/// Plans one round.
class RoundPlan {
public:
    RoundPlan(const Book& book, const RoundSettings& settings) : book_(book), settings_(settings) {}

    [[nodiscard]] std::vector<RoundSearch> make() && {
        enter_if_new(canonical(settings_.build.scope.first));
        for (const Board& board : settings_.way) enter_if_new(board);
        if (!searches_.empty()) return std::move(searches_);

        const std::vector<Expansion> leaves = expansions(book_, settings_.build);
        search_leaves(leaves);
        expand_leaves(leaves);
        return std::move(searches_);
    }

private:
    /// Searches for a deviation where there is none, and again for those of as many leaves as a
    /// round expands.
    void search_leaves(const std::vector<Expansion>& leaves) {
        std::size_t deepened = 0;
        for (const Expansion& leaf : leaves) {
            if (leaf.follow || (leaf.again && ++deepened > settings_.lines)) continue;
            add(leaf.again ? Purpose::deepen : Purpose::widen, leaf.board,
                leaf.again.value_or(settings_.build.search));
        }
    }

    void expand_leaves(const std::vector<Expansion>& leaves) {
        const std::size_t size = book_.size();
        const std::size_t room =
            settings_.build.positions > size ? settings_.build.positions - size : 0;
        const std::size_t most = std::min(settings_.lines, room);
        for (const Expansion& leaf : leaves) {
            if (entered_.size() == most) return;
            if (!leaf.follow) continue;
            const Board next = canonical(leaf.board.after(*leaf.follow));
            if (entered_.contains(next)) continue; // from another leaf of this round
            enter(next);
            add(Purpose::widen, leaf.board, settings_.build.search);
        }
    }

    void enter_if_new(const Board& board) {
        if (book_.find_canonical(board) == nullptr && !entered_.contains(board)) enter(board);
    }

    void enter(const Board& board) {
        entered_.insert(board);
        add(Purpose::enter, board, settings_.build.search);
    }

    /// A board that has no other move needs no search, unless it comes into the book.
    void add(Purpose purpose, const Board& board, const BookSearch& search) {
        const RoundSearch wanted = search_for(purpose, book_, board, search);
        if (purpose == Purpose::enter || wanted.excluded != board.legal_moves())
            searches_.push_back(wanted);
    }

    const Book& book_;
    const RoundSettings& settings_;
    Boards entered_; ///< boards that come into the book in this round
    std::vector<RoundSearch> searches_;
};

/// A position that comes into the book. If all its moves stay within, there was nothing to search.
BookPosition entering(const RoundAnswer& answer) {
    BookPosition position = answer.found;
    if (!position.moves.empty()) return position;
    for (const Square square : squares_of(answer.search.board.legal_moves()))
        position.moves.push_back({square, {}, true});
    return position;
}

/// The names of the purposes, in their order.
constexpr std::array<std::string_view, 3> purposes{"enter", "deepen", "widen"};

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
    const auto* const purpose = std::find(purposes.begin(), purposes.end(), name);
    if (purpose == purposes.end())
        return parse_failure(fmt::format("{} is not enter, widen or deepen", in_quotes(name)));
    search.purpose = static_cast<Purpose>(purpose - purposes.begin());
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
    static_cast<BookSearch&>(answer.found) = *found;
    if (!trimmed(line).empty())
        return parse_failure(fmt::format("{} follows the answer", in_quotes(line)));
    return answer;
}

template <typename Value>
Parsed<std::vector<Value>> parse_lines(std::string_view text,
                                       Parsed<Value> (*parse)(std::string_view)) {
    std::vector<Value> values;
    const auto take = [&](std::string_view line) {
        return parse(line).map([&](Value&& value) { values.push_back(std::move(value)); });
    };
    return take_lines(text, take).map([&] { return std::move(values); });
}

} // namespace

std::vector<RoundSearch> plan_round(const Book& book, const RoundSettings& settings) {
    return RoundPlan(book, settings).make();
}

RoundSearch search_for(Purpose purpose, const Book& book, const Board& board,
                       const BookSearch& settings) {
    Bitboard excluded = book.squares_within(board);
    if (purpose == Purpose::widen) excluded |= known_squares(board, *book.find_canonical(board));
    return {purpose, board, settings, excluded & board.legal_moves()};
}

std::optional<RoundAnswer> answer(const RoundSearch& wanted, const SearchFunction& search,
                                  const std::atomic<bool>& stop) {
    const Bitboard legal = wanted.board.legal_moves();
    if (legal != 0 && (legal & ~wanted.excluded) == 0) {
        RoundAnswer none{wanted, {}};
        static_cast<BookSearch&>(none.found) = wanted.search;
        return none;
    }
    auto found = search_outside(search, wanted.board, wanted.excluded, wanted.search, stop);
    if (!found) return std::nullopt;
    return RoundAnswer{wanted, std::move(*found)};
}

void put_answer(Book& book, const RoundAnswer& answer) {
    const auto& [purpose, board, settings, excluded] = answer.search;
    const bool is_known = book.find_canonical(board) != nullptr;
    if (purpose == Purpose::enter) {
        const bool has_all_excluded = (excluded & ~book.squares_within(board)) == 0;
        if (!is_known && has_all_excluded) book.put(board, entering(answer));
    } else if (is_known && !answer.found.moves.empty()) {
        (purpose == Purpose::deepen ? replace_deviations : add_deviation)(book, board,
                                                                          answer.found);
    }
}

void take_in(Book& book, std::span<const RoundAnswer> answers) {
    std::vector<const RoundAnswer*> ordered;
    for (const RoundAnswer& answer : answers) ordered.push_back(&answer);
    // Positions that an excluded move leads to come into the book first. The deviations that were
    // found deeper replace the others, so the additional ones come last.
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const RoundAnswer* one, const RoundAnswer* other) {
                         return std::pair(one->search.purpose, one->search.board.empties())
                                < std::pair(other->search.purpose, other->search.board.empties());
                     });
    for (const RoundAnswer* const answer : ordered) put_answer(book, *answer);
    book.update();
}

std::string to_text(const RoundSearch& search) {
    std::string excluded;
    for (const Square square : squares_of(search.excluded)) excluded += to_string(square);
    return fmt::format("{} {} {} {}", to_string(Position{search.board, Color::black}),
                       purposes.at(static_cast<std::size_t>(search.purpose)),
                       to_text(search.search), excluded.empty() ? std::string(no_move) : excluded);
}

std::string to_text(const RoundAnswer& answer) {
    const BookPosition& found = answer.found;
    const std::string move = found.moves.empty()
                                 ? std::string(no_move)
                                 : fmt::format("{}{:+.2f}", to_string(found.moves.front().square),
                                               found.moves.front().score.discs());
    return fmt::format("{} {} {}", to_text(answer.search), move,
                       to_text(static_cast<const BookSearch&>(found)));
}

Parsed<std::vector<RoundSearch>> parse_round_searches(std::string_view text) {
    return parse_lines<RoundSearch>(text, parse_search);
}

Parsed<std::vector<RoundAnswer>> parse_round_answers(std::string_view text) {
    return parse_lines<RoundAnswer>(text, parse_answer);
}

} // namespace emilia
