#include "protocol/requests/requests.h"

#include "protocol/reports/result_json.h"
#include "protocol/requests/fields.h"
#include "tests/fuzz/fuzz.h"

#include <atomic>

#include <nlohmann/json.hpp>

using namespace emilia;
using nlohmann::ordered_json;

namespace {

Requests& requests() {
    RequestSettings settings;
    settings.engine.hash_megabytes = 1;
    static Requests all(settings);
    return all;
}

/// Searches end at once with what they have.
ordered_json reply_to(std::string_view text) {
    static const std::atomic<bool> stop = true;
    try {
        const ordered_json request = parse_request(text);
        fuzz::demand(request.is_object(), "a request is an object");
        if (request.contains("ask") && request["ask"] == "bench")
            return {{"error", {{"message", "takes long"}}}};
        return requests().answer(request, {}, &stop);
    } catch (const RequestError&) {
        return error_in_flight();
    }
}

void check(const ordered_json& reply) {
    fuzz::demand(reply.size() == 1, "a reply is a result or an error");
    if (reply.contains("error")) {
        const ordered_json& error = reply["error"];
        const auto message = error.at("message").get<std::string>();
        fuzz::demand(!message.empty() && message.size() <= 400, "a message is short");
        fuzz::demand(message.find('\n') == std::string::npos, "a message is one line");
        const auto path = error.value("path", "");
        fuzz::demand(path.empty() || path.front() == '/', "a path is a JSON Pointer");
    } else {
        fuzz::demand(reply.at("result").is_object(), "a result is an object");
    }
    const std::string line = reply.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
    fuzz::demand(fuzz::is_printable(line), "a line is printable");
    fuzz::demand(ordered_json::parse(line).contains(reply.begin().key()), "a reply is JSON");
}

/// A game that was written in a format that keeps all of it.
void check_written(const ordered_json& reply) {
    if (!reply.contains("result") || !reply["result"].contains("text")) return;
    const auto text = reply["result"]["text"].get<std::string>();
    if (!text.starts_with("(;")) return;
    const ordered_json read = reply_to(ordered_json{{"ask", "read"}, {"text", text}}.dump());
    fuzz::demand(read.contains("result"), "what was written can be read");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        const ordered_json reply = reply_to(line);
        check(reply);
        check_written(reply);
        if (reply.contains("error"))
            fuzz::demand(reply_to(line) == reply, "what is wrong stays wrong");
    }
    return 0;
}
