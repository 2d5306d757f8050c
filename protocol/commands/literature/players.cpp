// `emilia literature players`: lists the players that `--player` knows.

#include "engine/classic/players.h"

#include "protocol/commands/literature/literature.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage = "emilia literature players: lists the players that `emilia --player "
                              "NAME` knows, how many plies\n"
                              "they search without --depth, and their sources.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia literature players\n"
                                 "  emilia --player weighted-squares --depth 4\n";

} // namespace

ExitStatus run_literature_players(const Arguments& arguments) {
    CommandOptions(usage, examples).read_all(arguments, options_only);
    MarkdownTable table({"player", "plies", "what it plays for", "source"});
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        table.add({fmt::format("`{}`", kind.name),
                   kind.plies == 0 ? "–" : fmt::format("{}", kind.plies),
                   std::string(kind.description), std::string(kind.source)});
    }
    table.end();
    return ExitStatus::ok;
}

} // namespace emilia
