#include "tests/pattern.h"

#include <regex>

namespace emilia::testing {

struct Pattern::Compiled {
    std::regex expression;
};

namespace {

Parts parts_of(const std::smatch& match) {
    return {match.begin(), match.end()};
}

} // namespace

Pattern::Pattern(const std::string& expression)
    : compiled_(std::make_shared<Compiled>(Compiled{std::regex(expression)})) {}

bool matches(const std::string& text, Parts& parts, const Pattern& pattern) {
    std::smatch match;
    if (!std::regex_match(text, match, pattern.compiled().expression)) return false;
    parts = parts_of(match);
    return true;
}

bool matches(const std::string& text, const Pattern& pattern) {
    Parts parts;
    return matches(text, parts, pattern);
}

bool has_match(const std::string& text, Parts& parts, const Pattern& pattern) {
    std::smatch match;
    if (!std::regex_search(text, match, pattern.compiled().expression)) return false;
    parts = parts_of(match);
    return true;
}

bool has_match(const std::string& text, const Pattern& pattern) {
    Parts parts;
    return has_match(text, parts, pattern);
}

std::vector<Parts> all_matches(const std::string& text, const Pattern& pattern) {
    std::vector<Parts> all;
    const std::regex& expression = pattern.compiled().expression;
    for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i)
        all.push_back(parts_of(*i));
    return all;
}

} // namespace emilia::testing
