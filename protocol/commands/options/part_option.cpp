#include "protocol/commands/options/part_option.h"

#include "engine/base/numbers.h"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace emilia {

void add_part_option(boost::program_options::options_description& described, const char* what) {
    const std::string text = fmt::format("only part I of N equal parts of the {}", what);
    described.add_options()("part", boost::program_options::value<std::string>()->value_name("I/N"),
                            text.c_str());
}

Part chosen_part(const ParsedOptions& options) {
    const auto text = options.get<std::string>("part");
    if (!text) return {};
    const std::size_t slash = std::min(text->find('/'), text->size());
    const auto number = whole_number(std::string_view(*text).substr(0, slash));
    const auto parts = slash == text->size()
                           ? std::nullopt
                           : whole_number(std::string_view(*text).substr(slash + 1));
    constexpr int most_parts = 1'000'000;
    if (!number || !parts || *number < 1 || *number > *parts || *parts > most_parts) {
        throw UsageError(
            fmt::format("--part is a part and the number of parts, such as 3/40, not '{}'", *text));
    }
    return {static_cast<std::size_t>(*number), static_cast<std::size_t>(*parts)};
}

} // namespace emilia
