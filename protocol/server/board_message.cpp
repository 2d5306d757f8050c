#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "protocol/server/messages.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// Whether a player's line has a mark for the colour, `*` or `O`; before komi decides it is `?`.
bool is_color_mark(std::string_view mark) noexcept {
    return mark == "*" || mark == "O" || mark == "?";
}

struct PlayerLine {
    std::string_view name;
    std::string_view rating;
    std::string_view mark;
    std::string_view clock;
};

/// `alice    (1720.0 *) 00:56,1:0//02:00,1:0`. The name and other lines may have brackets, too.
std::optional<PlayerLine> split_player(std::string_view line) noexcept {
    const std::string_view name = take_word(line);
    line = trimmed(line);
    const std::size_t close = line.find(')');
    if (!line.starts_with('(') || close == std::string_view::npos) return std::nullopt;
    std::string_view inside = line.substr(1, close - 1);
    const std::string_view rating = take_word(inside);
    const std::string_view mark = trimmed(inside);
    if (!is_color_mark(mark)) return std::nullopt;
    return PlayerLine{name, rating, mark, trimmed(line.substr(close + 1))};
}

/// Both players with their clocks, the squares and the side to move.
struct Board8 {
    std::array<BoardPlayer, 2> players{}; ///< black, white
    std::string squares{};
    char side = ' ';
    int rows = 0;

    Parsed<void> take_player(std::string_view line, const PlayerLine& parts) {
        const Parsed<ClockState> clock = parse_clock(parts.clock);
        if (!clock) return tl::unexpected(clock.error());
        const bool black = parts.mark == "*" || (parts.mark == "?" && players[0].name.empty());
        BoardPlayer& player = players[black ? 0 : 1];
        if (!player.name.empty())
            return parse_failure(fmt::format("two players have the colour of {}", in_quotes(line)));
        player = {std::string(parts.name), std::string(parts.rating), *clock};
        return {};
    }

    /// ` 3 - - - * O - - - 3 `
    Parsed<void> take_row(std::string_view line) {
        const std::string number = std::to_string(rows + 1);
        std::string_view rest = line;
        std::string row;
        bool right = take_word(rest) == number;
        for (int column = 0; column < 8; ++column) {
            const std::string_view square = take_word(rest);
            right = right && (square == "-" || square == "*" || square == "O");
            row += square;
        }
        if (!right || trimmed(rest) != number) {
            return parse_failure(
                fmt::format("{} is not the next row of a board of 8x8", in_quotes(line)));
        }
        squares += row;
        ++rows;
        return {};
    }

    [[nodiscard]] Parsed<Position> position() const {
        if (players[0].name.empty() || players[1].name.empty())
            return parse_failure("the position does not name both players");
        if (rows != 8) return parse_failure("the position has no 8 rows of 8 squares");
        const bool has_side = side != ' ';
        const Parsed<Position> position = parse_position(squares + (has_side ? side : '*'));
        if (position && !has_side && !position->board.is_over())
            return parse_failure("the position does not say who is to move");
        return position;
    }
};

/// Notes the time that the players have for the game. Before the first move the clock of `running`
/// runs already.
void note_clocks(Game& game, const Board8& start, std::optional<Color> running) {
    const ClockState& black = start.players[0].clock;
    const ClockState& white = start.players[1].clock;
    const auto control = [](const ClockState& clock) {
        return TimeControl{clock.main, clock.increment, clock.extension};
    };
    constexpr double most_passed = 5; // seconds until the server shows the board
    const bool alike = std::abs(black.main - white.main) <= (running ? most_passed : 0)
                       && black.increment == white.increment && black.extension == white.extension;
    if (alike) {
        game.time = control(running == Color::black ? white : black);
    } else {
        game.black_time = control(black);
        game.white_time = control(white);
    }
}

/// Collects the parts of a position, line by line.
class BoardReader {
public:
    Parsed<void> take(std::string_view line) {
        line = trimmed(line);
        if (line.empty() || line.starts_with("A B ")) return {};
        if (const auto player = split_player(line)) {
            if (boards_.back().rows > 0) boards_.emplace_back();
            if (boards_.size() > 2) return parse_failure("there are more than two positions");
            return boards_.back().take_player(line, *player);
        }
        if (line == "* to move" || line == "O to move") {
            boards_.back().side = line.front();
            return {};
        }
        if (line.ends_with(" move(s)")) {
            has_all_moves_ = true;
            return {};
        }
        if (const std::size_t colon = line.find(": "); colon != std::string_view::npos) {
            if (const auto number = whole_number(line.substr(0, colon))) {
                // Before the first move stands `0: PASS`.
                if (*number > 0) moves_.push_back(read_typed_move(line.substr(colon + 1)));
                plies_ = *number;
                return {};
            }
        }
        if (line.size() > 1 && is_digit(line.front()) && line[1] == ' ')
            return boards_.back().take_row(line);
        strange_.emplace_back(line);
        return {};
    }

    Parsed<BoardMessage> finish(std::string_view game, std::string_view type) && {
        const Parsed<Position> position = boards_.back().position();
        if (!position) return tl::unexpected(position.error());
        BoardMessage message{std::string(game),         std::string(type),         std::nullopt,
                             boards_.back().players[0], boards_.back().players[1], *position};
        message.plies = plies_;
        message.strange = std::move(strange_);
        if (!moves_.empty()) {
            message.last_move = moves_.back();
            message.last_move->color = opposite(position->to_move);
        }
        if (has_all_moves_) message.record = record_to(*position);
        return message;
    }

private:
    /// The game from the first board to the last one; none if the moves don't lead there.
    [[nodiscard]] std::optional<Game> record_to(const Position& end) const {
        const Parsed<Position> start = boards_.front().position();
        if (!start) return std::nullopt;
        Game game(*start);
        for (PlayedMove move : moves_) {
            move.color = game.position().to_move;
            if (!game.play(move)) return std::nullopt;
        }
        for (const Color color : {Color::black, Color::white})
            if (game.position().discs(color) != end.discs(color)) return std::nullopt;
        const bool runs = boards_.size() == 1;
        note_clocks(game, boards_.front(), runs ? std::optional(start->to_move) : std::nullopt);
        return game;
    }

    std::vector<Board8> boards_{1};
    std::vector<PlayedMove> moves_;
    int plies_ = 0;
    std::vector<std::string> strange_;
    bool has_all_moves_ = false;
};

std::optional<double> read_number(std::string_view text) noexcept {
    return parse_decimal(trimmed(text));
}

} // namespace

PlayedMove read_typed_move(std::string_view text) {
    const auto take_part = [&text] {
        const std::string_view part = trimmed(text.substr(0, text.find('/')));
        text.remove_prefix(std::min(text.size(), text.find('/')));
        if (!text.empty()) text.remove_prefix(1);
        return part;
    };
    std::string square(take_part());
    PlayedMove move{.move = Square::none};
    move.evaluation = read_number(take_part());
    move.seconds = read_number(take_part());
    if (square.empty()) return move;
    if (const Parsed<Square> known = parse_square(square)) {
        move.move = *known;
        return move;
    }
    // The server reads the row as a number, with a sign and zeros before it.
    const std::size_t row = square.find_first_not_of(" \t+0", 1);
    if (row == std::string::npos || row + 1 != square.size()) return move;
    if (const Parsed<Square> known = parse_square(square.substr(0, 1) + square[row]))
        move.move = *known;
    return move;
}

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
