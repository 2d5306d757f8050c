#include "protocol/commands/records/analysis_settings.h"

#include "book/book_file.h"
#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/eval/weights.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/book_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/or_throw.h"
#include "protocol/reports/version.h"

#include <filesystem>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::ordered_json;

std::string built_in(std::uint32_t checksum) {
    return fmt::format("built-in {:08x}", checksum);
}

/// The file has been read before.
std::string checksum_of(const std::string& path) {
    const std::string file = input_path(path);
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(to_path(file), ignored)) {
        throw std::runtime_error(fmt::format(
            "'{}' is no ordinary file, which is needed here, because it is read twice", path));
    }
    const auto bytes = or_throw(read_file(file, std::numeric_limits<std::size_t>::max()));
    return fmt::format("{:08x}", checksum(bytes));
}

std::string book_of(const ParsedOptions& options) {
    if (!wants_book(options)) return "none";
    if (const auto path = options.get<std::string>("book")) return checksum_of(*path);
    std::string shipped = built_in(shipped_book_checksum());
    const auto own = own_book_file();
    return own ? fmt::format("{} and {}", shipped, checksum_of(*own)) : shipped;
}

std::string weights_of(const ParsedOptions& options) {
    const auto path = options.get<std::string>("weights");
    return path ? checksum_of(*path) : built_in(embedded_weights_checksum());
}

} // namespace

ordered_json searcher_settings(const ParsedOptions& options) {
    return {{"version", program_version()}, {"weights", weights_of(options)}};
}

ordered_json analysis_settings(const ParsedOptions& options, int hints) {
    ordered_json settings = {{"version", program_version()}};
    const bool limited =
        options.has("time") || options.has("depth") || options.has("nodes") || options.has("level");
    if (!limited) settings["time"] = default_analysis_seconds;
    if (options.has("time")) settings["time"] = *options.get<double>("time");
    if (options.has("depth")) settings["depth"] = *options.get<int>("depth");
    if (options.has("nodes")) settings["nodes"] = *options.get<std::int64_t>("nodes");
    if (options.has("level")) settings["level"] = *options.get<int>("level");
    if (options.has("exact-at")) settings["exact_at"] = *options.get<int>("exact-at");
    settings["hints"] = hints;
    settings["book"] = book_of(options);
    settings["weights"] = weights_of(options);
    return settings;
}

std::vector<std::string> settings_files(const ParsedOptions& options) {
    std::vector<std::string> files;
    for (const char* option : {"weights", "book"}) {
        if (const auto file = options.get<std::string>(option)) files.push_back(input_path(*file));
    }
    if (const auto own_book = own_book_file()) files.push_back(*own_book);
    return files;
}

} // namespace emilia
