#pragma once

// The settings on which recorded scores depend. They are a part of a record, so that results under
// different settings are never mistaken for each other.

#include "protocol/commands/options/options.h"

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// The seconds for each position if the options set no limit.
inline constexpr double default_analysis_seconds = 1.0;

/// The program's version, and which weights search: the checksum of their file, with `built-in`
/// before it if they came with the program. Throws std::runtime_error if the file can't be read.
[[nodiscard]] nlohmann::ordered_json
searcher_settings(const std::optional<std::string>& weights_file);

/// What scores of a game depend on: the program's version, the limits, the number of moves with
/// scores (`hints`), and which book and weights: `none`, or checksums as above.
/// Threads, memory and instruction set are left out, because a job may continue with others. Throws
/// std::runtime_error if the file of the book or of the weights can't be read.
[[nodiscard]] nlohmann::ordered_json analysis_settings(const ParsedOptions& options, int hints);

} // namespace emilia
