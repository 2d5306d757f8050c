#pragma once

// A command must not write over a file that it reads: the file would be lost if the command goes
// wrong, and often if it goes right.

#include <string>
#include <vector>

namespace emilia {

/// Throws UsageError if `output` is one of `inputs`, also by another name: through a symbolic or
/// hard link, or as `./FILE`. Files that do not exist are never the same.
void refuse_as_output(const std::string& output, const std::vector<std::string>& inputs);

} // namespace emilia
