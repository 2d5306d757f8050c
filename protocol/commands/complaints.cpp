#include "protocol/commands/complaints.h"

#include "protocol/text/numbers.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {

void Complaints::add(std::string_view problem) {
    ++number_;
    if (number_ <= most_printed) std::cerr << fmt::format("emilia: {}\n", problem);
}

void Complaints::finish() const {
    if (number_ <= most_printed) return;
    const std::size_t more = number_ - most_printed;
    std::cerr << fmt::format("emilia: and {} more {}\n", with_commas(more),
                             more == 1 ? "problem" : "problems");
}

} // namespace emilia
