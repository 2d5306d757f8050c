#include "engine/games/indexed_games.h"

#include "engine/base/bytes.h"

#include <span>

namespace emilia {
namespace {

constexpr std::string_view magic = "EMILIAGI";
/// Greater whenever the bytes of the same games change.
constexpr std::uint32_t version = 1;
constexpr std::size_t header_size = magic.size() + 2 * sizeof(std::uint32_t);

void put_text(std::string& bytes, std::string_view text) {
    put_array(bytes, std::span<const char>(text.data(), text.size()));
}

void put_texts(std::string& bytes, const std::vector<std::string>& texts) {
    put(bytes, static_cast<std::uint64_t>(texts.size()));
    for (const std::string& text : texts) put_text(bytes, text);
}

[[nodiscard]] bool take_text(std::string_view& bytes, std::string& text) {
    std::vector<char> characters;
    if (!take_array(bytes, characters)) return false;
    text.assign(characters.begin(), characters.end());
    return true;
}

[[nodiscard]] bool take_texts(std::string_view& bytes, std::vector<std::string>& texts) {
    std::uint64_t number = 0;
    if (!take(bytes, number)) return false;
    for (std::string text; number > 0; --number) {
        if (!take_text(bytes, text)) return false;
        texts.push_back(text);
    }
    return true;
}

[[nodiscard]] bool take_sources(std::string_view& bytes, std::vector<GameSource>& sources) {
    std::uint64_t number = 0;
    if (!take(bytes, number)) return false;
    for (; number > 0; --number) {
        GameSource source;
        if (!take_text(bytes, source.path) || !take(bytes, source.bytes)
            || !take(bytes, source.modified)) {
            return false;
        }
        sources.push_back(std::move(source));
    }
    return true;
}

/// Reads what follows the header; returns false if it is not what `to_bytes` writes.
[[nodiscard]] bool take_games(std::string_view bytes, IndexedGames& games) {
    if (!take_sources(bytes, games.sources) || !take_texts(bytes, games.problems)
        || !take_texts(bytes, games.notes)) {
        return false;
    }
    auto base = GameBase::take(bytes);
    if (!base) return false;
    auto index = PositionIndex::take(bytes, *base);
    if (!index || !bytes.empty()) return false;
    games.base = std::move(*base);
    games.index = std::move(*index);
    return true;
}

} // namespace

bool looks_like_indexed_games(std::string_view bytes) noexcept {
    return bytes.starts_with(magic);
}

std::string to_bytes(const IndexedGames& games) {
    std::string bytes(magic);
    put(bytes, version);
    put(bytes, std::uint32_t{0}); // the checksum, once the rest is there
    put(bytes, static_cast<std::uint64_t>(games.sources.size()));
    for (const GameSource& source : games.sources) {
        put_text(bytes, source.path);
        put(bytes, source.bytes);
        put(bytes, source.modified);
    }
    put_texts(bytes, games.problems);
    put_texts(bytes, games.notes);
    games.base.put(bytes);
    games.index.put(bytes);
    std::string sum;
    put(sum, checksum(std::string_view(bytes).substr(header_size)));
    bytes.replace(header_size - sum.size(), sum.size(), sum);
    return bytes;
}

tl::expected<IndexedGames, std::string> parse_indexed_games(std::string_view bytes) {
    const auto fails = [](std::string why) { return tl::unexpected(std::move(why)); };
    if (!looks_like_indexed_games(bytes)) return fails("is no index of games");
    bytes.remove_prefix(magic.size());
    std::uint32_t written = 0;
    std::uint32_t sum = 0;
    if (!take(bytes, written) || !take(bytes, sum)) return fails("is cut off");
    if (written != version) return fails("is of another version of the program");
    if (checksum(bytes) != sum) return fails("is damaged: its checksum is wrong");
    IndexedGames games;
    if (!take_games(bytes, games)) return fails("is damaged");
    return games;
}

} // namespace emilia
