// Only in a build with EMILIA_TUNABLE: what scripts/tune.py needs of the program.

#include "engine/base/constants.h"

#include "engine/base/numbers.h"
#include "protocol/commands/commands.h"
#include "protocol/reports/message.h"

namespace emilia {
namespace {

void set_constant_of(const std::string& word) {
    const std::size_t equals = word.find('=');
    check_usage(equals != std::string::npos, "--constant takes NAME=VALUE, not '{}'", word);
    const std::string name = word.substr(0, equals);
    for (const Constant& constant : all_constants) {
        if (constant.name != name) continue;
        const auto value = whole_number(word.substr(equals + 1));
        check_usage(value && set_constant(name, *value),
                    "the constant {} is a whole number from {} to {}, not '{}'", name,
                    constant.least, constant.greatest, word.substr(equals + 1));
        return;
    }
    throw UsageError("there is no constant '{}'; 'emilia constants' lists them", name);
}

} // namespace

Arguments set_constants(const Arguments& arguments) {
    auto rest = arguments.begin();
    while (rest != arguments.end() && *rest == "--constant") {
        check_usage(++rest != arguments.end(), "--constant needs NAME=VALUE");
        set_constant_of(*rest++);
    }
    return {rest, arguments.end()};
}

ExitStatus run_constants(const Arguments& arguments) {
    CommandOptions options(
        "emilia constants: lists the constants that 'emilia --constant NAME=VALUE ...' sets, in\n"
        "JSON: one object for each, with its default and its range.",
        "Example:\n  emilia --constant low_margin=10 --constant half_window=200 bench\n");
    options.read_all(arguments, "constants takes no arguments");
    std::string_view separator = "[\n";
    for (const Constant& constant : all_constants) {
        print("{}  {{\"name\": \"{}\", \"default\": {}, \"least\": {}, \"greatest\": {}, "
              "\"step\": {}, \"unit\": \"{}\", \"meaning\": \"{}\"}}",
              separator, constant.name, constant.value, constant.least, constant.greatest,
              constant.step, constant.unit, constant.meaning);
        separator = ",\n";
    }
    print("\n]\n");
    return ExitStatus::ok;
}

} // namespace emilia
