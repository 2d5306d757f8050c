#include "engine/notation/formats/game_line.h"

#include "engine/base/text.h"
#include "engine/notation/formats/move_text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view unknown = "?";
constexpr std::string_view unknown_score = "?-?";
constexpr std::string_view no_moves = "-";

bool is_gap(std::string_view text, std::size_t at) noexcept {
    const auto blank_at = [text](std::size_t place) {
        return place < text.size() && is_blank(text[place]);
    };
    return blank_at(at) && (text[at] == '\t' || blank_at(at + 1));
}

/// Splits `line` into its non-empty fields, which are views into it.
std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    std::size_t begin = 0;
    for (std::size_t at = 0; at <= line.size(); ++at) {
        if (at < line.size() && !is_gap(line, at)) continue;
        const std::string_view field = trimmed(line.substr(begin, at - begin));
        if (!field.empty()) fields.push_back(field);
        begin = at;
    }
    return fields;
}

bool has_letter(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), [](char character) {
        return (to_lower(character) >= 'a' && to_lower(character) <= 'z')
               || static_cast<unsigned char>(character) >= 0x80;
    });
}

/// An opening and its name, in any order.
struct NamedMoves {
    std::string_view name;
    std::string_view moves;
};

/// Finds the opening in a line of two fields that a gap or `|` divides.
std::optional<NamedMoves> named_moves(std::string_view line) {
    std::vector<std::string_view> fields = split(line);
    if (const std::size_t bar = line.find('|'); bar != std::string_view::npos)
        fields = {trimmed(line.substr(0, bar)), trimmed(line.substr(bar + 1))};
    if (fields.size() != 2) return std::nullopt;
    for (const auto& [name, moves] :
         {std::pair(fields[0], fields[1]), std::pair(fields[1], fields[0])}) {
        if (begins_with_move(moves) && is_move_list(moves) && has_letter(name)
            && !is_move_list(name))
            return NamedMoves{name, moves};
    }
    return std::nullopt;
}

bool is_score(std::string_view field) {
    return field == unknown_score || parse_disc_counts(field);
}

/// Finds the score among the fields before the moves. White's name may look like a score, so the
/// field two before the moves, where the score usually is, is tried first.
std::optional<std::size_t> place_of_score(const std::vector<std::string_view>& fields) {
    const std::size_t moves = fields.size() - 1;
    if (moves >= 2 && is_score(fields[moves - 2])) return moves - 2;
    for (std::size_t place = moves; place-- > 0;) {
        if (is_score(fields[place])) return place;
    }
    return std::nullopt;
}

/// Joins the words of a name with single blanks. Control characters count as blanks.
std::string words_of(std::string_view name) {
    std::string text;
    for (const char character : without_controls(to_utf8(name))) {
        if (character != ' ' || (!text.empty() && text.back() != ' ')) text += character;
    }
    return std::string(trimmed(text));
}

std::string known(std::string_view field) {
    std::string text = words_of(field);
    return text == unknown ? "" : text;
}

bool is_date(std::string_view field) noexcept {
    constexpr std::size_t digits = 4;
    return field == unknown
           || (field.size() >= digits
               && std::all_of(field.begin(), field.begin() + digits, is_digit));
}

/// Reads date and event from the fields before Black's name.
void take_occasion(GameHeader& header, std::vector<std::string_view> fields) {
    if (!fields.empty() && is_date(fields.front())) {
        header.date = known(fields.front());
        fields.erase(fields.begin());
    }
    for (const std::string_view field : fields) {
        if (!header.event.empty()) header.event += ' ';
        header.event += known(field);
    }
}

Parsed<GameHeader> parse_header(const std::vector<std::string_view>& fields) {
    const auto score = place_of_score(fields);
    if (!score)
        return parse_failure("there is no score, such as 44-20 or ?-?, between the players' names");
    GameHeader header;
    header.result = parse_disc_counts(fields[*score]);
    if (*score > 0) {
        const auto black = fields.begin() + static_cast<std::ptrdiff_t>(*score) - 1;
        header.black_name = known(*black);
        take_occasion(header, {fields.begin(), black});
    }
    if (*score + 2 < fields.size()) header.white_name = known(fields[*score + 1]);
    return header;
}

/// Writes a name as a field; an empty name becomes `?`.
std::string field_text(std::string_view name) {
    std::string text = words_of(name);
    return text.empty() ? std::string(unknown) : text;
}

std::string moves_text(const Game& game) {
    return game.moves().empty() ? std::string(no_moves) : to_string(moves_of(game));
}

/// The discs on the board if their difference is the recorded one; otherwise those that add up to
/// all squares.
std::string score_text(const Game& game) {
    const auto counts = game.result ? to_disc_counts(*game.result) : std::nullopt;
    if (!counts) return std::string(unknown_score);
    const int black = count(game.position().discs(Color::black));
    const int white = count(game.position().discs(Color::white));
    if (game.position().board.is_over() && game.result->black_lead() == black - white)
        return fmt::format("{}-{}", black, white);
    return *counts;
}

} // namespace

Parsed<Game> parse_game_line(std::string_view line) {
    const auto parse = [line](std::string_view moves, GameHeader header) {
        auto game = parse_move_text(moves, Game(Position{}, std::move(header)));
        if (!game) game.error().offset += static_cast<std::size_t>(moves.data() - line.data());
        return game;
    };
    const std::vector<std::string_view> fields = split(line);
    const bool has_score = !fields.empty() && place_of_score(fields);
    if (const auto opening = has_score ? std::nullopt : named_moves(line)) {
        GameHeader header;
        header.event = words_of(opening->name);
        return parse(opening->moves, std::move(header));
    }
    if (fields.size() < 2 || std::all_of(fields.begin(), fields.end() - 1, is_move_list))
        return parse(line, {});
    return parse_header(fields).and_then(
        [&](GameHeader&& header) { return parse(fields.back(), std::move(header)); });
}

std::optional<std::string> to_game_line(const Game& game) {
    if (game.start() != Position{}) return std::nullopt;
    const std::string date = field_text(game.date);
    const std::string header =
        fmt::format("{}  {}  {}  {}  {}", is_date(date) ? date : unknown, field_text(game.event),
                    field_text(game.black_name), score_text(game), field_text(game.white_name));
    constexpr std::string_view nothing_known = "?  ?  ?  ?-?  ?";
    if (header == nothing_known) return moves_text(game);
    return fmt::format("{}  {}", header, moves_text(game));
}

} // namespace emilia
