// CMake defines EMILIA_REPORT_FOLDER, the folder of the embedded parts of the pages.

#include "protocol/reports/html_page.h"

#include "engine/system/embedded.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

namespace emilia {

EMILIA_EMBED(emilia_page_html, EMILIA_REPORT_FOLDER "/page.html")
EMILIA_EMBED(emilia_page_css, EMILIA_REPORT_FOLDER "/page.css")
EMILIA_EMBED(emilia_board_js, EMILIA_REPORT_FOLDER "/board.js")

namespace {

/// JSON for a script element, in which HTML interprets only `</script` and `<!--`. In JSON a `<`
/// occurs only within strings, so it can be escaped.
std::string embeddable(const nlohmann::ordered_json& data) {
    using Json = nlohmann::ordered_json;
    std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
    for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
        text.replace(at, 1, "\\u003c");
    }
    return text;
}

/// Appends the template up to `mark` to the page, and removes it and the mark from `rest`.
void take_until(std::string_view mark, std::string_view& rest, std::string& page) {
    const std::size_t at = rest.find(mark);
    if (at == std::string_view::npos)
        throw std::logic_error("the template of the pages lacks a mark");
    page += rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
}

} // namespace

std::string html_page(const PageParts& parts, const nlohmann::ordered_json& data) {
    std::string page;
    std::string_view rest = emilia_page_html();
    take_until("$title", rest, page);
    page += parts.title;
    take_until("$style", rest, page);
    page += emilia_page_css();
    page += parts.style;
    take_until("$body", rest, page);
    page += parts.body;
    take_until("$data", rest, page);
    page += embeddable(data);
    take_until("$script", rest, page);
    page += emilia_board_js();
    page += parts.script;
    page += rest;
    return page;
}

} // namespace emilia
