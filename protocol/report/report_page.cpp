// CMake defines EMILIA_REPORT_FOLDER, the folder of the embedded parts of the page.

#include "protocol/report/report_page.h"

#include "engine/system/embedded.h"

#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

namespace emilia {

EMILIA_EMBED(emilia_report_html, EMILIA_REPORT_FOLDER "/page.html")
EMILIA_EMBED(emilia_report_css, EMILIA_REPORT_FOLDER "/page.css")
EMILIA_EMBED(emilia_report_viewer, EMILIA_REPORT_FOLDER "/viewer.html")
EMILIA_EMBED(emilia_report_board_js, EMILIA_REPORT_FOLDER "/board.js")
EMILIA_EMBED(emilia_report_viewer_js, EMILIA_REPORT_FOLDER "/viewer.js")
EMILIA_EMBED(emilia_report_js, EMILIA_REPORT_FOLDER "/page.js")

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
        throw std::logic_error("the template of the report page lacks a mark");
    page += rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
}

} // namespace

std::string report_page(const nlohmann::ordered_json& game) {
    std::string page;
    std::string_view rest = emilia_report_html();
    take_until("$style", rest, page);
    page += emilia_report_css();
    take_until("$viewer", rest, page);
    page += emilia_report_viewer();
    take_until("$data", rest, page);
    page += embeddable(game);
    take_until("$script", rest, page);
    page += emilia_report_board_js();
    page += emilia_report_viewer_js();
    page += emilia_report_js();
    page += rest;
    return page;
}

} // namespace emilia
