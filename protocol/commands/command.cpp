#include "protocol/commands/command.h"

#include "engine/base/text.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/names.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <new>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Standard output can't be written.
struct LostOutput {};

/// If the reader of a pipe has gone away, as in `emilia bench | head -1`, the process ends without
/// a word, on POSIX systems by SIGPIPE like other programs. Any other failure gets a message.
ExitStatus report_lost_output() {
    if (output_reader_has_gone()) {
        end_without_reader();
    } else {
        std::cerr << "emilia: cannot write to standard output\n";
    }
    return ExitStatus::failed;
}

/// Runs the command that the first argument names, with the other arguments. Returns none if the
/// table has no command of that name. A UsageError leaves with the command's name added.
std::optional<ExitStatus> run_named(std::span<const Command> commands, const Arguments& arguments) {
    if (arguments.empty()) return std::nullopt;
    for (const Command& command : commands) {
        const std::string& name = arguments.front();
        if (name.empty() || (name != command.name && name != command.other_spelling)) continue;
        try {
            return command.run({arguments.begin() + 1, arguments.end()});
        } catch (UsageError& error) {
            error.add_command(command.name);
            throw;
        }
    }
    return std::nullopt;
}

bool asks_for_help(const std::string& word) {
    return word == "help" || word == "--help" || word == "-h";
}

ExitStatus dispatch(const Arguments& arguments) {
    if (const auto status = run_named(commands(), arguments)) return *status;
    if (!arguments.empty() && arguments.front() == "help") {
        Arguments asked(arguments.begin() + 1, arguments.end());
        std::erase_if(asked, asks_for_help); // "help book learn" is "book learn --help"
        asked.emplace_back("--help");
        return dispatch(asked);
    }
    return run_protocol(arguments);
}

} // namespace

ExitStatus run_group(const CommandGroup& group, const Arguments& arguments) {
    if (const auto status = run_named(group.commands, arguments)) return *status;
    const std::string first = arguments.empty() ? "" : arguments.front();
    const std::string name = fmt::format("emilia {}", group.name);
    if (asks_for_help(first)) {
        const std::string introduction = fmt::format("{}: {}\n", name, group.introduction);
        throw HelpAsked{.page = {.usage = introduction,
                                 .groups = {},
                                 .examples = std::string(group.notes),
                                 .commands = help_commands(group.commands)},
                        .text = fmt::format("{}\n{}{}{}", introduction,
                                            list_of_commands(name, group.commands),
                                            group.notes.empty() ? "" : "\n", group.notes)};
    }
    const std::string names = names_of(group.commands);
    check_usage(!first.empty(), "{} needs a command: {}", group.name, names);
    const std::string similar = did_you_mean_name_of(first, group.commands);
    throw UsageError("{} has no command {}{}", group.name, in_quotes(first),
                     similar.empty() ? ", only " + names : similar);
}

std::string list_of_commands(std::string_view prefix, std::span<const Command> commands) {
    constexpr std::string_view help = "COMMAND --help";
    std::size_t width = help.size();
    for (const Command& command : commands) width = std::max(width, command.name.size());
    std::string list;
    for (const Command& command : commands)
        list += fmt::format("  {} {:{}}  {}\n", prefix, command.name, width, command.summary);
    return list + fmt::format("  {} {:{}}  show the options of a command\n", prefix, help, width);
}

std::vector<HelpCommand> help_commands(std::span<const Command> commands) {
    std::vector<HelpCommand> list;
    for (const Command& command : commands)
        list.push_back({std::string(command.name), std::string(command.summary)});
    return list;
}

void flush_output() {
    if (!std::cout.flush()) throw LostOutput();
}

Failure failure_in_flight() {
    try {
        throw;
    } catch (const UsageError& error) {
        const std::string& command = error.command();
        return {fmt::format("{}; see 'emilia {}{}--help'", error.what(), command,
                            command.empty() ? "" : " "),
                ExitStatus::usage};
    } catch (const std::bad_alloc&) {
        return {"out of memory; a smaller --hash may help", ExitStatus::failed};
    } catch (const std::exception& error) {
        return {error.what(), ExitStatus::failed};
    }
}

HelpPage help_of(Arguments name) {
    name.emplace_back("--help");
    try {
        static_cast<void>(dispatch(name));
    } catch (HelpAsked& asked) {
        return std::move(asked.page);
    }
    throw std::logic_error("a command of the tables has no help");
}

ExitStatus run_command_line(const Arguments& arguments) noexcept {
    ExitStatus status = ExitStatus::ok;
    try {
#ifdef EMILIA_TUNABLE
        status = dispatch(set_constants(arguments));
#else
        status = dispatch(arguments);
#endif
    } catch (const HelpAsked& asked) {
        std::cout << asked.text;
    } catch (const LostOutput&) {
        return report_lost_output();
    } catch (...) {
        const Failure failure = failure_in_flight();
        print_message(failure.message);
        return failure.status;
    }
    return std::cout.flush() ? status : report_lost_output();
}

} // namespace emilia
