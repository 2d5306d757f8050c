#include "book/growth/builder.h"

#include <algorithm>
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
    const Board start = canonical(Board::start());
    const bool start_is_seed = std::any_of(
        seeds_.begin(), seeds_.end(), [&start](const Seed& seed) { return seed.board == start; });
    if (book_.find_canonical(start) == nullptr && !start_is_seed) seeds_.push_back({start, {}});
    update();
    count_shallow(lines_out(book_, settings_));
}

Builder::Claim::~Claim() {
    const std::scoped_lock lock(builder_.mutex_);
    builder_.in_work_.erase(board_);
    builder_.changed_.notify_all();
}

void Builder::work(const SearchFunction& search, const std::atomic<bool>& stop) {
    while (const auto task = next_task(stop)) {
        const Claim claim(*this, task->board);
        carry_out(*task, search, stop);
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

void Builder::count_shallow(const std::vector<LineOut>& lines) {
    shallow_ = static_cast<std::size_t>(
        std::count_if(lines.begin(), lines.end(),
                      [this](const LineOut& line) { return line.again == settings_.search; }));
}

void Builder::plan() {
    update();
    std::vector<LineOut> found = lines_out(book_, settings_);
    count_shallow(found);
    const bool full = book_.size() >= settings_.positions;
    if (full) std::erase_if(found, [](const LineOut& line) { return line.follow.has_value(); });
    std::stable_sort(found.begin(), found.end(),
                     [](const LineOut& a, const LineOut& b) { return a.cost < b.cost; });
    // Planning takes longer in a larger book, so each plan is made for more searches.
    const std::size_t worthwhile = std::max<std::size_t>(16, book_.size() / 500);
    queue_.clear();
    for (const LineOut& line : found) {
        if (queue_.size() == worthwhile) break;
        if (in_work_.contains(line.board)) continue;
        queue_.push_back(
            {.board = line.board, .follow = line.follow, .seed = {}, .again = line.again});
    }
    if (!full) {
        const std::size_t room = settings_.positions - book_.size();
        if (queue_.size() > room) queue_.resize(room);
    }
}

void Builder::carry_out(const Task& task, const SearchFunction& search,
                        const std::atomic<bool>& stop) {
    if (task.follow) return follow(task, search, stop);
    if (task.again) return deepen(task.board, *task.again, search, stop);
    if (!task.seed) return widen(task.board, search, stop);
    if (auto position = new_position(task.board, search, stop)) {
        position->games = *task.seed;
        const std::scoped_lock lock(mutex_);
        put_new(task.board, std::move(*position));
    }
}

void Builder::follow(const Task& task, const SearchFunction& search,
                     const std::atomic<bool>& stop) {
    const Board next = canonical(task.board.after(*task.follow));
    // Another thread may reach the same position by another move. Waiting for it can't deadlock: a
    // thread only waits for boards that come later in the game than its own.
    if (!claim_new(next)) return widen(task.board, search, stop);
    const Claim claim(*this, next);
    auto position = new_position(next, search, stop);
    if (!position) return;
    const auto found = next_best(task.board, search, stop);
    if (stop) return;
    // Both go in together, so that the value of `task.board` never rests on the followed line
    // alone.
    const std::scoped_lock lock(mutex_);
    put_new(next, std::move(*position));
    if (found) add_way_out(book_, task.board, *found);
}

void Builder::widen(const Board& board, const SearchFunction& search,
                    const std::atomic<bool>& stop) {
    const auto found = next_best(board, search, stop);
    if (!found) return;
    const std::scoped_lock lock(mutex_);
    add_way_out(book_, board, *found);
}

void Builder::deepen(const Board& board, const BookSearch& settings, const SearchFunction& search,
                     const std::atomic<bool>& stop) {
    const Bitboard within = squares_within(board);
    const Bitboard legal = board.legal_moves();
    if (legal != 0 && (legal & ~within) == 0) return;
    const auto found = search_counted(board, within, settings, search, stop);
    if (!found) return;
    const std::scoped_lock lock(mutex_);
    ++(settings.depth > settings_.search.depth ? doubted_ : searched_again_);
    replace_ways_out(book_, board, *found);
}

Bitboard Builder::squares_within(const Board& board) const {
    const std::scoped_lock lock(mutex_);
    return book_.squares_within(board);
}

std::optional<BookPosition> Builder::new_position(const Board& board, const SearchFunction& search,
                                                  const std::atomic<bool>& stop) {
    const Bitboard legal = board.legal_moves();
    const Bitboard within = squares_within(board);
    if (legal == 0 || within != legal)
        return search_counted(board, within, settings_.search, search, stop);
    BookPosition position; // all its moves stay within the book: there is nothing to search
    position.depth = settings_.search.depth;
    position.confidence = settings_.search.confidence;
    for (const Square square : squares_of(legal)) position.moves.push_back({square, {}, true});
    return position;
}

std::optional<BookPosition> Builder::next_best(const Board& board, const SearchFunction& search,
                                               const std::atomic<bool>& stop) {
    const Bitboard known = [&] {
        const std::scoped_lock lock(mutex_);
        return known_squares(board, *book_.find_canonical(board)) | book_.squares_within(board);
    }();
    if ((board.legal_moves() & ~known) == 0) return std::nullopt;
    return search_counted(board, known, settings_.search, search, stop);
}

std::optional<BookPosition> Builder::search_counted(const Board& board, Bitboard excluded,
                                                    const BookSearch& settings,
                                                    const SearchFunction& search,
                                                    const std::atomic<bool>& stop) {
    auto found = search_outside(search, board, excluded, settings, stop);
    if (found) {
        const std::scoped_lock lock(mutex_);
        ++searches_;
    }
    return found;
}

void Builder::put_new(const Board& board, BookPosition position) {
    if (book_.find_canonical(board) == nullptr) { // else it came from another program
        book_.put(board, std::move(position));
    }
}

BuildState Builder::state() const {
    const std::scoped_lock lock(mutex_);
    return {book_.size(), seeds_.size(), searches_, shallow_, searched_again_, doubted_, start_};
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
