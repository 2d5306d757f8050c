#include "tests/isa/kernels.h"

extern "C" emilia::testing::Kernels emilia_kernels() noexcept;
#ifdef EMILIA_INSTRUCTION_SETS
extern "C" emilia::testing::Kernels emilia_kernels_v2() noexcept;
extern "C" emilia::testing::Kernels emilia_kernels_v3() noexcept;
extern "C" emilia::testing::Kernels emilia_kernels_v4() noexcept;
#endif

namespace emilia::testing {

std::vector<KernelsOfSet> kernels_that_run_here() {
    const std::vector<Kernels> all = {
        emilia_kernels(),
#ifdef EMILIA_INSTRUCTION_SETS
        emilia_kernels_v2(),
        emilia_kernels_v3(),
        emilia_kernels_v4(),
#endif
    };
    std::vector<KernelsOfSet> here;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const InstructionSet& set = instruction_sets()[i];
        if (set.runs_here) here.push_back({set, all[i]});
    }
    return here;
}

} // namespace emilia::testing
