#include "engine/system/process.h"

#include "engine/system/windows/windows_api.h"

#include <cstdint>

namespace emilia {
namespace {

std::atomic<bool> interrupted = false; // a handler gets no context

/// Windows calls it in a thread of its own.
BOOL WINAPI on_control(DWORD event) {
    if (interrupted.exchange(true)) return FALSE; // the second request; Windows ends the process
    // When the window is closed, or the user leaves, Windows ends the process as soon as this
    // function returns, and after some seconds in any case. The process ends before that if it can.
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
    return TRUE;
}

double seconds(const FILETIME& time) noexcept {
    const auto ticks = static_cast<std::uint64_t>(time.dwHighDateTime) << 32U | time.dwLowDateTime;
    return static_cast<double>(ticks) * 1e-7;
}

} // namespace

InterruptFlag::InterruptFlag() noexcept {
    interrupted.store(false);
    ::SetConsoleCtrlHandler(on_control, TRUE);
}

InterruptFlag::~InterruptFlag() {
    ::SetConsoleCtrlHandler(on_control, FALSE);
}

const std::atomic<bool>& InterruptFlag::flag() const noexcept {
    return interrupted;
}

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
