#include "protocol/commands/documents/documents.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* beginning = R"(# Completion for fish, made by `emilia completion fish`.
function __emilia_at --description 'Whether the words so far name this command'
    set -l place emilia
    for word in (commandline -opc)[2..-1]
        if contains -- "$place $word" )";

constexpr const char* middle = R"(
            set place "$place $word"
        else
            break
        end
    end
    test "$place" = "$argv"
end

complete -c emilia -f
)";

std::string in_quotes(const std::string& text) {
    std::string result = "'";
    for (const char character : text) {
        if (character == '\'' || character == '\\') result += '\\';
        result += character;
    }
    return result + '\'';
}

std::string option_line(const std::string& line, const HelpOption& option) {
    std::string text = fmt::format("{} -l {}", line, option.name.substr(2));
    if (!option.short_name.empty()) text += fmt::format(" -s {}", option.short_name.substr(1));
    if (!option.choices.empty()) {
        text += fmt::format(" -x -a '{}'", fmt::join(option.choices, " "));
    } else if (option.takes_value()) {
        text += option.takes_file() ? " -r -F" : " -x";
    }
    return fmt::format("{} -d {}\n", text, in_quotes(option.description));
}

} // namespace

std::string fish_completion(const std::vector<CommandHelp>& commands) {
    std::string text = beginning + all_words(commands, in_quotes, " ") + middle;
    for (const CommandHelp& command : commands) {
        const std::string line =
            fmt::format("complete -c emilia -n '__emilia_at {}'", command.words);
        for (const HelpCommand& part : command.page.commands)
            text += fmt::format("{} -a {} -d {}\n", line, part.name, in_quotes(part.summary));
        if (command.page.commands.empty()) text += line + " -F\n";
        for (const HelpOption& option : options_of(command.page)) text += option_line(line, option);
    }
    return text;
}

} // namespace emilia
