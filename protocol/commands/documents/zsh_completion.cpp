#include "protocol/commands/documents/documents.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* beginning = R"(#compdef emilia
# Completion for zsh, made by `emilia completion zsh`.
_emilia() {
    local place=emilia
    local -i at=2
    while ((at < CURRENT)); do
        case "$place $words[at]" in
        ()";

constexpr const char* middle = R"() place+=" $words[at]" ;;
        (*) break ;;
        esac
        ((++at))
    done
    # What follows sees only the words of the last command.
    words=(emilia "${(@)words[at,-1]}")
    ((CURRENT -= at - 2))

    case $place in
)";

constexpr const char* ending = R"(    esac
}

# Also works where the file is read rather than found in fpath.
if [[ $funcstack[1] == _emilia ]]; then
    _emilia "$@"
else
    compdef _emilia emilia
fi
)";

/// `text` without what _arguments would understand, inside single quotes of the shell.
std::string plain(const std::string& text) {
    std::string result;
    for (const char character : text) {
        if (character == '\'') {
            result += "'\\''";
            continue;
        }
        if (character == '[' || character == ']' || character == ':' || character == '\\')
            result += '\\';
        result += character;
    }
    return result;
}

std::string specification(const HelpOption& option) {
    std::string action;
    if (option.takes_value()) {
        const std::string name = option.value.substr(0, option.value.find(' '));
        action = fmt::format(":{}:", plain(name));
        action += option.takes_file() ? "_files" : " ";
        if (!option.choices.empty())
            action = fmt::format(":{}:({})", plain(name), fmt::join(option.choices, " "));
    }
    const std::string description = plain(option.description);
    const char* const equals = option.takes_value() ? "=" : "";
    std::string text =
        fmt::format(" \\\n            '{}{}[{}]{}'", option.name, equals, description, action);
    if (!option.short_name.empty())
        text += fmt::format(" \\\n            '{}[{}]{}'", option.short_name, description, action);
    return text;
}

std::string command_case(const CommandHelp& command) {
    std::string text = fmt::format("    ('{}')\n        _arguments -S", command.words);
    for (const HelpOption& option : options_of(command.page)) text += specification(option);
    if (command.page.commands.empty()) return text + " \\\n            '*:file:_files' ;;\n";
    text += " \\\n            '1:command:((";
    for (const HelpCommand& part : command.page.commands)
        text += fmt::format("{}\\:\"{}\" ", part.name, plain(part.summary));
    text.back() = ')';
    return text + ")' ;;\n";
}

std::string in_single_quotes(const std::string& words) {
    return "'" + words + "'";
}

} // namespace

std::string zsh_completion(const std::vector<CommandHelp>& commands) {
    std::string text = beginning + all_words(commands, in_single_quotes, " | ") + middle;
    for (const CommandHelp& command : commands) text += command_case(command);
    return text + ending;
}

} // namespace emilia
