#include "book/book_player.h"

#include "book/book_search.h"

#include <algorithm>
#include <utility>

namespace emilia {
namespace {

constexpr std::uint64_t most_games = 10'000'000; // of a move, so that the sum of all is an int

/// What a move is worth for the choice. A value less than a disc from a draw counts as one.
Score worth(const BookLine& known, Score draw) noexcept {
    const Score score = known.line.value.score();
    constexpr Score disc = Score::from_discs(1);
    const bool is_draw = score > -disc && score < disc;
    const Score doubted =
        Score::from_hundredths(known.doubt.hundredths() * BookPlayer::doubt_percent / 100);
    return (is_draw ? score + draw : score) - doubted;
}

} // namespace

BookLine follow(const Book& book, const Board& board, const BookMove& move) {
    BookLine found;
    Line& line = found.line;
    line.move = move.square;
    line.value = move.score;
    line.kind = ScoreKind::book;
    line.principal_variation = {move.square};
    const BookPosition* position = book.find(board);
    Board leaf = board; // its search found the last move
    Board reached = board.after(move.square);
    bool within = move.within;
    while (within) {
        position = book.find(reached);
        if (position == nullptr) break; // the book was not updated
        if (line.principal_variation.size() == 1) found.games = position->games.total();
        const BookMove best = book.moves(reached).front();
        line.principal_variation.push_back(best.square);
        leaf = reached;
        reached = reached.after(best.square);
        within = best.within;
    }
    // The search behind the last move started one ply earlier.
    line.depth = static_cast<Depth>(line.principal_variation.size()) - 1;
    if (position != nullptr) {
        line.depth += position->depth;
        line.confidence = position->confidence;
        found.doubt = own_doubt(leaf, *position);
    }
    return found;
}

std::vector<BookLine> BookPlayer::lines(const Board& board) const {
    std::vector<BookLine> lines;
    for (const BookMove& move : book_.moves(board)) lines.push_back(follow(book_, board, move));
    return lines;
}

std::vector<BookLine> BookPlayer::candidates(const Board& board, Depth depth, Score draw) const {
    const BookPosition* const position = book_.find(board);
    if (position == nullptr || book_.is_one_sided(canonical(board), *position)) return {};
    const bool solved = is_solved(canonical(board), *position);
    std::vector<BookLine> known = lines(board);
    std::stable_sort(known.begin(), known.end(), [&](const BookLine& a, const BookLine& b) {
        return worth(a, draw) > worth(b, draw);
    });
    const auto untrusted = [&](const BookLine& candidate) {
        const Line& line = candidate.line;
        const bool followed = line.principal_variation.size() > 1;
        return !solved && (!followed || line.depth < std::min<Depth>(depth, board.empties()));
    };
    if (untrusted(known.front())) return {};
    const Score least = worth(known.front(), draw) - variety_.cost;
    std::erase_if(
        known, [&](const BookLine& line) { return worth(line, draw) < least || untrusted(line); });
    return known;
}

std::optional<BookLine> BookPlayer::choose(const Board& board, Depth depth, Score draw) {
    std::vector<BookLine> known = candidates(board, depth, draw);
    if (known.empty()) return std::nullopt;
    const bool vary = random_.below(100) < variety_.percent;
    const Score best = worth(known.front(), draw);
    const Score least = best - (vary ? variety_.cost : Score());
    const auto weight = [&](const BookLine& line) {
        return std::max(0, (worth(line, draw) - least).hundredths() + 1);
    };
    return drawn(std::move(known), weight);
}

std::optional<BookLine> BookPlayer::choose_popular(const Board& board) {
    std::vector<BookLine> known = lines(board);
    std::erase_if(known, [best = known.empty() ? Score() : known.front().line.value.score()](
                             const BookLine& line) {
        return line.games == 0 || line.line.value.score() < best - most_popular_loss;
    });
    if (known.empty()) return std::nullopt;
    return drawn(std::move(known), [](const BookLine& line) {
        return static_cast<int>(std::min(line.games, most_games));
    });
}

template <typename Weight>
BookLine BookPlayer::drawn(std::vector<BookLine> lines, const Weight& weight) {
    int all = 0;
    for (const BookLine& line : lines) all += weight(line);
    int left = random_.below(all);
    const auto chosen = std::find_if(lines.begin(), lines.end(), [&](const BookLine& line) {
        left -= weight(line);
        return left < 0;
    });
    return std::move(*chosen);
}

} // namespace emilia
