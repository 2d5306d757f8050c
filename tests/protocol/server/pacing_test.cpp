#include "protocol/server/pacing.h"
#include "tests/catch.h"

using namespace emilia::ggs;
using namespace std::chrono_literals;

namespace {

const Time start = Time(1000s);

int take_all(Outbox& box, Time now) {
    int number = 0;
    while (box.take(now)) ++number;
    return number;
}

} // namespace

TEST_CASE("lines leave in order, moves first and what may be lost last") {
    Outbox box;
    box.add({.text = "decline .8"});
    box.add({.text = "decline .9"});
    box.add({.text = "open 1", .rank = OutgoingLine::Rank::command});
    box.add({.text = "play .5 F5", .rank = OutgoingLine::Rank::move});
    CHECK(box.take(start)->text == "play .5 F5");
    CHECK(box.take(start)->text == "open 1");
    CHECK(box.take(start)->text == "decline .8");
    CHECK(box.take(start)->text == "decline .9");
    CHECK_FALSE(box.take(start));
    CHECK(box.empty());
}

TEST_CASE("no more than a burst leaves at once, and the rest at a steady rate") {
    Outbox box;
    for (int i = 0; i < 200; ++i) box.add({.text = "play", .rank = OutgoingLine::Rank::move});
    CHECK(take_all(box, start) == Outbox::burst);
    CHECK(take_all(box, start) == 0);
    int sent = 0;
    for (auto passed = 0ms; passed < 5000ms; passed += 10ms) sent += take_all(box, start + passed);
    CHECK(sent >= 5 * Outbox::per_second - 1);
    CHECK(sent <= 5 * Outbox::per_second);
    CHECK(take_all(box, start + 1h) == Outbox::burst);
}

TEST_CASE("a flood of answers is cut off, but no move is lost") {
    Outbox box;
    for (int i = 0; i < 1000; ++i) box.add({.text = "decline"});
    for (int i = 0; i < 100; ++i) box.add({.text = "play", .rank = OutgoingLine::Rank::move});
    int moves = 0;
    int others = 0;
    for (Time now = start; !box.empty(); now += 1s) {
        while (const auto line = box.take(now))
            ++(line->rank == OutgoingLine::Rank::move ? moves : others);
    }
    CHECK(moves == 100);
    CHECK(others == static_cast<int>(Outbox::most_waiting));
}

TEST_CASE("what was for a lost connection is forgotten") {
    Outbox box;
    box.add({.text = "play .5 F5", .rank = OutgoingLine::Rank::move});
    box.clear();
    CHECK_FALSE(box.take(start));
}

TEST_CASE("pauses grow to a limit, differ, and begin anew after a good connection") {
    Backoff backoff(1);
    auto longest = Backoff::first;
    for (int i = 0; i < 20; ++i) {
        const auto pause = backoff.next();
        CHECK(pause >= longest / 2);
        CHECK(pause <= longest);
        longest = std::min(2 * longest, Backoff::longest);
    }
    CHECK(longest == Backoff::longest);
    backoff.reset();
    CHECK(backoff.next() <= Backoff::first);
    CHECK(Backoff(1).next() != Backoff(2).next());
}
