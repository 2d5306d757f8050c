#include "protocol/play/drill.h"

#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/reports/drill_text.h"
#include "protocol/reports/result_text.h"

#include <chrono>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {

tl::expected<AnswerLog, std::string> AnswerLog::open(const std::string& path) {
    auto file = AppendFile::open(path);
    if (!file) return tl::unexpected(file.error());
    const auto text = read_file(path);
    if (!text) return tl::unexpected(text.error());
    const std::size_t whole = text->rfind('\n') + 1; // a kill may leave half a line behind it
    auto cards = FlashCards::read(std::string_view(*text).substr(0, whole));
    if (!cards) {
        return tl::unexpected(fmt::format("'{}' is no log of a drill: {}; nothing was changed",
                                          path, cards.error().message));
    }
    if (whole < text->size()) {
        if (const auto cut = file->cut(whole); !cut) return tl::unexpected(cut.error());
    }
    return AnswerLog(std::move(*file), std::move(*cards));
}

void AnswerLog::add(const DrillAnswer& answer) {
    const auto written = file_.append(to_string(answer) + '\n');
    if (!written) throw std::runtime_error(written.error());
}

DrillReply answer_line(Drill& drill, AnswerLog& log, std::string_view line) {
    std::optional<Square> move;
    if (!equal_ignoring_case(line, "show")) {
        const auto named = parse_square(line);
        if (!named) {
            return {fmt::format("{} is no move, such as f5; show tells it, quit ends the drill.",
                                in_quotes(line)),
                    true};
        }
        if (!drill.current().position.board.is_legal(*named))
            return {fmt::format("{} is not a legal move.", to_string(*named)), true};
        move = *named;
    }
    const DrillVerdict verdict = drill.answer(move);
    if (verdict.answer) log.add(*verdict.answer);
    return {to_text(verdict)};
}

void ask(Drill& drill, AnswerLog& log, std::istream& input, std::ostream& output,
         const DrillLook& look, const std::atomic<bool>& interrupt) {
    constexpr std::chrono::milliseconds patience(50);
    CommandQueue lines(input);
    bool asks_again = false;
    while (!drill.is_over() && !interrupt && output) {
        const Position& position = drill.current().position;
        if (!asks_again) {
            output << (look.colors ? paint_board(position) : draw_board(position))
                   << fmt::format("\n{} ({} left)\n", question_of(drill.current()), drill.left());
        }
        output << (look.prompt ? "> " : "") << std::flush;
        std::optional<std::string> line;
        while (!line && !interrupt && (!lines.ended() || lines.has_line()))
            line = lines.next(patience);
        if (!line || equal_ignoring_case(trimmed(*line), "quit")) break;
        const DrillReply reply = answer_line(drill, log, trimmed(*line));
        output << reply.text << '\n';
        asks_again = reply.asks_again;
    }
    output << summary_of(drill) << '\n' << std::flush;
}

} // namespace emilia
