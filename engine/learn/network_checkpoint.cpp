#include "engine/learn/network_checkpoint.h"

#include "engine/base/bytes.h"
#include "engine/base/read_file.h"
#include "engine/base/replace_file.h"
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

/// What comes before the state.
struct Beginning {
    CheckpointKey key;
    std::size_t size = 0; ///< in bytes
};

/// What is wrong with a file, as the end of a sentence.
tl::expected<Beginning, std::string> beginning_of(std::string_view bytes) {
    const auto flaw = [](std::string text) { return tl::unexpected(std::move(text)); };
    std::string_view rest = bytes;
    if (!rest.starts_with(magic)) return flaw("is not a checkpoint");
    rest.remove_prefix(magic.size());
    std::uint32_t found_version = 0;
    std::uint32_t found_checksum = 0;
    if (!take(rest, found_version) || !take(rest, found_checksum)) return flaw("is cut off");
    if (found_version != version) {
        return flaw(
            fmt::format("is of version {}; this program reads version {}", found_version, version));
    }
    if (found_checksum != checksum(rest)) return flaw("is cut off or damaged");
    Beginning beginning;
    std::uint32_t length = 0;
    if (!take(rest, length) || length > rest.size()) return flaw("is damaged");
    beginning.key.settings = rest.substr(0, length);
    rest.remove_prefix(length);
    if (!take(rest, beginning.key.examples) || !take(rest, beginning.key.tables))
        return flaw("is damaged");
    beginning.size = bytes.size() - rest.size();
    return beginning;
}

struct Contents {
    CheckpointKey key;
    std::string state;
};

/// The contents of a checkpoint of these settings, if there is a file.
FileResult<std::optional<Contents>> read_contents(const std::string& path,
                                                  std::string_view settings) {
    std::error_code ignored;
    if (!std::filesystem::exists(to_path(path), ignored)) return std::nullopt;
    auto bytes = read_file(path);
    if (!bytes) return tl::unexpected(bytes.error());
    auto beginning = beginning_of(*bytes);
    if (!beginning) return tl::unexpected(fmt::format("'{}' {}", path, beginning.error()));
    if (beginning->key.settings != settings) {
        return tl::unexpected(fmt::format("'{}' belongs to a training with '{}', not '{}'; remove "
                                          "it to start anew",
                                          path, beginning->key.settings, settings));
    }
    return Contents{std::move(beginning->key), bytes->substr(beginning->size)};
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
    const auto contents = read_contents(path, key.settings);
    if (!contents) return tl::unexpected(contents.error());
    if (!*contents) return std::nullopt;
    const auto other = [&path](const char* what) {
        return tl::unexpected(fmt::format(
            "'{}' belongs to a training with other {}; remove it to start anew", path, what));
    };
    const Contents& found = **contents;
    if (found.key.examples != key.examples) return other("positions");
    if (found.key.tables != key.tables) return other("tables");
    std::string_view rest = found.state;
    NetworkState state{empty_network(), empty_network(), empty_network(), 0};
    const bool whole = take(rest, state.steps) && take_network(rest, state.network)
                       && take_network(rest, state.first_moments)
                       && take_network(rest, state.second_moments) && rest.empty();
    if (!whole) return other("patterns");
    return state;
}

FileResult<void> check_checkpoint(const std::string& path, std::string_view settings) {
    const auto contents = read_contents(path, settings);
    if (!contents) return tl::unexpected(contents.error());
    return {};
}

} // namespace emilia
