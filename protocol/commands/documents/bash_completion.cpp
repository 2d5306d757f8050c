#include "protocol/commands/documents/documents.h"

#include <fmt/format.h>

namespace emilia {
namespace {

// Bash takes --name=value apart into three words. Versions before 4.4 lack `compopt -o nosort`,
// which isn't needed; compopt fails outside of a completion, where tests call the function.
constexpr const char* beginning = R"(# Completion for bash, made by `emilia completion bash`.
_emilia() {
    local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} place=emilia i
    if [[ $current == '=' ]]; then
        current=''
    elif [[ $option == '=' ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = 1; i < COMP_CWORD; ++i)); do
        case "$place ${COMP_WORDS[i]}" in
        )";

constexpr const char* middle = R"() place+=" ${COMP_WORDS[i]}" ;;
        *) break ;;
        esac
    done

    COMPREPLY=()
    case "$place $option" in
)";

constexpr const char* commands_begin = R"(    esac

    local commands='' options='' files=''
    case $place in
)";

constexpr const char* ending = R"(    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [[ -n $files ]]; then
        _emilia_files "$current"
    else
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
    fi
}

_emilia_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$1")
}

complete -F _emilia emilia
)";

std::string in_single_quotes(const std::string& words) {
    return "'" + words + "'";
}

std::string value_case(const std::string& words, const HelpOption& option) {
    std::string patterns = fmt::format("'{} {}'", words, option.name);
    if (!option.short_name.empty()) patterns += fmt::format(" | '{} {}'", words, option.short_name);
    std::string offer = "return";
    if (option.takes_file()) offer = "_emilia_files \"$current\"; return";
    if (!option.choices.empty()) {
        offer = fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\"); return",
                            fmt::join(option.choices, " "));
    }
    return fmt::format("    {}) {} ;;\n", patterns, offer);
}

std::string command_case(const CommandHelp& command) {
    std::string options;
    for (const HelpOption& option : options_of(command.page))
        options += (options.empty() ? "" : " ") + option.name;
    std::string names;
    for (const HelpCommand& part : command.page.commands)
        names += (names.empty() ? "" : " ") + part.name;
    return fmt::format("    '{}') commands='{}' options='{}' files={} ;;\n", command.words, names,
                       options, names.empty() ? "yes" : "''");
}

} // namespace

std::string bash_completion(const std::vector<CommandHelp>& commands) {
    std::string text = beginning + all_words(commands, in_single_quotes, " | ") + middle;
    for (const CommandHelp& command : commands) {
        for (const HelpOption& option : options_of(command.page))
            if (option.takes_value()) text += value_case(command.words, option);
    }
    text += commands_begin;
    for (const CommandHelp& command : commands) text += command_case(command);
    return text + ending;
}

} // namespace emilia
