#include "protocol/options/output_file.h"

#include "protocol/options/arguments.h"

#include <filesystem>

#include <fmt/format.h>

namespace emilia {

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

} // namespace emilia
