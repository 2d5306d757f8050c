#include "protocol/options/output_file.h"

#include "engine/base/replace_file.h"
#include "protocol/options/arguments.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace emilia {
namespace {

/// Whether a stream, as its descriptor, goes to the file `path` and would suffer if `path` were
/// written, too. Terminals and other devices don't, nor does standard error in a pipe.
bool suffers_from(const std::string& path, int stream) {
    struct stat of_stream {};
    struct stat of_path {};
    if (::fstat(stream, &of_stream) != 0 || ::stat(path.c_str(), &of_path) != 0) return false;
    if (of_stream.st_dev != of_path.st_dev || of_stream.st_ino != of_path.st_ino) return false;
    return S_ISREG(of_stream.st_mode) || (stream == STDOUT_FILENO && !S_ISCHR(of_stream.st_mode));
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
         {std::pair(STDOUT_FILENO, "output"), std::pair(STDERR_FILENO, "error")}) {
        if (!suffers_from(output, stream)) continue;
        throw UsageError(fmt::format("'{}' is where standard {} goes already; choose "
                                     "another file",
                                     output, name));
    }
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

bool is_same_output(const std::string& one, const std::string& other) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const auto place = [&ignored](const std::string& path) {
        return fs::weakly_canonical(fs::absolute(link_target(path), ignored), ignored);
    };
    return place(one) == place(other) || fs::equivalent(one, other, ignored);
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
