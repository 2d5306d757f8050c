#include "protocol/commands/options/names.h"
#include "tests/catch.h"

#include <array>

using namespace emilia;

namespace {

constexpr std::array<std::string_view, 4> names = {"round-robin", "threads", "depth", "b"};

} // namespace

TEST_CASE("a name is recognised if at most a third of the typed letters is wrong, or one") {
    CHECK(did_you_mean("rondrobin", names) == " (did you mean 'round-robin'?)"); // two of nine
    CHECK(did_you_mean("rondrobi", names).empty());                              // three of eight
    CHECK(did_you_mean("tread", names).empty());                                 // two of five
    CHECK(did_you_mean("ptehd", names).empty());
    CHECK(did_you_mean("detph", names) == " (did you mean 'depth'?)"); // swapped letters are one
    CHECK(did_you_mean("dept", names) == " (did you mean 'depth'?)");
    CHECK(did_you_mean("", names).empty());
    CHECK(did_you_mean("x", names).empty()); // no letter is the same
}

TEST_CASE("a name is recognised by its beginning, if that has two letters") {
    CHECK(did_you_mean("ro", names) == " (did you mean 'round-robin'?)");
    CHECK(did_you_mean("r", names).empty());
}
