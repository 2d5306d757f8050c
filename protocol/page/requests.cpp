#include "protocol/page/requests.h"

#include "protocol/page/games.h"

#include <array>
#include <exception>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::ordered_json;

struct RequestKind {
    std::string_view name;
    ordered_json (*answer)(const ordered_json& request, Searches& searches, const Tell& tell);
};

constexpr std::array<RequestKind, 9> kinds = {{
    {"about", [](const ordered_json&, Searches&, const Tell&) { return about(); }},
    {"open", [](const ordered_json& request, Searches&,
                const Tell&) { return open_text(request.at("text").get<std::string>()); }},
    {"game", [](const ordered_json& request, Searches&,
                const Tell&) { return positions_of(game_of(request.at("game"))); }},
    {"write",
     [](const ordered_json& request, Searches&, const Tell&) {
         return write_game(game_of(request.at("game")), request.at("format").get<std::string>());
     }},
    {"prepare",
     [](const ordered_json&, Searches& searches, const Tell&) { return searches.prepare(); }},
    {"move", [](const ordered_json& request, Searches& searches,
                const Tell& tell) { return searches.move(request, tell); }},
    {"evaluate", [](const ordered_json& request, Searches& searches,
                    const Tell& tell) { return searches.evaluate(request, tell); }},
    {"analyze", [](const ordered_json& request, Searches& searches,
                   const Tell& tell) { return searches.analyze(request, tell); }},
    {"bench",
     [](const ordered_json&, Searches&, const Tell& tell) { return Searches::bench(tell); }},
}};

ordered_json answer_to(const ordered_json& request, Searches& searches, const Tell& tell) {
    const auto wanted = request.at("ask").get<std::string>();
    for (const RequestKind& kind : kinds) {
        if (kind.name == wanted) return kind.answer(request, searches, tell);
    }
    throw std::runtime_error(fmt::format("nothing is called '{}'", wanted));
}

std::string error_text(std::string_view message) {
    return ordered_json{{"error", message}}.dump(-1, ' ', false,
                                                 ordered_json::error_handler_t::replace);
}

} // namespace

std::string Requests::answer(std::string_view request, const Tell& tell) noexcept {
    try {
        return to_text(answer_to(ordered_json::parse(request), searches_, tell));
    } catch (const std::bad_alloc&) {
        return error_text("there is not enough memory");
    } catch (const std::exception& error) {
        return error_text(error.what());
    }
}

} // namespace emilia
