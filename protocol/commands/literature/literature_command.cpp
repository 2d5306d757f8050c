#include "protocol/commands/command_table.h"
#include "protocol/commands/lost_output.h"

#include <array>

namespace emilia {

ExitStatus run_literature_players(const Arguments& arguments);
ExitStatus run_literature_round_robin(const Arguments& arguments);
ExitStatus run_literature_iago_match(const Arguments& arguments);
ExitStatus run_literature_ordering(const Arguments& arguments);
ExitStatus run_literature_branching(const Arguments& arguments);
ExitStatus run_literature_speed_up(const Arguments& arguments);

namespace {

constexpr auto experiments = std::to_array<Command>({
    {"players", "list the players and their sources", run_literature_players},
    {"round-robin", "repeat Norvig's two tournaments", run_literature_round_robin},
    {"iago-match", "repeat Norvig's match of his Iago", run_literature_iago_match},
    {"ordering", "measure what move ordering saves", run_literature_ordering},
    {"branching", "compare Iago's ways to order moves", run_literature_branching},
    {"speed-up", "measure what alpha-beta saves over minimax", run_literature_speed_up},
});

} // namespace

ExitStatus run_literature(const Arguments& arguments) {
    const EndsWithItsOutput ends_with_its_output;
    return run_group({.name = "literature",
                      .introduction = "repeats experiments with the players of the literature",
                      .commands = experiments,
                      .notes = "scripts/literature.sh runs all experiments.\n"},
                     arguments);
}

} // namespace emilia
