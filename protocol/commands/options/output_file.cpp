#include "protocol/commands/options/output_file.h"

#include "engine/system/paths.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/options/arguments.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

bool are_same_file(const std::string& one, const std::string& other) {
    std::error_code ignored;
    return std::filesystem::equivalent(to_path(one), to_path(other), ignored);
}

} // namespace

std::optional<std::string> output_path(const ParsedOptions& options, const char* name) {
    const auto path = options.get<std::string>(name);
    if (path == "-") {
        throw UsageError(fmt::format("--{0} needs a file and can't be a standard stream; a file "
                                     "with the name '-' is --{0} ./-",
                                     name));
    }
    if (path) refuse_standard_stream(*path);
    return path;
}

void refuse_standard_stream(const std::string& output) {
    for (const auto& [stream, name] :
         {std::pair(StandardStream::output, "output"), std::pair(StandardStream::error, "error")}) {
        if (!suffers_from(output, stream)) continue;
        throw UsageError(fmt::format("'{}' is where standard {} goes already; choose "
                                     "another file",
                                     output, name));
    }
}

void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) {
        if (!are_same_file(input, output)) continue;
        const std::string both =
            input == output ? "" : fmt::format(" and '{}' are the same file, which", input);
        throw UsageError(fmt::format(
            "'{}'{} cannot be both input and output; choose another output", output, both));
    }
}

bool is_same_output(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto place = [&ignored](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(to_path(link_target(path)), ignored), ignored);
    };
    return place(one) == place(other) || are_same_file(one, other);
}

void refuse_repeated(const std::vector<std::string>& inputs) {
    for (auto later = inputs.begin(); later != inputs.end(); ++later) {
        for (auto earlier = inputs.begin(); earlier != later; ++earlier) {
            if (!are_same_file(*earlier, *later)) continue;
            throw UsageError(fmt::format("'{}' and '{}' are the same file, which would count "
                                         "twice; leave one out",
                                         *earlier, *later));
        }
    }
}

} // namespace emilia
