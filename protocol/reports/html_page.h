#pragma once

// Puts an HTML page with a board together. A page is one file that needs neither a network nor
// other files. All pages share page.html, page.css and board.js; the page in the browser
// (protocol/page) uses them, too.

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// What a page adds to the parts that all pages share.
struct PageParts {
    std::string_view title;
    std::string_view style;
    std::string_view body;
    std::string script; ///< which finds the data in the element `data`
};

/// Texts of the data may contain anything: they are escaped, and bytes that are not valid UTF-8 are
/// replaced.
[[nodiscard]] std::string html_page(const PageParts& parts, const nlohmann::ordered_json& data);

} // namespace emilia
