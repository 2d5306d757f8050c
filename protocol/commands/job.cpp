#include "protocol/commands/job.h"

#include "engine/base/numbers.h"
#include "protocol/reports/message.h"

namespace emilia {

void Complaints::add(std::string_view problem) {
    ++number_;
    if (number_ <= most_printed) print_message(problem);
}

void Complaints::finish() const {
    if (number_ <= most_printed) return;
    const std::size_t more = number_ - most_printed;
    print_message("and {} more {}", with_commas(more), more == 1 ? "problem" : "problems");
}

std::vector<NumberedGame> games_of_bases(const std::vector<std::string>& paths, const Years& years,
                                         Complaints& complaints) {
    std::vector<NumberedGame> games = or_throw(read_wthor_games(
        paths, years, [&complaints](const std::string& problem) { complaints.add(problem); }));
    complaints.finish();
    return games;
}

} // namespace emilia
