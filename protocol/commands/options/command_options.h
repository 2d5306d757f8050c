#pragma once

// The options of a command. Each is declared in one line that binds it to a member of the command's
// settings, with its range, default and help:
//
//     SolveSettings settings;
//     CommandOptions options(usage, examples);
//     options.flag("json", settings.json, "print JSON");
//     options.number("depth", "N", settings.depth, depth_bounds, "search N plies deep instead");
//     add_resources(options, settings.resources);
//     settings.words = options.read(arguments);
//
// `read` fills the settings and checks them, so the functions behind it take plain structs. A
// mistake of the user ends the command by a UsageError, a wish for help by a HelpAsked.

#include "engine/play/bounds.h"
#include "protocol/commands/options/help_page.h"

#include <concepts>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {

/// The words of a command line.
using Arguments = std::vector<std::string>;

/// A mistake in the command line. The program prints the message on standard error and exits with
/// status 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    template <typename... Values>
    requires(sizeof...(Values)
             > 0) explicit UsageError(fmt::format_string<const Values&...> message,
                                      const Values&... values)
        : UsageError(fmt::format(message, values...)) {}

    /// Each command that the error passes through on its way out adds its name in front.
    void add_command(std::string_view name) {
        command_.insert(0, command_.empty() ? std::string(name) : std::string(name) + ' ');
    }

    /// The command that was used wrongly, such as `book probe`; empty: the program itself.
    [[nodiscard]] const std::string& command() const noexcept { return command_; }

private:
    std::string command_;
};

/// Throws UsageError with the message unless `right`.
template <typename... Values>
void check_usage(bool right, fmt::format_string<const Values&...> message,
                 const Values&... values) {
    if (!right) throw UsageError(fmt::format(message, values...));
}

class CommandOptions {
public:
    /// Uses a word that was given for an option, and throws UsageError if it is wrong.
    using Take = std::function<void(const std::string& word)>;

    /// In `usage` and `examples` indented lines stand for themselves, and `title` is that of the
    /// first group of options. `commands` are those that `usage` lists.
    CommandOptions(std::string usage, std::string examples, std::string title = "Options",
                   std::vector<HelpCommand> commands = {});

    /// The options that follow stand under a title of their own in the help.
    void group(std::string title);

    /// An option without a value.
    void flag(const std::string& name, bool& target, const std::string& help);

    /// A number. The help shows the value of `target` as the default.
    template <typename Number>
    void number(const std::string& name, const std::string& value, Number& target,
                std::type_identity_t<Bounds<Number>> bounds, const std::string& help) {
        parsed(
            name, value,
            [=, &target](const std::string& word) { target = number_in(name, word, bounds); }, help,
            fmt::format("{}", target));
    }
    /// A number without a default.
    template <typename Number>
    void number(const std::string& name, const std::string& value, std::optional<Number>& target,
                std::type_identity_t<Bounds<Number>> bounds, const std::string& help) {
        number(
            name, value, bounds, [&target](Number given) { target = given; }, help);
    }
    /// A number for `use`. The help shows `usual` as the default, if there is one.
    template <typename Number, std::invocable<Number> Use>
    void number(const std::string& name, const std::string& value, Bounds<Number> bounds,
                const Use& use, const std::string& help,
                const std::optional<std::string>& usual = {}) {
        parsed(
            name, value, [=](const std::string& word) { use(number_in(name, word, bounds)); }, help,
            usual);
    }

    /// Any text. The help shows the value of `target` as the default, unless it is a std::optional.
    void text(const std::string& name, const std::string& value, std::string& target,
              const std::string& help);
    void text(const std::string& name, const std::string& value, std::optional<std::string>& target,
              const std::string& help);
    /// One or more words.
    void texts(const std::string& name, const std::string& value, Arguments& target,
               const std::string& help);
    /// A file to write. It can't be a standard stream.
    void output(const std::string& name, const std::string& value,
                std::optional<std::string>& target, const std::string& help);

    /// A text that `take` reads. The help shows `usual` as the default, if there is one.
    void parsed(const std::string& name, const std::string& value, const Take& take,
                const std::string& help, const std::optional<std::string>& usual = {});
    /// One of some names, which the completions of shells offer. `take` checks the name, because
    /// it can say what was meant.
    void choice(const std::string& name, const std::string& value, std::vector<std::string> names,
                const Take& take, const std::string& help,
                const std::optional<std::string>& usual = {});

    /// `check` runs when all options have their values, and throws UsageError if they don't fit
    /// together.
    void finally(std::function<void()> check);

    /// Reads the command line and returns the words that are no options, in order. A board string
    /// may begin with a dash. Throws UsageError, and HelpAsked for `--help`.
    [[nodiscard]] Arguments read(const Arguments& arguments);
    /// The same for a command that takes options only. `refusal` is its message about another
    /// word, which stands at `{}`.
    void read_all(const Arguments& arguments, std::string_view refusal);

    /// Whether the command line had the option.
    [[nodiscard]] bool given(std::string_view name) const;
    /// Throws UsageError if it had both options.
    void exclude(std::string_view one, std::string_view other) const;

    [[nodiscard]] HelpPage help_page() const;

private:
    class Description;

    struct Declared {
        std::string name; ///< `depth`; with a short name `output,o`
        std::string value;
        std::optional<std::string> usual;
        std::string help;
        bool several = false;
        std::vector<std::string> choices{};
        std::size_t group = 0;
        std::function<void(const Arguments& words)> take{};
    };

    /// These throw UsageError if the word is no such number.
    static void read_number(const std::string& name, const std::string& word, std::int64_t& number);
    static void read_number(const std::string& name, const std::string& word, double& number);
    static void read_number(const std::string& name, const std::string& word, float& number);

    template <typename Number>
    static Number number_in(const std::string& name, const std::string& word,
                            Bounds<Number> bounds) {
        // Signed, because the conversion to an unsigned type would turn -1 into its largest value.
        using Read = std::conditional_t<std::is_integral_v<Number>, std::int64_t, Number>;
        Read read{};
        read_number(name, word, read);
        const Bounds<Read> all{static_cast<Read>(bounds.least), static_cast<Read>(bounds.greatest)};
        check_usage(all.contain(read), "--{} is {} to {}, not {}", name, all.least, all.greatest,
                    read);
        return static_cast<Number>(read);
    }

    void declare(Declared option, const Take& take);
    void declare(Declared option);

    std::string usage_;
    std::string examples_;
    std::vector<HelpCommand> commands_;
    std::vector<std::string> titles_;
    std::vector<Declared> declared_;
    std::vector<std::function<void()>> checks_;
    std::vector<std::string> given_;
};

} // namespace emilia
