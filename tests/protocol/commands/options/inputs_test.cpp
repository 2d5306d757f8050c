#include "protocol/commands/options/command_options.h"
#include "protocol/commands/options/inputs.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

using namespace emilia;
using namespace emilia::testing;
namespace fs = std::filesystem;

TEST_CASE("a file is refused as output under every name of an input", "[posix]") {
    const TemporaryFolder folder;
    const std::string input = folder.file("in");
    std::ofstream(input) << "game";
    fs::create_directory(folder.file("sub"));
    fs::create_symlink("in", folder.file("link"));
    fs::create_symlink("link", folder.file("link of a link"));
    fs::create_hard_link(input, folder.file("hard"));
    CHECK_THROWS_WITH(refuse_as_output(input, {"other", input}),
                      "'" + input + "' cannot be both input and output; choose another output");
    for (const char* name : {"link", "link of a link", "hard", "./in", "sub/../in"}) {
        CAPTURE(name);
        CHECK_THROWS_WITH(refuse_as_output(folder.file(name), {input}),
                          "'" + folder.file(name) + "' and '" + input
                              + "' are the same file, which cannot be both input and output; "
                                "choose another output");
        CHECK_THROWS_AS(refuse_as_output(input, {folder.file(name)}), UsageError);
    }
}

TEST_CASE("an output that is another file, or no file yet, is not refused", "[posix]") {
    const TemporaryFolder folder;
    std::ofstream(folder.file("in")) << "game";
    std::ofstream(folder.file("copy")) << "game";
    fs::create_symlink("missing", folder.file("dangling"));
    for (const char* name : {"copy", "missing", "dangling", "no/such/folder"}) {
        CAPTURE(name);
        CHECK_NOTHROW(refuse_as_output(folder.file(name), {folder.file("in")}));
    }
    CHECK_NOTHROW(refuse_as_output(folder.file("missing"), {folder.file("missing")}));
    CHECK_NOTHROW(refuse_as_output(folder.file("in"), {}));
}

TEST_CASE("two outputs are the same by whatever name, also before the file is there", "[posix]") {
    const TemporaryFolder folder;
    fs::create_directory(folder.file("sub"));
    fs::create_symlink("new", folder.file("link"));
    std::ofstream(folder.file("old")) << "game";
    fs::create_hard_link(folder.file("old"), folder.file("hard"));
    for (const char* name : {"new", "./new", "sub/../new", "sub/.././/new", "link"}) {
        CAPTURE(name);
        CHECK(is_same_output(folder.file("new"), folder.file(name)));
        CHECK(is_same_output(folder.file(name), folder.file("new")));
        CHECK_FALSE(is_same_output(folder.file(name), folder.file("old")));
    }
    CHECK(is_same_output(folder.file("old"), folder.file("hard")));
    CHECK_FALSE(is_same_output(folder.file("new"), folder.file("sub/new")));
    CHECK(is_same_output("no such file", "./no such file"));
    CHECK(is_same_output("no such file", (fs::current_path() / "no such file").string()));
    CHECK_FALSE(is_same_output("no such file", "no such folder/no such file"));
}
