// CMake names the file that is embedded.

#include "engine/base/bytes.h"
#include "engine/eval/initial_weights.h"
#include "engine/eval/weights.h"
#include "engine/system/embedded.h"

namespace emilia {
EMILIA_EMBED(emilia_weights, EMILIA_WEIGHTS_FILE)

UsableWeights weights_or_initial(std::string_view bytes) {
    const auto stored = decode_weights(bytes);
    if (!stored) return {Weights(initial_weights()), stored.error()};
    return {Weights(*stored), std::nullopt};
}

namespace {

const UsableWeights& embedded() {
    static const UsableWeights weights = weights_or_initial(emilia_weights());
    return weights;
}

} // namespace

const Weights& embedded_weights() {
    return embedded().weights;
}

const std::optional<std::string>& embedded_weights_flaw() {
    return embedded().flaw;
}

std::uint32_t embedded_weights_checksum() noexcept {
    return checksum(emilia_weights());
}

} // namespace emilia
