#pragma once

// Reads the fields of a request, and says of a wrong one where it is and what is allowed.

#include "engine/play/bounds.h"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace emilia {

/// Why a request is refused.
class RequestError : public std::runtime_error {
public:
    explicit RequestError(const std::string& message, std::string path = {},
                          std::string allowed = {})
        : std::runtime_error(message), path_(std::move(path)), allowed_(std::move(allowed)) {}

    /// The value that is wrong, as a JSON Pointer (RFC 6901): `/game/moves`; empty for the request.
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// What the value may be: `1 to 60`; may be empty.
    [[nodiscard]] const std::string& allowed() const noexcept { return allowed_; }

private:
    std::string path_;
    std::string allowed_;
};

/// `{"message": …, "path": …, "allowed": …}`.
[[nodiscard]] nlohmann::ordered_json to_json(const RequestError& error);

/// Reads a JSON text, which must be an object. Throws RequestError if it is no JSON, names a field
/// twice or is nested far deeper than any request.
[[nodiscard]] nlohmann::ordered_json parse_request(std::string_view text);

/// Reads an object field by field. All functions throw RequestError, which names the wrong field.
class Fields {
public:
    using Json = nlohmann::ordered_json;

    /// The object at `path` in the request; it must outlive this one.
    explicit Fields(const Json& object, std::string path = {});

    /// Null if the field is not there.
    [[nodiscard]] const Json* find(std::string_view name);
    [[nodiscard]] const Json& require(std::string_view name);

    [[nodiscard]] std::optional<std::string> text(std::string_view name);
    [[nodiscard]] std::string required_text(std::string_view name);
    [[nodiscard]] bool flag(std::string_view name, bool otherwise);
    /// A number within `bounds`; a whole number may be written as `3.0`.
    template <typename Value>
    [[nodiscard]] std::optional<Value> number(std::string_view name, Bounds<Value> bounds) {
        const Json* const json = find(name);
        if (json == nullptr) return std::nullopt;
        if (const auto value = number_in<Value>(*json); value && bounds.contain(*value))
            return value;
        const std::string allowed = fmt::format("{} to {}", bounds.least, bounds.greatest);
        refuse(name,
               fmt::format("{} must be a {}number from {}, not {}", name,
                           std::integral<Value> ? "whole " : "", allowed, shown(*json)),
               allowed);
    }
    /// The least and the greatest number of a range within `bounds`: `[8, 14]`.
    [[nodiscard]] std::optional<std::pair<int, int>> range(std::string_view name,
                                                           Bounds<int> bounds);
    /// The number of the choice, a text.
    [[nodiscard]] std::optional<std::size_t> choice(std::string_view name,
                                                    std::span<const std::string_view> choices);
    [[nodiscard]] std::size_t required_choice(std::string_view name,
                                              std::span<const std::string_view> choices);

    [[noreturn]] void refuse(std::string_view name, const std::string& message,
                             const std::string& allowed = {}) const;
    [[nodiscard]] std::string path_of(std::string_view name) const;

    /// Refuses a field that none of the calls so far has named.
    void end() const;

    /// The value for a message, shortened.
    [[nodiscard]] static std::string shown(const Json& value);

private:
    template <typename Value>
    [[nodiscard]] static std::optional<Value> number_in(const Json& json) {
        if constexpr (std::floating_point<Value>) {
            return json.is_number() ? std::optional(json.get<Value>()) : std::nullopt;
        } else {
            const auto value = whole_number_in(json);
            return value && std::in_range<Value>(*value) ? std::optional(static_cast<Value>(*value))
                                                         : std::nullopt;
        }
    }
    [[nodiscard]] static std::optional<std::int64_t> whole_number_in(const Json& json);

    const Json& object_;
    std::string path_;
    std::vector<std::string_view> named_;
};

} // namespace emilia
