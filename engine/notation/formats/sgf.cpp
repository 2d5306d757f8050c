#include "engine/notation/formats/sgf.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Parses `dc` (column letter, row letter) or `d3`.
Parsed<Square> parse_point(std::string_view text) {
    const std::string_view point = trimmed(text);
    if (point.size() == 2) {
        const int column = to_lower(point[0]) - 'a';
        const int row = to_lower(point[1]) - 'a';
        if (column >= 0 && column < 8 && row >= 0 && row < 8) return square_at(column, row);
    }
    return parse_square(point);
}

Parsed<Square> parse_stone(std::string_view text) {
    Parsed<Square> square = parse_point(text);
    if (square && *square == Square::pass) return parse_failure("a pass cannot be set up");
    return square;
}

/// Parses one point or a rectangle, `aa:cb`.
Parsed<Bitboard> parse_stones(std::string_view text) {
    const std::size_t colon = text.find(':');
    const Parsed<Square> first = parse_stone(text.substr(0, colon));
    const Parsed<Square> last =
        colon == std::string_view::npos ? first : parse_stone(text.substr(colon + 1));
    if (!first || !last) return tl::unexpected(first ? last.error() : first.error());
    Bitboard stones = 0;
    for (int row = row_of(*first); row <= row_of(*last); ++row) {
        for (int column = column_of(*first); column <= column_of(*last); ++column) {
            stones |= bit(square_at(column, row));
        }
    }
    return stones;
}

Parsed<Color> parse_color(std::string_view text) {
    const std::string_view color = trimmed(text);
    for (const std::string_view name : {"B", "black", "1"})
        if (equal_ignoring_case(color, name)) return Color::black;
    for (const std::string_view name : {"W", "white", "2"})
        if (equal_ignoring_case(color, name)) return Color::white;
    return parse_failure(fmt::format("{} is not a side to move, B or W", in_quotes(text)));
}

class SgfReader : public GameReader {
private:
    void start_node() noexcept override { in_root_ = false; }

    Parsed<void> take(std::string_view name, const PropertyValue& value) override {
        if (name == "GM") return check_number(value.text, "2", "the game is {}, but Othello is 2");
        if (name == "SZ" && trimmed(value.text) != "8:8")
            return check_number(value.text, "8", "the board's size is {}, but only 8 is supported");
        if (name == "KM") header_.komi = parse_lead(value.text);
        if (name == "CA") charset_ = value.text;
        if (name == "RE") header_.result = parse_sgf_result(value.text);
        if (name == "AB" || name == "AW" || name == "AE" || name == "PL")
            return set_up(name, value.text);
        return {};
    }
    Parsed<PlayedMove> move(std::string_view text, Color color) const override {
        const std::string_view point = trimmed(text);
        const bool passes = point.empty() || point == "tt" || point == "--"; // tt: off the board
        const Parsed<Square> square = passes ? Square::pass : parse_point(point);
        return square.map([color](Square s) { return PlayedMove{.move = s, .color = color}; });
    }

    static Parsed<void> check_number(std::string_view text, std::string_view wanted,
                                     fmt::string_view message) {
        if (trimmed(text) == wanted) return {};
        return parse_failure(fmt::format(fmt::runtime(message), in_quotes(text)));
    }

    Parsed<void> set_up(std::string_view name, std::string_view text) {
        if (!moves_.empty()) {
            return parse_failure(fmt::format("property {} follows move {}, but a position can be "
                                             "set up only before the first move",
                                             name, moves_.size()));
        }
        if (name == "PL") return keep(parse_color(text), to_move_);
        return parse_stones(text).map([&](Bitboard stones) { place(name, stones); });
    }

    void place(std::string_view name, Bitboard stones) noexcept {
        if (in_root_ && name != "AE" && !std::exchange(own_stones_only_, true)) {
            black_ = 0;
            white_ = 0;
        }
        black_ &= ~stones;
        white_ &= ~stones;
        if (name == "AB") black_ |= stones;
        if (name == "AW") white_ |= stones;
    }

    Position start() const override {
        const Color first = moves_.empty() ? Color::black : moves_.front().played.color;
        return Position::of(black_, white_, to_move_.value_or(first));
    }

    bool in_root_ = true;
    bool own_stones_only_ = false; ///< the four discs of the usual start were removed
    Bitboard black_ = Board::start().player;
    Bitboard white_ = Board::start().opponent;
    std::optional<Color> to_move_;
};

struct EndingName {
    Ending ending;
    std::string_view letter;
    std::string_view word;
};

constexpr auto endings = std::to_array<EndingName>({
    {Ending::resigned, "R", "Resign"},
    {Ending::timeout, "T", "Time"},
    {Ending::left, "F", "Forfeit"},
});

/// Writes `dc`, column and row.
std::string point_text(Square square) {
    return {static_cast<char>('a' + column_of(square)), static_cast<char>('a' + row_of(square))};
}

/// Writes `AB[aa][bc]`, or nothing if there are no stones.
std::string stones_text(std::string_view name, Bitboard stones) {
    std::string text(stones == 0 ? "" : name);
    for (const Square square : squares_of(stones)) text += fmt::format("[{}]", point_text(square));
    return text;
}

std::string start_text(const Position& start) {
    if (start == Position{}) return "";
    const Bitboard black = start.discs(Color::black);
    const Bitboard white = start.discs(Color::white);
    // If no stones were set up, a reader would keep the four of the usual start.
    const Bitboard cleared =
        (black | white) == 0 ? Board::start().player | Board::start().opponent : Bitboard{0};
    return fmt::format("{}{}{}PL[{}]", stones_text("AB", black), stones_text("AW", white),
                       stones_text("AE", cleared), start.to_move == Color::black ? 'B' : 'W');
}

std::string move_text(const PlayedMove& played) {
    return fmt::format(";{}[{}]", played.color == Color::black ? 'B' : 'W',
                       played.move == Square::pass ? "" : point_text(played.move));
}

} // namespace

Parsed<Game> parse_sgf(std::string_view text, std::size_t most_moves) {
    const DecodedText decoded = decoded_text(text);
    auto game = SgfReader().read(decoded.text, Variations::some, most_moves);
    if (!game) game.error().offset = std::min(game.error().offset, text.size());
    return game;
}

std::size_t other_variations(std::string_view text) {
    GameTextReader tokens(text);
    std::size_t others = 0;
    bool in_first = true;
    for (std::size_t depth = 1; depth > 0;) {
        const Parsed<GameToken> token = tokens.next();
        if (!token) break;
        if (token->kind == GameToken::Kind::open) {
            ++depth;
            others += in_first ? 0 : 1;
        } else if (token->kind == GameToken::Kind::close) {
            --depth;
            in_first = false;
        }
    }
    return others;
}

std::optional<GameResult> parse_sgf_result(std::string_view text) {
    text = trimmed(text);
    if (text == "0" || equal_ignoring_case(text, "draw")) return result_of_lead(0);
    if (text.size() < 2 || text[1] != '+') return std::nullopt;
    const auto winner = parse_color(text.substr(0, 1));
    if (!winner) return std::nullopt;
    GameResult result{.winner = *winner, .margin = {}};
    const std::string_view how = trimmed(text.substr(2));
    if (how.empty()) return result;
    for (const auto& [ending, letter, word] : endings) {
        if (!equal_ignoring_case(how, letter) && !equal_ignoring_case(how, word)) continue;
        result.ending = ending;
        return result;
    }
    result.margin = parse_lead(how);
    return result.margin.value_or(0) > 0 ? std::optional(result) : std::nullopt;
}

std::string to_sgf_result(const GameResult& result) {
    if (!result.winner) return "0";
    std::string how = result.margin ? to_decimal(*result.margin) : "";
    for (const EndingName& name : endings) {
        if (name.ending == result.ending) how = name.letter;
    }
    return fmt::format("{}+{}", *result.winner == Color::black ? 'B' : 'W', how);
}

std::string to_sgf(const Game& game) {
    std::string text = "(;FF[4]CA[UTF-8]GM[2]SZ[8]";
    text += property_text("PC", game.place);
    text += property_text("EV", game.event);
    text += property_text("DT", game.date);
    text += property_text("PB", game.black_name);
    text += property_text("PW", game.white_name);
    text += property_text("BR", game.black_rating);
    text += property_text("WR", game.white_rating);
    if (game.komi) text += property_text("KM", to_decimal(*game.komi));
    if (game.result) text += property_text("RE", to_sgf_result(*game.result));
    text += start_text(game.start());
    for (const PlayedMove& played : game.moves()) text += move_text(played);
    return text + ')';
}

} // namespace emilia
