#include "engine/base/numbers.h"

#include <fmt/format.h>

namespace emilia {

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::string plural(std::string_view thing) {
    return fmt::format("{}{}", thing, thing.ends_with("ch") ? "es" : "s");
}

std::string counted(std::uint64_t number, std::string_view thing) {
    return fmt::format("{} {}", with_commas(number),
                       number == 1 ? std::string(thing) : plural(thing));
}

std::uint64_t per_second(std::uint64_t number, double seconds) noexcept {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(number) / seconds) : 0;
}

} // namespace emilia
