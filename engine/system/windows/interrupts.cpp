#include "engine/system/interrupts.h"

#include "engine/system/windows/windows_api.h"

namespace emilia {
namespace {

std::atomic<std::atomic<bool>*> interrupted = nullptr; // a handler gets no context

/// Windows calls it in a thread of its own.
BOOL WINAPI on_control(DWORD event) {
    auto* const flag = interrupted.exchange(nullptr);
    if (flag == nullptr) return FALSE; // the second request; Windows ends the process
    flag->store(true);
    // When the window is closed, or the user leaves, Windows ends the process as soon as this
    // function returns, and after some seconds in any case. The process ends before that if it can.
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT) ::Sleep(INFINITE);
    return TRUE;
}

} // namespace

void catch_interrupts(std::atomic<bool>& flag) noexcept {
    interrupted.store(&flag);
    ::SetConsoleCtrlHandler(on_control, TRUE);
}

void release_interrupts() noexcept {
    ::SetConsoleCtrlHandler(on_control, FALSE);
    interrupted.store(nullptr);
}

} // namespace emilia
