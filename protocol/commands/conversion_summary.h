#pragma once

#include "engine/notation/game.h"

#include <cstddef>
#include <string>
#include <vector>

namespace emilia {

/// What came of reading games and writing some of them, and whether the written ones end as their
/// files say.
class ConversionSummary {
public:
    void count_read() noexcept { ++read_; }
    void count_unreadable() noexcept { ++unreadable_; }
    /// The game at `index` in all that was read, from 1, was written.
    void count_written(std::size_t index, const Game& game);

    [[nodiscard]] std::size_t read() const noexcept { return read_; }
    [[nodiscard]] std::size_t written() const noexcept { return written_; }

    /// Lines for standard error.
    [[nodiscard]] std::string text() const;

private:
    std::size_t read_ = 0;
    std::size_t unreadable_ = 0;
    std::size_t written_ = 0;
    std::size_t finished_ = 0;
    std::size_t with_score_ = 0;     ///< finished and with a recorded score for that
    std::size_t right_ = 0;          ///< and it is the one on the board
    std::vector<std::string> wrong_; ///< the first few whose isn't
};

} // namespace emilia
