#include "engine/system/process.h"

#include <csignal>
#include <ctime>

namespace emilia {
namespace {

std::atomic<bool> interrupted = false; // a signal handler gets no context

void handle_signals(void (*handler)(int)) noexcept {
    std::signal(SIGINT, handler);
    std::signal(SIGTERM, handler);
}

extern "C" void on_signal(int /*signal*/) {
    interrupted.store(true);
    handle_signals(SIG_DFL);
}

} // namespace

InterruptFlag::InterruptFlag() noexcept {
    interrupted.store(false);
    handle_signals(on_signal);
}

InterruptFlag::~InterruptFlag() {
    handle_signals(SIG_DFL);
}

const std::atomic<bool>& InterruptFlag::flag() const noexcept {
    return interrupted;
}

double processor_seconds() noexcept {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace emilia
