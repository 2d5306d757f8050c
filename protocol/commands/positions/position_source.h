#pragma once

// Positions that a file, standard input or the command line gives, a line each.

#include "engine/notation/formats/obf.h"
#include "protocol/commands/options/selection_options.h"
#include "protocol/dialects/dialogue.h"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct GivenLine {
    std::uint64_t number = 0; ///< in the input, from 1
    std::string text;
    std::uint64_t id = 0; ///< of its position; 0 if it has not been read yet
};

struct GivenPosition {
    std::uint64_t id = 0;   ///< counts the positions of the input from 1
    std::uint64_t line = 0; ///< of the input, from 1
    Problem problem;        ///< with the scores that the line gives
};

/// Cuts the input, which may be of any length, into lines, whose positions several threads read at
/// the same time.
class PositionSource {
public:
    /// Of a part of a file, or of `-`, standard input. `unit` is what a position is called. Throws
    /// std::runtime_error if the file can't be read, and UsageError for a part of an input that
    /// can't be read twice.
    PositionSource(const std::string& file, const Part& part, std::string unit);
    /// A single position.
    explicit PositionSource(const Position& position);

    /// The next line; none at the end, or if `stop` becomes true. Unless it is to `wait`, none,
    /// too, if standard input has no line just now, or if those since the last `wait` are long.
    /// Called by one thread at a time.
    [[nodiscard]] std::optional<GivenLine> next(const std::atomic<bool>& stop, bool wait);

    // Any thread may call the others.

    /// The positions of lines that follow each other. Once all earlier lines have been read, they
    /// get their ids; if `stop` becomes true before, there are none. A line without a position is a
    /// problem, and doesn't count.
    [[nodiscard]] std::vector<GivenPosition> read(const std::vector<GivenLine>& lines,
                                                  const std::atomic<bool>& stop);
    /// Throws std::runtime_error if what has been read had neither positions nor problems.
    void check_any() const;

    /// The number of positions, if it is known; problems that are yet to come count.
    [[nodiscard]] std::optional<std::uint64_t> total() const noexcept;
    /// The problems since the last call, with file and line.
    [[nodiscard]] std::vector<std::string> take_problems();
    /// The ids of a part: after `first() - 1`, up to `last()`.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }
    [[nodiscard]] std::uint64_t last() const noexcept { return last_; }

private:
    /// A line without a position.
    struct Problematic {
        std::size_t positions = 0; ///< before it, among the lines read with it
        std::string message;
    };
    [[nodiscard]] bool take_line(std::string& line, const std::atomic<bool>& stop, bool wait);
    void choose_part(const Part& part);
    void count(std::uint64_t positions, std::vector<Problematic> problems);

    const std::string file_; ///< as messages name it
    const std::string unit_;
    std::unique_ptr<std::istream> input_;
    std::optional<CommandQueue> piped_;
    std::uint64_t line_ = 0; ///< the last that `next` has given
    std::size_t bytes_ = 0;  ///< of the lines since the last `wait`
    std::uint64_t first_ = 1;
    std::uint64_t last_ = UINT64_MAX;
    bool to_the_end_ = false; ///< the last part complains of the lines behind its positions
    std::optional<std::uint64_t> lines_; ///< that are no comments

    mutable std::mutex mutex_; ///< guards what follows
    std::condition_variable counted_;
    std::uint64_t through_ = 0; ///< all lines up to this one are counted
    std::uint64_t id_ = 0;      ///< of the last position in them
    bool any_ = false;          ///< whether they are more than comments
    std::vector<std::string> problems_;
    std::atomic<std::uint64_t> bad_ = 0;
    std::atomic<bool> complete_ = false; ///< whether all of the part is counted
};

} // namespace emilia
