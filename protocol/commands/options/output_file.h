#pragma once

// A command must not write over a file that it reads: the file would be lost if the command goes
// wrong, and often if it goes right. Nor may it write a file to which standard output goes.

#include "protocol/commands/options/options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// The file that `--name` says to write, if it is given. Throws UsageError for a standard stream,
/// and for `-`, because only inputs may be one, and a file of that name is most likely a mistake.
[[nodiscard]] std::optional<std::string> output_path(const ParsedOptions& options,
                                                     const char* name);

/// Throws UsageError if standard output or standard error goes to the file `output`, by whatever
/// name, such as `/dev/stdout`: what is printed would be lost, or mixed with what is written.
void refuse_standard_stream(const std::string& output);

/// Throws UsageError if `output` is one of `inputs`, also by another name: through a symbolic or
/// hard link, or as `./FILE`. Files that do not exist are never the same.
void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs);

/// Whether both lead to the same file, which need not exist yet.
[[nodiscard]] bool is_same_output(const std::string& one, const std::string& other);

/// Throws UsageError if two of `inputs` are the same file, whose contents would count twice.
void refuse_repeated(const std::vector<std::string>& inputs);

} // namespace emilia
