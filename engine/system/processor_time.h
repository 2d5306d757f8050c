#pragma once

namespace emilia {

/// The time in seconds that processors have worked for this process, all threads together.
[[nodiscard]] double processor_seconds() noexcept;

} // namespace emilia
