#include "protocol/commands/documents/documents.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Text in which `man` finds no commands of its own: a dash stays one that can be searched and
/// copied, and a line may begin with a full stop.
std::string escaped(std::string_view text) {
    std::string result;
    for (const char character : text) {
        switch (character) {
        case '\\': result += "\\e"; break;
        case '-': result += "\\-"; break;
        case '\'': result += "\\(aq"; break;
        case '`': result += "\\(ga"; break;
        case '^': result += "\\(ha"; break;
        case '~': result += "\\(ti"; break;
        default: result += character;
        }
    }
    return result.starts_with('.') ? "\\&" + result : result;
}

/// Paragraphs of filled lines, and indented lines as they are.
std::string text_of(std::string_view text) {
    std::string result;
    bool literal = false;
    bool new_paragraph = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty()) {
            new_paragraph = true;
            continue;
        }
        const bool indented = line.front() == ' ';
        if (literal && (!indented || new_paragraph)) {
            result += ".fi\n.RE\n";
            literal = false;
        }
        if (indented && !literal) {
            result += ".PP\n.RS 2\n.nf\n";
            literal = true;
        } else if (!indented && new_paragraph) {
            result += ".PP\n";
        }
        const std::size_t margin = indented ? line.find_first_not_of(' ') : 0;
        // Two blanks are the margin of all literal texts; what is further in stays so.
        result +=
            std::string(margin > 2 ? margin - 2 : 0, ' ') + escaped(line.substr(margin)) + '\n';
        new_paragraph = false;
    }
    if (literal) result += ".fi\n.RE\n";
    return result;
}

std::string options_text(const HelpPage& page) {
    std::string text;
    for (const HelpGroup& group : page.groups) {
        text += fmt::format(".PP\n{}:\n", escaped(group.title));
        for (const HelpOption& option : group.options) {
            std::string names = fmt::format("\\fB{}\\fR", escaped(option.name));
            if (!option.short_name.empty())
                names = fmt::format("\\fB{}\\fR, {}", escaped(option.short_name), names);
            if (option.takes_value()) names += fmt::format(" \\fI{}\\fR", escaped(option.value));
            text += fmt::format(".TP\n{}\n{}\n", names, escaped(option.description));
        }
    }
    return text;
}

constexpr std::string_view exit_status =
    ".TP\n.B 0\nSuccess.\n"
    ".TP\n.B 1\nSomething failed, and a message on standard error says what; or a check found what "
    "is "
    "wrong, and the output shows it.\n"
    ".TP\n.B 2\nThe command line has a mistake.\n"
    ".TP\n.B 130\nThe command was interrupted and has saved what it had done.\n";

} // namespace

std::string manual_page(const std::vector<CommandHelp>& commands, std::string_view version) {
    const CommandHelp& program = commands.front();
    std::string text =
        fmt::format(".TH EMILIA 1 \"\" \"Emilia {}\" \"User Commands\"\n"
                    ".SH NAME\nemilia \\- {}\n"
                    ".SH SYNOPSIS\n.B emilia\n[\\fIOPTIONS\\fR]\n.br\n.B emilia\n\\fICOMMAND\\fR "
                    "[\\fIOPTIONS\\fR] [\\fIARGUMENTS\\fR]\n"
                    ".SH DESCRIPTION\n{}.SH OPTIONS\n{}.SH EXAMPLES\n{}.SH COMMANDS\n",
                    escaped(version), escaped(program.summary), text_of(program.page.usage),
                    options_text(program.page), text_of(program.page.examples));
    for (const CommandHelp& command : commands) {
        if (&command == &program) continue;
        text += fmt::format(".SS {} \\- {}\n{}", escaped(command.words), escaped(command.summary),
                            text_of(command.page.usage));
        text += options_text(command.page);
        text += text_of(command.page.examples);
    }
    return text + ".SH EXIT STATUS\n" + std::string(exit_status);
}

} // namespace emilia
