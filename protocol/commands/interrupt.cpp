#include "protocol/commands/interrupt.h"

#include <csignal>

namespace emilia {
namespace {

std::atomic<bool> interrupted = false; // global, because a signal handler gets no context

extern "C" void on_signal(int signal) {
    interrupted.store(true);
    std::signal(signal, SIG_DFL);
}

} // namespace

InterruptFlag::InterruptFlag() noexcept {
    interrupted.store(false);
    std::signal(SIGINT, on_signal);
    std::signal(SIGTERM, on_signal);
}

InterruptFlag::~InterruptFlag() {
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& InterruptFlag::flag() const noexcept {
    return interrupted;
}

} // namespace emilia
