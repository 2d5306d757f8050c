#include "engine/base/base64.h"
#include "tests/catch.h"

#include <string>

using namespace emilia;

TEST_CASE("base64 is read as the bytes that it stands for") {
    struct Case {
        const char* text;
        std::string bytes;
    };
    // As the examples of RFC 4648, and all digits.
    const Case cases[] = {
        {"", ""},
        {"Zg==", "f"},
        {"Zno=", "fz"},
        {"Zm9v", "foo"},
        {"Zm9vYg==", "foob"},
        {"Zm9vYmE=", "fooba"},
        {"Zm9vYmFy", "foobar"},
        {"AAD/", std::string("\0\0\xff", 3)},
        {"+/+/", "\xfb\xff\xbf"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
         std::string("\x00\x10\x83\x10\x51\x87\x20\x92\x8b\x30\xd3\x8f\x41\x14\x93\x51\x55\x97\x61"
                     "\x96\x9b\x71\xd7\x9f\x82\x18\xa3\x92\x59\xa7\xa2\x9a\xab\xb2\xdb\xaf\xc3\x1c"
                     "\xb3\xd3\x5d\xb7\xe3\x9e\xbb\xf3\xdf\xbf",
                     48)},
    };
    for (const Case& c : cases) {
        CAPTURE(c.text);
        CHECK(from_base64(c.text) == c.bytes);
    }
}

TEST_CASE("what is no base64 is refused") {
    for (const char* text : {"Zg", "Zg=", "Z", "Z===", "====", "=", "Zm9v=", "Zm9vZ===", "Zg==Zg==",
                             "Z=9v", "Zm9 ", "Zm9\n", "Zm9-", "Zm\xc3\xa9", "Zh==", "Zm9="}) {
        CAPTURE(text);
        CHECK_FALSE(from_base64(text));
    }
}
