#include "protocol/commands/literature/literature.h"

#include "engine/classic/players.h"
#include "protocol/reports/message.h"

#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace emilia {

void add_opening_seed(CommandOptions& options, std::uint64_t& seed, const char* help) {
    options.number("seed", "S", seed, seed_bounds, help);
}

MarkdownTable::MarkdownTable(const std::vector<std::string>& header) {
    add(header);
    add(std::vector<std::string>(header.size(), "---"));
}

void MarkdownTable::add(const std::vector<std::string>& row) {
    print("| {} |\n", fmt::join(row, " | "));
    flush_output();
}

void MarkdownTable::end() {
    std::cout << '\n';
}

ExitStatus run_literature_players(const Arguments& arguments) {
    CommandOptions(
        "emilia literature players: lists the players that `emilia --player NAME` knows, how many "
        "plies\nthey search without --depth, and their sources.",
        "Examples:\n"
        "  emilia literature players\n"
        "  emilia --player weighted-squares --depth 4\n")
        .read_all(arguments, options_only);
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
