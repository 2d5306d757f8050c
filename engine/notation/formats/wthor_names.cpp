#include "engine/notation/formats/wthor_names.h"

#include "engine/base/bytes.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <array>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::size_t header_size = 16;
constexpr std::size_t games_offset = 4; // within the header
constexpr std::size_t count_offset = 8;

constexpr std::size_t width(WthorNameKind kind) noexcept {
    return kind == WthorNameKind::players ? 20 : 26;
}

template <typename Number>
Number number_at(std::string_view bytes, std::size_t offset) noexcept {
    Number number = 0;
    bytes.remove_prefix(offset);
    static_cast<void>(take(bytes, number)); // the caller has checked the size
    return number;
}

} // namespace

std::string WthorNames::name(std::size_t number) const {
    if (number >= bytes.size()) return "";
    const std::string_view whole = bytes[number];
    return without_controls(from_latin_1(trimmed(whole.substr(0, whole.find('\0')))));
}

std::optional<WthorNameKind> wthor_name_kind(std::string_view bytes) noexcept {
    if (bytes.size() < header_size || number_at<std::uint32_t>(bytes, games_offset) != 0) return {};
    const std::size_t count = number_at<std::uint16_t>(bytes, count_offset);
    for (const WthorNameKind kind : {WthorNameKind::players, WthorNameKind::tournaments}) {
        if (count != 0 && bytes.size() == header_size + count * width(kind)) return kind;
    }
    return {};
}

Parsed<WthorNames> parse_wthor_names(std::string_view bytes, WthorNameKind kind) {
    if (bytes.size() < header_size) {
        return parse_failure(fmt::format("the file ends after {} of the header's {} bytes",
                                         bytes.size(), header_size),
                             bytes.size());
    }
    const std::size_t count = number_at<std::uint16_t>(bytes, count_offset);
    const std::size_t wanted = header_size + count * width(kind);
    if (bytes.size() != wanted) {
        const bool is_short = bytes.size() < wanted;
        return parse_failure(
            fmt::format("the header announces {}, which {} {} bytes, but the file has {}",
                        counted(count, "name"), count == 1 ? "takes" : "take", wanted,
                        bytes.size()),
            is_short ? bytes.size() : count_offset);
    }
    WthorNames names{
        .kind = kind, .header = std::string(bytes.substr(0, header_size)), .bytes = {}};
    names.bytes.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        names.bytes.emplace_back(bytes.substr(header_size + i * width(kind), width(kind)));
    return names;
}

std::string to_wthor_names(const WthorNames& names) {
    std::string header = names.header;
    header.resize(header_size, '\0');
    std::string bytes = header.substr(0, count_offset);
    put(bytes, static_cast<std::uint16_t>(names.bytes.size()));
    bytes += header.substr(bytes.size());
    for (std::string name : names.bytes) {
        name.resize(width(names.kind), '\0');
        bytes += name;
    }
    return bytes;
}

Game to_game(const WthorGame& recorded, int year, const WthorNameBook& names) {
    Game game;
    game.black_name = names.players.name(recorded.black);
    game.white_name = names.players.name(recorded.white);
    game.event = names.tournaments.name(recorded.tournament);
    game.date = fmt::format("{}", year);
    game.result = result_of_lead(2 * recorded.final_discs - square_count);
    // The moves are legal, because the parser refuses a base with illegal ones.
    for (const Square move : recorded.moves) static_cast<void>(game.play(move));
    return game;
}

} // namespace emilia
