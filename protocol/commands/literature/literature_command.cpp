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
    {"zero-window", run_literature_zero_window},
});

constexpr std::string_view usage =
    R"(emilia literature NAME: repeats a published experiment with the players of the literature.

  emilia literature players        all players that --player knows, and their sources
  emilia literature round-robin    Norvig's two tournaments
  emilia literature iago-match     Norvig's Iago against modified-weighted-squares
  emilia literature ordering       what move ordering saves alpha-beta at 6 plies
  emilia literature branching      what Iago's move orderings save on positions of real games
  emilia literature speed-up       how much faster alpha-beta is than minimax
  emilia literature zero-window    what zero windows save in Emilia's own search

  emilia literature NAME --help    the options and examples of an experiment

scripts/literature.sh runs all experiments.
)";

} // namespace

ExitStatus run_literature(const Arguments& arguments) {
    return run_subcommand("literature", usage, experiments, arguments);
}

} // namespace emilia
