#include "protocol/commands/options/options.h"

#include "engine/base/text.h"
#include "engine/system/memory.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/reports/message.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <climits>
#include <cstdint>
#include <iostream>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia {

namespace po = boost::program_options;

namespace {

class OneOf : public po::typed_value<std::string> {
public:
    explicit OneOf(std::vector<std::string> names)
        : po::typed_value<std::string>(nullptr), names_(std::move(names)) {}
    [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

private:
    std::vector<std::string> names_;
};

HelpOption help_option(const po::option_description& described) {
    HelpOption option;
    option.name = "--" + described.long_name();
    const std::string names = described.format_name(); // `--depth` or `-h [ --help ]`
    if (!names.starts_with("--")) option.short_name = names.substr(0, 2);
    if (described.semantic()->max_tokens() > 0) option.value = described.format_parameter();
    if (const auto* const value = dynamic_cast<const OneOf*>(described.semantic().get()))
        option.choices = value->names();
    option.description = described.description();
    return option;
}

HelpPage help_page(std::string usage, const po::options_description& described,
                   std::string examples) {
    HelpPage page{
        .usage = std::move(usage), .groups = {}, .examples = std::move(examples), .commands = {}};
    std::map<std::string, HelpOption> options; // by their beginning of a line
    for (const auto& option : described.options())
        options.emplace("  " + option->format_name(), help_option(*option));
    // Boost tells which group an option belongs to only where it prints: a title is a line at the
    // margin with a colon, and options follow it.
    std::ostringstream printed;
    printed << described;
    std::istringstream lines(printed.str());
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty() && line.front() != ' ' && line.ends_with(':')) {
            page.groups.push_back({.title = line.substr(0, line.size() - 1), .options = {}});
        }
        for (const auto& [beginning, option] : options) {
            if (!line.starts_with(beginning)) continue;
            if (line.size() == beginning.size() || line[beginning.size()] == ' ')
                page.groups.back().options.push_back(option);
        }
    }
    return page;
}

/// Tells a board string, or a part of one, from an option: `--XXXXX--OOO…`. A board with a few
/// wrong characters is still a board, so that the error is about them.
bool looks_like_board(std::string_view argument) {
    if (argument.starts_with("---")) return true;
    constexpr std::size_t minimum = 24; // longer than any option, shorter than half a board
    constexpr std::string_view of_boards = "XxOo*bBwW0.- \t\r\n";
    const auto right = std::count_if(argument.begin(), argument.end(), [&](char character) {
        return of_boards.find(character) != std::string_view::npos;
    });
    const std::size_t wrong = argument.size() - static_cast<std::size_t>(right);
    const std::size_t most_wrong = argument.starts_with('-') ? argument.size() / 4 : 0;
    return argument.size() >= minimum && wrong <= most_wrong
           && argument.find('=') == std::string_view::npos;
}

/// Takes a part of a board from the front of `words`, as a word that is no option. Boost asks this
/// before it looks for options.
std::vector<po::option> take_board(std::vector<std::string>& words) {
    if (!looks_like_board(words.front())) return {};
    po::option word;
    word.value = word.original_tokens = {words.front()};
    word.position_key = INT_MAX; // no option before it takes it, as of words behind `--`
    words.erase(words.begin());
    return {word};
}

/// The message for an option that `described` lacks.
std::string no_such_option(std::string option, const po::options_description& described) {
    option.erase(std::min(option.find('='), option.size()));
    std::vector<std::string> with_dashes;
    for (const auto& known : described.options()) with_dashes.push_back("--" + known->long_name());
    const std::vector<std::string_view> names(with_dashes.begin(), with_dashes.end());
    return fmt::format("there is no option '{}'{}", option, did_you_mean(option, names));
}

} // namespace

ParsedOptions parse_options(po::options_description& described, const Arguments& arguments) {
    described.add_options()("help,h", "show this help");
    po::options_description all = described;
    const char* const positional_name = " words"; // the name of no option in `described`
    all.add_options()(positional_name, po::value<std::vector<std::string>>());
    po::positional_options_description positional;
    positional.add(positional_name, -1);

    ParsedOptions result;
    try {
        // Don't guess shortened names: the meaning of a script must not change when an option is
        // added.
        constexpr int style =
            po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(positional)
                      .style(style)
                      .extra_style_parser(take_board)
                      .run(),
                  result.values);
    } catch (const po::unknown_option& error) {
        throw UsageError(no_such_option(error.get_option_name(), described));
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    if (auto words = result.get<std::vector<std::string>>(positional_name))
        result.positional = std::move(*words);
    result.help = result.has("help");
    return result;
}

po::options_description limit_options(std::optional<int> usual_level) {
    po::options_description options("Limits (the first one reached ends a search)");
    auto add = options.add_options();
    add("time", po::value<double>()->value_name("SECONDS"),
        "seconds for each move, decimals allowed");
    add("depth", po::value<int>()->value_name("N"), "search depth in plies");
    add("nodes", po::value<std::int64_t>()->value_name("N"), "number of positions to search");
    add("level", po::value<int>()->value_name("N"),
        fmt::format(
            "strength from {} to {}: the search depth in the midgame, and deeper in the endgame{}",
            least_level, greatest_level,
            usual_level ? fmt::format(" (default: {})", *usual_level) : "")
            .c_str());
    add("wld-at", po::value<int>()->value_name("N"),
        "solve positions with N or fewer empty squares for win, loss or draw");
    add("exact-at", po::value<int>()->value_name("N"),
        "solve positions with N or fewer empty squares exactly");
    return options;
}

po::options_description resource_options() {
    po::options_description options("Resources");
    auto add = options.add_options();
    add("threads", po::value<int>()->value_name("N"), "number of threads (default: all cores)");
    add("hash", po::value<int>()->value_name("MB")->default_value(128),
        "megabytes of memory for the transposition table");
    add_weights_option(options);
    add_isa_option(options);
    return options;
}

void add_isa_option(po::options_description& described) {
    described.add_options()("isa", one_of(choices_from(instruction_sets()))->value_name("NAME"),
                            fmt::format("instruction set: {} ({})", names_of(instruction_sets()),
                                        instruction_sets().size() > 1
                                            ? "default: the best that the processor has"
                                            : "the only one of this program")
                                .c_str());
}

const InstructionSet& chosen_instruction_set(const ParsedOptions& options) {
    const auto name = options.get<std::string>("isa");
    if (!name) return best_instruction_set();
    for (const InstructionSet& set : instruction_sets()) {
        if (set.name != *name) continue;
        if (set.runs_here) return set;
        throw UsageError(fmt::format("this processor does not run {}; the best that it runs is {}",
                                     *name, best_instruction_set().name));
    }
    throw UsageError(fmt::format("--isa is {}{}, not {}",
                                 instruction_sets().size() > 1 ? "one of " : "",
                                 names_of(instruction_sets()), in_quotes(*name)));
}

void add_weights_option(po::options_description& described) {
    described.add_options()("weights", po::value<std::string>()->value_name("FILE"),
                            "weights of the evaluation (default: the built-in weights)");
}

Weights chosen_weights(const ParsedOptions& options) {
    const auto path = options.get<std::string>("weights");
    if (!path) return own_weights();
    return or_throw(read_weights(input_path(*path)));
}

EngineSettings engine_settings(const ParsedOptions& options) {
    EngineSettings settings;
    settings.instruction_set = &chosen_instruction_set(options);
    if (options.has("time")) settings.seconds = in_range(options, "time", 0.001, 1e7);
    settings.depth = optional_in_range(options, "depth", 1, 60);
    // Signed, because the conversion to an unsigned type would turn -1 into its largest value.
    constexpr auto most_nodes = std::numeric_limits<std::int64_t>::max();
    if (const auto nodes = optional_in_range<std::int64_t>(options, "nodes", 1, most_nodes)) {
        settings.nodes = static_cast<Nodes>(*nodes);
    }
    settings.level = optional_in_range(options, "level", least_level, greatest_level);
    settings.wld_at = optional_in_range(options, "wld-at", 0, 60);
    settings.exact_at = optional_in_range(options, "exact-at", 0, 60);
    settings.threads = chosen_threads(options);
    settings.hash_megabytes = chosen_hash_megabytes(options);
    return settings;
}

EngineSettings settings_with_weights(const ParsedOptions& options) {
    EngineSettings settings = engine_settings(options);
    settings.weights = chosen_weights(options);
    return settings;
}

int chosen_threads(const ParsedOptions& options) {
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    constexpr int most_threads = 1024;
    return optional_in_range(options, "threads", 1, most_threads).value_or(cores);
}

std::size_t chosen_hash_megabytes(const ParsedOptions& options, int tables) {
    const auto megabytes = static_cast<std::size_t>(in_range(options, "hash", 1, 1024 * 1024));
    const std::size_t all = megabytes * static_cast<std::size_t>(tables);
    if (const auto memory = main_memory_bytes(); memory && all > *memory >> 20) {
        const std::string times = tables == 1 ? "" : fmt::format(" for each of {} threads", tables);
        throw UsageError(fmt::format("--hash {}{} is more than this machine's memory of {} MB",
                                     megabytes, times, *memory >> 20));
    }
    return megabytes;
}

void print_help(const std::string& usage, const po::options_description& described,
                const std::string& examples, const std::vector<HelpCommand>& commands) {
    HelpPage page = help_page(usage, described, examples);
    page.commands = commands;
    std::ostringstream text;
    text << wrapped(usage) << "\n\n" << described << '\n' << examples;
    throw HelpAsked{std::move(page), text.str()};
}

void add_book_option(po::options_description& described, const char* description) {
    described.add_options()("book", po::value<std::string>()->value_name("FILE"), description);
}

Book chosen_book(const ParsedOptions& options) {
    return chosen_book(options.get<std::string>("book"));
}

po::options_description book_choice_options() {
    po::options_description options("Opening book");
    add_book_option(options, "use this book instead of the built-in book and your own");
    options.add_options()("no-book", po::bool_switch(), "use no opening book");
    return options;
}

bool wants_book(const ParsedOptions& options) {
    const bool none = *options.get<bool>("no-book");
    if (none && options.has("book")) throw UsageError("--book and --no-book contradict each other");
    return !none;
}

std::uint64_t chosen_seed(const ParsedOptions& options) {
    constexpr auto largest = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::uint64_t>(in_range<std::int64_t>(options, "seed", 0, largest));
}

std::optional<std::string> output_path(const ParsedOptions& options, const char* name) {
    const auto path = options.get<std::string>(name);
    return path ? std::optional(output_file(name, *path)) : std::nullopt;
}

po::typed_value<std::string>* one_of(std::vector<std::string> names) {
    return new OneOf(std::move(names)); // the option that it is added to owns it
}

} // namespace emilia
