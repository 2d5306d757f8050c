#include "engine/notation/formats/worded_games.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/move_text.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

/// What a token means for the game.
enum class Meaning : std::uint8_t {
    moves,
    number,
    side,         ///< who makes the next move
    side_to_move, ///< whose turn it is
    winner,
    loser,
    undo,
    new_game,
    board,
};

struct Token {
    Meaning meaning = Meaning::moves;
    std::size_t line = 1;
    std::size_t offset = 0;
    std::string_view text = {};
    int number = 0;
    Color side = Color::black;
    BoardText board = {};
};

struct Side {
    std::string_view name;
    Color color;
};

constexpr auto sides = std::to_array<Side>({
    {"black", Color::black},
    {"dark", Color::black},
    {"b", Color::black},
    {"x", Color::black},
    {"@", Color::black},
    {"white", Color::white},
    {"light", Color::white},
    {"w", Color::white},
    {"o", Color::white},
});

// Words that change nothing.
constexpr auto words = std::to_array<std::string_view>(
    {"play",  "plays",  "played", "move",       "moves",  "moved",   "to",      "at",
     "on",    "puts",   "places", "placed",     "player", "turn",    "next",    "now",
     "then",  "first",  "the",    "a",          "is",     "game",    "over",    "final",
     "color", "colour", "square", "transcript", "record", "history", "genmove", "result"});

// Commands of GTP that move no disc, with their arguments and a reply of one line.
constexpr auto idle_commands = std::to_array<std::string_view>(
    {"protocol_version", "name", "version", "known_command", "boardsize", "komi", "time_settings",
     "time_left", "showboard", "final_score", "set_game", "cputime", "quit"});

template <typename Words>
bool is_among(const Words& list, std::string_view word) {
    return std::any_of(list.begin(), list.end(),
                       [word](std::string_view other) { return equal_ignoring_case(word, other); });
}

std::optional<Color> side_named(std::string_view word) {
    const auto found = std::find_if(sides.begin(), sides.end(), [word](const Side& side) {
        return equal_ignoring_case(word, side.name);
    });
    return found == sides.end() ? std::nullopt : std::optional(found->color);
}

bool is_word_character(char character) noexcept {
    const char lower = to_lower(character);
    return (lower >= 'a' && lower <= 'z') || is_digit(character) || character == '_'
           || character == '@';
}

/// Cuts a text into tokens; fails at the first word that it doesn't know.
class Tokenizer {
public:
    explicit Tokenizer(std::string_view text) : text_(text), lines_(text) {}

    /// The tokens of a text of words; none if it is something else.
    [[nodiscard]] std::optional<std::vector<Token>> tokens() {
        bool has_moves = false;
        while (const auto line = lines_.next()) {
            if (take_board(*line)) continue;
            if (!take_line(*line)) return std::nullopt;
        }
        for (const Token& token : tokens_) has_moves |= token.meaning == Meaning::moves;
        if (!has_moves || !has_words_) return std::nullopt;
        return std::move(tokens_);
    }

private:
    /// Takes a diagram that begins in this line.
    [[nodiscard]] bool take_board(const TextLine& line) {
        // The reader skips such lines, so that looking from each of them would take long.
        if (line.text.empty() || line.text.front() == '=' || line.text.front() == '+') return false;
        const auto board = read_diagram(text_.substr(line.offset));
        if (!board) return false;
        tokens_.push_back({.meaning = Meaning::board,
                           .line = line.number,
                           .offset = line.offset,
                           .board = *board});
        LineReader rest = lines_;
        for (auto next = rest.next(); next && next->offset < line.offset + board->end;
             next = rest.next())
            lines_ = rest;
        return true;
    }

    [[nodiscard]] bool take_line(const TextLine& line) {
        text_of_line_ = line.text;
        line_ = line.number;
        std::size_t at = 0;
        if (is_idle_command_or_reply()) return true;
        while (at < text_of_line_.size()) {
            const char character = text_of_line_[at];
            if (is_word_character(character)) {
                const auto end =
                    std::find_if_not(text_of_line_.begin() + static_cast<std::ptrdiff_t>(at),
                                     text_of_line_.end(), is_word_character);
                const auto behind = static_cast<std::size_t>(end - text_of_line_.begin());
                if (!take_word(at, behind)) return false;
                at = behind;
            } else if (character == '(') { // a remark, or the legal moves
                at = text_of_line_.find(')', at);
                if (at == std::string_view::npos) return false;
                ++at;
            } else {
                if (std::string_view(" \t.,;:-'\"`[])|/>=#").find(character)
                    == std::string_view::npos)
                    return false;
                has_words_ |=
                    std::string_view(":'\"`[])|/>=#").find(character) != std::string_view::npos;
                ++at;
            }
        }
        return true;
    }

    /// A command of GTP that moves no disc, or its reply; `=` and `>` may stand before it.
    [[nodiscard]] bool is_idle_command_or_reply() {
        std::string_view rest = text_of_line_;
        const std::size_t begin = rest.find_first_not_of("<> \t0123456789");
        if (begin == std::string_view::npos) return false;
        rest.remove_prefix(begin);
        if (rest.front() == '=') {
            const bool skips = std::exchange(follows_idle_command_, false);
            rest.remove_prefix(std::min(rest.find_first_not_of("=0123456789"), rest.size()));
            text_of_line_ = rest;
            has_words_ = true;
            return skips;
        }
        const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
        const bool is_new_game = equal_ignoring_case(word, "clear_board");
        if (is_new_game) add({.meaning = Meaning::new_game}, 0);
        if (is_new_game || is_among(idle_commands, word)) {
            follows_idle_command_ = true;
            return true;
        }
        const bool is_command =
            equal_ignoring_case(word, "play") || equal_ignoring_case(word, "genmove");
        if (is_command) text_of_line_ = rest; // without the command's number
        return false;
    }

    [[nodiscard]] bool take_word(std::size_t begin, std::size_t end) {
        const std::string_view word = text_of_line_.substr(begin, end - begin);
        const std::string_view before = std::exchange(last_word_, word);
        if (const auto side = side_of(before, word)) {
            has_words_ = true;
            add({.meaning = Meaning::side, .side = *side}, begin);
        } else if (is_move_list(word)) {
            add({.meaning = Meaning::moves, .text = word}, begin);
        } else if (const auto number = whole_number(word); number && word.size() <= 2) {
            const std::string_view behind = text_of_line_.substr(end, 2);
            if (behind.size() == 2 && behind[0] == '-' && is_digit(behind[1])) return false;
            has_words_ |= !behind.starts_with('.');
            add({.meaning = Meaning::number, .number = *number}, begin);
        } else if (equal_ignoring_case(word, "undo")) {
            has_words_ = true;
            add({.meaning = Meaning::undo}, begin);
        } else if (is_pass(word)) {
            add({.meaning = Meaning::moves, .text = "pa"}, begin);
        } else if (const auto end_of_game = end_meant(word)) {
            has_words_ = true;
            if (!tokens_.empty() && tokens_.back().meaning == Meaning::side)
                tokens_.back().meaning = *end_of_game;
        } else if (is_among(words, word)) {
            has_words_ = true;
            if (equal_ignoring_case(before, "to") && !tokens_.empty()
                && tokens_.back().meaning == Meaning::side
                && (equal_ignoring_case(word, "move") || equal_ignoring_case(word, "play")))
                tokens_.back().meaning = Meaning::side_to_move;
        } else {
            return false;
        }
        return true;
    }

    /// Programs also call the players A and B, or 1 and 2.
    [[nodiscard]] static std::optional<Color> side_of(std::string_view before,
                                                      std::string_view word) {
        if (!equal_ignoring_case(before, "player")) return side_named(word);
        if (word == "1" || equal_ignoring_case(word, "a")) return Color::black;
        if (word == "2" || equal_ignoring_case(word, "b")) return Color::white;
        return side_named(word);
    }

    [[nodiscard]] static std::optional<Meaning> end_meant(std::string_view word) {
        if (is_among(std::to_array<std::string_view>({"wins", "won"}), word))
            return Meaning::winner;
        if (is_among(std::to_array<std::string_view>({"resigns", "resigned", "resign"}), word))
            return Meaning::loser;
        return std::nullopt;
    }

    [[nodiscard]] static bool is_pass(std::string_view word) {
        return is_among(std::to_array<std::string_view>({"passes", "passed", "skips"}), word);
    }

    void add(Token token, std::size_t begin) {
        token.line = line_;
        token.offset = static_cast<std::size_t>(text_of_line_.data() - text_.data()) + begin;
        tokens_.push_back(token);
    }

    std::string_view text_;
    LineReader lines_;
    std::string_view text_of_line_;
    std::size_t line_ = 1;
    std::string_view last_word_;
    bool has_words_ = false;
    bool follows_idle_command_ = false;
    std::vector<Token> tokens_;
};

/// Plays what the tokens say.
class Player {
public:
    explicit Player(const TakeWordedGame& take) : take_(take) {}

    void play(const Token& token) {
        if (failed_) {
            if (!begins_game(token)) return;
            start_anew(Position{});
        }
        if (const Parsed<void> taken = take(token); !taken) {
            failed_ = true;
            ++number_;
            auto error = taken.error();
            error.offset = token.offset;
            take_(tl::unexpected(std::move(error)), token.line);
        }
    }

    [[nodiscard]] std::size_t finish() {
        if (!failed_ && !game_.moves().empty()) {
            ++number_;
            take_(std::move(game_), line_);
        }
        start_anew(Position{});
        return number_;
    }

private:
    [[nodiscard]] static bool begins_game(const Token& token) noexcept {
        return token.meaning == Meaning::new_game
               || (token.meaning == Meaning::number && token.number == 1)
               || (token.meaning == Meaning::board && is_start(token.board));
    }

    [[nodiscard]] static bool is_start(const BoardText& board) noexcept {
        const Position start;
        return board.black == start.discs(Color::black) && board.white == start.discs(Color::white);
    }

    void start_anew(const Position& start) {
        game_ = Game(start);
        failed_ = false;
        unsided_.reset();
        mover_.reset();
    }

    [[nodiscard]] Parsed<void> take(const Token& token) {
        switch (token.meaning) {
        case Meaning::side: mover_ = token.side; return {};
        case Meaning::side_to_move: return take_side_to_move(token.side);
        case Meaning::moves: return take_moves(token);
        case Meaning::number: return take_number(token);
        case Meaning::board: return take_board(token);
        case Meaning::new_game: (void)finish(); return {};
        case Meaning::undo: return undo();
        case Meaning::winner: game_.result = GameResult{.winner = token.side}; return {};
        case Meaning::loser: game_.result = GameResult{.winner = opposite(token.side)}; return {};
        }
        return {};
    }

    [[nodiscard]] Parsed<void> undo() {
        while (game_.undo() && game_.position().board.must_pass()) {
        }
        return {};
    }

    [[nodiscard]] Parsed<void> take_side_to_move(Color side) {
        mover_.reset();
        if (unsided_) settle(side);
        return {};
    }

    void settle(Color side) {
        game_ = Game(Position::of(unsided_->black, unsided_->white, side));
        unsided_.reset();
    }

    [[nodiscard]] Parsed<void> take_number(const Token& token) {
        if (fits_next_move(token.number, game_)) return {};
        if (token.number == 1) {
            (void)finish();
            return {};
        }
        return parse_failure(fmt::format("move {} follows {}; give all moves in their order",
                                         token.number, counted(game_.moves().size(), "move")));
    }

    [[nodiscard]] Parsed<void> take_moves(const Token& token) {
        if (unsided_) {
            if (const Parsed<void> settled = settle_by(token.text); !settled) return settled;
        }
        if (game_.moves().empty()) line_ = token.line;
        const auto mover = std::exchange(mover_, std::nullopt);
        const bool passes = game_.position().board.must_pass();
        const Color next = game_.position().to_move;
        const bool is_pass = equal_ignoring_case(token.text.substr(0, 2), "pa");
        const Color plays = passes && !is_pass ? opposite(next) : next;
        if (mover && *mover != plays) {
            return parse_failure(fmt::format("move {}: {} plays {}, but it is {}'s turn",
                                             game_.moves().size() + 1, to_string(*mover),
                                             token.text, to_string(plays)));
        }
        return play_moves(token.text, game_);
    }

    /// The side that a board doesn't name is the one that the text calls the mover, or the only one
    /// whose move is legal.
    [[nodiscard]] Parsed<void> settle_by(std::string_view moves) {
        const auto fits = [&](Color side) {
            Game game(Position::of(unsided_->black, unsided_->white, side));
            return play_moves(moves, game).has_value();
        };
        const bool black = fits(Color::black);
        if (!mover_ && black && fits(Color::white)) return parse_failure(std::string(whose_move));
        settle(mover_.value_or(black ? Color::black : Color::white));
        return {};
    }

    [[nodiscard]] Parsed<void> take_board(const Token& token) {
        const BoardText& board = token.board;
        mover_.reset();
        const Position& now = game_.position();
        const bool is_same = !unsided_ && board.black == now.discs(Color::black)
                             && board.white == now.discs(Color::white);
        if (is_same) return {};
        if (is_start(board)) {
            (void)finish();
            return {};
        }
        if (!game_.moves().empty())
            return parse_failure(
                fmt::format("the board isn't the one after {}; a move is missing or wrong",
                            counted(game_.moves().size(), "move")));
        unsided_ = board;
        if (board.to_move) settle(*board.to_move);
        return {};
    }

    const TakeWordedGame& take_;
    Game game_;
    std::optional<BoardText> unsided_; ///< the start, while its side to move is unknown
    std::optional<Color> mover_;       ///< whom the text names before the next move
    bool failed_ = false;
    std::size_t line_ = 1;
    std::size_t number_ = 0;
};

/// Far more than a game takes with a board at each move; longer texts are lists.
constexpr std::size_t most_bytes = 100'000;

} // namespace

bool holds_worded_games(std::string_view text) {
    if (text.size() > most_bytes) return false;
    const std::string plain = in_plain_characters(text);
    return Tokenizer(plain).tokens().has_value();
}

std::size_t read_worded_games(std::string_view text, const TakeWordedGame& take) {
    const std::string plain = in_plain_characters(text);
    Player player(take);
    if (const auto tokens = Tokenizer(plain).tokens()) {
        for (const Token& token : *tokens) player.play(token);
    }
    return player.finish();
}

} // namespace emilia
