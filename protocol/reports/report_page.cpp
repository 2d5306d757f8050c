// CMake defines EMILIA_REPORT_FOLDER, the folder of the embedded parts of the page.

#include "protocol/reports/report_page.h"

#include "engine/system/embedded.h"
#include "protocol/reports/html_page.h"

namespace emilia {

EMILIA_EMBED(emilia_report_viewer, EMILIA_REPORT_FOLDER "/viewer.html")
EMILIA_EMBED(emilia_report_viewer_js, EMILIA_REPORT_FOLDER "/viewer.js")
EMILIA_EMBED(emilia_report_js, EMILIA_REPORT_FOLDER "/report.js")

std::string report_page(const nlohmann::ordered_json& game) {
    std::string script(emilia_report_viewer_js());
    script += emilia_report_js();
    return html_page({.title = "An analyzed game of Othello",
                      .style = "",
                      .body = emilia_report_viewer(),
                      .script = std::move(script)},
                     game);
}

} // namespace emilia
