#pragma once

// Regular expressions for the tests. Only pattern.cpp includes <regex>, which takes three seconds
// to compile.

#include <memory>
#include <string>
#include <vector>

namespace emilia::testing {

/// A regular expression as ECMAScript writes it.
class Pattern {
public:
    Pattern(const std::string& expression); // NOLINT(google-explicit-constructor)
    Pattern(const char* expression) : Pattern(std::string(expression)) {}

    struct Compiled;
    [[nodiscard]] const Compiled& compiled() const noexcept { return *compiled_; }

private:
    std::shared_ptr<const Compiled> compiled_;
};

/// The text of a match, and then that of each group in parentheses.
using Parts = std::vector<std::string>;

/// Whether the pattern matches the whole text. Sets `parts` if so.
[[nodiscard]] bool matches(const std::string& text, Parts& parts, const Pattern& pattern);
[[nodiscard]] bool matches(const std::string& text, const Pattern& pattern);

/// Whether the pattern matches a part of the text. Sets `parts` by the first match.
[[nodiscard]] bool has_match(const std::string& text, Parts& parts, const Pattern& pattern);
[[nodiscard]] bool has_match(const std::string& text, const Pattern& pattern);

/// All matches in the text, from left to right.
[[nodiscard]] std::vector<Parts> all_matches(const std::string& text, const Pattern& pattern);

} // namespace emilia::testing
