#include "engine/notation/formats/board_text.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::size_t squares_of_a_row = 8;

bool is_row_end(char character) noexcept {
    return character == '/' || character == '|';
}

/// Where the text continues behind blanks.
std::size_t behind_blanks(std::string_view text, std::size_t at) noexcept {
    while (at < text.size() && is_blank(text[at])) ++at;
    return at;
}

bool has_word(std::string_view text, std::size_t at, std::string_view word) noexcept {
    return equal_ignoring_case(text.substr(at, word.size()), word);
}

/// Steps over a word such as `Board:`, `position=`, or GRhino's `grhino-setup_board`.
std::size_t behind_title(std::string_view text, std::size_t begin) noexcept {
    std::size_t end = begin;
    while (end < text.size()
           && ((to_lower(text[end]) >= 'a' && to_lower(text[end]) <= 'z') || text[end] == '-'
               || text[end] == '_'))
        ++end;
    const std::string_view word = text.substr(begin, end - begin);
    for (const std::string_view title : {"board", "position"}) {
        if (word.size() < title.size()
            || !equal_ignoring_case(word.substr(word.size() - title.size()), title))
            continue;
        if (end < text.size() && (text[end] == ':' || text[end] == '=')) ++end;
        return behind_blanks(text, end);
    }
    return begin;
}

/// Steps over what may stand before the squares: a title, `[`, `FEN "` and the size of the board.
std::size_t behind_opening(std::string_view text) noexcept {
    std::size_t at = behind_title(text, behind_blanks(text, 0));
    if (at < text.size() && text[at] == '[') at = behind_blanks(text, at + 1);
    if (has_word(text, at, "FEN")) at = behind_blanks(text, at + 3);
    if (at < text.size() && text[at] == ':') at = behind_blanks(text, at + 1);
    if (at < text.size() && text[at] == '"') at = behind_blanks(text, at + 1);
    const std::size_t square = behind_blanks(text, at + 1);
    const bool is_size = at < text.size() && text[at] == '8' && square > at + 1
                         && square < text.size() && is_square_character(text[square]);
    return is_size ? square : at;
}

/// Whether a line names the columns, `a b c d e f g h`; numbers of discs in brackets may follow.
bool names_columns(std::string_view line) noexcept {
    char next = 'a';
    for (const char character : line.substr(0, line.find('['))) {
        if (is_blank(character) || character == '|') continue;
        if (to_lower(character) != next) return false;
        ++next;
    }
    return next == 'i';
}

/// Reads squares and counts them.
class Squares {
public:
    [[nodiscard]] std::size_t number() const noexcept { return number_; }
    [[nodiscard]] bool complete() const noexcept { return number_ == std::size_t{square_count}; }

    /// Takes a square's character; returns false if it is none, or if the board is complete.
    [[nodiscard]] bool take(char character) noexcept {
        if (complete() || !is_square_character(character)) return false;
        if (const auto color = color_of_character(character))
            (*color == Color::black ? board_.black : board_.white) |=
                bit(square_at(static_cast<int>(number_)));
        ++number_;
        return true;
    }
    [[nodiscard]] bool take_empty(std::size_t empties) noexcept {
        if (number_ + empties > std::size_t{square_count}) return false;
        number_ += empties;
        return true;
    }
    [[nodiscard]] BoardText board(std::size_t end) const noexcept {
        BoardText board = board_;
        board.end = end;
        return board;
    }

private:
    BoardText board_;
    std::size_t number_ = 0;
};

/// The side that a word names, and the length of the word.
struct Side {
    Color color = Color::black;
    std::size_t length = 0;
};

std::optional<Side> side_at(std::string_view text, std::size_t at) {
    for (const auto& [word, color] :
         {std::pair("black", Color::black), std::pair("white", Color::white)}) {
        if (has_word(text, at, word)) return Side{color, std::string_view(word).size()};
    }
    if (at >= text.size()) return std::nullopt;
    const auto color = color_of_character(text[at]);
    if (!color) return std::nullopt;
    const std::string_view rest = text.substr(at + 1);
    const bool is_column = to_lower(text[at]) == 'b' && !rest.empty() && is_digit(rest.front());
    const bool ends = rest.empty() || is_blank(rest.front())
                      || std::string_view(";,]\")%#+").find(rest.front()) != std::string_view::npos
                      || parse_square(rest.substr(0, 2));
    return ends && !is_column ? std::optional(Side{*color, 1}) : std::nullopt;
}

/// Steps over `to move` behind a side.
std::size_t behind_to_move(std::string_view text, std::size_t at) noexcept {
    const std::size_t to = behind_blanks(text, at);
    if (!has_word(text, to, "to ")) return at;
    const std::size_t move = behind_blanks(text, to + 2);
    return has_word(text, move, "move") ? move + 4 : at;
}

/// Takes the side to move behind the squares, and what closes the board.
BoardText with_side(BoardText board, std::string_view text) {
    std::size_t at = behind_blanks(text, board.end);
    while (at < text.size() && (is_row_end(text[at]) || text[at] == ','))
        at = behind_blanks(text, at + 1);
    if (const auto side = side_at(text, at)) {
        board.to_move = side->color;
        board.end = behind_to_move(text, at + side->length);
        at = behind_blanks(text, board.end);
    }
    while (at < text.size() && (text[at] == '"' || text[at] == ']')) {
        board.end = at + 1;
        at = behind_blanks(text, board.end);
    }
    return board;
}

/// The squares one after the other.
Parsed<BoardText> read_run(std::string_view text, std::size_t begin) {
    Squares squares;
    for (std::size_t at = begin; at < text.size(); ++at) {
        if (is_blank(text[at]) || is_row_end(text[at])) continue;
        if (!squares.take(text[at])) {
            const std::string_view cure =
                is_digit(text[at])
                    ? "; with digits a board needs 8 rows of 8 squares, as 8/8/8/3ox3/3xo3/8/8/8 x"
                    : "";
            return parse_failure(fmt::format("{} is not a disc or an empty square{}",
                                             in_quotes(text.substr(at, 1)), cure),
                                 at);
        }
        if (squares.complete()) return with_side(squares.board(at + 1), text);
    }
    return parse_failure(
        fmt::format("a board has {} squares, this one has {}", square_count, squares.number()),
        text.size());
}

/// Steps over what chess's FEN has behind the side: castling rights and counters, as in `- - 0 1`.
BoardText without_counters(BoardText board, std::string_view text) noexcept {
    const std::size_t end =
        std::min(text.find_first_not_of(" -0123456789", board.end), text.size());
    const bool ends = end == text.size()
                      || std::string_view("\";]\r\n").find(text[end]) != std::string_view::npos;
    if (board.to_move && ends) board.end = end;
    return board;
}

/// Rows with numbers of empty squares, divided by `/`; nothing if the text has another form.
std::optional<BoardText> read_fen(std::string_view text, std::size_t begin) {
    Squares squares;
    std::size_t row_ends = 0;
    for (std::size_t at = begin; at < text.size(); ++at) {
        const char character = text[at];
        if (character == '/') {
            ++row_ends;
            if (squares.number() != squares_of_a_row * row_ends) return std::nullopt;
        } else if (character >= '1' && character <= '8') {
            if (!squares.take_empty(static_cast<std::size_t>(character - '0'))) return std::nullopt;
        } else if (!squares.take(character)) {
            return std::nullopt;
        }
        if (squares.complete() && row_ends == squares_of_a_row - 1)
            return without_counters(with_side(squares.board(at + 1), text), text);
    }
    return std::nullopt;
}

/// The side to move that a note at a diagram names: `black to move`, `* to move`, `Next move:
/// White`.
std::optional<Color> side_in_note(std::string_view note) {
    for (std::size_t at = 0; at < note.size(); ++at) {
        if (at > 0 && !is_blank(note[at - 1])) continue;
        const auto side = side_at(note, at);
        if (side && behind_to_move(note, at + side->length) != at + side->length)
            return side->color;
        for (const std::string_view words : {"to move:", "next move:"}) {
            if (!has_word(note, at, words)) continue;
            if (const auto named = side_at(note, behind_blanks(note, at + words.size())))
                return named->color;
        }
        if (has_word(note, at, "the game is over")) return Color::black;
    }
    return std::nullopt;
}

/// A diagram, a line for each row, with the columns named above or below it or the rows numbered;
/// nothing if the text has another form.
class DiagramReader {
public:
    explicit DiagramReader(std::string_view text) noexcept : text_(text), lines_(text) {}

    /// Reads the diagram, and the side to move from the lines around it.
    [[nodiscard]] std::optional<BoardText> read() {
        std::optional<Color> above;
        for (LineReader rest = lines_; const auto line = rest.next(); lines_ = rest) {
            if (line->text.empty()) continue;
            const auto side = side_in_note(line->text);
            if (!side) break;
            above = side;
        }
        auto board = read_alone();
        if (!board || board->to_move) return board;
        board->to_move = above;
        return above ? board : with_side_below(*board);
    }

    /// Reads the diagram, and the side to move if it stands beside a row.
    [[nodiscard]] std::optional<BoardText> read_alone() {
        std::optional<Color> to_move;
        while (!squares_.complete()) {
            const auto line = lines_.next();
            if (!line) return std::nullopt;
            end_ = end_of(line->text);
            if (is_skipped(line->text)) continue;
            if (names_columns(line->text)) {
                has_names_ = true;
            } else if (const auto note = take_row(line->text)) {
                if (const auto side = side_in_note(*note)) to_move = side;
            } else {
                return std::nullopt;
            }
        }
        take_names_below();
        if (!has_names_ && !has_numbers_) return std::nullopt;
        BoardText board = squares_.board(end_);
        board.to_move = to_move;
        return board;
    }

private:
    /// The offset behind a line, a view into the text.
    [[nodiscard]] std::size_t end_of(std::string_view line) const noexcept {
        return static_cast<std::size_t>(line.data() - text_.data()) + line.size();
    }

    /// Whether a line has no square: a border of `+---+`, or GTP's `=` before the board.
    [[nodiscard]] bool is_skipped(std::string_view line) const noexcept {
        const bool has_begun = squares_.number() > 0 || has_names_;
        if (!has_begun && (line.empty() || line == "=")) return true;
        return is_border(line);
    }

    [[nodiscard]] static bool is_border(std::string_view line) noexcept {
        return line.starts_with('+') && line.find_first_not_of("+-= \t") == std::string_view::npos;
    }

    /// Takes the squares of a row, and returns what stands behind them.
    [[nodiscard]] std::optional<std::string_view> take_row(std::string_view line) {
        const std::size_t row = squares_.number() / squares_of_a_row;
        while (!line.empty() && (line.front() == '|' || is_blank(line.front())))
            line.remove_prefix(1);
        std::size_t at = 0;
        if (!line.empty() && line.front() == static_cast<char>('1' + row)
            && (line.size() < 2 || !is_digit(line[1]))) {
            has_numbers_ = true;
            at = 1;
        } else if (!has_names_) {
            return std::nullopt;
        }
        for (std::size_t taken = 0; taken < squares_of_a_row; ++at) {
            if (at >= line.size()) return std::nullopt;
            // Parentheses mark the last move.
            if (is_blank(line[at]) || std::string_view("|()").find(line[at]) != npos) continue;
            if (!squares_.take(line[at])) return std::nullopt;
            ++taken;
        }
        return line.substr(at);
    }

    void take_names_below() {
        LineReader rest = lines_;
        auto line = rest.next();
        if (line && is_border(line->text)) line = rest.next();
        if (!line || !names_columns(line->text)) return;
        has_names_ = true;
        end_ = end_of(line->text);
        lines_ = rest;
    }

    /// The next line may name the side alone, or with `to move`.
    [[nodiscard]] BoardText with_side_below(BoardText board) const {
        LineReader rest = lines_;
        auto line = rest.next();
        while (line && line->text.empty()) line = rest.next();
        if (!line) return board;
        const auto side = side_in_note(line->text);
        if (!side) return with_side(board, text_);
        board.to_move = side;
        board.end = end_of(line->text);
        return board;
    }

    static constexpr std::size_t npos = std::string_view::npos;

    std::string_view text_;
    LineReader lines_;
    Squares squares_;
    bool has_names_ = false;
    bool has_numbers_ = false;
    std::size_t end_ = 0;
};

} // namespace

std::optional<BoardText> read_diagram(std::string_view text) {
    return DiagramReader(text).read_alone();
}

bool begins_with_board(std::string_view text) {
    constexpr std::size_t enough = square_count / 2;
    const std::size_t begin = behind_opening(text);
    if (read_fen(text, begin) || DiagramReader(text).read()) return true;
    std::size_t squares = 0;
    for (const char character : text.substr(begin)) {
        if (is_blank(character) || is_row_end(character)) continue;
        if (!is_square_character(character)) return false;
        if (++squares == enough) return true;
    }
    return false;
}

Parsed<BoardText> read_board(std::string_view text) {
    const std::size_t begin = behind_opening(text);
    if (const auto board = read_fen(text, begin)) return *board;
    if (const auto board = DiagramReader(text).read()) return *board;
    return read_run(text, begin);
}

} // namespace emilia
