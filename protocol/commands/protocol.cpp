// `emilia` without a command: a session with a client.

#include "book/book_file.h"
#include "engine/base/text.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/dialects/nboard.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>
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
                       "`emilia --help` shows what else the program can do.\n",
                       program_version(), help_text(kind.help));
}

/// What the command line says.
struct SessionChoices {
    bool version = false;
    const DialectKind* dialect = nullptr; ///< null: the first command decides
    std::optional<std::string> log_file;
    bool ponder = false;
    EngineSettings limits;
    PlayerChoice player;
    BookPlay book;
    Resources resources;
};

const DialectKind* dialect_of(const std::string& name) {
    if (name == "auto") return nullptr;
    for (const DialectKind& kind : dialects())
        if (name == kind.name) return &kind;
    throw UsageError("--protocol is one of auto, {}, not {}", names_of(dialects()),
                     in_quotes(name));
}

void declare(CommandOptions& options, SessionChoices& choices) {
    std::vector<std::string> protocols = choices_from(dialects());
    protocols.emplace_back("auto");
    options.choice(
        "protocol", "NAME", std::move(protocols),
        [&](const std::string& name) { choices.dialect = dialect_of(name); },
        fmt::format("{}; auto: the first command decides", names_of(dialects())), "auto");
    options.output("log", "FILE", choices.log_file,
                   "append all commands and replies to FILE, with times");
    options.flag("ponder", choices.ponder, "think on the opponent's time");
    options.flag("version", choices.version, "show the version and the instruction set");
    add_limits(options, choices.limits);
    add_player(options, choices.player);
    add_book_play(options, choices.book);
    add_resources(options, choices.resources);
}

/// Throws UsageError if the options don't fit together.
void check(SessionChoices& choices) {
    const auto& weights = choices.resources.weights_file;
    const auto& book = choices.book.choice.file;
    for (const auto& [option, file] : {std::pair("weights", weights), {"book", book}}) {
        check_usage(file != "-", "--{} can't be standard input, which the client uses", option);
    }
    if (choices.log_file) refuse_as_output(*choices.log_file, files_read(weights, book));
    complete(choices.player, choices.limits, choices.ponder, choices.book.seed);
}

SessionChoices read_session_choices(const Arguments& arguments) {
    if (!arguments.empty() && !arguments.front().starts_with('-'))
        throw UsageError(no_such_command(arguments.front()));
    SessionChoices choices;
    CommandOptions options(usage(), examples, "Options without a command",
                           help_commands(commands()));
    declare(options, choices);
    for (const std::string& word : options.read(arguments)) {
        check_usage(!is_command(word), "{} comes before all options", word);
        throw UsageError(no_such_command(word));
    }
    if (!choices.version) check(choices);
    return choices;
}

/// Reports a problem on standard error, and to a client that has a place for it, which may be
/// short: there the consequence comes first.
void report(std::string_view problem, std::string_view consequence, std::string& note) {
    print_message("{}; {}", problem, consequence);
    note += fmt::format("{}{}: {}", note.empty() ? "" : "; ", consequence, problem);
}

Weights usable_weights(const Resources& resources, std::string& note) {
    try {
        return resources.weights();
    } catch (const std::runtime_error& error) {
        report(error.what(), "playing with the built-in weights", note);
        return own_weights();
    }
}

Book usable_book(const std::optional<std::string>& file, std::string& note) {
    try {
        return chosen_book(file);
    } catch (const std::runtime_error& error) {
        report(error.what(), file ? "playing without a book" : "playing from the built-in book",
               note);
        return file ? Book() : shipped_book();
    }
}

/// Where a weights or book file can't be used, it prints a warning on standard error and falls back
/// on the built-in one, because a client can't be asked for another file.
SessionSettings session_of(const SessionChoices& choices) {
    SessionSettings settings;
    settings.dialect = choices.dialect;
    settings.log_file = choices.log_file.value_or("");
    settings.ponder = choices.ponder;
    settings.engine = choices.limits;
    settings.engine.threads = choices.resources.threads;
    settings.engine.hash_megabytes = choices.resources.hash_megabytes;
    settings.engine.instruction_set = choices.resources.instruction_set;
    settings.player = choices.player.make();
    if (settings.player) { // its limits don't apply to the engine, which gives the hints
        settings.player_name = choices.player.kind->name;
        settings.player_seconds = std::exchange(settings.engine.seconds, {});
        settings.engine.depth.reset();
    }
    settings.engine.weights = usable_weights(choices.resources, settings.note);
    const BookChoice& book = choices.book.choice;
    if (!book.none) {
        settings.book = BookSettings{.book = usable_book(book.file, settings.note),
                                     .variety = choices.book.variety,
                                     .seed = choices.book.seed};
        settings.book->file_to_learn_into = [file = book.file] { return file_to_learn_into(file); };
    }
    return settings;
}

} // namespace

ExitStatus run_protocol(const Arguments& arguments) {
    bool started = false;
    try {
        const SessionChoices choices = read_session_choices(arguments);
        if (choices.version) {
            print("Emilia {} ({})\n", program_version(), choices.resources.instruction_set->name);
            return ExitStatus::ok;
        }
        SessionSettings session = session_of(choices);
        if (at_terminal()) std::cout << greeting(session.dialect) << std::flush;
        converse(std::move(session), std::cin, std::cout, [&started] { started = true; });
        return ExitStatus::ok;
    } catch (const std::exception&) {
        if (started || is_terminal(StandardStream::input)) throw;
        const Failure failure = failure_in_flight();
        print_message(failure.message);
        show_failure_in_nboard(failure.message, std::cin, std::cout);
        return failure.status;
    }
}

} // namespace emilia
