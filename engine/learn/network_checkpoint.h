#pragma once

// Files that keep the state of a network's training, so that a training that was interrupted at any
// time continues and gives the same network. A file belongs to the settings, examples and tables of
// one training; any other training refuses it.
//
// All numbers are little-endian.
//   file:    8 bytes "EMILIACP" | u32 version | u32 CRC-32 of the rest | u32 length of the settings
//            | settings | u64 hash of the examples | u64 hash of the tables' values | u64 batches
//            learned so far | network | its first moments | its second moments
//   each of these three: the dense parameters (float_network.h), then the rows, as floats

#include "engine/learn/network_batch.h"
#include "engine/learn/position_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

/// The training that a checkpoint belongs to.
struct CheckpointKey {
    std::string settings; ///< see `described` in network_fit.h
    std::uint64_t examples = 0;
    std::uint64_t tables = 0;
};

/// Replaces the file. The error names it.
[[nodiscard]] FileResult<void> write_checkpoint(const std::string& path, const CheckpointKey& key,
                                                const NetworkState& state);

/// Returns nothing if there is no such file. The error names the file and says why it can't be
/// used.
[[nodiscard]] FileResult<std::optional<NetworkState>> read_checkpoint(const std::string& path,
                                                                      const CheckpointKey& key);

/// Checks before the examples are read, which takes minutes, that a file which is there can be
/// used.
[[nodiscard]] FileResult<void> check_checkpoint(const std::string& path, std::string_view settings);

} // namespace emilia
