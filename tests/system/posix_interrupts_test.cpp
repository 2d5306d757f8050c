#include "engine/system/process.h"
#include "tests/catch.h"

#include <csignal>

using namespace emilia;

TEST_CASE(
    "a first request sets the flag, and a second one ends the program, whatever the first was") {
    for (const int first : {SIGINT, SIGTERM}) {
        const InterruptFlag interrupt;
        CHECK_FALSE(interrupt.raised());
        std::raise(first);
        CHECK(interrupt.raised());
        for (const int second : {SIGINT, SIGTERM})
            CHECK(std::signal(second, SIG_DFL) == SIG_DFL); // what the signal would have met
    }
}
