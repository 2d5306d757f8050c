#include "protocol/commands/command.h"
#include "protocol/commands/command_table.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/lost_output.h"
#include "protocol/commands/protocol.h"
#include "protocol/reports/message.h"

#include <exception>
#include <iostream>
#include <new>

#include <fmt/format.h>

namespace emilia {
namespace {

ExitStatus dispatch(const Arguments& arguments) {
    if (const auto status = run_named(commands(), arguments)) return *status;
    const std::string first = arguments.empty() ? "" : arguments.front();
    if (first == "help") { // "help book learn" is "book learn --help"
        Arguments asked(arguments.begin() + 1, arguments.end());
        std::erase_if(asked, [](const std::string& word) {
            return word == "help" || word == "--help" || word == "-h";
        });
        asked.emplace_back("--help");
        return dispatch(asked);
    }
    return run_protocol(arguments);
}

} // namespace

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

ExitStatus run_command_line(const Arguments& arguments) noexcept {
    try {
        const ExitStatus status = dispatch(arguments);
        std::cout.flush();
        return std::cout ? status : report_lost_output();
    } catch (const std::ios_base::failure&) {
        return report_lost_output();
    } catch (...) {
        const Failure failure = failure_in_flight();
        print_message(failure.message);
        return failure.status;
    }
}

} // namespace emilia
