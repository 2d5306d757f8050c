#include "engine/notation/formats/move_text.h"

#include "engine/base/text.h"
#include "engine/notation/move_list.h"

#include <algorithm>

namespace emilia {
namespace {

constexpr std::string_view unknown_result = "*";
constexpr std::string_view drawn = "1/2-1/2";

bool is_result(std::string_view word) {
    return word == unknown_result || parse_played_result(word);
}

void blank_out(std::string& text, std::size_t begin, std::size_t end) noexcept {
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
              text.begin() + static_cast<std::ptrdiff_t>(std::min(end, text.size())), ' ');
}

/// The offset behind the parenthesis that closes the one at `at`; nothing if none does.
std::optional<std::size_t> behind_parenthesis(std::string_view text, std::size_t at) noexcept {
    std::size_t depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return at + 1;
    }
    return std::nullopt;
}

/// Blanks comments and variations out; what nothing closes stays.
void remove_remarks(MoveText& split) {
    std::string& text = split.moves;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '{') {
            const std::size_t end = text.find('}', at);
            if (end == std::string::npos) return;
            blank_out(text, at, end + 1);
        } else if (text[at] == '(') {
            const auto end = behind_parenthesis(text, at);
            if (!end) return;
            const auto inside = trimmed(std::string_view(text).substr(at + 1, *end - at - 2));
            if (is_result(inside) && trimmed(std::string_view(text).substr(*end)).empty()) {
                // it is read as if it stood there alone
                text[at] = text[*end - 1] = ' ';
            } else {
                if (!is_result(inside)) ++split.variations;
                blank_out(text, at, *end);
            }
            at = *end - 1;
        }
    }
}

/// Blanks out `!` and `?` behind moves, and numbers of annotations such as `$3`.
void remove_marks(std::string& text) {
    const auto remove = [&text](std::size_t at, std::string_view marks) {
        const std::size_t end = std::min(text.find_first_not_of(marks, at), text.size());
        blank_out(text, at, end);
        return end;
    };
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (is_digit(text[at - 1])) at = remove(at, "!?");
        if (at < text.size() && is_blank(text[at - 1]) && text[at] == '$') {
            text[at] = ' ';
            at = remove(at + 1, "0123456789");
        }
    }
}

/// Takes the result from the end of the moves.
void take_result(MoveText& split) {
    const std::string_view text = trimmed(split.moves);
    const auto begins = std::find_if(text.rbegin(), text.rend(), is_blank);
    const auto length = static_cast<std::size_t>(begins - text.rbegin());
    const std::string_view word = text.substr(text.size() - length);
    if (!is_result(word)) return;
    split.ends_game = true;
    split.result = parse_played_result(word);
    const auto begin = static_cast<std::size_t>(word.data() - split.moves.data());
    blank_out(split.moves, begin, begin + length);
}

} // namespace

bool fits_next_move(int number, const Game& game) noexcept {
    const auto is_next = [number](std::size_t plies) {
        return number == static_cast<int>(plies) + 1 || number == static_cast<int>(plies / 2) + 1;
    };
    return is_next(game.moves().size()) || is_next(moves_without_passes(game));
}

MoveText split_move_text(std::string_view text) {
    MoveText split{.moves = std::string(text)};
    remove_remarks(split);
    take_result(split);
    remove_marks(split.moves);
    return split;
}

std::optional<GameResult> parse_played_result(std::string_view text) {
    if (text == "1-0") return GameResult{.winner = Color::black};
    if (text == "0-1") return GameResult{.winner = Color::white};
    if (text == drawn) return result_of_lead(0);
    return parse_disc_counts(text);
}

Parsed<Game> parse_move_text(std::string_view text, Game game) {
    const MoveText split = split_move_text(text);
    if (const Parsed<void> played = play_moves(split.moves, game); !played)
        return tl::unexpected(played.error());
    if (!game.result) game.result = split.result;
    return game;
}

} // namespace emilia
