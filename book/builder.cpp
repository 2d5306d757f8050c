#include "book/builder.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace emilia {

Builder::Builder(Book book, const BuildSettings& settings, std::vector<Seed> seeds)
    : settings_(settings), book_(std::move(book)) {
    // Children before their parents, which then need not be searched for the way to them.
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
    const Board start = canonical(Board::start());
    const bool start_is_seed = std::any_of(
        seeds_.begin(), seeds_.end(), [&start](const Seed& seed) { return seed.board == start; });
    if (book_.find_canonical(start) == nullptr && !start_is_seed) seeds_.push_back({start, {}});
    update();
    shallow_ = static_cast<std::size_t>(std::count_if(
        book_.positions().begin(), book_.positions().end(),
        [this](const Book::Entry& entry) { return is_shallow(entry.first, entry.second); }));
}

bool Builder::is_shallow(const Board& board, const BookPosition& position) const {
    const bool less = std::pair(position.depth, position.confidence)
                      < std::pair(settings_.search.depth, settings_.search.confidence);
    return settings_.deepen && less && !is_solved(board, position)
           && book_.has_way_out(board, position);
}

void Builder::work(const SearchFunction& search, const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    while (const auto task = next_task(lock, stop)) {
        const Claim claim(*this, lock, task->board);
        carry_out(*task, search, lock, stop);
    }
}

std::optional<Builder::Task> Builder::next_task(std::unique_lock<std::mutex>& lock,
                                                const std::atomic<bool>& stop) {
    while (!stop) {
        if (auto task = take_queued()) return task;
        plan();
        if (auto task = take_queued()) return task;
        if (in_work_.empty()) return std::nullopt; // nothing left to find out
        changed_.wait(lock);                       // for what others are finding out
    }
    return std::nullopt;
}

std::optional<Builder::Task> Builder::take_queued() {
    while (!seeds_.empty()) {
        const Seed seed = seeds_.front();
        seeds_.pop_front();
        if (book_.find_canonical(seed.board) != nullptr) { // it came with another book
            book_.raise_counts(seed.board, seed.games);
            continue;
        }
        return Task{.board = seed.board, .follow = {}, .seed = seed.games};
    }
    const auto free = [this](const Task& task) { return !in_work_.contains(task.board); };
    const auto found = std::find_if(queue_.begin(), queue_.end(), free);
    if (found == queue_.end()) return std::nullopt;
    Task task = *found;
    queue_.erase(found);
    return task;
}

void Builder::update() {
    book_.update();
    const BookPosition* const start = book_.find(Board::start());
    if (start != nullptr) start_ = start->value;
}

void Builder::plan() {
    update();
    std::vector<Candidate> found = candidates();
    const bool full = book_.size() >= settings_.positions;
    if (full) std::erase_if(found, [](const Candidate& c) { return c.task.follow.has_value(); });
    std::stable_sort(found.begin(), found.end(),
                     [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    // The larger the book, the longer a plan takes; so it is made for more searches.
    const std::size_t worthwhile = std::max<std::size_t>(16, book_.size() / 500);
    queue_.clear();
    for (const Candidate& candidate : found) {
        if (queue_.size() == worthwhile) break;
        if (!in_work_.contains(candidate.task.board)) queue_.push_back(candidate.task);
    }
    if (!full) {
        const std::size_t room = settings_.positions - book_.size();
        if (queue_.size() > room) queue_.resize(room);
    }
}

std::vector<Builder::Candidate> Builder::candidates() const {
    std::vector<Candidate> found;
    std::unordered_map<const BookPosition*, double> costs;
    costs[book_.find(Board::start())] = 0;
    for (const Book::Entry* const entry : book_.in_order()) {
        const auto& [board, position] = *entry;
        if (is_solved(board, position)) continue;
        const auto own_cost = costs.find(&position);
        const bool reached = own_cost != costs.end();
        const double cost = reached ? own_cost->second : 0;
        const BookMove* way_out = nullptr;
        bool knows_way_out = false;
        for (const BookMove& move : position.moves) {
            const Board next = board.after(move.square);
            const double loss = (position.value - move.score).discs();
            const double cost_of_move = cost + 1 + settings_.plies_a_disc * loss;
            if (!move.within) {
                knows_way_out = true;
                const bool expandable =
                    next.empties() >= settings_.least_empties && !next.is_over();
                if (way_out == nullptr && expandable && reached) {
                    way_out = &move;
                    found.push_back({cost_of_move, {board, move.square, {}}});
                }
            } else if (reached) {
                const auto [place, is_new] = costs.try_emplace(book_.find(next), cost_of_move);
                if (!is_new) place->second = std::min(place->second, cost_of_move);
            }
        }
        if (reached && is_shallow(board, position)) {
            found.push_back({cost, {.board = board, .follow = {}, .seed = {}, .deepen = true}});
        }
        if (!knows_way_out && book_.has_unknown_moves(board, position)) {
            found.push_back({-1, {board, {}, {}}}); // its value rests on what happens to be known
        }
    }
    return found;
}

void Builder::carry_out(const Task& task, const SearchFunction& search,
                        std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop) {
    if (task.seed) {
        if (auto position = new_position(task.board, search, lock, stop)) {
            position->games = *task.seed;
            put_new(task.board, std::move(*position));
        }
        return;
    }
    if (task.deepen) return deepen(task.board, search, lock, stop);
    if (!task.follow) {
        if (const auto found = next_best(task.board, search, lock, stop)) add(task.board, *found);
        return;
    }
    const Board next = canonical(task.board.after(*task.follow));
    // Another way to the same position may have been taken. Whoever waits here is waited for only
    // by those who hold earlier positions of the game.
    changed_.wait(lock, [&] { return !in_work_.contains(next); });
    if (book_.find_canonical(next) != nullptr) {
        if (const auto found = next_best(task.board, search, lock, stop)) add(task.board, *found);
        return;
    }
    const Claim claim(*this, lock, next);
    auto position = new_position(next, search, lock, stop);
    if (!position) return;
    // Both go in together: a value is never left to rest on the one line that was followed.
    const auto found = next_best(task.board, search, lock, stop);
    if (stop) return;
    put_new(next, std::move(*position));
    if (found) add(task.board, *found);
}

std::optional<BookPosition> Builder::new_position(const Board& board, const SearchFunction& search,
                                                  std::unique_lock<std::mutex>& lock,
                                                  const std::atomic<bool>& stop) {
    const Bitboard legal = board.legal_moves();
    const Bitboard within = book_.squares_within(board);
    if (legal != 0 && within == legal) {
        BookPosition position;
        position.depth = settings_.search.depth;
        position.confidence = settings_.search.confidence;
        for (const Square square : squares_of(legal)) position.moves.push_back({square, {}, true});
        return position;
    }
    return search_unlocked(board, within, search, lock, stop);
}

std::optional<BookPosition> Builder::next_best(const Board& board, const SearchFunction& search,
                                               std::unique_lock<std::mutex>& lock,
                                               const std::atomic<bool>& stop) {
    const Bitboard excluded =
        known_squares(board, *book_.find_canonical(board)) | book_.squares_within(board);
    if ((board.legal_moves() & ~excluded) == 0) return std::nullopt;
    return search_unlocked(board, excluded, search, lock, stop);
}

std::optional<BookPosition> Builder::search_unlocked(const Board& board, Bitboard excluded,
                                                     const SearchFunction& search,
                                                     std::unique_lock<std::mutex>& lock,
                                                     const std::atomic<bool>& stop) {
    lock.unlock();
    auto found = search_outside(search, board, excluded, settings_.search, stop);
    lock.lock();
    if (found) ++searches_;
    return found;
}

void Builder::deepen(const Board& board, const SearchFunction& search,
                     std::unique_lock<std::mutex>& lock, const std::atomic<bool>& stop) {
    const Bitboard within = book_.squares_within(board);
    const Bitboard legal = board.legal_moves();
    if (legal != 0 && (legal & ~within) == 0) return;
    const auto found = search_unlocked(board, within, search, lock, stop);
    if (!found) return;
    BookPosition position = *book_.find_canonical(board);
    std::erase_if(position.moves, [this, &board](const BookMove& move) {
        return book_.find(board.after(move.square)) == nullptr;
    });
    ++searched_again_;
    position.depth = 0; // of what is gone
    add_alternative(position, *found);
    book_.put(board, std::move(position));
}

void Builder::put_new(const Board& board, BookPosition position) {
    if (book_.find_canonical(board) == nullptr) { // else it came with another book
        book_.put(board, std::move(position));
    }
}

void Builder::add(const Board& board, const BookPosition& found) {
    BookPosition position = *book_.find_canonical(board);
    add_alternative(position, found);
    book_.put(board, std::move(position));
}

BuildState Builder::state() const {
    const std::scoped_lock lock(mutex_);
    return {book_.size(), seeds_.size(), searches_, shallow_, searched_again_, start_};
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
