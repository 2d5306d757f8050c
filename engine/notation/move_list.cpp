#include "engine/notation/move_list.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

namespace emilia {
namespace {

bool is_gap(char character) noexcept {
    return is_blank(character) || character == ',' || character == ';';
}

/// A dash separates moves, but some lists write a pass as two dashes between blanks.
bool is_dashed_pass(std::string_view text, std::size_t at) noexcept {
    return text[at] == '-' && text.substr(at, 2) == "--" && (at == 0 || is_gap(text[at - 1]))
           && (at + 2 == text.size() || is_gap(text[at + 2]));
}

/// The length of the move number, such as `12.`, at `at`; 0 if there is none. `0.` is no number: a
/// board may begin so.
std::size_t number_length(std::string_view text, std::size_t at) noexcept {
    std::size_t end = at;
    bool is_zero = true;
    for (; end < text.size() && is_digit(text[end]); ++end) is_zero = is_zero && text[end] == '0';
    if (is_zero || end == text.size() || text[end] != '.') return 0;
    while (end < text.size() && text[end] == '.') ++end;
    return end - at;
}

std::size_t skip_to_move(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && !is_dashed_pass(text, at)) {
        if (is_gap(text[at]) || text[at] == '-') {
            ++at;
        } else if (const std::size_t number = number_length(text, at); number != 0) {
            at += number;
        } else {
            break;
        }
    }
    return at;
}

struct WrittenMove {
    Square move = Square::none;
    std::size_t length = 0;
};

std::string_view word_at(std::string_view text, std::size_t at) noexcept {
    std::size_t end = at;
    while (end < text.size() && !is_gap(text[end])) ++end;
    return text.substr(at, end - at);
}

Parsed<WrittenMove> read_move(std::string_view text, std::size_t at) {
    if (is_dashed_pass(text, at)) return WrittenMove{Square::pass, 2};
    const std::string_view candidate = text.substr(at, 2);
    if (const Parsed<Square> move = parse_square(candidate)) {
        const std::string_view word = text.substr(at, 4);
        const bool is_word = *move == Square::pass && equal_ignoring_case(word, "pass");
        return WrittenMove{*move, is_word ? word.size() : candidate.size()};
    }
    return parse_failure(fmt::format("{} is not a square or a pass", in_quotes(word_at(text, at))),
                         at);
}

Parsed<void> play_next(Game& game, Square move) {
    const Position& position = game.position();
    const bool passes_first = move != Square::pass && position.board.must_pass();
    const Color color = passes_first ? opposite(position.to_move) : position.to_move;
    return game.play_with_pass({.move = move, .color = color});
}

} // namespace

Parsed<Game> parse_moves(std::string_view text, const Position& start) {
    Game game(start);
    return play_moves(text, game).map([&game] { return std::move(game); });
}

Parsed<void> play_moves(std::string_view text, Game& game) {
    std::size_t number = game.moves().size();
    for (std::size_t at = skip_to_move(text, 0); at < text.size(); at = skip_to_move(text, at)) {
        ++number;
        const Parsed<WrittenMove> written = read_move(text, at);
        if (!written)
            return parse_failure(fmt::format("move {}: {}", number, written.error().message), at);
        if (const Parsed<void> played = play_next(game, written->move); !played)
            return parse_failure(fmt::format("move {}: {}", number, played.error().message), at);
        at += written->length;
    }
    return {};
}

int first_number(std::string_view text) noexcept {
    text = trimmed(text);
    if (number_length(text, 0) == 0) return 0;
    return whole_number(text.substr(0, text.find('.'))).value_or(0);
}

bool begins_with_move(std::string_view text) {
    text = trimmed(text);
    return number_length(text, 0) != 0 || parse_square(text.substr(0, 2)).has_value();
}

bool is_move_list(std::string_view text) {
    for (std::size_t at = skip_to_move(text, 0); at < text.size(); at = skip_to_move(text, at)) {
        const Parsed<WrittenMove> written = read_move(text, at);
        if (!written) return false;
        at += written->length;
    }
    return true;
}

std::size_t moves_without_passes(const Game& game) noexcept {
    return static_cast<std::size_t>(
        std::count_if(game.moves().begin(), game.moves().end(),
                      [](const PlayedMove& played) { return played.move != Square::pass; }));
}

std::vector<Square> moves_of(const Game& game) {
    std::vector<Square> moves;
    for (const PlayedMove& played : game.moves()) moves.push_back(played.move);
    return moves;
}

std::string to_string(const std::vector<Square>& moves) {
    std::string text;
    for (const Square move : moves) text += to_string(move);
    return text;
}

} // namespace emilia
