#include "protocol/text/numbers.h"

namespace emilia {

std::string with_commas(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::size_t place = text.size(); place > 3;) {
        place -= 3;
        text.insert(place, 1, ',');
    }
    return text;
}

std::uint64_t per_second(std::uint64_t number, double seconds) noexcept {
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(number) / seconds) : 0;
}

} // namespace emilia
