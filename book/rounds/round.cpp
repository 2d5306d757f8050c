#include "book/rounds/round.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace emilia {
namespace {

using Boards = std::unordered_set<Board, Book::BoardHash>;
using Purpose = RoundSearch::Purpose;

/// Plans one round.
class RoundPlan {
public:
    RoundPlan(const Book& book, const RoundSettings& settings) : book_(book), settings_(settings) {}

    [[nodiscard]] std::vector<RoundSearch> make() && {
        if (book_.find(Board::start()) == nullptr) {
            enter(canonical(Board::start()));
            return std::move(searches_);
        }
        std::vector<LineOut> lines = lines_out(book_, settings_.build);
        std::stable_sort(lines.begin(), lines.end(),
                         [](const LineOut& a, const LineOut& b) { return a.cost < b.cost; });
        add_ways_out(lines);
        add_lines(lines);
        return std::move(searches_);
    }

private:
    /// Adds the positions without a way out, and as many to search again as a round has lines.
    void add_ways_out(const std::vector<LineOut>& lines) {
        std::size_t deepened = 0;
        for (const LineOut& line : lines) {
            if (line.follow || (line.again && ++deepened > settings_.lines)) continue;
            if (line.again) {
                add(Purpose::deepen, line.board, *line.again, book_.squares_within(line.board));
            } else {
                widen(line.board);
            }
        }
    }

    void add_lines(const std::vector<LineOut>& lines) {
        const std::size_t size = book_.size();
        const std::size_t room =
            settings_.build.positions > size ? settings_.build.positions - size : 0;
        const std::size_t most = std::min(settings_.lines, room);
        for (const LineOut& line : lines) {
            if (entered_.size() == most) return;
            if (!line.follow) continue;
            const Board next = canonical(line.board.after(*line.follow));
            if (entered_.contains(next)) continue; // by another line of this round
            enter(next);
            widen(line.board);
        }
    }

    void widen(const Board& board) {
        const Bitboard known = known_squares(board, *book_.find_canonical(board));
        add(Purpose::widen, board, settings_.build.search, known | book_.squares_within(board));
    }

    void enter(const Board& board) {
        entered_.insert(board);
        add(Purpose::enter, board, settings_.build.search, book_.squares_within(board));
    }

    /// A board that has no other move needs no search, unless it comes into the book.
    void add(Purpose purpose, const Board& board, const BookSearch& search, Bitboard excluded) {
        const Bitboard legal = board.legal_moves();
        if (purpose != Purpose::enter && (legal & ~excluded) == 0) return;
        searches_.push_back({purpose, board, search, excluded & legal});
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

/// The answers for a purpose.
std::vector<const RoundAnswer*> chosen(std::span<const RoundAnswer> answers, Purpose purpose) {
    std::vector<const RoundAnswer*> found;
    for (const RoundAnswer& answer : answers) {
        if (answer.search.purpose == purpose) found.push_back(&answer);
    }
    return found;
}

/// Enters positions that are new, unless the book lacks a position behind an excluded move.
void enter(Book& book, std::vector<const RoundAnswer*> answers) {
    // Positions that an excluded move leads to come before.
    std::stable_sort(answers.begin(), answers.end(),
                     [](const RoundAnswer* one, const RoundAnswer* other) {
                         return one->search.board.empties() < other->search.board.empties();
                     });
    for (const RoundAnswer* const answer : answers) {
        const auto& [purpose, board, settings, excluded] = answer->search;
        const bool has_all_excluded = (excluded & ~book.squares_within(board)) == 0;
        if (book.find_canonical(board) == nullptr && has_all_excluded)
            book.put(board, entering(*answer));
    }
}
} // namespace

std::vector<RoundSearch> plan_round(const Book& book, const RoundSettings& settings) {
    return RoundPlan(book, settings).make();
}

std::optional<RoundAnswer> answer(const RoundSearch& wanted, const SearchFunction& search,
                                  const std::atomic<bool>& stop) {
    const Bitboard legal = wanted.board.legal_moves();
    if (legal != 0 && (legal & ~wanted.excluded) == 0) {
        RoundAnswer none{wanted, {}};
        none.found.depth = wanted.search.depth;
        none.found.confidence = wanted.search.confidence;
        return none;
    }
    auto found = search_outside(search, wanted.board, wanted.excluded, wanted.search, stop);
    if (!found) return std::nullopt;
    return RoundAnswer{wanted, std::move(*found)};
}

void take_in(Book& book, std::span<const RoundAnswer> answers) {
    enter(book, chosen(answers, Purpose::enter));
    const auto is_usable = [&book](const RoundAnswer* answer) {
        return book.find_canonical(answer->search.board) != nullptr && !answer->found.moves.empty();
    };
    // The ways out that were found deeper replace the others, so the additional ones come after.
    for (const RoundAnswer* const answer : chosen(answers, Purpose::deepen)) {
        if (is_usable(answer)) replace_ways_out(book, answer->search.board, answer->found);
    }
    for (const RoundAnswer* const answer : chosen(answers, Purpose::widen)) {
        if (is_usable(answer)) add_way_out(book, answer->search.board, answer->found);
    }
    book.update();
}

} // namespace emilia
