#include "protocol/commands/documents/command_help.h"

#include "protocol/commands/command.h"

#include <stdexcept>

namespace emilia {
namespace {

HelpPage page_of(Arguments words) {
    HelpPage found;
    const HelpReader reader([&found](HelpPage page) { found = std::move(page); });
    words.emplace_back("--help");
    if (run_command_line(words) != ExitStatus::ok)
        throw std::logic_error("a command of the tables has no help");
    return found;
}

void add(std::vector<CommandHelp>& list, const Arguments& words, const std::string& summary) {
    std::string name = "emilia";
    for (const std::string& word : words) name += ' ' + word;
    const HelpPage page = page_of(words);
    list.push_back({.words = name, .summary = summary, .page = page});
    for (const HelpCommand& command : page.commands) {
        Arguments longer = words;
        longer.push_back(command.name);
        add(list, longer, command.summary);
    }
}

} // namespace

std::vector<CommandHelp> help_of_all_commands() {
    std::vector<CommandHelp> list;
    add(list, {}, "an Othello engine");
    return list;
}

} // namespace emilia
