#include "engine/system/processor_time.h"

#include "engine/system/windows/windows_api.h"

#include <cstdint>

namespace emilia {
namespace {

double seconds(const FILETIME& time) noexcept {
    const auto ticks = static_cast<std::uint64_t>(time.dwHighDateTime) << 32U | time.dwLowDateTime;
    return static_cast<double>(ticks) * 1e-7;
}

} // namespace

double processor_seconds() noexcept {
    // std::clock() counts the time since the start here, also while nothing runs.
    FILETIME start{};
    FILETIME end{};
    FILETIME in_system{};
    FILETIME in_program{};
    ::GetProcessTimes(::GetCurrentProcess(), &start, &end, &in_system, &in_program);
    return seconds(in_system) + seconds(in_program);
}

} // namespace emilia
