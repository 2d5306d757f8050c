// What the module offers to the page's scripts: a function that answers a request, and the one of
// the page that it calls with the results so far.

#include "protocol/page/requests.h"

#include <string>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

// NOLINTBEGIN: the interface between C++ and JavaScript
EM_JS(void, emilia_tell, (const char* json), { Module.tell(UTF8ToString(json)); })

extern "C" EMSCRIPTEN_KEEPALIVE const char* emilia_answer(const char* request) {
    static emilia::Requests requests;
    static std::string answer; // for the page to read after this function has returned
    answer = requests.answer(request, [](const std::string& json) { emilia_tell(json.c_str()); });
    return answer.c_str();
}
// NOLINTEND
