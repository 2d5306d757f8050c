#include "engine/notation/formats/sgf.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

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

Parsed<PlayedMove> parse_move(std::string_view text, Color color) {
    const std::string_view point = trimmed(text);
    const bool passes = point.empty() || point == "tt" || point == "--"; // tt: off the board
    const Parsed<Square> square = passes ? Square::pass : parse_point(point);
    return square.map([color](Square s) { return PlayedMove{.move = s, .color = color}; });
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
        return parse_move(text, color);
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

struct MarkName {
    Mark mark;
    std::string_view property;
    std::string_view value;
};

constexpr auto mark_names = std::to_array<MarkName>({
    {Mark::good, "TE", "1"},
    {Mark::brilliant, "TE", "2"},
    {Mark::bad, "BM", "1"},
    {Mark::blunder, "BM", "2"},
    {Mark::interesting, "IT", ""},
    {Mark::doubtful, "DO", ""},
});

/// An unknown value is the mildest of the property.
Mark mark_of(std::string_view property, std::string_view value) noexcept {
    Mark mark = Mark::none;
    for (const MarkName& name : mark_names) {
        if (name.property == property && (mark == Mark::none || name.value == trimmed(value)))
            mark = name.mark;
    }
    return mark;
}

class SgfTreeReader {
public:
    SgfTreeReader(std::string_view text, const Position& start)
        : tokens_(text), read_{GameTree(start)} {}

    /// Call it once.
    SgfTree read() {
        for (std::vector<Branch> branches(1); !branches.empty();) {
            const Parsed<GameToken> token = tokens_.next();
            if (!token || token->kind != GameToken::Kind::property) end_node();
            if (!token) {
                leave_out(token.error().message);
                break;
            }
            switch (token->kind) {
            case GameToken::Kind::open: branches.push_back(here_); break;
            case GameToken::Kind::close:
                here_ = branches.back();
                branches.pop_back();
                break;
            case GameToken::Kind::node: break;
            case GameToken::Kind::property: take(token->property); break;
            }
        }
        return std::move(read_);
    }

private:
    struct Branch {
        std::size_t node = 0;
        bool is_broken = false; ///< the rest of the variation can't be read
    };

    void take(const Property& property) {
        const std::string_view name = property.name;
        const std::string_view value = property.values.front().text;
        if (name == "B" || name == "W") {
            for (const PropertyValue& move : property.values)
                moves_.push_back({name == "B" ? Color::black : Color::white, move.text});
        } else if (name == "CA") {
            charset_ = value;
        } else if (name == "C" || name == "GC") {
            add_comment(remarks_.comment, comment_in(value, charset_));
        } else if (name == "V") {
            const auto discs = parse_lead(value);
            if (discs && std::abs(*discs) <= square_count) remarks_.value = discs;
        } else if (const Mark mark = mark_of(name, value); mark != Mark::none) {
            remarks_.mark = mark;
        }
    }

    static void add_comment(std::string& comment, std::string_view more) {
        if (!comment.empty() && !more.empty()) comment += '\n';
        comment += more;
    }

    /// Adds the moves of a node of the text. Its remarks, in any order with the moves, are on the
    /// last of these, or on the move before if it has none.
    void end_node() {
        for (const auto& [color, text] : std::exchange(moves_, {})) {
            if (here_.is_broken) break;
            const auto added = parse_move(text, color).and_then([&](const PlayedMove& move) {
                return read_.tree.add(here_.node, move);
            });
            if (added)
                here_.node = *added;
            else
                leave_out(added.error().message);
        }
        const Remarks said = std::exchange(remarks_, {});
        if (here_.is_broken) return;
        Remarks& remarks = read_.tree.remarks(here_.node);
        add_comment(remarks.comment, said.comment);
        if (said.mark != Mark::none) remarks.mark = said.mark;
        if (said.value) remarks.value = said.value;
    }

    void leave_out(const std::string& reason) {
        if (std::exchange(here_.is_broken, true)) return;
        if (read_.left_out++ == 0) read_.reason = reason;
    }

    GameTextReader tokens_;
    SgfTree read_;
    Branch here_;
    std::string_view charset_;
    std::vector<std::pair<Color, std::string_view>> moves_; ///< of the text's node so far
    Remarks remarks_;                                       ///< of the text's node so far
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

std::string header_text(const GameHeader& header, const Position& start) {
    std::string text = "(;FF[4]CA[UTF-8]GM[2]SZ[8]";
    text += property_text("PC", header.place);
    text += property_text("EV", header.event);
    text += property_text("DT", header.date);
    text += property_text("ON", header.opening);
    text += property_text("PB", header.black_name);
    text += property_text("PW", header.white_name);
    text += property_text("BR", header.black_rating);
    text += property_text("WR", header.white_rating);
    if (header.komi) text += property_text("KM", to_decimal(*header.komi));
    if (header.result) text += property_text("RE", to_sgf_result(*header.result));
    return text + start_text(start);
}

std::string remarks_text(const Remarks& remarks) {
    std::string text;
    for (const MarkName& name : mark_names) {
        if (name.mark == remarks.mark) text += fmt::format("{}[{}]", name.property, name.value);
    }
    if (remarks.value) text += property_text("V", to_decimal(*remarks.value));
    if (!remarks.comment.empty()) text += fmt::format("C[{}]", escaped_lines(remarks.comment));
    return text;
}

class TreeWriter {
public:
    explicit TreeWriter(const GameTree& tree)
        : nodes_(tree.nodes()), followers_(tree.followers()) {}

    /// Writes a node and what follows it. It calls itself once for each move of a line.
    void write(std::size_t number, std::string& text) const {
        const TreeNode& node = nodes_[number];
        if (number > 0) text += played_text(nodes_[node.parent].position, node.move);
        text += remarks_text(node.remarks);
        const bool branches = followers_[number].size() > 1;
        for (const std::size_t follower : followers_[number]) {
            if (branches) text += '(';
            write(follower, text);
            if (branches) text += ')';
        }
    }

private:
    static std::string played_text(const Position& before, Square move) {
        const PlayedMove pass{.move = Square::pass, .color = before.to_move};
        if (!before.board.must_pass()) return move_text({.move = move, .color = before.to_move});
        return move_text(pass) + move_text({.move = move, .color = opposite(before.to_move)});
    }

    const std::vector<TreeNode>& nodes_;
    std::vector<std::vector<std::size_t>> followers_;
};

} // namespace

Parsed<Game> parse_sgf(std::string_view text, std::size_t most_moves) {
    const DecodedText decoded = decoded_text(text);
    auto game = SgfReader().read(decoded.text, Variations::some, most_moves);
    if (!game) game.error().offset = std::min(game.error().offset, text.size());
    return game;
}

SgfTree parse_sgf_tree(std::string_view text, const Position& start) {
    const DecodedText decoded = decoded_text(text);
    return SgfTreeReader(decoded.text, start).read();
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
    std::string text = header_text(game, game.start());
    for (const PlayedMove& played : game.moves()) text += move_text(played);
    return text + ')';
}

std::string to_sgf(const GameHeader& header, const GameTree& tree) {
    std::string text = header_text(header, tree.nodes().front().position);
    TreeWriter(tree).write(0, text);
    return text + ')';
}

} // namespace emilia
