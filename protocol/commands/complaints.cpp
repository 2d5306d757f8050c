#include "protocol/commands/complaints.h"

#include "engine/base/numbers.h"
#include "protocol/reports/message.h"

#include <fmt/format.h>

namespace emilia {

void Complaints::add(std::string_view problem) {
    ++number_;
    if (number_ <= most_printed) print_message(problem);
}

void Complaints::finish() const {
    if (number_ <= most_printed) return;
    const std::size_t more = number_ - most_printed;
    print_message(
        fmt::format("and {} more {}", with_commas(more), more == 1 ? "problem" : "problems"));
}

} // namespace emilia
