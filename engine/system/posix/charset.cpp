#include "engine/system/charset.h"

#include <array>
#include <cerrno>
#include <memory>

#include <iconv.h>

namespace emilia {
namespace {

struct Closer {
    void operator()(void* conversion) const noexcept { ::iconv_close(conversion); }
};

} // namespace

std::optional<std::string> decoded(std::string_view bytes, const Charset& charset) {
    const iconv_t opened = ::iconv_open("UTF-8", charset.iconv_name);
    if (opened == reinterpret_cast<iconv_t>(-1))
        return std::nullopt; // as iconv says that it failed
    const std::unique_ptr<void, Closer> conversion(opened);
    std::string input(bytes); // iconv takes no constant text
    char* from = input.data();
    std::size_t left = input.size();
    std::string text;
    std::array<char, 4096> part;
    while (left > 0) {
        char* to = part.data();
        std::size_t room = part.size();
        const std::size_t done = ::iconv(opened, &from, &left, &to, &room);
        const bool is_full = done == static_cast<std::size_t>(-1) && errno == E2BIG;
        text.append(part.data(), part.size() - room);
        if (done == static_cast<std::size_t>(-1) && !is_full) return std::nullopt;
    }
    return text;
}

} // namespace emilia
