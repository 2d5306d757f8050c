#include "book/book_player.h"
#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/play/engine.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"
#include "protocol/commands/options/output_file.h"
#include "protocol/commands/records/analysis_settings.h"
#include "protocol/reports/or_throw.h"
#include "protocol/server/client.h"
#include "protocol/server/password.h"
#include "protocol/server/rules.h"

#include <chrono>
#include <iostream>
#include <memory>
#include <random>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

namespace po = boost::program_options;

constexpr const char* usage =
    "emilia ggs --host HOST --user NAME: plays on the game server GGS. It waits for challenges, "
    "accepts those that the rules allow, plays them and keeps their records. A lost connection is "
    "made again and unfinished games go on. Ctrl-C finishes the running games first; a second one "
    "leaves at once.\n\n"
    "It was never tried on the real server, only on a test server that speaks as the real one does "
    "in recorded sessions.\n\n"
    "The password stands in a file that only you may read (--password-file), or in the environment "
    "variable EMILIA_GGS_PASSWORD.\n\n"
    "A file of rules has one rule a line. The first one that fits a challenge decides; if none "
    "fits, "
    "it is declined. A rule is `accept` or `decline` and any of these conditions:\n"
    "  users=alice,bot*          the challenger; * stands for any end of a name\n"
    "  types=8,8r14-24,s8r20     usual start, random openings, synchro matches\n"
    "  mode=unrated,rated        also: stored, an unfinished game that goes on\n"
    "  main=1:00-15:00           shortest and longest main time; accept needs it\n"
    "  increment=0:00-0:30       the same; without it accept takes at most 1:00\n"
    "  extension=0:00-2:00       the same; without it accept takes at most 5:00\n"
    "  rating=1500-2200          of the challenger\n"
    "Text behind # is a comment. Without --rules there is one rule:\n"
    "  accept main=1:00-30:00 mode=unrated,stored";

constexpr const char* examples =
    "Examples:\n"
    "  emilia ggs --host HOST --user emilia --password-file password.txt\n"
    "  emilia ggs --host HOST --user emilia --password-file password.txt \\\n"
    "    --rules rules.txt --games games.ggf --log dialogue.log --level 30\n"
    "  emilia ggs --check-rules rules.txt\n"
    "  emilia ggs --check-rules rules.txt alice s8r20 5:00//2:00 rated 1850\n";

ggs::Rules read_rules(const std::string& path) {
    const auto text = or_throw(read_file(input_path(path)));
    auto rules = ggs::Rules::parse(text);
    if (!rules) throw std::runtime_error(fmt::format("'{}', {}", path, rules.error()));
    return std::move(*rules);
}

/// The words NAME TYPE CLOCK MODE [RATING] as a challenge.
ggs::Challenge given_challenge(const Arguments& words) {
    constexpr std::size_t least = 4;
    constexpr std::size_t most = 5;
    if (words.size() < least || words.size() > most) {
        throw UsageError(
            "a challenge to try the rules with is NAME TYPE CLOCK MODE [RATING], such as "
            "alice 8b 5:00//2:00 unrated 1850");
    }
    ggs::Challenge challenge{.from = words[0],
                             .from_rating = words.size() == most ? words[4] : "",
                             .clock = words[2],
                             .type = words[1]};
    for (const auto mode : {ggs::Mode::unrated, ggs::Mode::rated, ggs::Mode::stored}) {
        if (words[3] == to_string(mode)) challenge.mode = to_upper(words[3]);
    }
    if (challenge.mode.empty())
        throw UsageError(
            fmt::format("{} is not a mode; write unrated, rated or stored", in_quotes(words[3])));
    return challenge;
}

ExitStatus check_rules(const std::string& path, const Arguments& words) {
    const ggs::Rules rules = read_rules(path);
    if (!words.empty()) {
        const ggs::Decision decision = rules.decide(given_challenge(words));
        std::cout << fmt::format("{}: {}\n", decision.accept ? "accepted" : "declined",
                                 decision.why);
        return ExitStatus::ok;
    }
    for (const ggs::Rule& rule : rules.list())
        std::cout << fmt::format("line {}: {}\n", rule.line, printable(rule.text));
    std::cout << fmt::format("{}; a challenge that fits none is declined\n",
                             counted(rules.list().size(), "rule"));
    return ExitStatus::ok;
}

std::string needed(const ParsedOptions& options, const char* name, const char* value) {
    if (const auto given = options.get<std::string>(name)) return *given;
    throw UsageError(fmt::format("ggs needs --{} {}", name, value));
}

ggs::SessionSetup chosen_session_setup(const ParsedOptions& options) {
    ggs::SessionSetup setup{.user = needed(options, "user", "NAME"), .password = {}};
    if (const auto why = ggs::why_no_user(setup.user)) throw UsageError(*why);
    setup.lag = in_range(options, "lag", 0.0, 60.0);
    setup.matches = optional_in_range(options, "matches", 1, 1'000'000);
    setup.silence = std::chrono::milliseconds(
        static_cast<std::int64_t>(1000 * in_range(options, "silence", 1.0, 3600.0)));
    if (const auto rules = options.get<std::string>("rules")) setup.rules = read_rules(*rules);
    setup.password = or_throw(ggs::read_password(options.get<std::string>("password-file")));
    return setup;
}

/// Throws UsageError if a file would be written over one that is read or written, too.
void check_files(const ggs::ClientSetup& setup, const ParsedOptions& options) {
    std::vector<std::string> read = settings_files(options);
    for (const char* option : {"rules", "password-file"}) {
        if (const auto file = options.get<std::string>(option)) read.push_back(*file);
    }
    refuse_as_output(setup.games_file, read);
    if (setup.log_file.empty()) return;
    refuse_as_output(setup.log_file, read);
    if (is_same_output(setup.log_file, setup.games_file))
        throw UsageError("--games and --log are the same file; choose another --log");
}

ggs::ClientSetup chosen_client(const ParsedOptions& options) {
    ggs::ClientSetup setup;
    setup.host = needed(options, "host", "HOST");
    setup.port = std::to_string(in_range(options, "port", 1, 65535));
    setup.games_file = *output_path(options, "games");
    setup.log_file = output_path(options, "log").value_or("");
    setup.ponders = *options.get<bool>("ponder");
    check_files(setup, options);
    setup.session = chosen_session_setup(options);
    setup.seed = std::random_device()();
    return setup;
}

po::options_description described_options() {
    po::options_description described("Options");
    auto add = described.add_options();
    add("host", po::value<std::string>()->value_name("HOST"), "name or address of the server");
    add("port", po::value<int>()->value_name("N")->default_value(5000), "its port");
    add("user", po::value<std::string>()->value_name("NAME"), "name on the server");
    add("password-file", po::value<std::string>()->value_name("FILE"),
        "file whose first line is the password; only its owner may read it");
    add("rules", po::value<std::string>()->value_name("FILE"), "which challenges to accept");
    add("check-rules", po::value<std::string>()->value_name("FILE"),
        "only check such a file, or say what it does with the challenge that follows: NAME TYPE "
        "CLOCK MODE [RATING]");
    add("games", po::value<std::string>()->value_name("FILE")->default_value("ggs-games.ggf"),
        "append the finished games as GGF; FILE.unfinished has the others");
    add("log", po::value<std::string>()->value_name("FILE"),
        "append the dialogue with times, without the password");
    add("matches", po::value<int>()->value_name("N"), "leave after N matches");
    add("ponder", po::bool_switch(), "think on the opponent's time");
    add("lag", po::value<double>()->value_name("SECONDS")->default_value(0.5, "0.5"),
        "time to keep back for the way to the server; more if moves take longer");
    add("silence", po::value<double>()->value_name("SECONDS")->default_value(150, "150"),
        "connect again when the server has said nothing for so long");
    described.add(limit_options()).add(book_play_options()).add(resource_options());
    return described;
}

} // namespace

ExitStatus run_ggs(const Arguments& arguments) {
    po::options_description described = described_options();
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(usage, described, examples);
        return ExitStatus::ok;
    }
    if (const auto rules = options.get<std::string>("check-rules"))
        return check_rules(*rules, options.positional);
    if (!options.positional.empty()) {
        throw UsageError(fmt::format("ggs does not know what to do with {}",
                                     in_quotes(options.positional.front())));
    }
    const ggs::ClientSetup setup = chosen_client(options);
    EngineSettings settings = settings_with_weights(options);
    const BookVariety variety = chosen_variety(options);
    const std::uint64_t seed = chosen_seed(options);
    if (wants_book(options))
        settings.book = std::make_shared<BookPlayer>(chosen_book(options), variety, seed);
    Engine engine(settings);
    const InterruptFlag interrupt;
    ggs::play_on_server(setup, engine, interrupt.flag(), std::cout);
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
