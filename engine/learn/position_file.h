#pragma once

// Positions with a score, from which the evaluation learns, and the files that keep them.
//
// A file consists of blocks, one for each game. If a
// job is killed or the disk is full, at most the block that was being written is lost, and the same
// job can continue the file.
//
// The settings with which a file was made are a part of it, so that it never mixes positions of
// different settings. Files of version 1 lack them.
//
// All numbers are little-endian.
//   file:   8 bytes "EMILIAPO" | u32 version | u32 CRC-32 of the settings | settings: 240 bytes,
//           printable ASCII filled up with zeros | blocks
//   file of version 1: 8 bytes "EMILIAPO" | u32 1 | u32 0 | blocks
//   block:  u32 game | u32 positions | u32 CRC-32 of these two and the positions | positions
//   position, 20 bytes: u64 player | u64 opponent | i16 score, hundredths of a disc | u8 source
//           | u8 distance

#include "engine/base/files.h"
#include "engine/board/board.h"
#include "engine/eval/score.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// Where a label comes from. Files contain these numbers.
enum class LabelSource : std::uint8_t {
    exact = 0,  ///< the position was solved
    later = 1,  ///< the exact score of a later position of the same game, seen from here
    search = 2, ///< the value of a midgame search
};

struct LabelledPosition {
    Board board;
    Score score; ///< for the player to move
    LabelSource source = LabelSource::exact;
    std::uint8_t distance = 0; ///< discs placed from here to the position that was solved
    [[nodiscard]] friend bool operator==(const LabelledPosition&,
                                         const LabelledPosition&) = default;
};

/// The error names the file and says what is wrong with it and what to do.
template <typename Value>
using FileResult = tl::expected<Value, std::string>;

inline constexpr std::size_t bytes_per_position = 20; ///< in a file

/// Appends to a file, which it locks against other processes. Only one thread at a time may use it.
class PositionWriter {
public:
    /// Creates the file, or checks all of it and continues at its end. `settings` is a line of
    /// printable ASCII with at most `longest_settings` characters. An unfinished block that a
    /// killed writer has left is removed; a file with any other error, or with games that were made
    /// with other settings, is refused and not changed.
    [[nodiscard]] static FileResult<PositionWriter> open(const std::string& path,
                                                         std::string_view settings);

    /// Writes a game's positions, at most `most_positions`. An error leaves the file as it was.
    [[nodiscard]] FileResult<void> append(std::uint32_t game,
                                          std::span<const LabelledPosition> positions);

    /// The games in the file: the board of the last position by the number of the game; none if the
    /// game has no positions.
    [[nodiscard]] const std::unordered_map<std::uint32_t, std::optional<Board>>&
    games() const noexcept {
        return games_;
    }
    /// The number of positions in the file, and the bytes of an unfinished block that `open`
    /// removed.
    [[nodiscard]] std::uint64_t positions() const noexcept { return positions_; }
    [[nodiscard]] std::size_t bytes_cut_off() const noexcept { return bytes_cut_off_; }
    /// Whether the file has games but does not say with which settings they were made.
    [[nodiscard]] bool lacks_settings() const noexcept { return lacks_settings_; }

    static constexpr std::size_t most_positions = 65536;
    static constexpr std::size_t longest_settings = 240;

private:
    explicit PositionWriter(AppendFile file) noexcept : file_(std::move(file)) {}

    void note(std::uint32_t game, std::span<const LabelledPosition> positions);

    AppendFile file_;
    std::unordered_map<std::uint32_t, std::optional<Board>> games_;
    std::uint64_t positions_ = 0;
    std::size_t bytes_cut_off_ = 0;
    bool lacks_settings_ = false;
};

/// Called for each block with its game and its positions, which are valid until it returns.
using PositionVisitor =
    std::function<void(std::uint32_t game, std::span<const LabelledPosition> positions)>;

/// Reads a whole file. It stops at the first error: another kind of file, another version, a block
/// that is cut off or damaged, or an impossible position.
[[nodiscard]] FileResult<void> read_positions(const std::string& path,
                                              const PositionVisitor& visit);

} // namespace emilia
