#pragma once

// What the tests of the HTML pages share.

#include "tests/catch.h"

#include <string>
#include <string_view>

namespace emilia::testing {

struct PageText {
    std::string before;
    std::string data;
    std::string after;
};

/// The page without its data, and the data.
[[nodiscard]] inline PageText parts_of(const std::string& page) {
    const std::string mark = R"(<script type="application/json" id="data">)";
    const std::size_t begin = page.find(mark);
    REQUIRE(begin != std::string::npos);
    const std::size_t data = begin + mark.size();
    const std::size_t end = page.find("</script>", data);
    REQUIRE(end != std::string::npos);
    return {page.substr(0, data), page.substr(data, end - data), page.substr(end)};
}

[[nodiscard]] inline bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

inline void check_refers_to_no_file(const PageText& parts) {
    const std::string around = parts.before + parts.after;
    for (const std::string_view part :
         {"http:", "https:", "\"//", "'//", "(//", "=//", "src=", "href", "@import", "url(",
          "fetch(", "XMLHttpRequest", "import(", "WebSocket", "innerHTML", "eval("}) {
        CAPTURE(part);
        CHECK_FALSE(contains(around, part));
    }
    // The content security policy forbids it, too.
    CHECK(contains(around, R"(content="default-src 'none'; style-src 'unsafe-inline'; )"
                           R"(script-src 'unsafe-inline'">)"));
}

} // namespace emilia::testing
