#include "tests/search/virtual_processors.h"

#include <algorithm>

namespace emilia::testing {

VirtualProcessors::VirtualProcessors(std::size_t number, Work wake_cost)
    : ThreadPool(number), processors_(number), wake_cost_(wake_cost) {}

void VirtualProcessors::run(std::size_t place) {
    {
        std::unique_lock lock(mutex_);
        wait_for_turn(lock, place);
    }
    ThreadPool::run(place);
    leave();
}

void VirtualProcessors::end() {
    leave();
    ThreadPool::end();
}

void VirtualProcessors::leave() {
    const std::scoped_lock lock(mutex_);
    processors_[running_].state = State::ended;
    pass_turn();
}

void VirtualProcessors::wait_for_change(const std::atomic<unsigned>& changes, unsigned seen) {
    while (changes == seen) sleep();
}

void VirtualProcessors::work(Work amount) {
    std::unique_lock lock(mutex_);
    const std::size_t place = running_;
    processors_[place].clock += amount;
    total_work_ += amount;
    pass_turn();
    wait_for_turn(lock, place);
}

void VirtualProcessors::sleep() {
    std::unique_lock lock(mutex_);
    const std::size_t place = running_;
    processors_[place].state = State::asleep;
    pass_turn();
    wait_for_turn(lock, place);
}

void VirtualProcessors::wake_all() noexcept {
    const std::scoped_lock lock(mutex_);
    const Work awake_at = processors_[running_].clock + wake_cost_;
    for (Processor& processor : processors_) {
        if (processor.state != State::asleep) continue;
        processor.state = State::ready;
        processor.clock = std::max(processor.clock, awake_at);
    }
}

VirtualProcessors::Work VirtualProcessors::clock(std::size_t place) const {
    const std::scoped_lock lock(mutex_);
    return processors_[place].clock;
}

VirtualProcessors::Work VirtualProcessors::total_work() const {
    const std::scoped_lock lock(mutex_);
    return total_work_;
}

void VirtualProcessors::pass_turn() {
    const auto behind = std::min_element(processors_.begin(), processors_.end(),
                                         [](const Processor& a, const Processor& b) {
                                             if (a.state != State::ready) return false;
                                             return b.state != State::ready || a.clock < b.clock;
                                         });
    if (behind == processors_.end() || behind->state != State::ready) return;
    running_ = static_cast<std::size_t>(behind - processors_.begin());
    behind->turn.notify_one();
}

void VirtualProcessors::wait_for_turn(std::unique_lock<std::mutex>& lock, std::size_t place) {
    processors_[place].turn.wait(lock, [this, place] { return running_ == place; });
}

} // namespace emilia::testing
