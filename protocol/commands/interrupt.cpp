#include "protocol/commands/interrupt.h"

#include "engine/system/interrupts.h"

namespace emilia {

InterruptFlag::InterruptFlag() noexcept {
    catch_interrupts(raised_);
}

InterruptFlag::~InterruptFlag() {
    release_interrupts();
}

} // namespace emilia
