#include "engine/isa/instruction_set.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"

#include <fstream>
#include <string>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// The signature of the search, the number of nodes in tests/bench.signature. A commit that changes
/// it says why the search now visits other nodes; one that claims no functional change leaves it
/// alone.
std::string signature() {
    std::string number;
    std::ifstream(tests_path("bench.signature")) >> number;
    return number;
}

} // namespace

TEST_CASE("bench searches the recorded number of nodes on every instruction set") {
    for (const InstructionSet& set : instruction_sets()) {
        if (!set.runs_here) continue;
        CAPTURE(set.name);
        const Finished bench = run_program({"bench", "--isa", std::string(set.name)});
        CHECK(bench.status == 0);
        CHECK(bench.output.ends_with("\nNodes searched: " + signature() + "\n"));
    }
}
