#pragma once

// Positions that a file, standard input or the command line gives, a line each.

#include "engine/notation/formats/obf.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/dialects/dialogue.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct GivenPosition {
    std::uint64_t id = 0;   ///< counts the positions of the input from 1
    std::uint64_t line = 0; ///< of the input, from 1
    Problem problem;        ///< with the scores that the line gives
};

/// Reads one position after the other, so that the input may be of any length.
class PositionSource {
public:
    /// Of a part of a file, or of `-`, standard input. `unit` is what a position is called. Throws
    /// std::runtime_error if the file can't be read, and UsageError for a part of an input that
    /// can't be read twice.
    PositionSource(const std::string& file, const Part& part, std::string unit);
    /// A single position.
    explicit PositionSource(const Position& position);

    /// The next position; none at the end, or if `stop` becomes true. Unless it is to `wait`, none,
    /// too, if standard input has no line just now. A line without a position is a problem, and
    /// doesn't count. Throws std::runtime_error if the input has neither positions nor problems.
    [[nodiscard]] std::optional<GivenPosition> next(const std::atomic<bool>& stop, bool wait);

    // Any thread may call the others.

    /// The number of positions, if it is known; problems that are yet to come count.
    [[nodiscard]] std::optional<std::uint64_t> total() const noexcept;
    /// The problems since the last call, with file and line.
    [[nodiscard]] std::vector<std::string> take_problems();
    /// The ids of a part: after `first() - 1`, up to `last()`.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

private:
    [[nodiscard]] bool read(std::string& line, const std::atomic<bool>& stop, bool wait);
    [[nodiscard]] std::optional<Problem> parse(const std::string& line);
    void choose_part(const Part& part);

    const std::string file_; ///< as messages name it
    const std::string unit_;
    std::optional<Problem> single_;
    std::unique_ptr<std::istream> input_;
    std::optional<CommandQueue> piped_;
    std::uint64_t line_ = 0;
    std::uint64_t id_ = 0;
    std::uint64_t first_ = 1;
    std::uint64_t last_ = UINT64_MAX;
    bool to_the_end_ = false; ///< the last part complains of the lines behind its positions
    bool any_ = false;
    std::optional<std::uint64_t> lines_; ///< that are no comments

    mutable std::mutex mutex_; ///< guards what follows
    std::vector<std::string> problems_;
    std::atomic<std::uint64_t> bad_ = 0;
};

} // namespace emilia
