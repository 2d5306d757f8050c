#include "book/growth/builder.h"

#include "book/growth/rounds.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

namespace emilia {

Builder::Builder(Book book, const BuildSettings& settings, std::vector<Seed> seeds)
    : settings_(settings), book_(std::move(book)) {
    // Children come before their parents, so that no search of a parent is spent on the way to one.
    std::stable_sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) {
        return a.board.empties() < b.board.empties();
    });
    for (const Seed& seed : seeds) {
        if (book_.find_canonical(seed.board) == nullptr) {
            seeds_.push_back(seed);
        } else {
            book_.raise_counts(seed.board, seed.games);
        }
    }
    const Board first = canonical(settings_.scope.first);
    const bool first_is_seed = std::any_of(
        seeds_.begin(), seeds_.end(), [&first](const Seed& seed) { return seed.board == first; });
    if (book_.find_canonical(first) == nullptr && !first_is_seed) seeds_.push_back({first, {}});
    update();
    count_shallow(expansions(book_, settings_));
}

/// Gives up a board in `in_work_` at the end of a scope and wakes the threads that wait for it.
class Builder::Claim {
public:
    Claim(Builder& builder, const Board& board) noexcept : builder_(builder), board_(board) {}
    ~Claim() {
        const std::scoped_lock lock(builder_.mutex_);
        builder_.in_work_.erase(board_);
        builder_.changed_.notify_all();
    }
    Claim(const Claim&) = delete;
    Claim& operator=(const Claim&) = delete;

private:
    Builder& builder_;
    const Board board_;
};

/// Carries out tasks on one thread. Its functions take the lock themselves, but not while they
/// search.
class Builder::Worker {
public:
    Worker(Builder& builder, const SearchFunction& search, const std::atomic<bool>& stop) noexcept
        : builder_(builder), search_(search), stop_(stop) {}

    void carry_out(const Task& task) {
        if (task.follow) return follow(task);
        if (task.again) return deepen(task.board, *task.again);
        if (!task.seed) return widen(task.board);
        if (auto entering = answer_to(Purpose::enter, task.board)) {
            entering->found.games = *task.seed;
            put({*entering});
        }
    }

private:
    using Purpose = RoundSearch::Purpose;

    void follow(const Task& task) {
        const Board next = canonical(task.board.after(*task.follow));
        // Another thread may reach the same position by another move. Waiting for it can't
        // deadlock: a thread only waits for boards that come later in the game than its own.
        if (!builder_.claim_new(next)) return widen(task.board);
        const Claim claim(builder_, next);
        const auto entering = answer_to(Purpose::enter, next);
        if (!entering) return;
        const auto found = answer_to(Purpose::widen, task.board);
        if (stop_) return;
        // Both go in together, so that the value of `task.board` never rests on the followed line
        // alone.
        put({*entering, found});
    }

    /// Finds the best move of a position that the book doesn't know, and adds it.
    void widen(const Board& board) { put({answer_to(Purpose::widen, board)}); }

    /// Searches again for the best deviation.
    void deepen(const Board& board, const BookSearch& settings) {
        const auto found = answer_to(Purpose::deepen, board, settings);
        if (!found || found->found.moves.empty()) return;
        const bool because_of_doubt = settings.depth > builder_.settings_.search.depth;
        put({found}, because_of_doubt ? &builder_.doubted_ : &builder_.searched_again_);
    }

    [[nodiscard]] std::optional<RoundAnswer> answer_to(Purpose purpose, const Board& board) {
        return answer_to(purpose, board, builder_.settings_.search);
    }

    /// Searches for the best move of a position. Empty if it was stopped, or if all moves are known
    /// to the book that is to get another.
    [[nodiscard]] std::optional<RoundAnswer> answer_to(Purpose purpose, const Board& board,
                                                       const BookSearch& settings) {
        std::unique_lock lock(builder_.mutex_);
        const RoundSearch wanted = search_for(purpose, builder_.book_, board, settings);
        lock.unlock();
        if (purpose == Purpose::widen && wanted.excluded == board.legal_moves()) return {};
        auto found = answer(wanted, search_, stop_);
        lock.lock();
        if (found && !found->found.moves.empty()) ++builder_.searches_;
        return found;
    }

    /// Puts answers into the book, unless they are there from another program.
    void put(std::initializer_list<std::optional<RoundAnswer>> answers,
             std::size_t* counter = nullptr) {
        const std::scoped_lock lock(builder_.mutex_);
        if (counter != nullptr) ++*counter;
        for (const auto& found : answers) {
            if (found) put_answer(builder_.book_, *found);
        }
    }

    Builder& builder_;
    const SearchFunction& search_;
    const std::atomic<bool>& stop_;
};

void Builder::work(const SearchFunction& search, const std::atomic<bool>& stop) {
    Worker worker(*this, search, stop);
    while (const auto task = next_task(stop)) {
        const Claim claim(*this, task->board);
        worker.carry_out(*task);
    }
}

std::optional<Builder::Task> Builder::next_task(const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    while (!stop) {
        auto task = take_queued();
        if (!task) {
            plan();
            task = take_queued();
        }
        if (task) {
            in_work_.insert(task->board);
            return task;
        }
        if (in_work_.empty()) return std::nullopt;
        changed_.wait(lock);
    }
    return std::nullopt;
}

bool Builder::claim_new(const Board& board) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !in_work_.contains(board); });
    if (book_.find_canonical(board) != nullptr) return false;
    in_work_.insert(board);
    return true;
}

std::optional<Builder::Task> Builder::take_queued() {
    while (!seeds_.empty()) {
        const Seed seed = seeds_.front();
        seeds_.pop_front();
        if (book_.find_canonical(seed.board) != nullptr) { // it came from another program
            book_.raise_counts(seed.board, seed.games);
            continue;
        }
        return Task{{.cost = 0, .board = seed.board, .follow = {}}, seed.games};
    }
    const auto free = [this](const Task& task) { return !in_work_.contains(task.board); };
    const auto found = std::find_if(queue_.begin(), queue_.end(), free);
    if (found == queue_.end()) return std::nullopt;
    const Task task = *found;
    queue_.erase(found);
    return task;
}

void Builder::update() {
    book_.update();
    const BookPosition* const first = book_.find(settings_.scope.first);
    if (first != nullptr) first_ = first->value;
}

void Builder::count_shallow(const std::vector<Expansion>& found) {
    shallow_ = static_cast<std::size_t>(
        std::count_if(found.begin(), found.end(),
                      [this](const Expansion& leaf) { return leaf.again == settings_.search; }));
}

void Builder::plan() {
    update();
    std::vector<Expansion> found = expansions(book_, settings_);
    count_shallow(found);
    const bool full = book_.size() >= settings_.positions;
    if (full) std::erase_if(found, [](const Expansion& leaf) { return leaf.follow.has_value(); });
    // Planning takes longer in a larger book, so each plan is made for more searches.
    const std::size_t worthwhile = std::max<std::size_t>(16, book_.size() / 500);
    queue_.clear();
    for (const Expansion& leaf : found) {
        if (queue_.size() == worthwhile) break;
        if (!in_work_.contains(leaf.board)) queue_.push_back({leaf});
    }
    if (!full) {
        const std::size_t room = settings_.positions - book_.size();
        if (queue_.size() > room) queue_.resize(room);
    }
}

BuildState Builder::state() const {
    const std::scoped_lock lock(mutex_);
    return {book_.size(), seeds_.size(), searches_, shallow_, searched_again_, doubted_, first_};
}

Book Builder::book() {
    const std::scoped_lock lock(mutex_);
    update();
    return book_;
}

void Builder::take_in(const Book& other) {
    const std::scoped_lock lock(mutex_);
    book_.merge(other, Counts::raise);
    update();
}

} // namespace emilia
