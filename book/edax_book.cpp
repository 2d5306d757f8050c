#include "book/edax_book.h"

#include "engine/base/bytes.h"
#include "engine/base/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::array<std::uint32_t, 2> magic{0x45444158, 0x424f4f4b};
constexpr std::uint8_t version = 4;
constexpr std::uint8_t release = 4;
constexpr std::uint8_t no_move = 65;
constexpr std::int8_t no_score = -127;
constexpr int midgame_error = 2; // discs, as in Edax's own books
constexpr int endcut_error = 1;
constexpr int min_empties = 24; // Emilia's books end there

struct Link {
    std::int8_t score;
    std::uint8_t move;
};

/// A position without its links, in the layout of the file.
struct Record {
    Board board;
    std::array<std::uint32_t, 4> games; ///< wins, draws, losses, lines
    std::int16_t value;
    std::int16_t lower;
    std::int16_t upper;
    std::uint8_t links;
    std::uint8_t level;
};
static_assert(sizeof(Record) == 40 && sizeof(Link) == 2);

tl::unexpected<std::string> fail(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

tl::expected<BookMove, std::string> move_of(const Link& link, const Board& board) {
    const BookMove move{square_at(link.move), Score::from_discs(link.score), false};
    if (link.move > index(Square::pass) || !board.is_legal(move.square))
        return fail(fmt::format("has the move number {}, which is not legal there", link.move));
    if (move.score > max_score || move.score < min_score)
        return fail(fmt::format("has the score {}", link.score));
    return move;
}

/// Reads the links and the leaf that follow `record`.
tl::expected<std::vector<BookMove>, std::string> take_moves(std::string_view& bytes,
                                                            const Record& record) {
    std::vector<BookMove> moves;
    for (int i = 0; i <= record.links; ++i) {
        Link link{};
        if (!take(bytes, link)) return fail("is cut off");
        if (i == record.links && link.move == no_move) break;
        const auto move = move_of(link, record.board);
        if (!move) return fail(move.error());
        moves.push_back(*move);
    }
    return moves;
}

BookPosition position_of(const Record& record, std::vector<BookMove> moves) {
    BookPosition position;
    position.games = {record.games[0], record.games[1], record.games[2]};
    position.moves = std::move(moves);
    const bool solved =
        record.links == 0 && record.lower == record.value && record.upper == record.value;
    position.depth =
        solved ? record.board.empties() : std::min<int>(record.level, max_book_empties);
    position.confidence = solved ? Confidence::certain : Confidence::low;
    return position;
}

/// Rounds to the nearest disc.
int discs(Score score) noexcept {
    return static_cast<int>(std::lround(score.discs()));
}

/// Fields of the format that a book does not store; computed from the last positions to the first.
struct Derived {
    int lower;
    int upper;
    std::uint32_t lines;
};

class Exporter {
public:
    explicit Exporter(const Book& book) : book_(book), order_(book.in_order()) {
        std::for_each(order_.rbegin(), order_.rend(),
                      [this](const Book::Entry* entry) { derive(*entry); });
    }

    [[nodiscard]] std::string positions() const {
        std::string bytes;
        for (const Book::Entry* const entry : order_) put_position(bytes, *entry);
        return bytes;
    }
    /// The most frequent depth.
    [[nodiscard]] int level() const {
        std::array<std::size_t, 61> counts{};
        for (const Book::Entry* const entry : order_)
            ++counts[static_cast<std::size_t>(entry->second.depth)];
        return static_cast<int>(std::max_element(counts.begin(), counts.end()) - counts.begin());
    }

private:
    void derive(const Book::Entry& entry) {
        const auto& [board, position] = entry;
        const int error = is_solved(board, position) ? 0 : midgame_error;
        Derived result{-square_count, -square_count, 0};
        const auto widen = [&result](int lower, int upper) {
            result.lower = std::max(result.lower, std::clamp(lower, -square_count, square_count));
            result.upper = std::max(result.upper, std::clamp(upper, -square_count, square_count));
        };
        bool leaf = false;
        for (const BookMove& move : position.moves) {
            const auto behind = derived_.find(book_.find(board.after(move.square)));
            if (move.within && behind != derived_.end()) {
                const Derived& next = behind->second;
                widen(-next.upper, -next.lower);
                constexpr auto most = std::numeric_limits<std::uint32_t>::max();
                result.lines = next.lines < most - result.lines ? result.lines + next.lines : most;
            } else if (!std::exchange(leaf, true)) {
                widen(discs(move.score) - error, discs(move.score) + error);
                ++result.lines;
            }
        }
        derived_[&position] = result;
    }

    void put_position(std::string& bytes, const Book::Entry& entry) const {
        const auto& [board, position] = entry;
        const Derived& derived = derived_.at(&position);
        std::vector<Link> links;
        Link leaf{no_score, no_move};
        for (const BookMove& move : position.moves) {
            const Link link{static_cast<std::int8_t>(discs(move.score)),
                            static_cast<std::uint8_t>(index(move.square))};
            if (move.within) {
                links.push_back(link);
            } else if (leaf.move == no_move) {
                leaf = link;
            }
        }
        put(bytes, Record{.board = board,
                          .games = {position.games.wins, position.games.draws,
                                    position.games.losses, derived.lines},
                          .value = static_cast<std::int16_t>(discs(position.value)),
                          .lower = static_cast<std::int16_t>(derived.lower),
                          .upper = static_cast<std::int16_t>(derived.upper),
                          .links = static_cast<std::uint8_t>(links.size()),
                          .level = static_cast<std::uint8_t>(position.depth)});
        for (const Link& link : links) put(bytes, link);
        put(bytes, leaf);
    }

    const Book& book_;
    std::vector<const Book::Entry*> order_;
    std::unordered_map<const BookPosition*, Derived> derived_;
};

} // namespace

bool begins_edax_book(std::string_view bytes) noexcept {
    std::array<std::uint32_t, 2> found{};
    return take(bytes, found) && found == magic;
}

tl::expected<Book, std::string> parse_edax_book(std::string_view bytes) {
    if (!begins_edax_book(bytes)) return fail("is not an Edax book");
    std::array<std::uint32_t, 2> found_magic{};
    std::uint8_t found_version = 0;
    std::array<char, 9> release_and_date{};
    std::array<std::int32_t, 5> options{};
    std::int32_t count = 0;
    if (!take(bytes, found_magic) || !take(bytes, found_version) || !take(bytes, release_and_date)
        || !take(bytes, options) || !take(bytes, count)) {
        return fail("is cut off in its header");
    }
    if (found_version != version)
        return fail(fmt::format("has version {} of Edax's format; only version {} is supported",
                                found_version, version));
    Book book;
    for (int number = 1; number <= count; ++number) {
        const auto at = [number](const std::string& what) {
            return fail(fmt::format("is damaged: position {} {}", number, what));
        };
        Record record{};
        if (!take(bytes, record))
            return fail(fmt::format("is cut off after {} of {}", number - 1,
                                    counted(static_cast<std::uint64_t>(count), "position")));
        if ((record.board.player & record.board.opponent) != 0)
            return at("has two discs on one square");
        if (record.board.empties() > max_book_empties) return at("has fewer than four discs");
        auto moves = take_moves(bytes, record);
        if (!moves) return at(moves.error());
        if (moves->empty()) {
            if (record.board.is_over()) continue; // a finished game has no place in a book
            return at("has no move");
        }
        const Board key = canonical(record.board);
        const int symmetry = symmetry_between(record.board, key);
        for (BookMove& move : *moves) move.square = transformed(move.square, symmetry);
        if (book.find_canonical(key) != nullptr) return at("occurs twice");
        book.put(key, position_of(record, std::move(*moves)));
    }
    if (!bytes.empty())
        return fail(fmt::format("is damaged: {} {} the last position",
                                counted(bytes.size(), "byte"),
                                bytes.size() == 1 ? "follows" : "follow"));
    book.update();
    return book;
}

std::string to_edax_book(const Book& book, const EdaxDate& date) {
    const Exporter exporter(book);
    std::string bytes;
    put(bytes, magic);
    put(bytes, version);
    put(bytes, release);
    put(bytes, static_cast<std::int16_t>(date.year));
    for (const int part : {date.month, date.day, date.hour, date.minute, date.second, 0}) {
        put(bytes, static_cast<std::int8_t>(part));
    }
    constexpr int verbosity = 0;
    for (const int option : {exporter.level(), min_empties, midgame_error, endcut_error, verbosity,
                             static_cast<int>(book.size())}) {
        put(bytes, static_cast<std::int32_t>(option));
    }
    return bytes + exporter.positions();
}

} // namespace emilia
