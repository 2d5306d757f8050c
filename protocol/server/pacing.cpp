#include "protocol/server/pacing.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace emilia::ggs {

void Outbox::add(OutgoingLine line) {
    auto& queue = lines_.at(static_cast<std::size_t>(line.rank));
    if (line.rank == OutgoingLine::Rank::move || queue.size() < most_waiting)
        queue.push_back(std::move(line));
}

std::optional<OutgoingLine> Outbox::take(Time now) {
    const std::chrono::duration<double> passed = now - counted_.value_or(now);
    counted_ = now;
    allowed_ = std::min<double>(burst, allowed_ + passed.count() * per_second);
    if (empty() || allowed_ < 1) return std::nullopt;
    --allowed_;
    auto& queue = *std::find_if(lines_.begin(), lines_.end(),
                                [](const auto& lines) { return !lines.empty(); });
    OutgoingLine line = std::move(queue.front());
    queue.pop_front();
    return line;
}

void Outbox::clear() noexcept {
    for (auto& queue : lines_) queue.clear();
}

bool Outbox::empty() const noexcept {
    return std::all_of(lines_.begin(), lines_.end(),
                       [](const auto& lines) { return lines.empty(); });
}

} // namespace emilia::ggs
