#include "protocol/commands/wthor_bases.h"

#include "protocol/reports/or_throw.h"

namespace emilia {

std::vector<NumberedGame> games_of_bases(const std::vector<std::string>& paths, const Years& years,
                                         Complaints& complaints) {
    std::vector<NumberedGame> games = or_throw(read_wthor_games(
        paths, years, [&complaints](const std::string& problem) { complaints.add(problem); }));
    complaints.finish();
    return games;
}

} // namespace emilia
