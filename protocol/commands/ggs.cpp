#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/play/engine.h"
#include "engine/system/process.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/job.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"
#include "protocol/server/client.h"
#include "protocol/server/rules.h"

#include <chrono>
#include <iostream>
#include <random>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia ggs --host HOST --user NAME: plays on the game server GGS. It waits for challenges, "
    "accepts those that the rules allow, plays them and keeps their records. It reconnects after a "
    "lost connection. Rated games and those of tournaments can then continue, if a rule accepts "
    "stored games; unrated ones are over. Ctrl-C finishes the running games first; a second one "
    "leaves at once.\n\n"
    "It has never played on the real server, only on a test server that speaks as the real "
    "server's own program does in recorded sessions.\n\n"
    "The password is in a file that only you may read (--password-file), or in the environment "
    "variable EMILIA_GGS_PASSWORD.\n\n"
    "A file of rules has one rule per line. The first rule that fits a challenge decides; a "
    "challenge that fits none is declined. A rule is `accept` or `decline` and any of these "
    "conditions:\n"
    "  users=alice,bot*          the challenger; * stands for any end of a name\n"
    "  types=8,s8,s8r14-24       usual start, synchro matches, random openings\n"
    "  mode=unrated,rated        also: stored, to continue a rated game\n"
    "  main=1:00-15:00           shortest and longest main time; accept needs it\n"
    "  increment=0:00-0:30       the same; without it accept takes at most 1:00\n"
    "  extension=0:00-2:00       the same; without it accept takes at most 5:00\n"
    "  rating=1500-2200          the challenger's\n"
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
    if (!rules) fail("'{}', {}", path, rules.error());
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
        throw UsageError("{} is not a mode; write unrated, rated or stored", in_quotes(words[3]));
    return challenge;
}

ExitStatus check_rules(const std::string& path, const Arguments& words) {
    const ggs::Rules rules = read_rules(path);
    if (!words.empty()) {
        const ggs::Decision decision = rules.decide(given_challenge(words));
        print("{}: {}\n", decision.accept ? "accepted" : "declined", decision.why);
        return ExitStatus::ok;
    }
    for (const ggs::Rule& rule : rules.list())
        print("line {}: {}\n", rule.line, printable(rule.text));
    print("{}; a challenge that fits none is declined\n", counted(rules.list().size(), "rule"));
    return ExitStatus::ok;
}

struct GgsSettings {
    std::optional<std::string> rules_to_check;
    Arguments challenge; ///< to try these rules with
    ggs::ClientSettings client;
    EngineSettings engine;
};

/// Throws UsageError if a file would be written over one that is read or written, too.
void check_files(const ggs::ClientSettings& setup, const std::vector<std::string>& read) {
    refuse_as_output(setup.games_file, read);
    if (setup.log_file.empty()) return;
    refuse_as_output(setup.log_file, read);
    check_usage(!is_same_output(setup.log_file, setup.games_file),
                "--games and --log are the same file; choose another --log");
}

GgsSettings read_ggs_settings(const Arguments& arguments) {
    GgsSettings settings;
    ggs::ClientSettings& client = settings.client;
    ggs::LogicSettings& logic = client.logic;
    client.games_file = "ggs-games.ggf";
    int port = 5000;
    double silence = 150;
    std::optional<std::string> password_file;
    std::optional<std::string> rules_file;
    std::optional<std::string> log_file;
    EngineSettings limits;
    BookPlay book;
    Resources resources;
    CommandOptions options(usage, examples);
    options.parsed(
        "host", "HOST", [&](const std::string& name) { client.host = name; },
        "name or address of the server");
    options.number("port", "N", port, {1, 65535}, "its port");
    options.parsed(
        "user", "NAME", [&](const std::string& name) { logic.user = name; }, "name on the server");
    options.text("password-file", "FILE", password_file,
                 "file whose first line is the password; only its owner may read it");
    options.text("rules", "FILE", rules_file, "which challenges to accept");
    options.text(
        "check-rules", "FILE", settings.rules_to_check,
        "only check such a file, or say what it does with the challenge that follows: NAME "
        "TYPE CLOCK MODE [RATING]");
    options.parsed(
        "games", "FILE",
        [&](const std::string& word) { client.games_file = output_file("games", word); },
        "append the finished games as GGF; FILE.unfinished has the others", client.games_file);
    options.output("log", "FILE", log_file, "append the dialogue with times, without the password");
    options.number("matches", "N", logic.matches, {1, 1'000'000}, "leave after N matches");
    options.flag("ponder", client.ponders, "think on the opponent's time");
    options.number("lag", "SECONDS", logic.lag, {0, 60},
                   "time to allow for the network; more if moves take longer");
    options.number("silence", "SECONDS", silence, {1, 3600},
                   "reconnect when the server has been silent for this long");
    add_limits(options, limits);
    add_book_play(options, book);
    add_resources(options, resources);
    settings.challenge = options.read(arguments);
    if (settings.rules_to_check) return settings;
    if (!settings.challenge.empty())
        throw UsageError("ggs does not know what to do with {}",
                         in_quotes(settings.challenge.front()));
    check_usage(options.given("host"), "ggs needs --host HOST");
    client.port = std::to_string(port);
    refuse_standard_stream(client.games_file);
    client.log_file = log_file.value_or("");
    std::vector<std::string> read = files_read(resources.weights_file, book.choice.file);
    for (const auto& file : {rules_file, password_file})
        if (file) read.push_back(*file);
    check_files(client, read);
    check_usage(options.given("user"), "ggs needs --user NAME");
    if (const auto why = ggs::why_no_user(logic.user)) throw UsageError(*why);
    logic.silence = std::chrono::milliseconds(static_cast<std::int64_t>(1000 * silence));
    if (rules_file) logic.rules = read_rules(*rules_file);
    logic.password = or_throw(ggs::read_password(password_file));
    client.seed = std::random_device()();
    settings.engine = resources.engine(limits);
    settings.engine.book = book.player();
    return settings;
}

} // namespace

ExitStatus run_ggs(const Arguments& arguments) {
    const GgsSettings settings = read_ggs_settings(arguments);
    if (settings.rules_to_check) return check_rules(*settings.rules_to_check, settings.challenge);
    Engine engine(settings.engine);
    const InterruptFlag interrupt;
    ggs::play_on_server(settings.client, engine, interrupt.flag(), std::cout);
    return interrupt.raised() ? ExitStatus::interrupted : ExitStatus::ok;
}

} // namespace emilia
