#include "engine/notation/formats/line_games.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/game_json.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/move_text.h"
#include "engine/notation/formats/obf.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/move_list.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace emilia {
namespace {

bool is_web_address(std::string_view line) noexcept {
    for (const std::string_view scheme : {"http://", "https://", "www."})
        if (equal_ignoring_case(line.substr(0, scheme.size()), scheme)) return true;
    return false;
}

/// Decodes `%20` and `+` of an address.
std::string percent_decoded(std::string_view text) {
    std::string plain;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto code =
            text[at] == '%' ? whole_number<std::uint8_t>(text.substr(at + 1, 2), 16) : std::nullopt;
        if (code && at + 2 < text.size()) {
            plain += static_cast<char>(*code);
            at += 2;
        } else {
            plain += text[at] == '+' ? ' ' : text[at];
        }
    }
    return plain;
}

/// Reads the moves or the board in the path, the query or the fragment of an address.
Parsed<Game> parse_web_address(std::string_view address) {
    std::optional<Game> found;
    const std::size_t host = address.find("//");
    std::size_t begin = host == std::string_view::npos ? 0 : host + 2;
    while (begin < address.size()) {
        const std::size_t end = std::min(address.find_first_of("/?#&=", begin), address.size());
        const std::string part = percent_decoded(address.substr(begin, end - begin));
        begin = end + 1;
        const bool carries =
            begins_with_board(part) || (begins_with_move(part) && is_move_list(part));
        const auto read = carries ? parse_board_record(part) : parse_failure({});
        if (!read) continue;
        if (found && *found != read->game)
            return parse_failure("this address carries several games; which one? paste its moves");
        found = read->game;
    }
    if (found) return std::move(*found);
    return parse_failure("this address carries no moves; paste the moves themselves");
}

Parsed<Game> parse_as_is(std::string_view line) {
    if (const std::size_t nul = line.find('\0'); nul != std::string_view::npos)
        return parse_failure("there is a NUL byte in the text", nul);
    if (is_web_address(line)) return parse_web_address(line);
    if (begins_with_board(line))
        return parse_board_record(line).map([](BoardRecord&& read) { return read.game; });
    if (looks_like_json(line))
        return parse_game_json(line).and_then([](std::vector<Game>&& games) -> Parsed<Game> {
            if (games.size() == 1) return std::move(games.front());
            return parse_failure("this line of JSON holds several games; divide it");
        });
    return parse_game_line(line);
}

/// Whether the first move of a text is legal in the position after `game`.
bool begins_legally(const std::string& moves, Game game) {
    const std::size_t before = game.moves().size();
    return play_moves(moves, game) || game.moves().size() > before;
}

/// Puts lines together that are parts of one game.
class LineGames {
public:
    explicit LineGames(const TakeTextGame& take) : take_(take) {}

    void add(const TextLine& line) {
        auto alone = parse_record_line(line.text);
        if (last_ && continues(line, alone)) return;
        flush();
        const bool is_a_move = alone && moves_without_passes(*alone) == 1;
        last_ = Last{std::move(alone), line.number, Last::State::open, is_a_move};
        note_end(line.text);
    }

    /// Returns how many games there were.
    [[nodiscard]] std::size_t finish() {
        flush();
        return number_;
    }

private:
    /// The game whose next line may continue it.
    struct Last {
        enum class State : std::uint8_t {
            open,
            ended,  ///< by a result
            broken, ///< by a line that continues it
        };
        Parsed<Game> game;
        std::size_t line; ///< of its beginning, or of its error
        State state;
        bool in_single_moves; ///< each of its lines so far is one move
    };

    void note_end(std::string_view line) {
        const bool ends = last_->game && (last_->game->result || split_move_text(line).ends_game);
        if (ends) last_->state = Last::State::ended;
    }

    void flush() {
        if (!last_) return;
        ++number_;
        take_(std::move(last_->game), {last_->line, 0});
        last_.reset();
    }

    /// Takes a line as a part of the last game, if it is one.
    [[nodiscard]] bool continues(const TextLine& line, const Parsed<Game>& alone) {
        const bool is_broken = last_->state == Last::State::broken;
        const bool is_open = last_->state == Last::State::open && last_->game
                             && !last_->game->position().board.is_over();
        if (!is_broken && !is_open) return false;
        const std::string plain = in_plain_characters(line.text);
        const int number = first_number(plain);
        if (is_broken) return number > 1;
        const Game& game = *last_->game;
        const MoveText split = split_move_text(plain);
        const bool has_moves = split.moves.find_first_not_of(" \t.-") != std::string::npos;
        if (number <= 1 && !(is_move_list(split.moves) && (has_moves || split.ends_game)))
            return false;
        auto longer = parse_move_text(plain, game);
        const bool is_own_game = alone && !alone->moves().empty();
        const bool is_meant = number > 1 && fits_next_move(number, game);
        const bool is_next_move =
            last_->in_single_moves && longer
            && moves_without_passes(*longer) == moves_without_passes(game) + 1;
        if (longer && (!is_own_game || is_meant || is_next_move)) {
            last_->game = std::move(longer);
            last_->in_single_moves = is_next_move;
            note_end(plain);
            return true;
        }
        if (longer || is_own_game) return false;
        if (!is_meant
            && (begins_legally(split.moves, Game()) || !begins_legally(split.moves, game)))
            return false;
        last_ = Last{tl::unexpected(longer.error()), line.number, Last::State::broken, false};
        return true;
    }

    const TakeTextGame& take_;
    std::optional<Last> last_;
    std::size_t number_ = 0;
};

} // namespace

Parsed<Game> parse_record_line(std::string_view line) {
    auto game = parse_as_is(line);
    if (game) return game;
    const std::string plain = in_plain_characters(line);
    if (plain == line) return game;
    auto read = parse_as_is(plain);
    if (!read) read.error().offset = std::min(read.error().offset, line.size());
    return read;
}

TextSummary read_line_games(std::string_view text, const TakeTextGame& take) {
    LineGames games(take);
    LineReader lines(text);
    while (const auto line = lines.next())
        if (!is_obf_comment(line->text)) games.add(*line);
    return {.games = games.finish()};
}

} // namespace emilia
