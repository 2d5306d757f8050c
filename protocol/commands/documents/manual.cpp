// `emilia manual`: prints the manual page.

#include "engine/base/text.h"
#include "protocol/commands/command.h"
#include "protocol/commands/documents/manual_page.h"
#include "protocol/commands/options/options.h"
#include "protocol/reports/version.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia manual: prints the manual page, which contains the help of all commands. Packages\n"
    "install it for 'man emilia'.";
constexpr const char* examples = "Examples:\n"
                                 "  emilia manual | man -l -\n"
                                 "  emilia manual > ~/.local/share/man/man1/emilia.1\n";

} // namespace

ExitStatus run_manual(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (!options.positional.empty()) {
        throw UsageError(
            fmt::format("manual takes no argument {}", in_quotes(options.positional.front())));
    }
    std::cout << manual_page(help_of_all_commands(), program_version());
    return ExitStatus::ok;
}

} // namespace emilia
