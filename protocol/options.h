#pragma once

// Command-line options that several commands share, and how all of them are parsed.

#include "engine/play/engine.h"
#include "protocol/command.h"

#include <stdexcept>
#include <string>

#include <boost/program_options.hpp>

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

/// Limits of a search: `--time --depth --nodes --level --wld-at --exact-at`.
[[nodiscard]] boost::program_options::options_description limit_options();

/// Adds the choice of instruction set: `--isa`.
void add_variant_option(boost::program_options::options_description& described);

/// The variant of the hot code that it names, or the best one. Throws UsageError where there is
/// none of that name or the processor can't run it.
[[nodiscard]] const NamedVariant& chosen_variant(const ParsedOptions& options);

/// Means of a search: `--threads --hash --isa`.
[[nodiscard]] boost::program_options::options_description resource_options();

/// Reads both of these. Throws UsageError where a value is out of range.
[[nodiscard]] EngineSettings engine_settings(const ParsedOptions& options);

/// Prints `usage`, the options and `examples` to standard output.
void print_help(const std::string& usage,
                const boost::program_options::options_description& described,
                const std::string& examples);

} // namespace emilia
