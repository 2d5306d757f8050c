#include "protocol/server/pacing.h"

#include <algorithm>
#include <utility>

namespace emilia::ggs {

void Outbox::add(OutgoingLine line) {
    if (line.urgent) {
        urgent_.push_back(std::move(line));
    } else if (others_.size() < most_waiting) {
        others_.push_back(std::move(line));
    }
}

std::optional<OutgoingLine> Outbox::take(Time now) {
    const std::chrono::duration<double> passed = now - counted_.value_or(now);
    counted_ = now;
    allowed_ = std::min<double>(burst, allowed_ + passed.count() * per_second);
    if (empty() || allowed_ < 1) return std::nullopt;
    --allowed_;
    auto& queue = urgent_.empty() ? others_ : urgent_;
    OutgoingLine line = std::move(queue.front());
    queue.pop_front();
    return line;
}

void Outbox::clear() noexcept {
    urgent_.clear();
    others_.clear();
}

} // namespace emilia::ggs
