// `emilia manual` and `emilia completion`: print what is made from the help of all commands.

#include "protocol/commands/documents/documents.h"

#include "protocol/commands/commands.h"
#include "protocol/reports/message.h"

#include <iostream>

namespace emilia {
namespace {

/// Adds the command with this name, and its own commands behind it.
void add(std::vector<CommandHelp>& list, const Arguments& name, const std::string& summary) {
    std::string words = "emilia";
    for (const std::string& word : name) words += ' ' + word;
    const HelpPage page = help_of(name);
    list.push_back({.words = words, .summary = summary, .page = page});
    for (const HelpCommand& command : page.commands) {
        Arguments longer = name;
        longer.push_back(command.name);
        add(list, longer, command.summary);
    }
}

std::vector<CommandHelp> help_of_all_commands() {
    std::vector<CommandHelp> list;
    add(list, {}, "an Othello engine");
    return list;
}

ExitStatus print_completion(const Arguments& arguments, const char* usage, const char* examples,
                            std::string (*script)(const std::vector<CommandHelp>& commands)) {
    CommandOptions(usage, examples).read_all(arguments, "completion takes no argument '{}'");
    std::cout << script(help_of_all_commands());
    return ExitStatus::ok;
}

} // namespace

ExitStatus run_manual(const Arguments& arguments) {
    CommandOptions options(
        "emilia manual: prints the manual page, which contains the help of all commands. Packages\n"
        "install it for 'man emilia'.",
        "Examples:\n"
        "  emilia manual | man -l -\n"
        "  emilia manual > ~/.local/share/man/man1/emilia.1\n");
    options.read_all(arguments, "manual takes no argument '{}'");
    std::cout << manual_page(help_of_all_commands(), program_version());
    return ExitStatus::ok;
}

ExitStatus run_completion_bash(const Arguments& arguments) {
    return print_completion(
        arguments,
        "emilia completion bash: prints a script by which bash completes the commands and\n"
        "options of emilia. Packages install it.",
        "Examples:\n"
        "  source <(emilia completion bash)\n"
        "  emilia completion bash > ~/.local/share/bash-completion/completions/emilia\n",
        bash_completion);
}

ExitStatus run_completion_zsh(const Arguments& arguments) {
    return print_completion(
        arguments,
        "emilia completion zsh: prints a script by which zsh completes the commands and\n"
        "options of emilia. Packages install it. Without a package, put it into a folder of\n"
        "your fpath under the name _emilia, or read it after compinit.",
        "Examples:\n"
        "  source <(emilia completion zsh)\n"
        "  emilia completion zsh > ~/.zfunc/_emilia\n",
        zsh_completion);
}

ExitStatus run_completion_fish(const Arguments& arguments) {
    return print_completion(
        arguments,
        "emilia completion fish: prints a script by which fish completes the commands and\n"
        "options of emilia. Packages install it.",
        "Examples:\n"
        "  emilia completion fish | source\n"
        "  emilia completion fish > ~/.config/fish/completions/emilia.fish\n",
        fish_completion);
}

std::vector<HelpOption> options_of(const HelpPage& page) {
    std::vector<HelpOption> options;
    for (const HelpGroup& group : page.groups)
        options.insert(options.end(), group.options.begin(), group.options.end());
    return options;
}

} // namespace emilia
