#include "tests/catch.h"
#include "tests/protocol/dialects/conversation.h"

using namespace emilia::testing;

namespace {

struct Dialect {
    const char* name;
    std::unique_ptr<Conversation> (*make)();
};

const Dialect dialects[] = {{"GTP", make_gtp_conversation},
                            {"NBoard", make_nboard_conversation},
                            {"Cassio", make_cassio_conversation},
                            {"UGI", make_ugi_conversation}};

} // namespace

TEST_CASE(
    "right and wrong commands in any order get their replies in order, even during searches") {
    for (const Dialect& dialect : dialects) {
        for (const std::uint64_t seed : {1U, 2U}) {
            CAPTURE(dialect.name, seed);
            CHECK_NOTHROW(converse(*dialect.make(), 700, seed));
        }
    }
}

TEST_CASE(
    "a hundred thousand commands in any order get their replies, and memory stays what it was",
    "[.long]") {
    constexpr std::size_t megabyte = 1024;
    for (const Dialect& dialect : dialects) {
        const Memory memory = converse(*dialect.make(), 100'000, 3);
        WARN(dialect.name << ": " << memory.early << " kB early, " << memory.late << " kB late");
        CHECK(memory.late < memory.early + 8 * megabyte);
    }
}

TEST_CASE("expectations accept right lines and refuse wrong ones") {
    Script script;
    CHECK(script.settled());
    CHECK_THROWS_AS(script.take("anything"), std::runtime_error);
    script.expect("one");
    script.allow(form("[0-9]+"), "numbers");
    int noted = 0;
    script.then([&noted] { ++noted; });
    script.expect("two");
    CHECK_FALSE(script.settled());
    script.take("one");
    script.take("1");
    script.take("23");
    CHECK(noted == 0);
    CHECK_THROWS_AS(script.take("three"), std::runtime_error);
    CHECK(noted == 1);
    script.take("two");
    CHECK(script.settled());
}
