#pragma once

namespace emilia {

/// The highest level of x86-64 (1 to 4, as the System V psABI defines them) whose instructions
/// that matter here this processor and its operating system run; 1 on any other processor.
[[nodiscard]] int processor_level() noexcept;

} // namespace emilia
