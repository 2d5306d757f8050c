#pragma once

// When positions are asked again: what was right after ever longer times, what was wrong the next
// day. The intervals are those of the algorithm SM-2 (P. A. Woźniak, "Optimization of learning",
// 1990, chapter 4). All that is kept is a log with a line for each answer.

#include "engine/board/board_hash.h"
#include "engine/notation/parse_error.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace emilia {

/// When a position is to be asked again. A new one is due at once.
struct FlashCard {
    int right_in_a_row = 0;
    double ease = 2.5; ///< by how much the next interval is longer, from the third on
    std::chrono::days interval{0};
    std::chrono::sys_days due{};

    /// Takes the first answer of a day.
    void answer(bool right, std::chrono::sys_days today);
};

/// The first answer of a day to a position.
struct DrillAnswer {
    std::chrono::sys_days day{};
    bool right = false;
    Board board; ///< canonical

    [[nodiscard]] friend bool operator==(const DrillAnswer&, const DrillAnswer&) = default;
};

/// Reads a line of the log, `2026-11-27 right BOARD X`; nothing if it is no such line.
[[nodiscard]] std::optional<DrillAnswer> parse_answer(std::string_view line);

/// Writes that line, without its end.
[[nodiscard]] std::string to_string(const DrillAnswer& answer);

/// The cards of all positions that were asked so far.
class FlashCards {
public:
    /// Reads a log. An error says which line is no answer.
    [[nodiscard]] static Parsed<FlashCards> read(std::string_view log);

    /// The card of a position in any symmetry; null if it was never asked.
    [[nodiscard]] const FlashCard* find(const Board& board) const;

    void add(const DrillAnswer& answer);

private:
    std::unordered_map<Board, FlashCard, BoardHash> cards_; ///< by canonical board
};

} // namespace emilia
