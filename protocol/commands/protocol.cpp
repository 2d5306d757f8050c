#include "protocol/commands/protocol.h"

#include "engine/base/text.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/command_table.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/names.h"
#include "protocol/commands/options/session_options.h"
#include "protocol/dialects/nboard.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"
#include "protocol/reports/version.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

bool is_command(std::string_view word) {
    const auto all = commands();
    return std::any_of(all.begin(), all.end(),
                       [word](const Command& command) { return command.name == word; });
}

std::string no_such_command(const std::string& word) {
    return fmt::format("there is no command {}{}", in_quotes(word),
                       did_you_mean_name_of(word, commands()));
}

std::string usage() {
    return fmt::format("Emilia, an Othello engine. Without a command it speaks a protocol on "
                       "standard\ninput and output: {}.\n\n{}\n"
                       "A BOARD is 64 squares a1, b1, ... h8, then the side to move: black X, "
                       "white O, empty -. Moves from the start, such as f5d6c3, may replace it.",
                       names_of(dialects()), list_of_commands("emilia", commands()));
}

constexpr const char* examples =
    R"(Examples:
  emilia --protocol nboard --threads 1
  printf 'genmove black\nquit\n' | emilia --time 0.5
  emilia --player modified-weighted-squares --depth 4
  emilia analyze f5d6c3 --time 10
  emilia solve problems.obf --json
  emilia book probe f5d6
  emilia convert games.sgf --output games.ggf
  emilia selfplay --output games.pos --games 1000
  emilia train games.pos --output new.weights
  emilia perft 9
  emilia bench
)";

/// For a person who has started the program at a terminal. `dialect` is null if none is fixed.
std::string greeting(const DialectKind* dialect) {
    const DialectKind& kind = dialect == nullptr ? dialects().back() : *dialect;
    return fmt::format("Emilia {}, an Othello engine that waits for a GUI, a script or you.\n{}\n"
                       "`emilia --help` tells what else the program can do.\n",
                       program_version(), help_text(kind.help));
}

/// Calls `started` when it begins to read the input.
ExitStatus run_session(const Arguments& arguments, const std::function<void()>& started) {
    if (!arguments.empty() && !arguments.front().starts_with('-'))
        throw UsageError(no_such_command(arguments.front()));
    boost::program_options::options_description described = session_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage(), described, examples, help_commands(commands()));
        return ExitStatus::ok;
    }
    for (const std::string& word : options.positional) {
        if (is_command(word)) throw UsageError(fmt::format("{} comes before all options", word));
    }
    if (!options.positional.empty()) throw UsageError(no_such_command(options.positional.front()));
    if (options.has("version")) {
        std::cout << fmt::format("Emilia {} ({})\n", program_version(),
                                 chosen_instruction_set(options).name);
        return ExitStatus::ok;
    }
    SessionSettings session = chosen_session(options);
    if (at_terminal()) std::cout << greeting(session.dialect) << std::flush;
    converse(std::move(session), std::cin, std::cout, started);
    return ExitStatus::ok;
}

} // namespace

ExitStatus run_protocol(const Arguments& arguments) {
    bool started = false;
    try {
        return run_session(arguments, [&started] { started = true; });
    } catch (const std::ios_base::failure&) {
        throw;
    } catch (...) {
        if (started || is_terminal(StandardStream::input)) throw;
        const Failure failure = failure_in_flight();
        print_message(failure.message);
        show_failure_in_nboard(failure.message, std::cin, std::cout);
        return failure.status;
    }
}

} // namespace emilia
