#pragma once

// Grows a book in rounds, so that many machines can search at once: `plan_round` says which
// positions to search next, any machines search them in any order, and `take_in` puts all answers
// into the book. The same book, settings and answers always give the same book.
//
// A round expands the cheapest leaves (growth/expansion.h), each by another position. A single
// machine would expand the same ones next if their searches changed no value. book/EXPERIMENTS.md
// compares such books with one that grew leaf by leaf.
//
// The searches of a round and their answers are also text, one a line.
//
//   <64 squares> X enter 20@63% d3c4
//   <64 squares> X enter 20@63% d3c4 f5+0.25 20@63%
//
// X is the side to move. The fields are: the purpose (enter, widen or deepen), the depth in plies
// and the confidence that are asked for, and the excluded moves, `-` if there are none. An answer
// adds the best of the other moves with its score in discs, `-` if there is none, and the depth and
// confidence that were reached.

#include "book/book.h"
#include "book/book_search.h"
#include "book/growth/expansion.h"
#include "engine/notation/parse_error.h"

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

struct RoundSettings {
    BuildSettings build{};
    std::size_t lines = 16;   ///< the most leaves to expand in a round
    std::vector<Board> way{}; ///< canonical boards on the way to the scope; they come in first
};

/// A search that a round needs: for the best move of `board` that is not among `excluded`.
struct RoundSearch {
    enum class Purpose {
        // In the order in which the answers go into the book.
        enter,  ///< the board comes into the book
        deepen, ///< its deviations are searched again, and the new one replaces them
        widen,  ///< the board is in the book and needs another deviation
    };
    Purpose purpose = Purpose::enter;
    Board board; ///< canonical
    BookSearch search{};
    Bitboard excluded = 0;
    [[nodiscard]] friend bool operator==(const RoundSearch&, const RoundSearch&) = default;
};

struct RoundAnswer {
    RoundSearch search;
    BookPosition found; ///< without moves if all legal moves were excluded
    [[nodiscard]] friend bool operator==(const RoundAnswer&, const RoundAnswer&) = default;
};

/// The searches of the next round, in a fixed order; none if the book is complete. A book without
/// the first position of the scope, or one on the way to it, needs only these.
[[nodiscard]] std::vector<RoundSearch> plan_round(const Book& book, const RoundSettings& settings);

/// The search of a canonical board for `purpose`: it excludes the moves that the book has, or those
/// that stay within it.
[[nodiscard]] RoundSearch search_for(RoundSearch::Purpose purpose, const Book& book,
                                     const Board& board, const BookSearch& settings);

/// Carries out a search of a round. Returns nothing if it was stopped.
[[nodiscard]] std::optional<RoundAnswer>
answer(const RoundSearch& wanted, const SearchFunction& search, const std::atomic<bool>& stop);

/// Puts an answer into the book without backing up its value. It changes nothing if the book has
/// it, or a deeper one, already, or if it excluded moves to positions that this book lacks.
void put_answer(Book& book, const RoundAnswer& answer);

/// Puts the answers of a round into the book, in any order, and backs up the values. A position may
/// lack a deviation until the next round, above all if only some answers of a round are taken in.
void take_in(Book& book, std::span<const RoundAnswer> answers);

/// Without a line feed.
[[nodiscard]] std::string to_text(const RoundSearch& search);
[[nodiscard]] std::string to_text(const RoundAnswer& answer);

/// Parses all lines of a text; an error gives the line.
[[nodiscard]] Parsed<std::vector<RoundSearch>> parse_round_searches(std::string_view text);
[[nodiscard]] Parsed<std::vector<RoundAnswer>> parse_round_answers(std::string_view text);

} // namespace emilia
