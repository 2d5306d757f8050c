#pragma once

// What `emilia convert` says on standard error when it is done.

#include "engine/notation/game.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// Counts the games read and written, and checks whether the written games end with the recorded
/// score.
class ConversionSummary {
public:
    void count_read() noexcept { ++read_; }
    void count_unreadable() noexcept { ++unreadable_; }
    /// Counts a written game; `index` is its number among all games read, from 1.
    void count_written(std::size_t index, const Game& game);

    [[nodiscard]] std::size_t read() const noexcept { return read_; }
    [[nodiscard]] std::size_t written() const noexcept { return written_; }

    /// The summary for standard error, one or more lines.
    [[nodiscard]] std::string text() const;

private:
    std::size_t read_ = 0;
    std::size_t unreadable_ = 0;
    std::size_t written_ = 0;
    std::size_t finished_ = 0;
    std::size_t with_score_ = 0;     ///< finished games with a recorded score
    std::size_t right_ = 0;          ///< those whose record agrees with the board
    std::vector<std::string> wrong_; ///< the first few that disagree
};

} // namespace emilia
