#include "engine/base/read_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;

TEST_CASE("the beginning of a file is at most 64 bytes, and none if there is no file") {
    CHECK(read_beginning(TemporaryFile(std::string(100, 'x')).path()) == std::string(64, 'x'));
    CHECK(read_beginning(TemporaryFile("short").path()) == "short");
    CHECK(read_beginning(TemporaryFile().path()) == "");
    CHECK(read_beginning("/no/such/file") == "");
}

TEST_CASE("a file whose beginning is not wanted is not read to its end", "[posix]") {
    const auto is_wanted = [](std::string_view beginning) { return beginning.starts_with("yes"); };
    const std::string wanted = "yes" + std::string(100'000, 'x');
    CHECK(read_file(TemporaryFile(wanted).path(), most_file_bytes, is_wanted) == wanted);
    const std::string other = "no" + std::string(100'000, 'x');
    CHECK(read_file(TemporaryFile(other).path(), most_file_bytes, is_wanted)
          == other.substr(0, 65536));
    CHECK(read_file("/dev/zero", most_file_bytes, is_wanted) == std::string(65536, '\0'));
    CHECK(read_file(TemporaryFile().path(), most_file_bytes, is_wanted) == "");
}

TEST_CASE("a file that can't be opened has no beginning but an error", "[posix]") {
    const std::string name(1000, 'x');
    CHECK(read_beginning(name).error() == "cannot read '" + name + "': File name too long");
}

TEST_CASE("a text file is read unchanged, or the message says why not") {
    const std::string text("one\r\ntwo\0\xff\n", 11);
    CHECK(read_file(TemporaryFile(text).path()) == text);
    CHECK(read_file(TemporaryFile().path()) == "");

    const auto missing = read_file("/no/such/file");
    REQUIRE_FALSE(missing);
    CHECK(missing.error() == "cannot read '/no/such/file': No such file or directory");
    const auto folder = read_file("/");
    REQUIRE_FALSE(folder);
    CHECK(folder.error() == "cannot read '/': it is a folder");
}
