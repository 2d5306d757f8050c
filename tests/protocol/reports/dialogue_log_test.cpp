#include "protocol/reports/dialogue_log.h"
#include "tests/catch.h"
#include "tests/pattern.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("what a log says has the time and the direction in front, of one line or several") {
    const TemporaryFile file;
    DialogueLog log(file.path());
    log.add("> ", "go");
    log.add("< ", "/os: update .5\n|board\n|* to move");
    const std::string time = "[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8}\\.[0-9]{3} ";
    CHECK(matches(file.text(), Pattern(time + "> go\n" + time
                                       + "< /os: update .5\n\\|board\n\\|\\* to move\n")));
}

TEST_CASE("a log is appended to, but no other file is") {
    const TemporaryFile file;
    for (const char* line : {"one", "two"}) DialogueLog(file.path()).add("> ", line);
    CHECK(file.text().find("> one\n") < file.text().find("> two\n"));
    const TemporaryFile other("a letter\n");
    CHECK_THROWS_WITH(DialogueLog(other.path()),
                      "'" + other.path()
                          + "' is no log, so nothing is appended to it; choose another --log");
    CHECK(other.text() == "a letter\n");
}

TEST_CASE("a line that a kill has torn stays a line of its own") {
    const TemporaryFile file("2026-11-27 20:00:00.000 > hal");
    DialogueLog(file.path()).add("> ", "whole");
    CHECK(file.text().starts_with("2026-11-27 20:00:00.000 > hal\n2"));
}
