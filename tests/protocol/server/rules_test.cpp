#include "protocol/server/rules.h"
#include "tests/catch.h"

using namespace emilia::ggs;

namespace {

Challenge challenge(const std::string& from, const std::string& type, const std::string& clock,
                    const std::string& mode = "U", const std::string& rating = "1720.0") {
    return {.id = ".8",
            .from = from,
            .from_rating = rating,
            .to = "emilia",
            .clock = clock,
            .type = type,
            .mode = mode};
}

bool accepts(std::string_view rules, const Challenge& given) {
    return Rules::parse(rules)->decide(given).accept;
}

} // namespace

TEST_CASE("without rules, unrated games with a sensible clock are accepted") {
    const Rules rules;
    CHECK(rules.decide(challenge("alice", "8", "5:00//2:00")).accept);
    CHECK(rules.decide(challenge("alice", "s8r20", "1:00", "S")).accept);
    CHECK_FALSE(rules.decide(challenge("alice", "8", "0:59")).accept);
    CHECK_FALSE(rules.decide(challenge("alice", "8", "30:01")).accept);
    CHECK_FALSE(rules.decide(challenge("alice", "8", "5:00", "R")).accept);
    CHECK_FALSE(rules.accept(Mode::rated));
}

TEST_CASE("the first rule that fits decides") {
    const char* rules = "decline users=troll,bot*\n"
                        "accept users=alice main=1:00-5:00\n"
                        "decline users=alice\n"
                        "accept main=1:00-60:00\n";
    CHECK_FALSE(accepts(rules, challenge("troll", "8", "5:00")));
    CHECK_FALSE(accepts(rules, challenge("bot7", "8", "5:00")));
    CHECK(accepts(rules, challenge("bo", "8", "5:00")));
    CHECK(accepts(rules, challenge("trolls", "8", "5:00")));
    CHECK(accepts(rules, challenge("alice", "8", "5:00")));
    CHECK_FALSE(accepts(rules, challenge("alice", "8", "6:00")));
    CHECK(accepts(rules, challenge("Alice", "8", "6:00")));
    CHECK_FALSE(accepts(rules, challenge("carl", "8", "0:30")));
}

TEST_CASE("each condition rules out what lies outside it") {
    struct Case {
        const char* condition;
        Challenge fits;
        Challenge fails;
    };
    const std::string clock = "5:00/0:05/2:00";
    const std::vector<Case> cases{
        {"users=alice", challenge("alice", "8", clock), challenge("alic", "8", clock)},
        {"users=al*", challenge("alice", "8", clock), challenge("bob", "8", clock)},
        {"types=8", challenge("x", "8b", clock), challenge("x", "s8r20", clock)},
        {"types=8", challenge("x", "8", clock), challenge("x", "s8", clock)},
        {"types=8b", challenge("x", "8b", clock), challenge("x", "8w", clock)},
        {"types=8b", challenge("x", "8b", clock), challenge("x", "8", clock)},
        {"types=s8r14-24", challenge("x", "s8r24", clock), challenge("x", "s8r25", clock)},
        {"types=s8r14-24", challenge("x", "s8r14", clock), challenge("x", "s8", clock)},
        {"types=s8r20", challenge("x", "s8r20", clock), challenge("x", "s8r19", clock)},
        {"types=8,s8", challenge("x", "s8", clock), challenge("x", "s8r20", clock)},
        {"increment=0:05", challenge("x", "8", clock), challenge("x", "8", "5:00")},
        {"increment=0:00-0:04", challenge("x", "8", "5:00"), challenge("x", "8", clock)},
        {"extension=2:00-3:00", challenge("x", "8", clock), challenge("x", "8", "5:00//3:01")},
        {"mode=rated", challenge("x", "8", clock, "R"), challenge("x", "8", clock, "U")},
        {"mode=rated,stored", challenge("x", "8", clock, "S"), challenge("x", "8", clock, "U")},
        {"rating=1700-1800", challenge("x", "8", clock), challenge("x", "8", clock, "U", "1699")},
        {"rating=1700-1800", challenge("x", "8", clock, "U", "1800@35"),
         challenge("x", "8", clock, "U", "unknown")},
    };
    for (const Case& given : cases) {
        CAPTURE(given.condition);
        const std::string rule = std::string("accept main=0:01-60:00 ") + given.condition;
        CHECK(accepts(rule, given.fits));
        CHECK_FALSE(accepts(rule, given.fails));
    }
    CHECK_FALSE(accepts("accept main=4:00-4:59", cases[0].fits));
    CHECK(accepts("accept main=5:00", cases[0].fits));
}

TEST_CASE("a rule that accepts limits the whole clock, whether it says so or not") {
    for (const char* clock : {"5:00/1:00/5:00", "5:00/1:00", "5:00//5:00"}) {
        CAPTURE(clock);
        CHECK(Rules().decide(challenge("alice", "8", clock)).accept);
    }
    for (const char* clock :
         {"5:00/1:01", "5:00/23:59:00/", "5:00//5:01", "5:00//99.00:00:00", "1:00/9999:00:00/"}) {
        CAPTURE(clock);
        CHECK_FALSE(Rules().decide(challenge("alice", "8", clock)).accept);
    }
    const char* more = "accept main=5:00 increment=0:00-2:00\n"
                       "accept main=5:00 extension=0:00-10:00\n";
    CHECK(accepts(more, challenge("alice", "8", "5:00/2:00/5:00")));
    CHECK(accepts(more, challenge("alice", "8", "5:00/1:00/10:00")));
    CHECK_FALSE(accepts(more, challenge("alice", "8", "5:00/2:00/10:00")));
    const char* declined = "decline main=5:00\naccept main=1:00-30:00\n";
    CHECK_FALSE(accepts(declined, challenge("alice", "8", "5:00/2:00/10:00")));
    const auto decision = Rules().decide(challenge("alice", "8", "5:00/23:59:00/"));
    CHECK(decision.why
          == "no rule accepts it (line 1: the increment 23:59:00 is not within 0:00-1:00)");
}

TEST_CASE("no rule accepts what can't be played or understood") {
    const char* all = "accept main=0:00-9.00:00:00";
    REQUIRE(accepts(all, challenge("x", "8", "5:00")));
    for (const char* type : {"10", "6", "8k", "8a", "s8kr20", "s8r3", "s8r49", "8r20", "8z", ""})
        CHECK_FALSE(accepts(all, challenge("x", type, "5:00")));
    for (const char* clock : {"", "0:00", "-5:00", "soon", "//2:00", "5:00/-0:01", "5:00//-1:00"})
        CHECK_FALSE(accepts(all, challenge("x", "8", clock)));
    for (const char* mode : {"", "X", "rated"})
        CHECK_FALSE(accepts(all, challenge("x", "8", "5:00", mode)));
}

TEST_CASE("a decision says why") {
    const auto rules = Rules::parse("\naccept users=bob main=1:00-5:00\n");
    REQUIRE(rules);
    struct Case {
        Challenge challenge;
        std::string_view why;
    };
    const std::vector<Case> cases{
        {challenge("bob", "8", "5:00"), "line 2 of the rules"},
        {challenge("bob", "10", "5:00"), "Emilia plays only on boards of 8x8"},
        {challenge("bob", "8", "9:00"),
         "no rule accepts it (line 2: the main time 9:00 is not within 1:00-5:00)"},
        {challenge("carl", "8", "5:00"), "no rule accepts it (line 2: it is for other users)"},
    };
    for (const Case& given : cases) CHECK(rules->decide(given.challenge).why == given.why);
}

TEST_CASE("comments, blank lines, tabs and line ends of Windows are allowed") {
    const auto rules = Rules::parse("\xef\xbb\xbf# first\r\n\r\n\taccept \t main=1:00 # 1:00\r\n"
                                    "decline");
    REQUIRE(rules);
    REQUIRE(rules->list().size() == 2);
    CHECK(rules->list()[0].line == 3);
    CHECK(rules->list()[0].text == "accept \t main=1:00");
    CHECK_FALSE(rules->list()[1].accepts);
    CHECK(rules->accept(Mode::rated));
}

TEST_CASE("a mistake in the rules is named with its line and the cure") {
    struct Case {
        const char* rules;
        const char* error;
    };
    const auto given = GENERATE(values<Case>({
        {"", "there is no rule, so every challenge would be declined; write a line such as: accept "
             "main=1:00-30:00 mode=unrated"},
        {"# nothing\n", "there is no rule"},
        {"\nallow main=1:00", "line 2: a rule begins with accept or decline, not with 'allow'"},
        {"accept", "line 1: a rule that accepts needs limits for the clock, so that no game takes "
                   "days; add main=1:00-30:00"},
        {"accept clock=1:00", "line 1: there is no condition 'clock'; they are users, types, mode, "
                              "main, increment, extension and rating"},
        {"accept main", "line 1: main needs a value: main=..."},
        {"accept main=1:00 main=2:00", "line 1: main is there twice"},
        {"accept main=", "line 1: '' is no range of times; write the shortest and the longest"},
        {"accept main=5", "line 1: '5' is no range of times"},
        {"accept main=5:00-1:00", "line 1: '5:00-1:00' is no range of times"},
        {"accept main=1:00-2:00-3:00", "line 1: '1:00-2:00-3:00' is no range of times"},
        {"accept main=1:00 types=10", "line 1: '10': Emilia plays only on boards of 8x8; leave it"},
        {"accept main=1:00 types=8k", "line 1: '8k': Emilia does not play with komi; leave it out"},
        {"accept main=1:00 types=8a", "line 1: '8a': Emilia does not play anti games"},
        {"accept main=1:00 types=s8r3", "line 1: 's8r3' is not a type; write 8, 8b, 8w, or for "},
        {"accept main=1:00 types=s8r30-20", "line 1: 's8r30-20' is not a type"},
        {"accept main=1:00 types=8r20", "line 1: '8r20': without komi only synchro matches have "
                                        "random openings, as s8r20; leave it out"},
        {"accept main=1:00 types=8,,8b", "line 1: '' is not a type"},
        {"accept main=1:00 mode=fast", "line 1: 'fast' is not a mode; write unrated, rated or "},
        {"accept main=1:00 users=a*b", "line 1: 'a*b' names no user"},
        {"accept main=1:00 users=", "line 1: '' names no user; write names with commas"},
        {"accept main=1:00 rating=1500", "line 1: '1500' is no range of ratings; write the lowest"},
        {"accept main=1:00 rating=2-1", "line 1: '2-1' is no range of ratings"},
        {"accept main=1:00 rating=a-b", "line 1: 'a-b' is no range of ratings"},
    }));
    CAPTURE(given.rules);
    const auto rules = Rules::parse(given.rules);
    REQUIRE_FALSE(rules);
    CHECK(rules.error().substr(0, std::string(given.error).size()) == given.error);
}
