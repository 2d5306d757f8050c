#include "protocol/server/board_message.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

std::optional<Color> color_of_mark(std::string_view mark) noexcept {
    if (mark == "*") return Color::black;
    if (mark == "O") return Color::white;
    return std::nullopt;
}

/// Collects the parts of a position, line by line.
class BoardReader {
public:
    Parsed<void> take(std::string_view line) {
        line = trimmed(line);
        if (line.empty() || is_coordinates(line)) return {};
        if (const auto player = split_player(line)) return take_player(line, *player);
        if (line.ends_with(" to move")) return take_side(line);
        if (const std::size_t colon = line.find(": ");
            colon != std::string_view::npos && whole_number(line.substr(0, colon)))
            return take_move(trimmed(line.substr(colon + 1)));
        if (line.size() > 1 && is_digit(line.front()) && line[1] == ' ') return take_row(line);
        return {}; // something new, such as the number of moves
    }

    Parsed<BoardMessage> finish(std::string_view game, std::string_view type) && {
        if (players_[0].name.empty() || players_[1].name.empty())
            return parse_failure("the position does not name both players");
        if (rows_ != 8) return parse_failure("the position has no 8 rows of 8 squares");
        const bool has_side = side_.has_value();
        const Parsed<Position> position = parse_position(squares_ + mark_of(side_));
        if (!position) return tl::unexpected(position.error());
        if (!has_side && !position->board.is_over())
            return parse_failure("the position does not say who is to move");
        if (last_move_) last_move_->color = opposite(position->to_move);
        return BoardMessage{std::string(game),      std::string(type),      last_move_,
                            std::move(players_[0]), std::move(players_[1]), *position};
    }

private:
    static bool is_coordinates(std::string_view line) noexcept { return line.starts_with("A B "); }
    static char mark_of(const std::optional<Color>& side) noexcept {
        return side == Color::white ? 'O' : '*';
    }

    struct PlayerLine {
        std::string_view name;
        std::string_view rating;
        Color color;
        std::string_view clock;
    };

    /// `alice    (1720.0 *) 00:56,1:0//02:00,1:0`. The name and other lines may have brackets, too.
    static std::optional<PlayerLine> split_player(std::string_view line) noexcept {
        const std::string_view name = take_word(line);
        line = trimmed(line);
        const std::size_t close = line.find(')');
        if (!line.starts_with('(') || close == std::string_view::npos) return std::nullopt;
        std::string_view inside = line.substr(1, close - 1);
        const std::string_view rating = take_word(inside);
        const auto color = color_of_mark(trimmed(inside));
        if (!color) return std::nullopt;
        return PlayerLine{name, rating, *color, trimmed(line.substr(close + 1))};
    }

    Parsed<void> take_player(std::string_view line, const PlayerLine& parts) {
        const Parsed<ClockState> clock = parse_clock(parts.clock);
        if (!clock) return tl::unexpected(clock.error());
        BoardPlayer& player = players_[parts.color == Color::black ? 0 : 1];
        if (!player.name.empty())
            return parse_failure(fmt::format("two players have the colour of {}", in_quotes(line)));
        player = {std::string(parts.name), std::string(parts.rating), *clock};
        return {};
    }

    Parsed<void> take_side(std::string_view line) {
        side_ = color_of_mark(take_word(line));
        if (side_) return {};
        return parse_failure("the position does not say who is to move");
    }

    Parsed<void> take_move(std::string_view text) {
        if (last_move_) return parse_failure("the position has two last moves");
        const Parsed<PlayedMove> move = parse_ggf_move(text, Color::black);
        if (!move) return tl::unexpected(move.error());
        last_move_ = *move;
        return {};
    }

    /// ` 3 - - - * O - - - 3 `
    Parsed<void> take_row(std::string_view line) {
        const auto failure = [line] {
            return parse_failure(
                fmt::format("{} is not the next row of a board of 8x8", in_quotes(line)));
        };
        const std::string number = std::to_string(rows_ + 1);
        std::string_view rest = line;
        if (take_word(rest) != number) return failure();
        for (int column = 0; column < 8; ++column) {
            const std::string_view square = take_word(rest);
            if (square != "-" && square != "*" && square != "O") return failure();
            squares_ += square;
        }
        if (trimmed(rest) != number) return failure();
        ++rows_;
        return {};
    }

    std::array<BoardPlayer, 2> players_; ///< black, white
    std::optional<PlayedMove> last_move_;
    std::optional<Color> side_;
    std::string squares_;
    int rows_ = 0;
};

} // namespace

Parsed<BoardMessage> parse_board_message(std::string_view game, std::string_view type,
                                         const std::vector<std::string>& lines) {
    BoardReader reader;
    for (const std::string& line : lines) {
        if (const Parsed<void> taken = reader.take(line); !taken)
            return tl::unexpected(taken.error());
    }
    return std::move(reader).finish(game, type);
}

} // namespace emilia::ggs
