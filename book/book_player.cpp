#include "book/book_player.h"

#include <algorithm>
#include <utility>

namespace emilia {

BookLine follow(const Book& book, const Board& board, const BookMove& move) {
    BookLine found;
    Line& line = found.line;
    line.move = move.square;
    line.score = line.estimate = move.score;
    line.certainty = Certainty::book;
    line.principal_variation = {move.square};
    const BookPosition* position = book.find(board);
    Board reached = board.after(move.square);
    bool within = move.within;
    while (within) {
        position = book.find(reached);
        if (position == nullptr) break; // a book that was not updated
        if (line.principal_variation.size() == 1) found.games = position->games.total();
        const BookMove best = book.moves(reached).front();
        line.principal_variation.push_back(best.square);
        reached = reached.after(best.square);
        within = best.within;
    }
    // Its last move was searched from the position before.
    line.depth = static_cast<Depth>(line.principal_variation.size()) - 1;
    if (position != nullptr) {
        line.depth += position->depth;
        line.confidence = position->confidence;
    }
    return found;
}

std::vector<BookLine> BookPlayer::lines(const Board& board) const {
    std::vector<BookLine> lines;
    for (const BookMove& move : book_.moves(board)) lines.push_back(follow(book_, board, move));
    return lines;
}

std::optional<BookLine> BookPlayer::choose(const Board& board, Depth depth, Score draw) {
    const BookPosition* const position = book_.find(board);
    if (position == nullptr || book_.is_one_sided(canonical(board), *position)) return std::nullopt;
    const bool solved = is_solved(canonical(board), *position);
    std::vector<BookLine> known = lines(board);
    const auto worth = [draw](const BookLine& known_line) {
        const Score score = known_line.line.score;
        constexpr Score disc = Score::from_discs(1);
        return score > -disc && score < disc ? score + draw : score;
    };
    const auto better = [&worth](const BookLine& a, const BookLine& b) {
        return worth(a) > worth(b);
    };
    std::stable_sort(known.begin(), known.end(), better);
    const auto untrusted = [&](const BookLine& candidate) {
        const Line& line = candidate.line;
        const bool followed = line.principal_variation.size() > 1;
        return !solved && (!followed || line.depth < std::min<Depth>(depth, board.empties()));
    };
    if (untrusted(known.front())) return std::nullopt;
    const bool vary = random_.below(100) < variety_.percent;
    const Score least = worth(known.front()) - (vary ? variety_.cost : Score());
    std::erase_if(known,
                  [&](const BookLine& line) { return worth(line) < least || untrusted(line); });
    const auto weight = [&](const BookLine& line) {
        return (worth(line) - least).hundredths() + 1;
    };
    int all = 0;
    for (const BookLine& line : known) all += weight(line);
    int drawn = random_.below(all);
    const auto chosen = std::find_if(known.begin(), known.end(), [&](const BookLine& line) {
        drawn -= weight(line);
        return drawn < 0;
    });
    return std::move(*chosen);
}

} // namespace emilia
