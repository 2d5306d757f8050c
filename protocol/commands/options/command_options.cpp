#include "protocol/commands/options/command_options.h"

#include "engine/base/text.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <array>
#include <climits>
#include <sstream>

#include <boost/lexical_cast.hpp>
#include <boost/program_options.hpp>

namespace emilia {
namespace {

namespace po = boost::program_options;

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

/// `-1` is a number, and no option.
bool is_negative_number(std::string_view argument) {
    return argument.size() > 1 && argument.front() == '-'
           && std::all_of(argument.begin() + 1, argument.end(), is_digit);
}

/// Takes a part of a board, or a negative number, from the front of `words`, as a word that is no
/// option. Boost asks this before it looks for options.
std::vector<po::option> take_option_like_word(std::vector<std::string>& words) {
    if (!looks_like_board(words.front()) && !is_negative_number(words.front())) return {};
    po::option word;
    word.value = word.original_tokens = {words.front()};
    word.position_key = INT_MAX; // no option before it takes it, as of words behind `--`
    words.erase(words.begin());
    return {word};
}

std::string long_name(const std::string& name) {
    return name.substr(0, name.find(','));
}

/// The message for an option that `described` lacks.
std::string no_such_option(std::string option, const po::options_description& described) {
    option.erase(std::min(option.find('='), option.size()));
    std::vector<std::string> with_dashes;
    for (const auto& known : described.options()) with_dashes.push_back("--" + known->long_name());
    const std::vector<std::string_view> names(with_dashes.begin(), with_dashes.end());
    return fmt::format("there is no option '{}'{}", option, did_you_mean(option, names));
}

template <typename Number>
Number parsed_number(const std::string& name, const std::string& word) {
    try {
        return boost::lexical_cast<Number>(word);
    } catch (const boost::bad_lexical_cast&) {
        po::invalid_option_value error(word);
        error.set_prefix(po::command_line_style::allow_long);
        error.set_option_name(name);
        throw UsageError(error.what());
    }
}

} // namespace

bool HelpOption::takes_file() const noexcept {
    constexpr auto files =
        std::to_array<std::string_view>({"FILE", "PATH", "FOLDER", "WEIGHTS", "HEADER"});
    return std::any_of(files.begin(), files.end(),
                       [this](std::string_view word) { return value.starts_with(word); });
}

/// The options as Boost knows them, by groups and all together.
class CommandOptions::Description {
public:
    explicit Description(const CommandOptions& options) : all_(options.titles_.front()) {
        std::vector<po::options_description> groups;
        for (const std::string& title : options.titles_) groups.emplace_back(title);
        for (const Declared& option : options.declared_) {
            groups[option.group].add_options()(option.name.c_str(), semantic_of(option),
                                               option.help.c_str());
        }
        for (const auto& option : groups.front().options()) all_.add(option);
        all_.add_options()("help,h", help_of_help);
        for (auto group = groups.begin() + 1; group != groups.end(); ++group) all_.add(*group);
    }

    static constexpr const char* help_of_help = "show this help";
    [[nodiscard]] const po::options_description& all() const noexcept { return all_; }

private:
    static const po::value_semantic* semantic_of(const Declared& option) {
        if (option.value.empty()) return new po::untyped_value(true); // the description owns it
        if (option.several) {
            auto* const words = po::value<Arguments>()->multitoken();
            return words->value_name(option.value);
        }
        auto* const word = po::value<std::string>()->value_name(option.value);
        return option.usual ? word->default_value(*option.usual) : word;
    }

    po::options_description all_;
};

CommandOptions::CommandOptions(std::string usage, std::string examples, std::string title,
                               std::vector<HelpCommand> commands)
    : usage_(std::move(usage)),
      examples_(std::move(examples)),
      commands_(std::move(commands)),
      titles_{std::move(title)} {}

void CommandOptions::group(std::string title) {
    titles_.push_back(std::move(title));
}

void CommandOptions::flag(const std::string& name, bool& target, const std::string& help) {
    declare({name, {}, {}, help}, [&target](const std::string&) { target = true; });
}

void CommandOptions::text(const std::string& name, const std::string& value, std::string& target,
                          const std::string& help) {
    parsed(
        name, value, [&target](const std::string& word) { target = word; }, help, target);
}

void CommandOptions::text(const std::string& name, const std::string& value,
                          std::optional<std::string>& target, const std::string& help) {
    parsed(
        name, value, [&target](const std::string& word) { target = word; }, help);
}

void CommandOptions::texts(const std::string& name, const std::string& value, Arguments& target,
                           const std::string& help) {
    Declared option{name, value, {}, help};
    option.several = true;
    option.take = [&target](const Arguments& words) { target = words; };
    declare(std::move(option));
}

void CommandOptions::output(const std::string& name, const std::string& value,
                            std::optional<std::string>& target, const std::string& help) {
    const auto take = [name = long_name(name), &target](const std::string& word) {
        target = output_file(name, word);
    };
    parsed(name, value, take, help);
}

void CommandOptions::parsed(const std::string& name, const std::string& value, const Take& take,
                            const std::string& help, const std::optional<std::string>& usual) {
    declare({name, value, usual, help}, take);
}

void CommandOptions::choice(const std::string& name, const std::string& value, Arguments names,
                            const Take& take, const std::string& help,
                            const std::optional<std::string>& usual) {
    Declared option{name, value, usual, help};
    option.choices = std::move(names);
    declare(std::move(option), take);
}

void CommandOptions::declare(Declared option, const Take& take) {
    option.take = [take](const Arguments& words) { take(words.empty() ? "" : words.front()); };
    declare(std::move(option));
}

void CommandOptions::declare(Declared option) {
    option.group = titles_.size() - 1;
    declared_.push_back(std::move(option));
}

void CommandOptions::finally(std::function<void()> check) {
    checks_.push_back(std::move(check));
}

Arguments CommandOptions::read(const Arguments& arguments) {
    const Description description(*this);
    po::options_description all = description.all();
    const char* const positional_name = " words"; // the name of no option
    all.add_options()(positional_name, po::value<Arguments>());
    po::positional_options_description positional;
    positional.add(positional_name, -1);
    po::variables_map values;
    try {
        // Don't guess shortened names: the meaning of a script must not change when an option is
        // added.
        constexpr int style =
            po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
        po::store(po::command_line_parser(arguments)
                      .options(all)
                      .positional(positional)
                      .style(style)
                      .extra_style_parser(take_option_like_word)
                      .run(),
                  values);
    } catch (const po::unknown_option& error) {
        throw UsageError(no_such_option(error.get_option_name(), description.all()));
    } catch (const po::error& error) {
        throw UsageError(error.what());
    }
    if (values.count("help") != 0) {
        std::ostringstream text;
        text << wrapped(usage_) << "\n\n" << description.all() << '\n' << examples_;
        throw HelpAsked{help_page(), text.str()};
    }
    for (const Declared& option : declared_) {
        const std::string name = long_name(option.name);
        if (values.count(name) == 0 || values[name].defaulted()) continue;
        given_.push_back(name);
        if (option.several) {
            option.take(values[name].as<Arguments>());
        } else if (option.value.empty()) {
            option.take({});
        } else {
            option.take({values[name].as<std::string>()});
        }
    }
    for (const auto& check : checks_) check();
    return values.count(positional_name) == 0 ? Arguments()
                                              : values[positional_name].as<Arguments>();
}

void CommandOptions::read_all(const Arguments& arguments, std::string_view refusal) {
    const Arguments words = read(arguments);
    if (!words.empty()) throw UsageError(fmt::runtime(refusal), words.front());
}

bool CommandOptions::given(std::string_view name) const {
    return std::find(given_.begin(), given_.end(), name) != given_.end();
}

void CommandOptions::exclude(std::string_view one, std::string_view other) const {
    check_usage(!given(one) || !given(other), "--{} and --{} exclude each other", one, other);
}

HelpPage CommandOptions::help_page() const {
    HelpPage page{.usage = usage_, .groups = {}, .examples = examples_, .commands = commands_};
    for (const std::string& title : titles_) page.groups.push_back({.title = title, .options = {}});
    for (const Declared& option : declared_) {
        const std::string name = long_name(option.name);
        HelpOption help{.name = "--" + name,
                        .short_name = {},
                        .value = option.value,
                        .choices = option.choices,
                        .description = option.help};
        if (name.size() < option.name.size())
            help.short_name = '-' + option.name.substr(name.size() + 1);
        if (option.usual) help.value += fmt::format(" (={})", *option.usual);
        page.groups[option.group].options.push_back(std::move(help));
    }
    page.groups.front().options.push_back({.name = "--help",
                                           .short_name = "-h",
                                           .value = {},
                                           .choices = {},
                                           .description = Description::help_of_help});
    return page;
}

void CommandOptions::read_number(const std::string& name, const std::string& word,
                                 std::int64_t& number) {
    number = parsed_number<std::int64_t>(name, word);
}

void CommandOptions::read_number(const std::string& name, const std::string& word, double& number) {
    number = parsed_number<double>(name, word);
}

void CommandOptions::read_number(const std::string& name, const std::string& word, float& number) {
    number = parsed_number<float>(name, word);
}

} // namespace emilia
