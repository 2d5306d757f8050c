#pragma once

// Command-line options that several commands share, and how all of them are parsed.

#include "engine/eval/weights.h"
#include "engine/play/engine.h"
#include "protocol/commands/command.h"

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/program_options.hpp>
#include <fmt/format.h>

namespace emilia {

/// A mistake in the command line: its message goes to standard error, the status is 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What the user put on the command line of one command.
struct ParsedOptions {
    boost::program_options::variables_map values;
    std::vector<std::string> positional; ///< what is not an option, in order
    bool help = false;

    [[nodiscard]] bool has(const char* name) const { return values.count(name) != 0; }
    template <typename Value>
    [[nodiscard]] std::optional<Value> get(const char* name) const {
        if (!has(name)) return std::nullopt;
        return values[name].as<Value>();
    }
};

/// Parses `arguments` by `described`, to which `--help` is added. Board strings may begin with a
/// dash. Throws UsageError.
[[nodiscard]] ParsedOptions parse_options(boost::program_options::options_description& described,
                                          const Arguments& arguments);

/// The value of an option that is there, within its limits. Throws UsageError.
template <typename Value>
[[nodiscard]] Value in_range(const ParsedOptions& options, const char* name, Value least,
                             Value greatest) {
    const Value value = options.values[name].as<Value>();
    if (!(value >= least && value <= greatest)) {
        throw UsageError(fmt::format("--{} is {} to {}, not {}", name, least, greatest, value));
    }
    return value;
}

/// The same of one that may be left out.
template <typename Value>
[[nodiscard]] std::optional<Value> optional_in_range(const ParsedOptions& options, const char* name,
                                                     Value least, Value greatest) {
    if (!options.has(name)) return std::nullopt;
    return in_range(options, name, least, greatest);
}

/// Limits of a search: `--time --depth --nodes --level --wld-at --exact-at`.
[[nodiscard]] boost::program_options::options_description limit_options();

/// Adds the choice of instruction set: `--isa`.
void add_variant_option(boost::program_options::options_description& described);

/// The variant of the hot code that it names, or the best one. Throws UsageError where there is
/// none of that name or the processor can't run it.
[[nodiscard]] const NamedVariant& chosen_variant(const ParsedOptions& options);

/// Adds `--weights`.
void add_weights_option(boost::program_options::options_description& described);

/// The weights of the file that it names, or the program's own ones. Throws std::runtime_error with
/// a message that names the file if that can't be used.
[[nodiscard]] Weights chosen_weights(const ParsedOptions& options);

/// The program's own weights. If they do not fit the shapes that it was built with, the first call
/// says so on standard error.
[[nodiscard]] const Weights& own_weights();

/// Means of a search: `--threads --hash --weights --isa`.
[[nodiscard]] boost::program_options::options_description resource_options();

/// Reads both of these but for the weights. Throws UsageError where a value is out of range.
[[nodiscard]] EngineSettings engine_settings(const ParsedOptions& options);

/// With the weights, too. Throws as chosen_weights.
[[nodiscard]] EngineSettings settings_with_weights(const ParsedOptions& options);

/// `--threads`, by default all cores. Throws UsageError.
[[nodiscard]] int chosen_threads(const ParsedOptions& options);

/// `--hash`, for each of so many tables. Throws UsageError, also where memory is not enough for
/// all.
[[nodiscard]] std::size_t chosen_hash_megabytes(const ParsedOptions& options, int tables = 1);

/// Prints `usage`, the options and `examples` to standard output.
void print_help(const std::string& usage,
                const boost::program_options::options_description& described,
                const std::string& examples);

} // namespace emilia
