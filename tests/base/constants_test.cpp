#include "engine/base/constants.h"
#include "protocol/commands/commands.h"
#include "tests/catch.h"

#include <algorithm>
#include <set>
#include <string>

using namespace emilia;

TEST_CASE("each tunable constant has a name of its own, a range around its default and a unit") {
    std::set<std::string_view> names;
    for (const Constant& constant : all_constants) {
        CAPTURE(constant.name);
        CHECK(names.insert(constant.name).second);
        CHECK(constant.least <= constant.value);
        CHECK(constant.value <= constant.greatest);
        CHECK(constant.step >= 1);
        CHECK(constant.greatest - constant.least >= 2 * constant.step);
        CHECK_FALSE(constant.unit.empty());
        CHECK_FALSE(constant.meaning.empty());
        const std::string text = std::string(constant.unit) + std::string(constant.meaning);
        CHECK(text.find_first_of("\"\\") == std::string::npos); // `emilia constants` prints JSON
    }
}

TEST_CASE("only a build for tuning has a command for constants") {
    const auto all = commands();
    const bool has = std::any_of(
        all.begin(), all.end(), [](const Command& command) { return command.name == "constants"; });
#ifdef EMILIA_TUNABLE
    CHECK(has);
#else
    CHECK_FALSE(has);
#endif
}

#ifdef EMILIA_TUNABLE
TEST_CASE("a constant takes values in its range only") {
    const int before = constants::half_window;
    CHECK(set_constant("half_window", before + 1));
    CHECK(constants::half_window == before + 1);
    CHECK_FALSE(set_constant("half_window", 1'000'000));
    CHECK_FALSE(set_constant("no_such_constant", 1));
    CHECK(constants::half_window == before + 1);
    CHECK(set_constant("half_window", before));
}
#endif
