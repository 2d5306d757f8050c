#include "protocol/commands/options/names.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace emilia {
namespace {

/// How many characters must be inserted, removed, replaced or swapped with the next one to turn
/// `left` into `right` (the optimal string alignment distance).
std::size_t distance(std::string_view left, std::string_view right) {
    // Row i holds the distances of the first i characters of `left` to each beginning of `right`.
    std::vector<std::size_t> before_last;
    std::vector<std::size_t> last(right.size() + 1);
    for (std::size_t j = 0; j <= right.size(); ++j) last[j] = j;
    for (std::size_t i = 1; i <= left.size(); ++i) {
        std::vector<std::size_t> row{i};
        for (std::size_t j = 1; j <= right.size(); ++j) {
            const bool equal = left[i - 1] == right[j - 1];
            std::size_t least =
                std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (equal ? 0 : 1)});
            if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                least = std::min(least, before_last[j - 2] + 1);
            row.push_back(least);
        }
        before_last = std::move(last);
        last = std::move(row);
    }
    return last.back();
}

} // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
    std::string_view nearest;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1; // more is no misspelling
    for (const std::string_view name : names) {
        const bool begun = word.size() >= 2 && name.starts_with(word);
        const std::size_t changes = begun ? 1 : distance(word, name);
        if (changes >= least || changes >= name.size()) continue;
        least = changes;
        nearest = name;
    }
    return nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest);
}

void add_color(CommandOptions& options, std::optional<Color>& color, const std::string& help) {
    options.choice(
        "color", "COLOR", {"black", "white"},
        [&color](const std::string& word) {
            check_usage(word == "black" || word == "white",
                        "--color must be black or white, not '{}'", word);
            color = word == "black" ? Color::black : Color::white;
        },
        help);
}

} // namespace emilia
