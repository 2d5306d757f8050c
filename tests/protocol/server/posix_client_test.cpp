#include "protocol/server/client.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"
#include "tests/system/process.h"

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace fs = std::filesystem;

namespace {

tl::expected<std::string, std::string> password_in(std::string_view text,
                                                   fs::perms mode = fs::perms::owner_read) {
    const TemporaryFile file(text);
    fs::permissions(to_path(file.path()), mode);
    return read_password(file.path());
}

} // namespace

TEST_CASE("a password is the first line of a file that is the owner's alone") {
    CHECK(password_in("open-Sesame") == "open-Sesame");
    CHECK(password_in("open-Sesame\n") == "open-Sesame");
    CHECK(password_in("open-Sesame\r\nmore\n") == "open-Sesame");
    CHECK(password_in(std::string(100, 'x')) == std::string(100, 'x'));
}

TEST_CASE("a password that others may read or change is refused") {
    using fs::perms;
    for (const perms more :
         {perms::group_read, perms::others_read, perms::group_write, perms::others_write}) {
        const auto password = password_in("open-Sesame\n", perms::owner_read | more);
        REQUIRE_FALSE(password);
        CHECK(password.error().find("others may read the password in '") == 0);
        CHECK(password.error().find("Sesame") == std::string::npos);
    }
}

TEST_CASE("what is no password is refused without telling it") {
    for (const char* text : {"", "\n", "open Sesame", "open\tSesame", "Sesam\xc3\xa9", " Sesame"}) {
        CAPTURE(text);
        const auto password = password_in(text);
        REQUIRE_FALSE(password);
        CHECK(password.error().find("Sesam") == std::string::npos);
    }
    CHECK_FALSE(password_in(std::string(101, 'x')));
    CHECK_FALSE(read_password("/no/such/file"));
}

TEST_CASE("without a file the password comes from the environment") {
    set_environment(password_variable, "open-Sesame");
    CHECK(read_password(std::nullopt) == "open-Sesame");
    set_environment(password_variable, "");
    CHECK(read_password(std::nullopt).error() == "EMILIA_GGS_PASSWORD holds no password");
}

TEST_CASE("names are those that the server takes") {
    for (const char* name : {"ab", "emilia", "12345678", "a.b_c"}) CHECK_FALSE(why_no_user(name));
    for (const char* name : {"", "a", "123456789", ".abc", "_abc", "a,b", "a\\b", "a b",
                             "\xc3\xa9"
                             "x"}) {
        CAPTURE(name);
        CHECK(why_no_user(name));
    }
}
