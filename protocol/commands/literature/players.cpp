// `emilia literature players`: whom `--player` knows.

#include "engine/classic/players.h"

#include "protocol/commands/literature/literature.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia literature players: the players that `emilia --player NAME` "
    "knows, how many plies they search\nif --depth does not say, and where "
    "they are from.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia literature players\n"
                                 "  emilia --player weighted-squares --depth 4\n";

} // namespace

ExitStatus run_literature_players(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    refuse_arguments(options);
    MarkdownTable table({"player", "plies", "what guides him", "source"});
    for (const classic::PlayerKind& kind : classic::player_kinds()) {
        table.add({fmt::format("`{}`", kind.name),
                   kind.plies == 0 ? "–" : fmt::format("{}", kind.plies),
                   std::string(kind.description), std::string(kind.source)});
    }
    table.print();
    return ExitStatus::ok;
}

} // namespace emilia
