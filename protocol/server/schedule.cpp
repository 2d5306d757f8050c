#include "protocol/server/schedule.h"

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

Schedule::Schedule(Engine& engine, bool ponders, std::function<void()> finished)
    : engine_(engine), ponders_(ponders), finished_(std::move(finished)) {}

void Schedule::think(const Think& order, Time now) {
    remove(order.game);
    waiting_.push_back({order.game, order.board, after(now, order.seconds), order.increment});
    pondered_.clear();
    if (current_) {
        const Time turn = turn_of_others(now);
        yield_at_ = std::min(yield_at_.value_or(turn), turn);
    } else {
        runner_.request_stop(); // pondering
    }
}

void Schedule::await(const Await& order) {
    remove(order.game);
    awaited_.push_back(order);
    pondered_.clear();
    if (!current_) runner_.request_stop(); // pondering about an older position
}

void Schedule::forget(const std::string& game) {
    remove(game);
    if (!current_ && pondered_ == game) runner_.request_stop();
}

void Schedule::remove(const std::string& game) {
    std::erase_if(waiting_, [&game](const Task& task) { return task.game == game; });
    std::erase_if(awaited_, [&game](const Await& order) { return order.game == game; });
    if (current_ && current_->game == game) {
        current_->game.clear(); // nobody wants its choice any more
        runner_.request_stop();
    }
}

std::optional<Choice> Schedule::advance(Time now) {
    if (runner_.is_running()) {
        if (current_ && yield_at_ && now >= *yield_at_) runner_.request_stop();
        return std::nullopt;
    }
    runner_.wait(); // throws what the search has thrown
    auto choice = take_choice();
    start_next(now);
    return choice;
}

std::optional<Choice> Schedule::take_choice() {
    subject_.clear();
    const auto task = std::exchange(current_, std::nullopt);
    if (!task || task->game.empty() || found_.lines.empty()) return std::nullopt;
    const Line& line = found_.lines.front();
    return Choice{.game = task->game,
                  .board = task->board,
                  .move = line.move,
                  .evaluation = line.value.in_discs().discs(),
                  .seconds = found_.seconds};
}

void Schedule::start_next(Time now) {
    if (std::exchange(prepare_, false)) engine_.forget();
    if (!waiting_.empty()) {
        const auto first = most_urgent();
        const Task task = *first;
        waiting_.erase(first);
        choose(task, now);
    } else if (ponders_ && !awaited_.empty() && pondered_ != awaited_.back().game) {
        ponder(awaited_.back());
    }
}

void Schedule::choose(const Task& task, Time now) {
    current_ = task;
    subject_ = task.game;
    yield_at_.reset();
    if (!waiting_.empty()) yield_at_ = turn_of_others(now);
    const std::chrono::duration<double> left = task.flag - now;
    const GameClock clock{.seconds = std::max(0.0, left.count()), .increment = task.increment};
    runner_.start(
        [this, board = task.board, clock](const Stop& stop) {
            found_ = engine_.choose_move(board, clock, &stop.flag());
        },
        [this](bool /*failed*/) { finished_(); });
}

void Schedule::ponder(const Await& order) {
    pondered_ = subject_ = order.game;
    runner_.start(
        [this, board = order.board](const Stop& stop) { engine_.think_ahead(board, stop.flag()); },
        [this](bool /*failed*/) { finished_(); });
}

std::vector<Schedule::Task>::const_iterator Schedule::most_urgent() const {
    return std::min_element(waiting_.begin(), waiting_.end(),
                            [](const Task& a, const Task& b) { return a.flag < b.flag; });
}

Time Schedule::turn_of_others(Time now) const {
    constexpr int share = 10;
    return now + std::max(SteadyClock::duration::zero(), most_urgent()->flag - now) / share;
}

} // namespace emilia::ggs
