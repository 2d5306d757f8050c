#include "protocol/options/output_file.h"

#include "protocol/options/arguments.h"

#include <filesystem>

#include <fmt/format.h>

namespace emilia {

std::optional<std::string> output_path(const ParsedOptions& options, const char* name) {
    const auto path = options.get<std::string>(name);
    if (path == "-") {
        throw UsageError(fmt::format("--{0} needs a file and can't be a standard stream; a file "
                                     "with the name '-' is --{0} ./-",
                                     name));
    }
    return path;
}

void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        std::error_code ignored;
        if (!std::filesystem::equivalent(input, output, ignored)) continue;
        const std::string both =
            input == output ? "" : fmt::format(" and '{}' are the same file, which", input);
        throw UsageError(fmt::format(
            "'{}'{} cannot be both input and output; choose another output", output, both));
    }
}

void refuse_repeated(const std::vector<std::string>& inputs) {
    for (auto later = inputs.begin(); later != inputs.end(); ++later) {
        for (auto earlier = inputs.begin(); earlier != later; ++earlier) {
            std::error_code ignored;
            if (!std::filesystem::equivalent(*earlier, *later, ignored)) continue;
            throw UsageError(fmt::format("'{}' and '{}' are the same file, which would count "
                                         "twice; leave one out",
                                         *earlier, *later));
        }
    }
}

} // namespace emilia
