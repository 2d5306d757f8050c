#pragma once

namespace emilia {

/// The highest level of x86-64 (1 to 4, as defined by the System V psABI) that this processor and
/// its operating system support, as far as the engine needs its instructions; 1 on any other
/// processor.
[[nodiscard]] int processor_level() noexcept;

} // namespace emilia
