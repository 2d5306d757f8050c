#include "engine/isa/variant.h"
#include "tests/catch.h"
#include "tests/protocol/commands/program.h"

#include <string>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// The signature of the search. A commit that changes this number says why the search now visits
/// other nodes; a commit that claims no functional change must leave it alone.
constexpr const char* signature = "Nodes searched: 6476409";

} // namespace

TEST_CASE("bench searches the recorded number of nodes on every instruction set") {
    for (const NamedVariant& variant : variants()) {
        if (!variant.runs_here) continue;
        CAPTURE(variant.name);
        const Finished bench = run_program({"bench", "--isa", std::string(variant.name)});
        CHECK(bench.status == 0);
        CHECK(bench.output.ends_with(std::string("\n") + signature + "\n"));
    }
}
