#pragma once

// Character sets of old files, which every system knows by tables of its own.

#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// A character set by its names in the systems' tables.
struct Charset {
    const char* iconv_name;
    unsigned code_page; ///< its number in Windows
};

/// Decodes bytes of a character set to UTF-8. Nothing if this system doesn't know the set, or if
/// the bytes are none of it.
[[nodiscard]] std::optional<std::string> decoded(std::string_view bytes, const Charset& charset);

} // namespace emilia
