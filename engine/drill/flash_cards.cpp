#include "engine/drill/flash_cards.h"

#include "engine/base/dates.h"
#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace emilia {

void FlashCard::answer(bool right, std::chrono::sys_days today) {
    // The grades 5 and 2 of SM-2.
    constexpr double easier = 0.1;
    constexpr double harder = 0.32;
    constexpr double least_ease = 1.3;
    constexpr double longest = 36'500; // days: a person's life
    using std::chrono::days;
    if (right) {
        ++right_in_a_row;
        const double product = static_cast<double>(interval.count()) * ease;
        const auto longer = days(std::lround(std::min(longest, product)));
        interval = right_in_a_row == 1 ? days(1) : right_in_a_row == 2 ? days(6) : longer;
        ease += easier;
    } else {
        right_in_a_row = 0;
        interval = days(1);
        ease = std::max(least_ease, ease - harder);
    }
    due = today + interval;
}

std::optional<DrillAnswer> parse_answer(std::string_view line) {
    const auto day = parse_day(take_word(line));
    const std::string_view answer = take_word(line);
    const auto position = parse_position(trimmed(line));
    if (!day || (answer != "right" && answer != "wrong") || !position) return std::nullopt;
    return DrillAnswer{
        .day = *day, .right = answer == "right", .board = canonical(position->board)};
}

std::string to_string(const DrillAnswer& answer) {
    return fmt::format("{} {} {}", to_string(answer.day), answer.right ? "right" : "wrong",
                       to_string(Position{.board = answer.board}));
}

Parsed<FlashCards> FlashCards::read(std::string_view log) {
    FlashCards cards;
    LineReader lines(log);
    while (const auto line = lines.next()) {
        const auto answer = parse_answer(line->text);
        if (!answer) {
            return parse_failure(fmt::format("line {} is no answer of a drill, such as "
                                             "'2026-11-27 right BOARD X'",
                                             line->number),
                                 line->offset);
        }
        cards.add(*answer);
    }
    return cards;
}

const FlashCard* FlashCards::find(const Board& board) const {
    const auto found = cards_.find(canonical(board));
    return found == cards_.end() ? nullptr : &found->second;
}

void FlashCards::add(const DrillAnswer& answer) {
    cards_[answer.board].answer(answer.right, answer.day);
}

} // namespace emilia
