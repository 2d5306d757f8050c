#include "book/round.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace emilia {
namespace {

using Boards = std::unordered_set<Board, Book::BoardHash>;
using Purpose = RoundSearch::Purpose;

/// Plans one round. The book that it changes is a copy, in which waiting moves count as worse.
class RoundPlan {
public:
    RoundPlan(const Book& book, const RoundSettings& settings)
        : book_(book), imagined_(book), settings_(settings) {}

    [[nodiscard]] std::vector<RoundSearch> make() && {
        if (book_.find(Board::start()) == nullptr) {
            enter(canonical(Board::start()));
            return std::move(searches_);
        }
        add_urgent();
        const std::size_t size = book_.size();
        const std::size_t room =
            settings_.build.positions > size ? settings_.build.positions - size : 0;
        add_lines(std::min(settings_.lines, room));
        return std::move(searches_);
    }

private:
    /// Positions without a way out, and as many shallow ones as a round has lines.
    void add_urgent() {
        std::vector<LineOut> found = lines_out(book_, settings_.build);
        std::erase_if(found, [](const LineOut& line) { return line.follow.has_value(); });
        std::stable_sort(found.begin(), found.end(), cheaper);
        std::size_t deepened = 0;
        for (const LineOut& line : found) {
            if (line.deepen && ++deepened > settings_.lines) break;
            const Bitboard within = book_.squares_within(line.board);
            const Bitboard excluded = line.deepen ? within : known(line.board) | within;
            add(line.deepen ? Purpose::deepen : Purpose::widen, line.board, excluded);
        }
    }

    /// Costs change with each line that is chosen. To compute them again for each would take long
    /// in a large book, so a sixteenth of the lines is chosen at a time.
    void add_lines(std::size_t lines) {
        const std::size_t at_a_time = std::max<std::size_t>(1, settings_.lines / 16);
        std::size_t chosen = 0;
        for (std::size_t before = chosen; chosen < lines; before = chosen) {
            std::vector<LineOut> found = lines_out(imagined_, settings_.build);
            std::erase_if(found, [](const LineOut& line) { return !line.follow; });
            std::stable_sort(found.begin(), found.end(), cheaper);
            const std::size_t end = std::min(lines, chosen + at_a_time);
            for (const LineOut& line : found) {
                if (chosen == end) break;
                if (choose(line)) ++chosen;
            }
            if (chosen == before) return; // every line is chosen
            imagined_.update();
        }
    }

    bool choose(const LineOut& line) {
        const Board next = canonical(line.board.after(*line.follow));
        // Another line of this round may reach the same position.
        if (entered_.contains(next) || !waiting_.insert(line.board).second) return false;
        enter(next);
        add(Purpose::widen, line.board, known(line.board) | book_.squares_within(line.board));
        BookPosition position = *imagined_.find_canonical(line.board);
        for (BookMove& move : position.moves) {
            if (move.square == *line.follow)
                move.score = std::max(min_score, move.score - settings_.waiting_loss);
        }
        imagined_.put(line.board, std::move(position));
        return true;
    }

    void enter(const Board& board) {
        entered_.insert(board);
        add(Purpose::enter, board, book_.squares_within(board));
    }

    /// A board that has no other move needs no search, unless it comes into the book.
    void add(Purpose purpose, const Board& board, Bitboard excluded) {
        const Bitboard legal = board.legal_moves();
        if (purpose != Purpose::enter && (legal & ~excluded) == 0) return;
        searches_.push_back({purpose, board, settings_.build.search.depth, excluded & legal});
    }

    [[nodiscard]] Bitboard known(const Board& board) const {
        return known_squares(board, *book_.find_canonical(board));
    }

    static bool cheaper(const LineOut& a, const LineOut& b) noexcept { return a.cost < b.cost; }

    const Book& book_;
    Book imagined_;
    const RoundSettings& settings_;
    Boards waiting_; ///< boards whose way out is followed in this round
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

/// Adds the move that was found to a position of the book.
void add_way_out(Book& book, const RoundAnswer& answer) {
    const BookPosition* const known = book.find_canonical(answer.search.board);
    if (known == nullptr || answer.found.moves.empty()) return;
    BookPosition position = *known;
    if (contains(known_squares(answer.search.board, position), answer.found.moves.front().square)) {
        return;
    }
    add_alternative(position, answer.found);
    book.put(answer.search.board, std::move(position));
}

void replace_ways_out(Book& book, const RoundAnswer& answer) {
    const Board& board = answer.search.board;
    const BookPosition* const known = book.find_canonical(board);
    if (known == nullptr || answer.found.moves.empty()) return;
    BookPosition position = *known;
    std::erase_if(position.moves, [&](const BookMove& move) {
        return book.find(board.after(move.square)) == nullptr;
    });
    position.depth = 0; // the moves that were searched with the old depth are gone
    add_alternative(position, answer.found);
    book.put(board, std::move(position));
}

} // namespace

std::vector<RoundSearch> plan_round(const Book& book, const RoundSettings& settings) {
    return RoundPlan(book, settings).make();
}

std::optional<RoundAnswer> answer(const RoundSearch& wanted, const SearchFunction& search,
                                  const std::atomic<bool>& stop) {
    const BookSearch settings{.depth = wanted.depth};
    const Bitboard legal = wanted.board.legal_moves();
    if (legal != 0 && (legal & ~wanted.excluded) == 0) {
        RoundAnswer none{wanted, {}};
        none.found.depth = settings.depth;
        none.found.confidence = settings.confidence;
        return none;
    }
    auto found = search_outside(search, wanted.board, wanted.excluded, settings, stop);
    if (!found) return std::nullopt;
    return RoundAnswer{wanted, std::move(*found)};
}

void take_in(Book& book, std::span<const RoundAnswer> answers) {
    for (const RoundAnswer& answer : answers) {
        if (answer.search.purpose != Purpose::enter) continue;
        if (book.find_canonical(answer.search.board) == nullptr)
            book.put(answer.search.board, entering(answer));
    }
    for (const RoundAnswer& answer : answers) {
        if (answer.search.purpose == Purpose::widen) add_way_out(book, answer);
        if (answer.search.purpose == Purpose::deepen) replace_ways_out(book, answer);
    }
    book.update();
}

} // namespace emilia
