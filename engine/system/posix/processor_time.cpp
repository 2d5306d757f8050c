#include "engine/system/processor_time.h"

#include <ctime>

namespace emilia {

double processor_seconds() noexcept {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

} // namespace emilia
