#include "book/doubt.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("only a value that was solved exactly is beyond doubt") {
    CHECK(doubt_of_search(24, 24, Confidence::certain) == Score());
    CHECK(doubt_of_search(24, 40, Confidence::certain) == Score());
    CHECK(doubt_of_search(0, 0, Confidence::certain) == Score());
    CHECK(doubt_of_search(24, 23, Confidence::certain) > Score());
    CHECK(doubt_of_search(24, 24, Confidence::very_high) > Score());
    BookPosition position;
    position.depth = 60;
    position.confidence = Confidence::certain;
    CHECK(own_doubt(Board::start(), position) == Score());
    position.depth = 0; // all known moves stay within the book
    CHECK(own_doubt(Board::start(), position) > Score::from_discs(1));
}

TEST_CASE("doubt falls with depth, with confidence and towards the start of the game") {
    for (int empties = 10; empties < 60; empties += 7) {
        CAPTURE(empties);
        for (Depth depth = 1; depth <= empties; ++depth) { // the doubt is rounded to hundredths
            CHECK(doubt_of_search(empties, depth, Confidence::low)
                  <= doubt_of_search(empties, depth - 1, Confidence::low));
        }
        CHECK(doubt_of_search(empties, 8, Confidence::low)
              < doubt_of_search(empties, 4, Confidence::low));
        for (const Depth depth : {8, empties}) {
            CHECK(doubt_of_search(empties, depth, Confidence::certain)
                  <= doubt_of_search(empties, depth, Confidence::very_high));
            CHECK(doubt_of_search(empties, depth, Confidence::very_high)
                  < doubt_of_search(empties, depth, Confidence::low));
        }
    }
    CHECK(doubt_of_search(50, 10, Confidence::low) < doubt_of_search(30, 10, Confidence::low));
    CHECK(doubt_of_search(50, -1, Confidence::low) == doubt_of_search(50, 0, Confidence::low));
}

TEST_CASE("doubt is what was measured") {
    struct Case {
        int empties;
        Depth depth;
        double discs;
    };
    for (const Case& c : {Case{24, 4, 3.68}, {24, 12, 2.45}, {24, 22, 1.69}, {24, 24, 0.98}}) {
        CAPTURE(c.depth);
        CHECK(doubt_of_search(c.empties, c.depth, Confidence::low).discs()
              == Approx(c.discs).epsilon(0.18));
    }
}

TEST_CASE("the doubts of two values add up as independent errors do") {
    const auto hundredths = [](int value) { return Score::from_hundredths(value); };
    CHECK(combined_doubt(hundredths(300), hundredths(400)) == hundredths(500));
    CHECK(combined_doubt(hundredths(70), {}) == hundredths(70));
    CHECK(combined_doubt({}, {}) == Score());
}
