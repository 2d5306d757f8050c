// What the module offers to the page's scripts: a function that answers a request, and the one of
// the page that it calls with the results so far.

#include "protocol/requests/requests.h"

#include <string>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

namespace {

emilia::RequestSettings settings() {
    emilia::RequestSettings settings;
    // Phones give a page a few hundred megabytes in all; the weights take 40.
    settings.engine.hash_megabytes = 48;
    return settings;
}

} // namespace

// NOLINTBEGIN: the interface between C++ and JavaScript
EM_JS(void, emilia_tell, (const char* json), { Module.tell(UTF8ToString(json)); })

extern "C" EMSCRIPTEN_KEEPALIVE const char* emilia_answer(const char* request) {
    static emilia::Requests requests(settings());
    static std::string answer; // for the page to read after this function has returned
    answer =
        requests.answer_text(request, [](const std::string& json) { emilia_tell(json.c_str()); });
    return answer.c_str();
}
// NOLINTEND
