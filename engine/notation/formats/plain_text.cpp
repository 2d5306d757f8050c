#include "engine/notation/formats/plain_text.h"

#include "engine/base/text.h"
#include "engine/system/charset.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace emilia {
namespace {

struct NamedCharset {
    std::string_view name;
    Charset charset;
};

// The sets that include the ones named, as programs mean them.
constexpr Charset shift_jis{"CP932", 932};
constexpr Charset gb{"GB18030", 54936};
constexpr auto charsets = std::to_array<NamedCharset>({
    {"Shift_JIS", shift_jis},
    {"ShiftJIS", shift_jis},
    {"Shift-JIS", shift_jis},
    {"SJIS", shift_jis},
    {"x-sjis", shift_jis},
    {"CP932", shift_jis},
    {"MS932", shift_jis},
    {"Windows-31J", shift_jis},
    {"GB2312", gb},
    {"GBK", gb},
    {"GB18030", gb},
    {"CP936", gb},
    {"EUC-CN", gb},
    {"EUC-JP", {"EUC-JP", 20932}},
    {"Big5", {"BIG5", 950}},
    {"EUC-KR", {"EUC-KR", 949}},
    {"Windows-1251", {"CP1251", 1251}},
    {"KOI8-R", {"KOI8-R", 20866}},
});

/// The value of the first property `CA`; empty if there is none. Every character set that SGF names
/// has ASCII's letters and brackets where no second byte of a character can be.
std::string_view named_charset(std::string_view bytes) noexcept {
    constexpr std::string_view property = "CA[";
    const std::size_t begin = bytes.find(property);
    if (begin == std::string_view::npos) return {};
    const std::string_view value = bytes.substr(begin + property.size());
    return trimmed(value.substr(0, std::min(value.find(']'), std::size_t{40})));
}

bool is_known_without_tables(std::string_view name) noexcept {
    if (name.empty()) return true;
    for (const std::string_view known :
         {"UTF-8", "UTF8", "US-ASCII", "ASCII", "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "Latin-1",
          "Latin1", "Windows-1252", "CP1252"}) {
        if (equal_ignoring_case(name, known)) return true;
    }
    return false;
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto tail = [&text, code](int shift) {
        text += static_cast<char>(0x80 | ((code >> shift) & 0x3f));
    };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xf0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Decodes UTF-16 that begins with a byte order mark. Half a character becomes U+FFFD.
std::optional<std::string> from_utf16(std::string_view bytes) {
    const bool is_little = bytes.starts_with("\xff\xfe");
    if (!is_little && !bytes.starts_with("\xfe\xff")) return std::nullopt;
    constexpr std::uint32_t unknown = 0xfffd;
    const auto unit = [&](std::size_t at) -> std::uint32_t {
        const std::uint32_t first = static_cast<unsigned char>(bytes[at]);
        const std::uint32_t second = static_cast<unsigned char>(bytes[at + 1]);
        return is_little ? first | second << 8U : second | first << 8U;
    };
    std::string text;
    for (std::size_t at = 2; at + 1 < bytes.size(); at += 2) {
        std::uint32_t code = unit(at);
        const bool is_high = code >= 0xd800 && code < 0xdc00;
        const std::uint32_t low = is_high && at + 3 < bytes.size() ? unit(at + 2) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            at += 2;
        } else if (code >= 0xd800 && code < 0xe000) {
            code = unknown;
        }
        append_utf8(text, code);
    }
    return text;
}

struct Spelling {
    std::string_view characters; ///< each of three bytes
    char plain;
};

// Discs and squares as Japanese and Chinese pages draw them, lines between rows, dashes.
constexpr auto spellings = std::to_array<Spelling>({
    {"●⚫◉⬤", 'X'},
    {"○⚪◯", 'O'},
    {"□▢・┼─━", '-'},
    {"│┃", '|'},
    {"‐‑‒–—―−", '-'},
    {"　", ' '},
    {"→⇒➔", '>'},
    {"•‧", '.'},
});

/// The ASCII character that a character of three bytes stands for; 0 if none.
char plain_character(std::string_view character) noexcept {
    constexpr std::size_t size = 3;
    for (const auto& [characters, plain] : spellings) {
        for (std::size_t at = 0; at < characters.size(); at += size) {
            if (characters.substr(at, size) == character) return plain;
        }
    }
    // Full-width forms: U+FF01 to U+FF5E are ASCII's `!` to `~`.
    const auto byte = [character](std::size_t at) {
        return static_cast<unsigned char>(character[at]);
    };
    if (byte(0) != 0xef) return 0;
    const int code = (byte(1) & 0x3f) << 6 | (byte(2) & 0x3f);
    constexpr int first = 0xf01; // without the highest four bits
    constexpr int last = 0xf5e;
    return code >= first && code <= last ? static_cast<char>(code - first + '!') : '\0';
}

/// Removes what stands before the first move of a line, such as `・` in a list of points.
void remove_bullet(std::string& line, std::size_t begin) {
    const std::size_t move = line.find_first_not_of(".* \t", begin);
    if (move == std::string::npos || move + 1 >= line.size()) return;
    const char column = to_lower(line[move]);
    const char row = line[move + 1];
    if (column < 'a' || column > 'h' || row < '1' || row > '8') return;
    std::fill(line.begin() + static_cast<std::ptrdiff_t>(begin),
              line.begin() + static_cast<std::ptrdiff_t>(move), ' ');
}

} // namespace

DecodedText decoded_text(std::string_view bytes) {
    if (auto text = from_utf16(bytes)) return {std::move(*text), {}};
    bytes = without_byte_order_mark(bytes);
    const std::string_view name = named_charset(bytes);
    if (is_known_without_tables(name) || is_utf8(bytes)) return {std::string(bytes), {}};
    for (const auto& [known, charset] : charsets) {
        if (!equal_ignoring_case(name, known)) continue;
        if (auto text = decoded(bytes, charset)) return {std::move(*text), {}};
    }
    return {std::string(bytes),
            fmt::format("CA[{}] can't be decoded here, so names may be wrong; convert the file to "
                        "UTF-8",
                        printable(to_utf8(name)))};
}

std::string in_plain_characters(std::string_view text) {
    constexpr std::size_t size = 3;
    std::string result;
    std::size_t line = 0;
    for (std::size_t at = 0; at < text.size();) {
        char plain = '\0';
        const auto lead = static_cast<unsigned char>(text[at]);
        if (lead >= 0xe2 && lead <= 0xef && at + size <= text.size())
            plain = plain_character(text.substr(at, size));
        result += plain == '\0' ? text[at] : plain;
        at += plain == '\0' ? 1 : size;
        if (result.back() == '\n' || at == text.size()) {
            remove_bullet(result, line);
            line = result.size();
        }
    }
    return result;
}

} // namespace emilia
