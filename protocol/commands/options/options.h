#pragma once

// Parses the options of a command, and defines the options that several commands share.

#include "engine/eval/weights.h"
#include "engine/play/engine.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/command_options.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/help_page.h"
#include "protocol/commands/options/names.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

namespace emilia {

/// The options and other words on the command line of one command.
struct ParsedOptions {
    boost::program_options::variables_map values;
    std::vector<std::string> positional; ///< words that are not options, in order
    bool help = false;

    [[nodiscard]] bool has(const char* name) const { return values.count(name) != 0; }
    template <typename Value>
    [[nodiscard]] std::optional<Value> get(const char* name) const {
        if (!has(name)) return std::nullopt;
        return values[name].as<Value>();
    }
};

/// Adds `--help` to `described` and parses `arguments` by it. A board string may begin with a dash.
/// Throws UsageError.
[[nodiscard]] ParsedOptions parse_options(boost::program_options::options_description& described,
                                          const Arguments& arguments);

/// Returns the value of an option that must be present. Throws UsageError if it is out of range.
template <typename Value>
[[nodiscard]] Value in_range(const ParsedOptions& options, const char* name, Value minimum,
                             Value maximum) {
    const Value value = options.values[name].as<Value>();
    if (!(value >= minimum && value <= maximum)) { // catches NaN, too
        throw UsageError(fmt::format("--{} is {} to {}, not {}", name, minimum, maximum, value));
    }
    return value;
}

/// The same for an option that may be absent.
template <typename Value>
[[nodiscard]] std::optional<Value> optional_in_range(const ParsedOptions& options, const char* name,
                                                     Value minimum, Value maximum) {
    if (!options.has(name)) return std::nullopt;
    return in_range(options, name, minimum, maximum);
}

/// The limits of a search: `--time --depth --nodes --level --wld-at --exact-at`. The help names
/// `usual_level` as the default, if there is one.
[[nodiscard]] boost::program_options::options_description
limit_options(std::optional<int> usual_level = std::nullopt);

/// Adds `--isa`, which chooses the instruction set.
void add_isa_option(boost::program_options::options_description& described);

/// Returns the instruction set that `--isa` names, or the best one. Throws UsageError if
/// there is none of that name or the processor can't run it.
[[nodiscard]] const InstructionSet& chosen_instruction_set(const ParsedOptions& options);

/// Adds `--weights`.
void add_weights_option(boost::program_options::options_description& described);

/// Returns the weights of the file that `--weights` names, or the program's own. Throws
/// std::runtime_error with a message that names the file if it can't be used.
[[nodiscard]] Weights chosen_weights(const ParsedOptions& options);

/// The resources of a search: `--threads --hash --weights --isa`.
[[nodiscard]] boost::program_options::options_description resource_options();

/// Reads the options of limit_options and resource_options except for the weights. Throws
/// UsageError if a value is out of range.
[[nodiscard]] EngineSettings engine_settings(const ParsedOptions& options);

/// The same with the weights. Throws as chosen_weights does, too.
[[nodiscard]] EngineSettings settings_with_weights(const ParsedOptions& options);

/// `--threads`; the default is all cores. Throws UsageError.
[[nodiscard]] int chosen_threads(const ParsedOptions& options);

/// `--hash`, the size of each of `tables` hash tables. Throws UsageError if it is out of range or
/// if all tables together need more than the machine's memory.
[[nodiscard]] std::size_t chosen_hash_megabytes(const ParsedOptions& options, int tables = 1);

/// Prints `usage`, the options and `examples` to standard output, or gives them to the reader of
/// help_page.h with the list of `commands`, which `usage` shows.
void print_help(const std::string& usage,
                const boost::program_options::options_description& described,
                const std::string& examples, const std::vector<HelpCommand>& commands = {});

/// Adds `--book`.
void add_book_option(boost::program_options::options_description& described,
                     const char* description);
[[nodiscard]] Book chosen_book(const ParsedOptions& options);
[[nodiscard]] boost::program_options::options_description book_choice_options();
[[nodiscard]] bool wants_book(const ParsedOptions& options);
[[nodiscard]] std::uint64_t chosen_seed(const ParsedOptions& options);
[[nodiscard]] std::optional<std::string> output_path(const ParsedOptions& options,
                                                     const char* name);

/// The value of an option that is one of some names.
[[nodiscard]] boost::program_options::typed_value<std::string>*
one_of(std::vector<std::string> names);

} // namespace emilia
