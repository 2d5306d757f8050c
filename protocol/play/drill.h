#pragma once

// The drill at a terminal, and the file of its answers.

#include "engine/base/files.h"
#include "engine/drill/drill.h"

#include <atomic>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include <tl/expected.hpp>

namespace emilia {

/// The file with a line for each answer: `2026-11-27 right BOARD X`. It is locked against other
/// programs as long as the object lives.
class AnswerLog {
public:
    /// Opens or creates the file. Fails with the reason if it holds anything else.
    [[nodiscard]] static tl::expected<AnswerLog, std::string> open(const std::string& path);

    /// Those of the answers that the file had when it was opened.
    [[nodiscard]] const FlashCards& cards() const noexcept { return cards_; }

    /// Appends an answer. Throws std::runtime_error if it can't be written.
    void add(const DrillAnswer& answer);

private:
    AnswerLog(AppendFile file, FlashCards cards)
        : file_(std::move(file)), cards_(std::move(cards)) {}

    AppendFile file_;
    FlashCards cards_;
};

struct DrillReply {
    std::string text;
    bool asks_again = false; ///< the line was neither a legal move nor `show`
};

/// Takes a line: a move, or `show` for who doesn't know.
[[nodiscard]] DrillReply answer_line(Drill& drill, AnswerLog& log, std::string_view line);

/// How a drill looks.
struct DrillLook {
    bool prompt = false;
    bool colors = false;
};

/// Asks on `output` and reads the answers from `input`, until the drill is over, `quit`, the end of
/// the input or `interrupt`.
void ask(Drill& drill, AnswerLog& log, std::istream& input, std::ostream& output,
         const DrillLook& look, const std::atomic<bool>& interrupt);

} // namespace emilia
