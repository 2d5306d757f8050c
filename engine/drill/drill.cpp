#include "engine/drill/drill.h"

#include "engine/board/symmetry.h"

#include <algorithm>
#include <utility>

namespace emilia {

using std::chrono::sys_days;

namespace {

/// Whether a move is a best one; of a repertoire, its move in any symmetry.
bool is_right(const Problem& problem, Square move) {
    if (!problem.is_of_repertoire()) return problem.discs_of(move) == problem.best_discs();
    const Board& board = problem.position.board;
    return canonical(board.after(move)) == canonical(board.after(problem.moves.front().move));
}

} // namespace

Drill::Drill(const std::vector<Problem>& problems, FlashCards cards, std::size_t count,
             sys_days today)
    : cards_(std::move(cards)), today_(today) {
    std::vector<std::pair<sys_days, const Problem*>> due;
    std::vector<const Problem*> fresh;
    std::unordered_set<Board, BoardHash> seen;
    for (const Problem& problem : problems) {
        const Board& board = problem.position.board;
        if (!seen.insert(canonical(board)).second) continue;
        boards_.push_back(board);
        const FlashCard* const card = cards_.find(board);
        if (card == nullptr) {
            fresh.push_back(&problem);
        } else if (card->due <= today) {
            due.emplace_back(card->due, &problem);
        }
    }
    std::stable_sort(due.begin(), due.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [day, problem] : due) asked_.push_back(*problem);
    for (const Problem* const problem : fresh) asked_.push_back(*problem);
    if (asked_.size() > count) asked_.resize(count);
}

DrillVerdict Drill::answer(std::optional<Square> move) {
    DrillVerdict verdict{.problem = std::move(asked_.front()), .move = move};
    asked_.pop_front();
    const Problem& problem = verdict.problem;
    verdict.right = move && is_right(problem, *move);
    const Board board = canonical(problem.position.board);
    if (!repeated_.contains(board)) {
        verdict.answer = DrillAnswer{.day = today_, .right = verdict.right, .board = board};
        cards_.add(*verdict.answer);
        ++answered_;
        right_ += verdict.right ? 1 : 0;
    }
    if (!verdict.right) {
        repeated_.insert(board);
        asked_.push_back(problem);
    }
    return verdict;
}

std::optional<sys_days> Drill::next_due() const {
    std::optional<sys_days> next;
    for (const Board& board : boards_) {
        const FlashCard* const card = cards_.find(board);
        const sys_days due = card == nullptr ? today_ : std::max(card->due, today_);
        next = next ? std::min(*next, due) : due;
    }
    return next;
}

} // namespace emilia
