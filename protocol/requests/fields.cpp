#include "protocol/requests/fields.h"

#include "engine/base/text.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace emilia {
namespace {

using nlohmann::ordered_json;

/// Requests are three levels deep.
constexpr int deepest = 8;

/// Refuses what a JSON parser lets pass.
class Watch {
public:
    bool operator()(int depth, ordered_json::parse_event_t event, const ordered_json& value) {
        using Event = ordered_json::parse_event_t;
        switch (event) {
        case Event::array_start:
        case Event::object_start:
            if (depth >= deepest) {
                throw RequestError(fmt::format(
                    "a request has no more than {} levels of objects and lists", deepest));
            }
            if (event == Event::object_start) names_.emplace_back();
            break;
        case Event::object_end: names_.pop_back(); break;
        case Event::key: add(value.get_ref<const std::string&>()); break;
        default: break;
        }
        return true;
    }

private:
    void add(const std::string& name) {
        std::vector<std::string>& names = names_.back();
        if (std::find(names.begin(), names.end(), name) != names.end())
            throw RequestError(fmt::format("the field {} is there twice", in_quotes(name)));
        if (names.size() >= most_names) {
            throw RequestError(
                fmt::format("an object of a request has no more than {} fields", most_names));
        }
        names.push_back(name);
    }

    static constexpr std::size_t most_names = 64;
    std::vector<std::vector<std::string>> names_; ///< of the objects that are open
};

/// What is wrong with a text that is no JSON, without the library's name and number of the error.
std::string reason(const ordered_json::exception& error) {
    const std::string_view what = error.what();
    const std::size_t end = what.find("] ");
    return printable(end == std::string_view::npos ? what : what.substr(end + 2));
}

} // namespace

ordered_json to_json(const RequestError& error) {
    ordered_json json = {{"message", error.what()}};
    if (!error.path().empty()) json["path"] = error.path();
    if (!error.allowed().empty()) json["allowed"] = error.allowed();
    return json;
}

ordered_json parse_request(std::string_view text) {
    ordered_json request;
    try {
        Watch watch;
        request = ordered_json::parse(text, std::ref(watch));
    } catch (const ordered_json::parse_error& error) {
        const std::size_t place = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
        if (place == text.size())
            throw RequestError("a request is a JSON object; this text ends too early");
        constexpr std::size_t some = 20;
        throw RequestError(
            fmt::format("a request is a JSON object; at byte {} this text is no JSON: {}",
                        place + 1, in_quotes(text.substr(place, some))));
    } catch (const ordered_json::exception& error) {
        throw RequestError(reason(error));
    }
    if (request.is_object()) return request;
    throw RequestError(fmt::format("a request is a JSON object, not {}", Fields::shown(request)));
}

Fields::Fields(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
    if (object_.is_object()) return;
    throw RequestError(fmt::format("an object is needed, not {}", shown(object_)), path_,
                       "an object");
}

const Fields::Json* Fields::find(std::string_view name) {
    named_.push_back(name);
    // The few fields are compared without a string of the name, which `find` would make.
    for (const auto& [key, value] : object_.get_ref<const Json::object_t&>())
        if (key == name) return &value;
    return nullptr;
}

const Fields::Json& Fields::require(std::string_view name) {
    const Json* const json = find(name);
    if (json == nullptr) refuse(name, fmt::format("{} is missing", name));
    return *json;
}

std::optional<std::string> Fields::text(std::string_view name) {
    const Json* const json = find(name);
    if (json == nullptr) return std::nullopt;
    if (!json->is_string())
        refuse(name, fmt::format("{} must be a text, not {}", name, shown(*json)), "a text");
    return json->get<std::string>();
}

std::string Fields::required_text(std::string_view name) {
    auto found = text(name);
    if (!found) refuse(name, fmt::format("{} is missing", name), "a text");
    return std::move(*found);
}

bool Fields::flag(std::string_view name, bool otherwise) {
    const Json* const json = find(name);
    if (json == nullptr) return otherwise;
    if (!json->is_boolean()) {
        refuse(name, fmt::format("{} must be true or false, not {}", name, shown(*json)),
               "true or false");
    }
    return json->get<bool>();
}

std::optional<std::size_t> Fields::choice(std::string_view name,
                                          std::span<const std::string_view> choices) {
    const Json* const json = find(name);
    if (json == nullptr) return std::nullopt;
    if (json->is_string()) {
        const auto found =
            std::find(choices.begin(), choices.end(), json->get_ref<const std::string&>());
        if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    }
    const std::string allowed = fmt::format("{}", fmt::join(choices, ", "));
    refuse(name, fmt::format("{} must be one of {}, not {}", name, allowed, shown(*json)), allowed);
}

std::size_t Fields::required_choice(std::string_view name,
                                    std::span<const std::string_view> choices) {
    const auto found = choice(name, choices);
    if (!found) {
        refuse(name, fmt::format("{} is missing", name),
               fmt::format("{}", fmt::join(choices, ", ")));
    }
    return *found;
}

std::optional<std::pair<int, int>> Fields::range(std::string_view name, Bounds<int> bounds) {
    const Json* const json = find(name);
    if (json == nullptr) return std::nullopt;
    if (json->is_array() && json->size() == 2) {
        const auto least = number_in<int>((*json)[0]);
        const auto greatest = number_in<int>((*json)[1]);
        if (least && greatest && *least <= *greatest && bounds.contain(*least)
            && bounds.contain(*greatest))
            return std::pair(*least, *greatest);
    }
    const std::string allowed =
        fmt::format("[A, B] within {} to {}", bounds.least, bounds.greatest);
    refuse(name,
           fmt::format("{} must be two whole numbers from {} to {}, the smaller one first", name,
                       bounds.least, bounds.greatest),
           allowed);
}

void Fields::refuse(std::string_view name, const std::string& message,
                    const std::string& allowed) const {
    throw RequestError(message, path_of(name), allowed);
}

std::string Fields::path_of(std::string_view name) const {
    std::string path = path_ + '/';
    for (const char character : name) { // as RFC 6901 escapes it
        if (character == '~') {
            path += "~0";
        } else if (character == '/') {
            path += "~1";
        } else {
            path += character;
        }
    }
    return path;
}

void Fields::end() const {
    for (const auto& [name, value] : object_.get_ref<const Json::object_t&>()) {
        if (std::find(named_.begin(), named_.end(), name) != named_.end()) continue;
        constexpr std::size_t longest_name = 40;
        throw RequestError(fmt::format("there is no field {} here", in_quotes(name)),
                           name.size() > longest_name ? path_ : path_of(name),
                           fmt::format("{}", fmt::join(named_, ", ")));
    }
}

std::string Fields::shown(const Json& value) {
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
    return line_of(value);
}

std::optional<std::int64_t> Fields::whole_number_in(const Json& json) {
    if (json.is_number_unsigned()) {
        const auto number = json.get<std::uint64_t>();
        if (std::in_range<std::int64_t>(number)) return static_cast<std::int64_t>(number);
    } else if (json.is_number_integer()) {
        return json.get<std::int64_t>();
    } else if (json.is_number_float()) {
        const double number = json.get<double>();
        constexpr double most = 9007199254740992.0; // up to here each whole number is a double
        if (std::trunc(number) == number && std::abs(number) <= most)
            return static_cast<std::int64_t>(number);
    }
    return std::nullopt;
}

} // namespace emilia
