// The shipped weights' file lies in the program as it is. CMake names it.

#include "engine/eval/weights.h"

#include <stdexcept>
#include <string_view>

// NOLINTNEXTLINE(hicpp-no-assembler): C++20 has no other way to include a file of bytes
__asm__(".pushsection .rodata\n"
        "emilia_weights_begin:\n"
        ".incbin \"" EMILIA_WEIGHTS_FILE "\"\n"
        "emilia_weights_end:\n"
        ".popsection\n");

extern "C" {
extern const char emilia_weights_begin[];
extern const char emilia_weights_end[];
}

namespace emilia {

const Weights& embedded_weights() {
    static const Weights weights = [] {
        const std::string_view bytes(
            emilia_weights_begin,
            static_cast<std::size_t>(emilia_weights_end - emilia_weights_begin));
        const auto stored = decode_weights(bytes);
        if (!stored) throw std::logic_error("the embedded weights: the file " + stored.error());
        return Weights(*stored);
    }();
    return weights;
}

} // namespace emilia
