#pragma once

// The file in which an adaptive level lasts.

#include "engine/play/adaptive_level.h"

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace emilia {

/// Reads the file in a folder; without a sound one it is as for a new person.
[[nodiscard]] AdaptiveLevel read_adaptive_level(const std::filesystem::path& folder);

/// Writes that file, and makes the folder if there is none.
[[nodiscard]] tl::expected<void, std::string>
save_adaptive_level(const AdaptiveLevel& level, const std::filesystem::path& folder);

} // namespace emilia
