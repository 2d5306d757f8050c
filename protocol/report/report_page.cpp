// CMake names the folder of the page's parts.

#include "protocol/report/report_page.h"

#include "engine/base/embedded.h"

#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

namespace emilia {

EMILIA_EMBED(emilia_report_html, EMILIA_REPORT_FOLDER "/page.html")
EMILIA_EMBED(emilia_report_css, EMILIA_REPORT_FOLDER "/page.css")
EMILIA_EMBED(emilia_report_js, EMILIA_REPORT_FOLDER "/page.js")

namespace {

/// JSON for a script element, where only `</script` and `<!--` mean anything to HTML. A `<` can be
/// nowhere but in a string.
std::string embeddable(const nlohmann::ordered_json& data) {
    using Json = nlohmann::ordered_json;
    std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
    for (auto at = text.find('<'); at != std::string::npos; at = text.find('<', at)) {
        text.replace(at, 1, "\\u003c");
    }
    return text;
}

/// Moves what of the template lies before the mark to the page, and both out of the template.
void take_until(std::string_view mark, std::string_view& rest, std::string& page) {
    const std::size_t at = rest.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("the report's template lacks a mark");
    page += rest.substr(0, at);
    rest.remove_prefix(at + mark.size());
}

} // namespace

std::string report_page(const nlohmann::ordered_json& game) {
    std::string page;
    std::string_view rest = emilia_report_html();
    take_until("$style", rest, page);
    page += emilia_report_css();
    take_until("$data", rest, page);
    page += embeddable(game);
    take_until("$script", rest, page);
    page += emilia_report_js();
    page += rest;
    return page;
}

} // namespace emilia
