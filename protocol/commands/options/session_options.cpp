#include "protocol/commands/options/session_options.h"

#include "book/book_file.h"
#include "engine/base/text.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/names.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/options/player_options.h"
#include "protocol/reports/message.h"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

const DialectKind* chosen_dialect(const ParsedOptions& options) {
    const std::string name = *options.get<std::string>("protocol");
    if (name == "auto") return nullptr;
    for (const DialectKind& kind : dialects())
        if (name == kind.name) return &kind;
    throw UsageError(fmt::format("--protocol is one of auto, {}, not {}", names_of(dialects()),
                                 in_quotes(name)));
}

/// Reports a problem on standard error, and to a client that has a place for it.
void report(std::string problem, std::string& note) {
    print_message(problem);
    note = note.empty() ? std::move(problem) : fmt::format("{}; {}", note, problem);
}

Weights usable_weights(const ParsedOptions& options, std::string& note) {
    try {
        return chosen_weights(options);
    } catch (const std::runtime_error& error) {
        report(fmt::format("{}; playing with the built-in weights", error.what()), note);
        return own_weights();
    }
}

Book usable_book(const ParsedOptions& options, std::string& note) {
    try {
        return chosen_book(options);
    } catch (const std::runtime_error& error) {
        const bool own_book = !options.has("book");
        report(fmt::format("{}; playing {}", error.what(),
                           own_book ? "from the built-in book" : "without a book"),
               note);
        return own_book ? shipped_book() : Book();
    }
}

/// Throws UsageError if the log would be appended to a file that the session reads.
void check_log(const std::string& log, const ParsedOptions& options) {
    std::vector<std::string> read;
    for (const char* option : {"weights", "book"}) {
        if (const auto file = options.get<std::string>(option)) read.push_back(*file);
    }
    if (const auto own_book = own_book_file()) read.push_back(*own_book);
    refuse_as_output(log, read);
}

} // namespace

po::options_description session_options() {
    po::options_description described("Options without a command");
    auto add = described.add_options();
    std::vector<std::string> protocols = choices_from(dialects());
    protocols.emplace_back("auto");
    add("protocol", one_of(std::move(protocols))->value_name("NAME")->default_value("auto"),
        fmt::format("{}; auto: the first command tells which", names_of(dialects())).c_str());
    add("log", po::value<std::string>()->value_name("FILE"),
        "append all commands and replies to FILE, with times");
    add("ponder", po::bool_switch(), "think on the opponent's time");
    add("version", "show the version and the instruction set");
    described.add(limit_options()).add(player_options());
    described.add(book_play_options()).add(resource_options());
    return described;
}

SessionSettings chosen_session(const ParsedOptions& options) {
    for (const char* file : {"weights", "book"}) {
        if (options.get<std::string>(file) == "-")
            throw UsageError(
                fmt::format("--{} can't be standard input, which the client uses", file));
    }
    SessionSettings settings;
    settings.dialect = chosen_dialect(options);
    settings.log_file = output_path(options, "log").value_or("");
    check_log(settings.log_file, options);
    settings.ponder = *options.get<bool>("ponder");
    settings.engine = engine_settings(options);
    settings.player = chosen_player(options);
    if (settings.player) { // its limits don't apply to the engine, which gives the hints
        settings.player_name = *options.get<std::string>("player");
        settings.player_seconds = std::exchange(settings.engine.seconds, {});
        settings.engine.depth.reset();
    }
    BookSettings book{.variety = chosen_variety(options), .seed = chosen_seed(options)};
    const bool has_book = wants_book(options);
    settings.engine.weights = usable_weights(options, settings.note);
    if (has_book) {
        book.book = usable_book(options, settings.note);
        book.file_to_learn_into = [options] { return file_to_learn_into(options); };
        settings.book = std::move(book);
    }
    return settings;
}

} // namespace emilia
