#include "protocol/reports/wrapped.h"

#include "engine/base/text.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr std::ptrdiff_t columns = 80;

/// Columns that a text takes in UTF-8.
std::ptrdiff_t width_of(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

} // namespace

std::string wrapped(std::string_view text) {
    std::string result;
    std::ptrdiff_t used = 0; // columns of the line that more words may follow
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == ' ') {
            result += used > 0 ? "\n" : "";
            result += line;
            result += '\n';
            used = 0;
            continue;
        }
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            const std::ptrdiff_t width = width_of(word);
            const bool fits = used > 0 && used + 1 + width <= columns;
            if (used > 0) result += fits ? ' ' : '\n';
            result += word;
            used = (fits ? used + 1 : 0) + width;
        }
    }
    if (result.ends_with('\n')) result.pop_back();
    return result;
}

} // namespace emilia
