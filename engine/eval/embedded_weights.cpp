// CMake names the file.

#include "engine/base/embedded.h"
#include "engine/eval/weights.h"

#include <stdexcept>

namespace emilia {

EMILIA_EMBED(emilia_weights, EMILIA_WEIGHTS_FILE)

const Weights& embedded_weights() {
    static const Weights weights = [] {
        const auto stored = decode_weights(emilia_weights());
        if (!stored) throw std::logic_error("the embedded weights: the file " + stored.error());
        return Weights(*stored);
    }();
    return weights;
}

} // namespace emilia
