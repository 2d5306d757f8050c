#include "protocol/text/job_progress.h"
#include "tests/catch.h"

using namespace emilia;

TEST_CASE("the progress of a long job is one line") {
    CHECK(job_progress_text(0, 8300, "games", 12) == "0 of 8,300 games");
    CHECK(job_progress_text(1200, 8300, "games", 0) == "1,200 of 8,300 games");
    CHECK(job_progress_text(1200, 8300, "games", 4)
          == "1,200 of 8,300 games, 300 games/s, 0:24 left");
    CHECK(job_progress_text(8300, 8300, "games", 30)
          == "8,300 of 8,300 games, 277 games/s, 0:00 left");
    CHECK(job_progress_text(3, 100, "games", 120) == "3 of 100 games, 0.03 games/s, 1:04:40 left");
}
