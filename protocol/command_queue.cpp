#include "protocol/command_queue.h"

#include <thread>
#include <utility>

namespace emilia {

CommandQueue::CommandQueue(std::istream& input) : shared_(std::make_shared<Shared>()) {
    // Detached: a read from a terminal or a pipe can't be called off, and a program that is told
    // to quit must not wait for one more line.
    std::thread([&input, shared = shared_] { read(input, shared); }).detach();
}

CommandQueue::~CommandQueue() {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = nullptr;
}

void CommandQueue::read(std::istream& input, const std::shared_ptr<Shared>& shared) {
    const auto deliver = [&shared](auto&& change) {
        const std::lock_guard lock(shared->mutex);
        change();
        if (shared->stop != nullptr) shared->stop->store(true, std::memory_order_relaxed);
        shared->arrival.notify_one();
    };
    std::string line;
    while (std::getline(input, line)) {
        if (line.ends_with('\r')) line.pop_back();
        deliver([&] { shared->lines.push_back(std::move(line)); });
        line.clear();
    }
    deliver([&] { shared->ended = true; });
}

std::optional<std::string> CommandQueue::next() {
    std::unique_lock lock(shared_->mutex);
    shared_->arrival.wait(lock, [this] { return !shared_->lines.empty() || shared_->ended; });
    if (shared_->lines.empty()) return std::nullopt;
    std::string line = std::move(shared_->lines.front());
    shared_->lines.pop_front();
    return line;
}

CommandQueue::Watch::Watch(CommandQueue& queue, std::atomic<bool>& stop) : queue_(queue) {
    const std::lock_guard lock(queue_.shared_->mutex);
    stop.store(!queue_.shared_->lines.empty() || queue_.shared_->ended, std::memory_order_relaxed);
    queue_.shared_->stop = &stop;
}

CommandQueue::Watch::~Watch() {
    const std::lock_guard lock(queue_.shared_->mutex);
    queue_.shared_->stop = nullptr;
}

} // namespace emilia
