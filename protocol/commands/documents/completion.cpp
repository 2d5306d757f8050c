// `emilia completion`: prints the completion for a shell.

#include "engine/base/text.h"
#include "protocol/commands/command_table.h"
#include "protocol/commands/documents/completion_scripts.h"
#include "protocol/commands/options/options.h"

#include <array>
#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

struct Shell {
    const char* usage;
    const char* examples;
    std::string (*script)(const std::vector<CommandHelp>& commands);
};

constexpr Shell bash{
    .usage = "emilia completion bash: prints a script by which bash completes the commands and\n"
             "options of emilia. Packages install it.",
    .examples = "Examples:\n"
                "  source <(emilia completion bash)\n"
                "  emilia completion bash > ~/.local/share/bash-completion/completions/emilia\n",
    .script = bash_completion};
constexpr Shell zsh{
    .usage = "emilia completion zsh: prints a script by which zsh completes the commands and\n"
             "options of emilia. Packages install it. Without a package, put it into a folder of\n"
             "your fpath under the name _emilia, or read it after compinit.",
    .examples = "Examples:\n"
                "  source <(emilia completion zsh)\n"
                "  emilia completion zsh > ~/.zfunc/_emilia\n",
    .script = zsh_completion};
constexpr Shell fish{
    .usage = "emilia completion fish: prints a script by which fish completes the commands and\n"
             "options of emilia. Packages install it.",
    .examples = "Examples:\n"
                "  emilia completion fish | source\n"
                "  emilia completion fish > ~/.config/fish/completions/emilia.fish\n",
    .script = fish_completion};

template <const Shell& shell>
ExitStatus run(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(shell.usage, described, shell.examples);
        return ExitStatus::ok;
    }
    if (!options.positional.empty()) {
        throw UsageError(
            fmt::format("completion takes no argument {}", in_quotes(options.positional.front())));
    }
    std::cout << shell.script(help_of_all_commands());
    return ExitStatus::ok;
}

constexpr auto shells = std::to_array<Command>({
    {"bash", "print the completion for bash", run<bash>},
    {"zsh", "print the completion for zsh", run<zsh>},
    {"fish", "print the completion for fish", run<fish>},
});

} // namespace

std::vector<HelpOption> options_of(const HelpPage& page) {
    std::vector<HelpOption> options;
    for (const HelpGroup& group : page.groups)
        options.insert(options.end(), group.options.begin(), group.options.end());
    return options;
}

ExitStatus run_completion(const Arguments& arguments) {
    return run_group({.name = "completion",
                      .introduction = "lets a shell complete commands and options",
                      .commands = shells},
                     arguments);
}

} // namespace emilia
