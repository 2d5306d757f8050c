#include "protocol/reports/terminal.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("the progress of a long job is one line") {
    const JobExtent games{.total = 8300, .unit = "game"};
    CHECK(job_progress_text(games, 0, 12) == "0 of 8,300 games");
    CHECK(job_progress_text(games, 1200, 0) == "1,200 of 8,300 games");
    CHECK(job_progress_text(games, 1200, 4) == "1,200 of 8,300 games, 300 games/s, 0:24 left");
    CHECK(job_progress_text(games, 8300, 30) == "8,300 of 8,300 games, 277 games/s, 0:00 left");
    CHECK(job_progress_text(games, 8000, 2) == "8,000 of 8,300 games, 4,000 games/s, 0:00 left");
    CHECK(job_progress_text({.total = 1, .unit = "game"}, 0, 2) == "0 of 1 game");
    CHECK(job_progress_text({.total = {}, .unit = "game"}, 1, 0) == "1 game");
    const JobExtent hundred{.total = 100, .unit = "game"};
    CHECK(job_progress_text(hundred, 3, 120) == "3 of 100 games, 0.03 games/s, 1:04:40 left");
    const JobExtent searches{.total = 9, .unit = "search"};
    CHECK(job_progress_text(searches, 1, 1) == "1 of 9 searches, 1.00 searches/s, 0:08 left");
}

TEST_CASE("the time left of a job is what the first of its limits leaves") {
    const JobExtent endless{.total = {}, .unit = "game"};
    CHECK(job_progress_text(endless, 1200, 4) == "1,200 games, 300 games/s");
    const JobExtent minute{.total = {}, .unit = "game", .seconds = 60};
    CHECK(job_progress_text(minute, 0, 4) == "0 games, 0:56 left");
    CHECK(job_progress_text(minute, 1200, 4) == "1,200 games, 300 games/s, 0:56 left");
    CHECK(job_progress_text(minute, 1200, 61) == "1,200 games, 20 games/s, 0:00 left");
    const JobExtent both{.total = 8300, .unit = "game", .seconds = 60};
    CHECK(job_progress_text(both, 1200, 4) == "1,200 of 8,300 games, 300 games/s, 0:24 left");
    CHECK(job_progress_text(both, 1200, 40) == "1,200 of 8,300 games, 30 games/s, 0:20 left");
}

TEST_CASE("paragraphs are wrapped at 80 columns, and indented lines stay as they are") {
    const std::string ten = "123456789 ";
    const std::string seven = ten + ten + ten + ten + ten + ten + ten;
    struct Case {
        std::string text;
        std::string lines;
    };
    const auto given = GENERATE_COPY(values<Case>({
        {"", ""},
        {"one\ntwo", "one two"},
        {"one\n\ntwo\nthree", "one\n\ntwo three"},
        {"one:\n  two  2\n  three\nfour", "one:\n  two  2\n  three\nfour"},
        {seven + "123456789X", seven + "123456789X"},
        {seven + "123456789é", seven + "123456789é"},
        {seven + "123456789XY", seven.substr(0, 69) + "\n123456789XY"},
    }));
    CAPTURE(given.text);
    CHECK(wrapped(given.text) == given.lines);
    CHECK(wrapped(given.lines) == given.lines);
}
