// What the WebAssembly module offers to JavaScript: one object that answers requests, and the
// function of the caller that gets the results so far.

#include "protocol/requests/requests.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

namespace {

std::unique_ptr<emilia::Requests> requests;
std::atomic<bool> stop = false;

} // namespace

// NOLINTBEGIN: the interface between C++ and JavaScript
EM_JS(void, emilia_tell, (const char* json), { Module.tell(UTF8ToString(json)); })

/// Must be called once, before all others.
extern "C" EMSCRIPTEN_KEEPALIVE void emilia_start(int threads, int hash_megabytes) {
    emilia::RequestSettings settings;
    settings.engine.threads = threads;
    settings.engine.hash_megabytes = static_cast<std::size_t>(hash_megabytes);
    requests = std::make_unique<emilia::Requests>(std::move(settings));
}

/// A byte of the module's memory: while it isn't 0, a search ends with what it has. Where the
/// memory is shared, another thread can set it.
extern "C" EMSCRIPTEN_KEEPALIVE std::atomic<bool>* emilia_stop() {
    return &stop;
}

/// The text is valid until the next call.
extern "C" EMSCRIPTEN_KEEPALIVE const char* emilia_answer(const char* request) {
    static std::string answer;
    answer = requests->answer_text(
        request, [](const std::string& json) { emilia_tell(json.c_str()); }, &stop);
    return answer.c_str();
}
// NOLINTEND
