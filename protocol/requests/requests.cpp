#include "protocol/requests/requests.h"

#include "engine/base/text.h"
#include "protocol/reports/result_json.h"
#include "protocol/requests/answers.h"
#include "protocol/requests/fields.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

struct Requests::Kind {
    std::string_view name;
    ordered_json (Answers::*answer)(Fields& request, const Answers::Call& call);
    bool searches = false;
};

const Requests::Kind* Requests::find(std::string_view name) {
    static constexpr Kind kinds[] = {
        {"evaluate", &Answers::evaluate},     {"analyze", &Answers::analyze, true},
        {"choose", &Answers::choose, true},   {"moves", &Answers::moves},
        {"positions", &Answers::positions},   {"read", &Answers::read},
        {"write", &Answers::write},           {"opening", &Answers::opening},
        {"book", &Answers::look_up},          {"analyze_game", &Answers::analyze_game, true},
        {"drill", &Answers::drill},           {"puzzles", &Answers::puzzles, true},
        {"next_level", &Answers::next_level}, {"about", &Answers::about},
        {"prepare", &Answers::prepare},       {"bench", &Answers::bench, true},
        {"open_games", &Answers::open_games}, {"games", &Answers::games},
    };
    const auto* const found = std::find_if(std::begin(kinds), std::end(kinds),
                                           [name](const Kind& kind) { return kind.name == name; });
    if (found != std::end(kinds)) return found;
    std::string allowed;
    for (const Kind& kind : kinds)
        allowed += fmt::format("{}{}", allowed.empty() ? "" : ", ", kind.name);
    throw RequestError(fmt::format("there is no request {}", in_quotes(name)), "/ask", allowed);
}

Requests::Requests(RequestSettings settings)
    : answers_(std::make_unique<Answers>(std::move(settings))) {}
Requests::~Requests() = default;

bool Requests::searches(const ordered_json& request) {
    Fields fields(request);
    return find(fields.required_text("ask"))->searches;
}

ordered_json Requests::answer(const ordered_json& request, const Progress& tell,
                              const std::atomic<bool>* stop) noexcept {
    try {
        Fields fields(request);
        const Kind* const kind = find(fields.required_text("ask"));
        static_cast<void>(fields.find("id")); // the caller's
        const bool wants_progress = fields.flag("progress", false);
        const Answers::Call call{wants_progress ? tell : Progress(), stop};
        ordered_json result = (*answers_.*(kind->answer))(fields, call);
        ordered_json reply;
        reply["result"] = std::move(result);
        return reply;
    } catch (...) {
        return error_in_flight();
    }
}

std::string Requests::answer_text(std::string_view request,
                                  const std::function<void(const std::string&)>& tell,
                                  const std::atomic<bool>* stop) noexcept {
    try {
        const auto tell_line = [&tell](const ordered_json& sofar) {
            if (tell) tell(line_of(sofar));
        };
        return line_of(answer(parse_request(request), tell_line, stop));
    } catch (...) {
        return line_of(error_in_flight());
    }
}

ordered_json error_in_flight() {
    ordered_json reply;
    try {
        throw;
    } catch (const RequestError& error) {
        reply["error"] = to_json(error);
    } catch (const std::bad_alloc&) {
        reply["error"] = {{"message", "there is not enough memory; a smaller hash table may help"}};
    } catch (const std::exception& error) {
        reply["error"] = {{"message", error.what()}};
    }
    return reply;
}

} // namespace emilia
