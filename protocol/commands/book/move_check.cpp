#include "protocol/commands/book/move_check.h"

#include "book/growth/expansion.h"
#include "engine/base/random_numbers.h"

#include <algorithm>
#include <tuple>

namespace emilia {
namespace {

/// The positions in which a book may choose among several moves, in random order.
std::vector<Board> choices_of(const BookPlayer& player, Score cost, std::uint64_t seed) {
    const GameChoices plays = game_choices(player.book(), cost);
    std::vector<Board> choices;
    for (const Book::Entry* const entry : player.book().in_order()) {
        const auto& [board, position] = *entry;
        if (plays.choices.contains(&position) && count(board.legal_moves()) > 1
            && !player.candidates(board, 0, {}).empty())
            choices.push_back(board);
    }
    RandomNumbers random(seed, 0);
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto left = static_cast<int>(choices.size() - i);
        std::swap(choices[i], choices[i + static_cast<std::size_t>(random.below(left))]);
    }
    return choices;
}

/// A deeper search than the one that found a leaf.
BookSearch search_after(const BookPosition& leaf, int empties, Depth deeper) {
    constexpr int soon_solved = 28; // the book's searches to the end are exact
    const Depth depth = leaf.depth + deeper;
    if (depth < empties) return {depth, Confidence::high};
    if (empties > soon_solved && leaf.depth < empties - 1) return {empties - 1, Confidence::high};
    return {empties, Confidence::certain};
}

} // namespace

MoveCheck::MoveCheck(const Book& book, const BookVariety& variety, const MoveSample& sample)
    : player_(book, variety, sample.seed),
      leaves_(player_.book()),
      deeper_(sample.deeper),
      sample_(choices_of(player_, variety.cost, sample.seed)) {
    sample_.resize(std::min(sample.positions, sample_.size()));
}

void MoveCheck::keep_scores_in(const std::string& path, const nlohmann::ordered_json& settings) {
    file_.emplace(path, settings);
}

void MoveCheck::work(Searcher& searcher, const std::atomic<bool>& stop) {
    for (std::size_t at = next_++; at < sample_.size() && !stop; at = next_++) {
        judge(sample_[at], searcher, stop);
    }
}

std::vector<MoveVerdict> MoveCheck::verdicts() {
    std::sort(verdicts_.begin(), verdicts_.end(), [](const MoveVerdict& a, const MoveVerdict& b) {
        return std::tuple(b.loss(), a.board.player, a.board.opponent, a.move)
               < std::tuple(a.loss(), b.board.player, b.board.opponent, b.move);
    });
    return verdicts_;
}

std::vector<RoundSearch> MoveCheck::searches_behind(const MoveVerdict& verdict) const {
    const Book& book = player_.book();
    const Book::Entry& entry = *book.positions().find(verdict.board);
    std::vector<RoundSearch> searches;
    for (const Square square : {verdict.move, verdict.best_move}) {
        const auto known =
            std::find_if(entry.second.moves.begin(), entry.second.moves.end(),
                         [&](const BookMove& move) { return move.square == square; });
        const bool is_known = known != entry.second.moves.end();
        const auto& [board, leaf] = is_known ? *leaves_.of(entry, *known) : entry;
        if (is_solved(board, leaf)) continue;
        searches.push_back({RoundSearch::Purpose::deepen, board,
                            search_after(leaf, board.empties(), deeper_),
                            book.squares_within(board)});
    }
    return searches;
}

void MoveCheck::judge(const Board& board, Searcher& searcher, const std::atomic<bool>& stop) {
    const std::vector<BookLine> candidates = player_.candidates(board, 0, {});
    const ScoredSearch wanted = search_of(board);
    MoveScores found = known_scores(wanted);
    auto& scores = found.scores;
    const auto is_known = [&scores](const BookLine& candidate) {
        return scores.contains(candidate.line.move);
    };
    const bool all_known = std::all_of(candidates.begin(), candidates.end(), is_known);
    if (!all_known) {
        SearchLimits limits;
        limits.depth = limits.exact_at = wanted.depth;
        limits.confidence = limits.end_confidence = wanted.confidence;
        limits.stop = &stop;
        searcher.forget(); // so that no score depends on the searches before
        const Line best = searcher.search(board, limits).lines.front();
        found = {.best = best.move, .scores = {{best.move, best.value.in_discs()}}};
        for (const BookLine& candidate : candidates) {
            if (is_known(candidate)) continue;
            limits.excluded = board.legal_moves() & ~bit(candidate.line.move);
            scores[candidate.line.move] =
                searcher.search(board, limits).lines.front().value.in_discs();
        }
        if (stop) return;
    }
    const std::scoped_lock lock(mutex_);
    if (file_ && !all_known) file_->add(wanted, found);
    // A candidate's own search may find more. Other moves of the file don't count.
    Square best_move = found.best;
    for (const BookLine& candidate : candidates) {
        const Square move = candidate.line.move;
        if (scores.at(move) > scores.at(best_move)) best_move = move;
    }
    for (const BookLine& candidate : candidates) {
        const Line& line = candidate.line;
        verdicts_.push_back({board, line.move, line.value.score(), scores.at(line.move), best_move,
                             scores.at(best_move)});
    }
    ++done_;
}

ScoredSearch MoveCheck::search_of(const Board& board) const {
    const auto& entry = *player_.book().positions().find(board);
    const auto& [leaf_board, leaf] = *leaves_.of(entry, entry.second.moves.front());
    const Depth depth = entry.second.depth == 0 ? leaf.depth : entry.second.depth;
    // A line that ends in a solved position is sure, but a search of this depth can't be.
    return {.board = board,
            .depth = depth + deeper_,
            .confidence = std::min(leaf.confidence, Confidence::high)};
}

MoveScores MoveCheck::known_scores(const ScoredSearch& search) {
    const std::scoped_lock lock(mutex_);
    const MoveScores* const known = file_ ? file_->find(search) : nullptr;
    return known ? *known : MoveScores{};
}

} // namespace emilia
