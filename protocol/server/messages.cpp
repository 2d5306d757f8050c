#include "protocol/server/messages.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// Whether `line` is `: ` and a sentence that starts with `beginning`, up to its full stop.
bool is_prompt(std::string_view line, std::string_view beginning) noexcept {
    line = trimmed(line);
    if (!line.starts_with(':')) return false;
    line.remove_prefix(1);
    return trimmed(line).starts_with(beginning) && line.ends_with('.');
}

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

/// Reads the position that the server sends after each move: a line for the move, one for each
/// player with colour and clock, the board with its coordinates, and the side to move. `lines` are
/// those behind the head. The error says what is missing or wrong.
Parsed<BoardMessage> parse_board_message(std::string_view game, std::string_view type,
                                         const std::vector<std::string>& lines) {
    BoardReader reader;
    for (const std::string& line : lines) {
        if (const Parsed<void> taken = reader.take(line); !taken)
            return tl::unexpected(taken.error());
    }
    return std::move(reader).finish(game, type);
}

constexpr std::string_view service = "/os:";

tl::unexpected<ParseError> malformed(std::string_view kind, std::string_view line) {
    return parse_failure(fmt::format("{} is no {}", in_quotes(line), kind));
}

Parsed<Message> parse_challenge(std::string_view id, std::string_view words,
                                std::string_view line) {
    Challenge challenge;
    challenge.id = id;
    challenge.from_rating = take_word(words);
    challenge.from = take_word(words);
    challenge.clock = take_word(words);
    challenge.type = take_word(words);
    challenge.mode = take_word(words);
    take_word(words); // the own rating
    challenge.to = take_word(words);
    if (challenge.to.empty() || !trimmed(words).empty()) return malformed("challenge", line);
    return challenge;
}

/// `.5 1720 alice 1720 bob 8b U`, and perhaps an outcome.
Parsed<Message> parse_match(bool begins, std::string_view words, std::string_view line) {
    const std::string id(take_word(words));
    take_word(words); // a rating
    const std::string first(take_word(words));
    take_word(words);
    const std::string second(take_word(words));
    const std::string type(take_word(words));
    const std::string mode(take_word(words));
    const std::string outcome(trimmed(words));
    if (!is_id(id) || mode.empty() || begins != outcome.empty()) return malformed("match", line);
    if (begins) return MatchBegins{id, {first, second}, type, mode};
    return MatchEnds{id, {first, second}, outcome};
}

/// `+ .8 …`, `- .8 …`, `+ match .5 …`, `- match .5 …`
Parsed<Message> parse_change(bool comes, std::string_view words, std::string_view line) {
    const std::string_view what = take_word(words);
    if (what == "match") return parse_match(comes, words, line);
    if (!is_id(what)) return Other();
    if (comes) return parse_challenge(what, words, line);
    return ChallengeGone{std::string(what)};
}

Parsed<Message> parse_service(const RawMessage& raw) {
    std::string_view words = std::string_view(raw.head).substr(service.size());
    const std::string_view kind = take_word(words);
    if (kind == "+" || kind == "-") return parse_change(kind == "+", words, raw.head);
    if (kind == "join" || kind == "update") {
        const std::string_view game = take_word(words);
        const std::string_view type = take_word(words);
        if (!is_id(game)) return Other(); // `join` also says who listens to whom
        return parse_board_message(game, type, raw.body).map([](BoardMessage&& message) {
            return Message(std::move(message));
        });
    }
    if (kind == "end" || kind == "error") {
        const std::string_view game = take_word(words);
        if (!is_id(game)) return Other();
        if (kind == "end") return GameEnds{std::string(game), std::string(trimmed(words))};
        return Refusal{std::string(game), std::string(trimmed(words))};
    }
    return Other();
}

} // namespace

bool asks_for_login(std::string_view line) noexcept {
    return is_prompt(line, "Enter login");
}

bool asks_for_password(std::string_view line) noexcept {
    return is_prompt(line, "Enter your password");
}

std::vector<RawMessage> MessageReader::take(std::string_view bytes) {
    std::vector<RawMessage> complete;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        line_.append(bytes.substr(0, std::min(end, longest_line - line_.size())));
        if (end == bytes.size()) break;
        take_line(complete);
        bytes.remove_prefix(end + 1);
    }
    if (asks_for_login(line_) || asks_for_password(line_)) take_line(complete);
    return complete;
}

void MessageReader::take_line(std::vector<RawMessage>& complete) {
    const std::string line = std::exchange(line_, {});
    const std::string_view text = trimmed(line);
    if (text.empty()) return;
    if (text == "READY") return finish_message(complete);
    if (text.front() == '|') {
        if (!message_.head.empty() && message_.body.size() < most_lines)
            message_.body.emplace_back(text.substr(1));
        return;
    }
    finish_message(complete);
    message_.head = text;
    if (asks_for_login(text) || asks_for_password(text)) finish_message(complete);
}

void MessageReader::finish_message(std::vector<RawMessage>& complete) {
    if (!message_.head.empty()) complete.push_back(std::move(message_));
    message_ = {};
}

bool is_id(std::string_view text) noexcept {
    constexpr std::size_t longest = 20;
    const bool characters =
        std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || is_digit(c); });
    return characters && text.size() >= 2 && text.size() <= longest && text.front() == '.'
           && is_digit(text.back()) && text.find("..") == std::string_view::npos
           && std::count(text.begin(), text.end(), '.') <= 2;
}

std::string match_of(std::string_view game) {
    return std::string(game.substr(0, game.find('.', 1)));
}

Parsed<Message> parse_message(const RawMessage& raw) {
    if (asks_for_login(raw.head)) return AsksForLogin();
    if (asks_for_password(raw.head)) return AsksForPassword();
    if (raw.head.starts_with(service)) return parse_service(raw);
    return Other();
}

std::optional<std::string> game_of_board_message(const RawMessage& raw) {
    if (!raw.head.starts_with(service)) return std::nullopt;
    std::string_view words = std::string_view(raw.head).substr(service.size());
    const std::string_view kind = take_word(words);
    const std::string_view game = take_word(words);
    if ((kind != "join" && kind != "update") || !is_id(game)) return std::nullopt;
    return std::string(game);
}

} // namespace emilia::ggs
