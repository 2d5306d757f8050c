#include "engine/system/interrupts.h"

#include <csignal>

namespace emilia {
namespace {

std::atomic<std::atomic<bool>*> interrupted = nullptr; // a signal handler gets no context

extern "C" void on_signal(int /*signal*/) {
    if (auto* const flag = interrupted.load(); flag != nullptr) flag->store(true);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

} // namespace

void catch_interrupts(std::atomic<bool>& flag) noexcept {
    interrupted.store(&flag);
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

void release_interrupts() noexcept {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    interrupted.store(nullptr);
}

} // namespace emilia
