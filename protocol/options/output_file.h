#pragma once

// A command must not write over a file that it reads: the file would be lost if the command goes
// wrong, and often if it goes right.

#include "protocol/options/options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// The file that `--name` says to write, if it is given. Throws UsageError for `-`, because only
/// inputs may be a standard stream, and a file of that name is most likely a mistake.
[[nodiscard]] std::optional<std::string> output_path(const ParsedOptions& options,
                                                     const char* name);

/// Throws UsageError if `output` is one of `inputs`, also by another name: through a symbolic or
/// hard link, or as `./FILE`. Files that do not exist are never the same.
void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs);

/// Throws UsageError if two of `inputs` are the same file, whose contents would count twice.
void refuse_repeated(const std::vector<std::string>& inputs);

} // namespace emilia
