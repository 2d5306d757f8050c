#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"

#include <filesystem>

#include <sys/stat.h>

using namespace emilia::testing;

TEST_CASE("a pipe among the files of a folder is refused, not waited for") {
    const TemporaryFolder folder;
    const std::string base = folder.file("a.wtb");
    const auto refusal = [](const std::string& pipe) {
        return "cannot read '" + pipe + "': it is no ordinary file";
    };
    std::filesystem::copy_file(data_path("wthor/WTH_1978.wtb"), base);
    REQUIRE(::mkfifo(folder.file("WTH.JOU").c_str(), 0600) == 0);
    const Finished names = run_command("convert", {base, "--to", "text"});
    CHECK(names.status == 1);
    CHECK(contains(names.errors, refusal(folder.file("WTH.JOU"))));
    CHECK(split_lines(names.output).size() == 8);
    REQUIRE(::mkfifo(folder.file("b.wtb").c_str(), 0600) == 0);
    const Finished bases = run_command("convert", {folder.path(), "--to", "text"});
    CHECK(bases.status == 1);
    CHECK(contains(bases.errors, refusal(folder.file("b.wtb"))));
}
