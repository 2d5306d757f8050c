#include "protocol/commands/literature/literature.h"
#include "protocol/commands/subcommands.h"

#include <array>
#include <string_view>

namespace emilia {
namespace {

constexpr auto experiments = std::to_array<Subcommand>({
    {"players", run_literature_players},
    {"round-robin", run_literature_round_robin},
    {"iago-match", run_literature_iago_match},
    {"ordering", run_literature_ordering},
    {"branching", run_literature_branching},
    {"speed-up", run_literature_speed_up},
});

constexpr std::string_view usage =
    R"(emilia literature NAME: what was published about the players of the literature, and ours.

  emilia literature players        whom --player knows, and where they are from
  emilia literature round-robin    Norvig's two tournaments
  emilia literature iago-match     Norvig's Iago against modified weighted squares
  emilia literature ordering       what the order of moves saves at 6 plies
  emilia literature branching      how well Iago's ways to order moves serve, on real positions
  emilia literature speed-up       what alpha-beta saves against minimax

  emilia literature NAME --help    the options and examples of each

scripts/literature.sh runs all of them.
)";

} // namespace

ExitStatus run_literature(const Arguments& arguments) {
    return run_subcommand("literature", usage, experiments, arguments);
}

} // namespace emilia
