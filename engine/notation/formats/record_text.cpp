#include "engine/notation/formats/record_text.h"

#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/game_json.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/line_games.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/formats/worded_games.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Whether `value` is a point of two letters, such as `dc`. SGF writes these, GGF never does.
bool is_letter_point(std::string_view value) noexcept {
    const std::string_view point = trimmed(value);
    return point.size() == 2 && std::all_of(point.begin(), point.end(), [](char letter) {
               return to_lower(letter) >= 'a' && to_lower(letter) <= 'h';
           });
}

/// The kind of game text that has this property; none if both kinds may have it.
std::optional<TextKind> kind_by(const Property& property) {
    const std::string_view value = trimmed(property.values.front().text);
    if (property.name == "GM") {
        const bool is_number = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
        return is_number ? TextKind::sgf : TextKind::ggf;
    }
    if (property.name == "FF" || property.name == "SZ") return TextKind::sgf;
    if (property.name == "BO" || property.name == "TY") return TextKind::ggf;
    if ((property.name == "B" || property.name == "W") && is_letter_point(value))
        return TextKind::sgf;
    return std::nullopt;
}

/// Whether the first game is GGF or SGF.
TextKind kind_of_game_text(std::string_view text) {
    GameTextReader tokens(text);
    for (;;) {
        const Parsed<GameToken> token = tokens.next();
        if (!token || token->kind == GameToken::Kind::close) return TextKind::ggf;
        if (token->kind == GameToken::Kind::open) return TextKind::sgf;
        if (token->kind != GameToken::Kind::property) continue;
        if (const auto kind = kind_by(token->property)) return *kind;
    }
}

bool is_game_line(std::string_view line) {
    const auto game = parse_game_line(line);
    return game && !game->moves().empty();
}

/// The text from the first game text on, if there is one. Names in lines of games, comments of
/// positions, and PGN may hold what begins one.
std::optional<std::string_view> game_text_in(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    if (looks_like_json(text) || holds_pgn(text.substr(0, text.find('\n', first))))
        return std::nullopt;
    while (holds_game_text(text)) {
        const std::size_t opening = text.rfind('(', GameTextReader(text).place() - 1);
        const std::size_t begin = text.rfind('\n', opening) + 1; // 0 in the first line
        const std::size_t end = std::min(text.find('\n', opening), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        if (!is_obf_comment(line) && !begins_with_board(line) && !holds_pgn(line)
            && !is_game_line(line))
            return text.substr(opening);
        text.remove_prefix(end);
    }
    return std::nullopt;
}

template <TextKind kind>
bool is_game_text(std::string_view contents) {
    const auto text = game_text_in(contents);
    return text && kind_of_game_text(*text) == kind;
}

/// JSON in one piece; a list of JSON's lines is read line by line.
bool is_json(std::string_view text) {
    if (!looks_like_json(text)) return false;
    LineReader lines(text);
    const auto first = lines.next();
    const auto second = lines.next();
    return !second || !first->text.ends_with('}') || !looks_like_json(second->text);
}

std::string_view without_comments_before(std::string_view text) {
    LineReader lines(text);
    while (const auto line = lines.next())
        if (!is_obf_comment(line->text)) return text.substr(line->offset);
    return {};
}

bool begins_with_position(std::string_view text) {
    return begins_with_board(without_comments_before(text));
}

/// Counts the lines of a text as far as its games are read.
class LineCounter {
public:
    explicit LineCounter(std::string_view text) noexcept : text_(text) {}

    std::size_t line_at(std::size_t offset) noexcept {
        const std::string_view passed = text_.substr(counted_, offset - counted_);
        line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
        counted_ += passed.size();
        return line_;
    }

private:
    std::string_view text_;
    std::size_t counted_ = 0;
    std::size_t line_ = 1;
};

/// Reads what `cutter` cuts out by `parse`, which takes a part and adds to the summary.
template <typename Cutter, typename Parse>
TextSummary read_parts(std::string_view text, Cutter cutter, const Parse& parse,
                       const TakeTextGame& take) {
    TextSummary summary;
    LineCounter lines(text);
    while (const auto part = cutter.next()) {
        ++summary.games;
        Parsed<Game> game = parse(part->text, summary);
        const std::size_t offset = part->offset + (game ? 0 : game.error().offset);
        take(std::move(game), {lines.line_at(std::min(offset, text.size())), summary.games});
    }
    return summary;
}

/// Plays the moves by which NBoard continues a game that it has set: `move F5/0.5/1.2`, a line
/// each.
Parsed<void> play_nboard_moves(std::string_view dialogue, Game& game) {
    LineReader lines(dialogue);
    while (const auto line = lines.next()) {
        std::string_view rest = line->text;
        if (take_word(rest) != "move") continue;
        const Position& position = game.position();
        const bool passes = position.board.must_pass();
        const Color mover = passes ? opposite(position.to_move) : position.to_move;
        const Parsed<void> played =
            parse_ggf_move(trimmed(rest), mover).and_then([&game](PlayedMove move) {
                if (move.move == Square::pass) move.color = game.position().to_move;
                return game.play_with_pass(move);
            });
        if (!played)
            return parse_failure(
                fmt::format("move {}: {}", game.moves().size() + 1, played.error().message),
                line->offset);
    }
    return {};
}

TextSummary read_ggf(std::string_view text, const TakeTextGame& take) {
    return read_parts(
        text, GameCutter(text, Variations::none),
        [text](std::string_view part, TextSummary&) {
            const std::string_view behind =
                text.substr(static_cast<std::size_t>(part.data() - text.data()) + part.size());
            return parse_ggf(part).and_then([&](Game&& game) -> Parsed<Game> {
                auto played = play_nboard_moves(behind.substr(0, behind.find("(;")), game);
                if (played) return std::move(game);
                played.error().offset += part.size();
                return tl::unexpected(std::move(played.error()));
            });
        },
        take);
}

TextSummary read_sgf(std::string_view text, const TakeTextGame& take) {
    return read_parts(
        text, GameCutter(text, Variations::some),
        [](std::string_view part, TextSummary& summary) {
            auto game = parse_sgf(part);
            if (game) summary.variations += other_variations(part);
            return game;
        },
        take);
}

TextSummary read_pgn(std::string_view text, const TakeTextGame& take) {
    return read_parts(
        text, PgnCutter(text),
        [](std::string_view part, TextSummary& summary) {
            return parse_pgn(part).map([&summary](PgnGame&& read) {
                summary.variations += read.variations;
                return std::move(read.game);
            });
        },
        take);
}

TextSummary read_json(std::string_view text, const TakeTextGame& take) {
    auto games = parse_game_json(text);
    if (!games) {
        take(tl::unexpected(games.error()), {LineCounter(text).line_at(games.error().offset), 0});
        return {.games = 1};
    }
    std::size_t number = 0;
    for (Game& game : *games) take(std::move(game), {1, ++number});
    return {.games = number};
}

TextSummary read_words(std::string_view text, const TakeTextGame& take) {
    return {.games = read_worded_games(text, [&take](Parsed<Game> game, std::size_t line) {
                take(std::move(game), {line, 0});
            })};
}

bool begins_with_diagram(std::string_view text) {
    return read_diagram(without_comments_before(text)).has_value();
}

/// A text that is one board, in one line or several; nothing if it is none or another text.
std::optional<BoardRecord> only_board(std::string_view text) {
    constexpr std::size_t most = 10'000; // far more than a board and its moves take
    const std::string_view record = without_comments_before(text);
    if (record.size() > most) return std::nullopt;
    auto board = parse_board_record(record);
    return board ? std::optional(std::move(*board)) : std::nullopt;
}

TextSummary read_positions(std::string_view text, const TakeTextGame& take) {
    if (auto board = only_board(text)) {
        take(std::move(board->game), {});
        return {.games = 1};
    }
    if (begins_with_diagram(text)) { // its lines say nothing alone
        take(parse_board_record(without_comments_before(text)).map([](BoardRecord&& read) {
            return std::move(read.game);
        }),
             {});
        return {.games = 1};
    }
    return read_line_games(text, take);
}

struct Kind {
    TextKind kind;
    bool (*recognises)(std::string_view text);
    TextSummary (*read)(std::string_view text, const TakeTextGame& take);
    std::string_view in_format;
};

// The first kind that recognises a text is its kind; they stand in the order of the enumeration.
constexpr auto kinds = std::to_array<Kind>({
    {TextKind::ggf, is_game_text<TextKind::ggf>, read_ggf, " in GGF"},
    {TextKind::sgf, is_game_text<TextKind::sgf>, read_sgf, " in SGF"},
    {TextKind::pgn, holds_pgn, read_pgn, " in PGN"},
    {TextKind::json, is_json, read_json, " in JSON"},
    {TextKind::words, holds_worded_games, read_words, " in words"},
    {TextKind::positions, begins_with_position, read_positions, ""},
    {TextKind::lines, [](std::string_view) { return true; }, read_line_games, ""},
});

const Kind& row_of_kind(TextKind kind) noexcept {
    return kinds.at(static_cast<std::size_t>(kind));
}

} // namespace

TextKind text_kind(std::string_view text) {
    return std::find_if(kinds.begin(), kinds.end(),
                        [text](const Kind& kind) { return kind.recognises(text); })
        ->kind;
}

std::string_view in_format(TextKind kind) noexcept {
    return row_of_kind(kind).in_format;
}

std::string to_string(const TextPlace& place) {
    return place.game == 0 ? fmt::format("line {}", place.line)
                           : fmt::format("line {}, game {}", place.line, place.game);
}

TextSummary read_text_games(std::string_view text, TextKind kind, const TakeTextGame& take) {
    return row_of_kind(kind).read(text, take);
}

bool holds_board_games(std::string_view text) {
    if (const auto board = only_board(text)) return board->scores.empty() && !board->discs;
    if (begins_with_diagram(text)) return true;
    LineReader lines(without_comments_before(text));
    const auto line = lines.next();
    const auto board = line ? parse_board_record(line->text) : Parsed<BoardRecord>(BoardRecord{});
    return board && board->moves_behind_board;
}

} // namespace emilia
