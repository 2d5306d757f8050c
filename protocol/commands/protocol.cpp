#include "engine/base/text.h"
#include "protocol/commands/command.h"
#include "protocol/commands/version.h"
#include "protocol/dialects/dialects.h"
#include "protocol/dialects/session.h"
#include "protocol/options/book_options.h"
#include "protocol/options/options.h"
#include "protocol/options/player_options.h"

#include <atomic>
#include <iostream>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// None: the client's first line tells.
const DialectKind* parse_protocol(const std::string& name) {
    std::string names = "auto";
    if (name == names) return nullptr;
    for (const DialectKind& kind : dialects()) {
        if (name == kind.name) return &kind;
        names += fmt::format(", {}", kind.name);
    }
    throw UsageError(fmt::format("--protocol is one of {}, not '{}'", names, name));
}

/// A client can't be asked for another file: the engine keeps its own weights.
Weights usable_weights(const ParsedOptions& options) {
    try {
        return chosen_weights(options);
    } catch (const std::runtime_error& error) {
        std::cerr << fmt::format("emilia: {}; playing with the program's own weights\n",
                                 error.what());
        return own_weights();
    }
}

/// Uses the opponent's time until the next command. A client may tell of the engine's own move only
/// later, or ask other things meanwhile; any other position ends it.
void think_ahead(Session& session) {
    if (!session.own_move) return;
    const auto& [before, move] = *session.own_move;
    const Position after = before.after(move);
    const Position& now = session.game.position();
    if (now != before && now != after) {
        session.own_move.reset();
        return;
    }
    std::atomic<bool> stop = false;
    const auto watch = session.dialogue.watch(stop);
    session.engine.think_ahead(after.board, stop);
}

void converse(Session& session, const DialectKind* kind, bool ponder) {
    std::unique_ptr<Dialect> dialect;
    if (kind != nullptr) dialect = kind->make(session);
    for (;;) {
        if (ponder) think_ahead(session);
        const auto line = session.dialogue.next();
        if (!line) break;
        if (!dialect) {
            std::string_view rest = *line;
            const std::string_view word = take_word(rest);
            if (word.empty() || word.starts_with('#')) continue; // no dialect answers these
            dialect = recognise_dialect(*line).make(session);
        }
        if (!dialect->handle(*line)) break;
    }
}

} // namespace

ExitStatus run_protocol(const Arguments& arguments) {
    namespace po = boost::program_options;
    po::options_description described("Options");
    auto add = described.add_options();
    add("protocol", po::value<std::string>()->value_name("NAME")->default_value("auto"),
        "nboard, gtp or cassio; auto: the first command tells");
    add("log", po::value<std::string>()->value_name("FILE"),
        "append the dialogue to FILE, time-stamped");
    add("ponder", po::bool_switch(), "think on the opponent's time, too");
    add("version", "show the version and the instruction set");
    described.add(limit_options()).add(player_options());
    described.add(book_play_options()).add(resource_options());
    const ParsedOptions options = parse_options(described, arguments);
    if (!options.positional.empty()) {
        throw UsageError(fmt::format("there is no command {}", in_quotes(options.positional.front())));
    }
    if (options.has("version")) {
        std::cout << fmt::format("Emilia {} ({})\n", program_version(),
                                 chosen_variant(options).name);
        return ExitStatus::ok;
    }
    const DialectKind* const protocol = parse_protocol(*options.get<std::string>("protocol"));
    EngineSettings settings = engine_settings(options);
    settings.weights = usable_weights(options);
    SessionBook book(options);
    settings.book = book.player();
    const auto player = chosen_player(options);
    std::optional<double> player_seconds;
    if (player) { // his limits are not those of the engine, which still gives hints
        player_seconds = std::exchange(settings.seconds, {});
        settings.depth.reset();
    }
    Engine engine(settings);
    Dialogue dialogue(std::cin, std::cout, options.get<std::string>("log").value_or(""));
    Session session{dialogue, engine, book, {}, player.get()};
    session.player_name = options.get<std::string>("player").value_or("");
    session.player_seconds = player_seconds;
    converse(session, protocol, *options.get<bool>("ponder"));
    return ExitStatus::ok;
}

} // namespace emilia
