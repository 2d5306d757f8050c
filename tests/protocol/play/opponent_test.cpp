#include "protocol/play/opponent.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("the name of an opponent in a saved game tells who it was") {
    const auto opponent = GENERATE(Opponent{}, Opponent{.level = 1}, Opponent{.level = 60},
                                   Opponent{.player = "iago"}, Opponent{.player = "random"});
    CAPTURE(opponent.name());
    const auto read = parse_opponent(opponent.name());
    REQUIRE(read);
    CHECK(*read == opponent);
}

TEST_CASE("other names are not Emilia's") {
    const auto name =
        GENERATE("", "Player", "emilia", "Emilia (level 0)", "Emilia (level 61)", "Emilia (level 3",
                 "Emilia (level )", "Emilia as nobody", "Emilia as ", "Emilia (level 3) ");
    CAPTURE(name);
    CHECK_FALSE(parse_opponent(name));
}
