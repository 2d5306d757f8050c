#include "book/repertoire/choices.h"

#include "engine/base/text.h"
#include "engine/board/symmetry.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/move_list.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::array<std::string_view, 2> kinds{"prefer", "avoid"};

std::string_view name_of(RepertoireChoices::Kind kind) noexcept {
    return kinds.at(static_cast<std::size_t>(kind));
}

/// Parses a line of moves, of which the last one is meant.
Parsed<Game> parse_line(std::string_view text) {
    auto record = text.empty() ? BoardRecord() : parse_board_record(text);
    if (!record) return tl::unexpected(record.error());
    if (record->game.moves().empty() || !record->scores.empty() || record->discs)
        return parse_failure(fmt::format("{} is no line of moves, such as 'f5d6c3 d3', of which "
                                         "the last one is meant",
                                         in_quotes(text)));
    return std::move(record->game);
}

} // namespace

bool RepertoireChoices::Choice::contradicts(const Choice& other) const noexcept {
    if (before != other.before) return false;
    const bool is_same = after == other.after;
    return kind == other.kind ? kind == Kind::prefer && !is_same : is_same;
}

RepertoireChoices::Choice RepertoireChoices::choice_of(Kind kind, Game line) {
    const Board after = canonical(line.position().board);
    line.undo();
    return {kind, canonical(line.position().board), after};
}

Parsed<RepertoireChoices> RepertoireChoices::parse(std::string_view text) {
    RepertoireChoices choices;
    LineReader lines(without_byte_order_mark(text));
    while (const auto line = lines.next()) {
        if (const auto taken = choices.take(line->text); !taken) {
            return parse_failure(fmt::format("line {}: {}", line->number, taken.error().message),
                                 line->offset);
        }
    }
    return choices;
}

Parsed<void> RepertoireChoices::take(std::string_view text) {
    std::string_view rest = trimmed(text.substr(0, text.find('#')));
    if (rest.empty()) {
        lines_.push_back({std::string(text)});
        return {};
    }
    const std::string_view name = take_word(rest);
    const auto kind = std::find(kinds.begin(), kinds.end(), name);
    if (kind == kinds.end())
        return parse_failure(fmt::format("{} is not prefer or avoid", in_quotes(name)));
    auto line = parse_line(trimmed(rest));
    if (!line) return tl::unexpected(line.error());
    const Choice choice = choice_of(static_cast<Kind>(kind - kinds.begin()), std::move(*line));
    const auto [first, last] = choices_.equal_range(choice.before);
    const auto earlier = std::find_if(
        first, last, [&](const auto& known) { return choice.contradicts(known.second); });
    if (earlier != last)
        return parse_failure(fmt::format(
            "an earlier line says to {} {} in this position", name_of(earlier->second.kind),
            earlier->second.after == choice.after ? "the same move" : "another move"));
    choices_.emplace(choice.before, choice);
    lines_.push_back({std::string(text), choice});
    return {};
}

void RepertoireChoices::add(Kind kind, const Game& line) {
    const Choice choice = choice_of(kind, line);
    std::erase_if(lines_, [&choice](const Line& known) {
        return known.choice && (*known.choice == choice || choice.contradicts(*known.choice));
    });
    std::vector<Square> moves = moves_of(line);
    const Square meant = moves.back();
    moves.pop_back();
    std::string text(name_of(kind));
    if (line.start() != Position{}) text += ' ' + to_string(line.start());
    if (!moves.empty()) text += ' ' + to_string(moves);
    lines_.push_back({fmt::format("{} {}", text, to_string(meant)), choice});
    choices_.clear();
    for (const Line& known : lines_)
        if (known.choice) choices_.emplace(known.choice->before, *known.choice);
}

std::string RepertoireChoices::text() const {
    std::string text;
    for (const Line& line : lines_) text += line.text + '\n';
    return text;
}

std::optional<Square> RepertoireChoices::preferred(const Board& board) const {
    const auto [first, last] = choices_.equal_range(canonical(board));
    const auto found = std::find_if(
        first, last, [](const auto& known) { return known.second.kind == Kind::prefer; });
    if (found == last) return std::nullopt;
    for (const Square square : squares_of(board.legal_moves())) {
        if (canonical(board.after(square)) == found->second.after) return square;
    }
    return Square::pass;
}

bool RepertoireChoices::avoids(const Board& board, Square move) const {
    if (choices_.empty()) return false;
    const Choice choice{Kind::avoid, canonical(board), canonical(board.after(move))};
    const auto [first, last] = choices_.equal_range(choice.before);
    return std::any_of(first, last, [&](const auto& known) { return known.second == choice; });
}

} // namespace emilia
