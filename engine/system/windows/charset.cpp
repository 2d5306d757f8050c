#include "engine/system/charset.h"

#include "engine/system/windows/windows_api.h"

#include <limits>

namespace emilia {

std::optional<std::string> decoded(std::string_view bytes, const Charset& charset) {
    constexpr std::size_t most_bytes_of_a_unit = 3;
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<int>::max());
    if (bytes.empty()) return std::string();
    if (bytes.size() > most / most_bytes_of_a_unit) return std::nullopt;
    std::wstring units(bytes.size(), L'\0'); // no byte becomes more than a unit
    const int wide = ::MultiByteToWideChar(charset.code_page, MB_ERR_INVALID_CHARS, bytes.data(),
                                           static_cast<int>(bytes.size()), units.data(),
                                           static_cast<int>(units.size()));
    if (wide <= 0) return std::nullopt;
    std::string text(most_bytes_of_a_unit * static_cast<std::size_t>(wide), '\0');
    const int size = ::WideCharToMultiByte(CP_UTF8, 0, units.data(), wide, text.data(),
                                           static_cast<int>(text.size()), nullptr, nullptr);
    if (size <= 0) return std::nullopt;
    text.resize(static_cast<std::size_t>(size));
    return text;
}

} // namespace emilia
