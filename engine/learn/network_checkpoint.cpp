#include "engine/learn/network_checkpoint.h"

#include "engine/base/bytes.h"
#include "engine/base/files.h"
#include "engine/system/paths.h"

#include <filesystem>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view magic = "EMILIACP";
constexpr std::uint32_t version = 1;

void put_network(std::string& to, const FloatNetwork& network) {
    put(to, network.dense);
    to.append(reinterpret_cast<const char*>(network.rows.data()),
              network.rows.size() * sizeof(FloatRow));
}

bool take_network(std::string_view& from, FloatNetwork& network) {
    if (!take(from, network.dense)) return false;
    for (FloatRow& row : network.rows) {
        if (!take(from, row)) return false;
    }
    return true;
}

struct Contents {
    CheckpointKey key;
    std::string_view state;
};

/// The contents of a file with these bytes. The error is the end of a sentence.
tl::expected<Contents, std::string> contents_of(std::string_view bytes) {
    const auto flaw = [](std::string text) { return tl::unexpected(std::move(text)); };
    if (!bytes.starts_with(magic)) return flaw("is not a checkpoint");
    bytes.remove_prefix(magic.size());
    std::uint32_t found_version = 0;
    std::uint32_t found_checksum = 0;
    if (!take(bytes, found_version) || !take(bytes, found_checksum)) return flaw("is cut off");
    if (found_version != version) {
        return flaw(
            fmt::format("is of version {}; this program reads version {}", found_version, version));
    }
    if (found_checksum != checksum(bytes)) return flaw("is cut off or damaged");
    Contents contents;
    std::uint32_t length = 0;
    if (!take(bytes, length) || length > bytes.size()) return flaw("is damaged");
    contents.key.settings = bytes.substr(0, length);
    bytes.remove_prefix(length);
    if (!take(bytes, contents.key.examples) || !take(bytes, contents.key.tables))
        return flaw("is damaged");
    contents.state = bytes;
    return contents;
}

/// Gives the contents of a checkpoint of these settings to `use`, if there is a file.
template <class Use>
FileResult<void> read_contents(const std::string& path, std::string_view settings, const Use& use) {
    std::error_code ignored;
    if (!std::filesystem::exists(to_path(path), ignored)) return {};
    const auto bytes = read_file(path);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto contents = contents_of(*bytes);
    if (!contents) return tl::unexpected(fmt::format("'{}' {}", path, contents.error()));
    const auto other = [&path](std::string_view what) {
        return tl::unexpected(
            fmt::format("'{}' belongs to a training with {}; remove it to start anew", path, what));
    };
    if (contents->key.settings != settings)
        return other(fmt::format("'{}', not '{}'", contents->key.settings, settings));
    if (const std::string_view what = use(*contents); !what.empty()) return other(what);
    return {};
}

} // namespace

FileResult<void> write_checkpoint(const std::string& path, const CheckpointKey& key,
                                  const NetworkState& state) {
    std::string body;
    put(body, static_cast<std::uint32_t>(key.settings.size()));
    body += key.settings;
    put(body, key.examples);
    put(body, key.tables);
    put(body, state.steps);
    put_network(body, state.network);
    put_network(body, state.first_moments);
    put_network(body, state.second_moments);
    std::string bytes(magic);
    put(bytes, version);
    put(bytes, checksum(body));
    return replace_file(path, bytes + body);
}

FileResult<std::optional<NetworkState>> read_checkpoint(const std::string& path,
                                                        const CheckpointKey& key) {
    std::optional<NetworkState> state;
    const auto read = read_contents(path, key.settings, [&](const Contents& found) {
        if (found.key.examples != key.examples) return "other positions";
        if (found.key.tables != key.tables) return "other tables";
        state = {empty_network(), empty_network(), empty_network(), 0};
        std::string_view rest = found.state;
        const bool whole = take(rest, state->steps) && take_network(rest, state->network)
                           && take_network(rest, state->first_moments)
                           && take_network(rest, state->second_moments) && rest.empty();
        return whole ? "" : "other patterns";
    });
    if (!read) return tl::unexpected(read.error());
    return state;
}

FileResult<void> check_checkpoint(const std::string& path, std::string_view settings) {
    return read_contents(path, settings, [](const Contents&) { return ""; });
}

} // namespace emilia
