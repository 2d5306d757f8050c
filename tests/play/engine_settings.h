#pragma once

// The settings of the engines in tests.

#include "engine/play/engine.h"

namespace emilia::testing {

/// One thread and a small table; `change` takes the settings and sets the others.
[[nodiscard]] EngineSettings settings_of(auto change) {
    EngineSettings settings;
    settings.threads = 1;
    settings.hash_megabytes = 16;
    change(settings);
    return settings;
}

} // namespace emilia::testing
