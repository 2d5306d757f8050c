#include "protocol/server/thinker.h"

#include "engine/base/start_thread.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace emilia::ggs {
namespace {

Time after(Time now, double seconds) {
    return now
           + std::chrono::duration_cast<SteadyClock::duration>(
               std::chrono::duration<double>(seconds));
}

} // namespace

Thinker::Thinker(Engine& engine, bool ponders, std::function<void()> answered)
    : engine_(engine),
      ponders_(ponders),
      answered_(std::move(answered)),
      thread_(start_thread([this] { run_and_keep_failure(); })) {}

Thinker::~Thinker() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        stop_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void Thinker::think(const Think& order, Time now) {
    {
        const std::lock_guard lock(mutex_);
        remove(order.game);
        waiting_.push_back({order.game, order.board, after(now, order.seconds), order.increment});
        pondered_.clear();
        if (current_) {
            const Time turn = turn_of_others(now);
            yield_at_ = std::min(yield_at_.value_or(turn), turn);
        } else {
            stop_ = true; // pondering
        }
    }
    changed_.notify_one();
}

void Thinker::await(const Await& order) {
    {
        const std::lock_guard lock(mutex_);
        remove(order.game);
        awaited_.push_back(order);
        pondered_.clear();
        if (!current_) stop_ = true; // pondering about an older position
    }
    changed_.notify_one();
}

void Thinker::forget(const std::string& game) {
    {
        const std::lock_guard lock(mutex_);
        remove(game);
        if (!current_ && pondered_ == game) stop_ = true;
    }
    changed_.notify_one(); // to ponder about another game
}

void Thinker::remove(const std::string& game) {
    std::erase_if(waiting_, [&game](const Task& task) { return task.game == game; });
    std::erase_if(awaited_, [&game](const Await& order) { return order.game == game; });
    if (current_ && current_->game == game) {
        current_->game.clear(); // nobody wants its choice any more
        stop_ = true;
    }
}

void Thinker::prepare() {
    const std::lock_guard lock(mutex_);
    prepare_ = true;
}

void Thinker::passed(Time now) {
    const std::lock_guard lock(mutex_);
    if (current_ && yield_at_ && now >= *yield_at_) stop_ = true;
}

std::vector<Choice> Thinker::take_choices() {
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
    return std::exchange(choices_, {});
}

Time Thinker::turn_of_others(Time now) const {
    constexpr int share = 10;
    const auto most_urgent =
        std::min_element(waiting_.begin(), waiting_.end(),
                         [](const Task& a, const Task& b) { return a.flag < b.flag; });
    return now + std::max(SteadyClock::duration::zero(), most_urgent->flag - now) / share;
}

std::optional<Thinker::Task> Thinker::next_task() {
    if (waiting_.empty()) return std::nullopt;
    const auto first =
        std::min_element(waiting_.begin(), waiting_.end(),
                         [](const Task& a, const Task& b) { return a.flag < b.flag; });
    Task task = std::move(*first);
    waiting_.erase(first);
    yield_at_.reset();
    if (!waiting_.empty()) yield_at_ = turn_of_others(SteadyClock::now());
    return task;
}

void Thinker::run_and_keep_failure() noexcept {
    try {
        run();
    } catch (...) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
    }
}

void Thinker::run() {
    std::unique_lock lock(mutex_);
    while (!ending_) {
        stop_ = false;
        if (std::exchange(prepare_, false)) engine_.forget();
        if ((current_ = next_task())) {
            const Task task = *current_;
            lock.unlock();
            choose(task);
            lock.lock();
            current_.reset();
        } else if (ponders_ && !awaited_.empty() && pondered_ != awaited_.back().game) {
            const Board board = awaited_.back().board;
            pondered_ = awaited_.back().game;
            lock.unlock();
            engine_.think_ahead(board, stop_);
            lock.lock();
        } else {
            changed_.wait(lock);
        }
    }
}

void Thinker::choose(const Task& task) {
    const std::chrono::duration<double> left = task.flag - SteadyClock::now();
    const GameClock clock{.seconds = std::max(0.0, left.count()), .increment = task.increment};
    const SearchResult result = engine_.choose_move(task.board, clock, &stop_);
    {
        const std::lock_guard lock(mutex_);
        if (current_->game.empty() || result.lines.empty()) return;
        const Line& line = result.lines.front();
        choices_.push_back({.game = task.game,
                            .board = task.board,
                            .move = line.move,
                            .evaluation = value_in_discs(line).discs(),
                            .seconds = result.seconds});
    }
    answered_();
}

} // namespace emilia::ggs
