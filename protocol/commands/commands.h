#pragma once

// The table of the program's commands. To add one, write its .cpp, declare its function and add a
// row in commands.cpp, and list the source in CMakeLists.txt; dispatch and help follow.

#include "protocol/commands/command.h"

#include <span>

namespace emilia {

[[nodiscard]] std::span<const Command> commands() noexcept;

} // namespace emilia
