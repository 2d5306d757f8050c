#pragma once

// Asks a person positions whose best moves are known, or the moves of a repertoire, and asks again
// later: what was right after ever longer times, what was wrong again at once and the next day. The
// intervals are those of the algorithm SM-2 (P. A. Woźniak, "Optimization of learning", 1990,
// chapter 4).

#include "engine/base/files.h"
#include "engine/board/board_hash.h"
#include "engine/notation/formats/obf.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <tl/expected.hpp>

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

/// A file with a line for each answer: `2026-11-27 right BOARD X`. It is locked against other
/// programs as long as the object lives.
class AnswerLog {
public:
    /// Opens or creates the file. Fails with the reason if it holds anything else.
    [[nodiscard]] static tl::expected<AnswerLog, std::string> open(const std::string& path);

    /// The card of a position in any symmetry; null if it was never asked.
    [[nodiscard]] const FlashCard* find(const Board& board) const;

    /// Appends an answer. Throws std::runtime_error if it can't be written.
    void add(const Board& board, bool right, std::chrono::sys_days today);

private:
    explicit AnswerLog(AppendFile file) : file_(std::move(file)) {}
    /// Returns whether `line` is an answer.
    bool take(std::string_view line);

    AppendFile file_;
    std::unordered_map<Board, FlashCard, BoardHash> cards_; ///< by canonical board
};

class Drill {
public:
    /// Takes up to `count` of the problems: those that are due, longest due first, then new ones in
    /// their order. Every problem has scores. The log must outlive the drill.
    Drill(const std::vector<Problem>& problems, AnswerLog& log, std::size_t count,
          std::chrono::sys_days today);

    [[nodiscard]] bool is_over() const noexcept { return asked_.empty(); }
    /// How many are left, those to be repeated included.
    [[nodiscard]] std::size_t left() const noexcept { return asked_.size(); }
    /// The position to be answered. Must not be called when the drill is over.
    [[nodiscard]] const Problem& current() const { return asked_.front(); }

    struct Reply {
        std::string text;
        bool asks_again = false; ///< the line was neither a legal move nor `show`
    };
    /// Takes a line: a move, or `show` for who doesn't know.
    [[nodiscard]] Reply answer(std::string_view line);

    /// `8 of 10 right.`, and when the next position is due; only the latter if none was asked.
    [[nodiscard]] std::string summary() const;

private:
    void note(bool right);

    AnswerLog& log_;
    std::chrono::sys_days today_;
    std::vector<Board> boards_; ///< of all problems
    std::deque<Problem> asked_;
    std::unordered_set<Board, BoardHash> repeated_; ///< canonical; were answered wrongly
    std::size_t right_ = 0;
    std::size_t answered_ = 0;
};

/// How a drill looks.
struct DrillLook {
    bool prompt = false;
    bool colors = false;
};

/// Asks on `output` and reads the answers from `input`, until the drill is over, `quit`, the end of
/// the input or `interrupt`.
void ask(Drill& drill, std::istream& input, std::ostream& output, const DrillLook& look,
         const std::atomic<bool>& interrupt);

} // namespace emilia
