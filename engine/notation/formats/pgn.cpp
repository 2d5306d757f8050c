#include "engine/notation/formats/pgn.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/move_text.h"
#include "engine/notation/move_list.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view unknown = "?";
constexpr std::string_view unknown_date = "????.??.??";

struct Tag {
    std::string_view name;
    std::string_view value; ///< with its escapes
};

/// Takes a tag from the beginning of a line: `[Name "value"]`.
std::optional<Tag> take_tag(std::string_view& line) {
    std::string_view rest = trimmed(line);
    if (!rest.starts_with('[')) return std::nullopt;
    rest = trimmed(rest.substr(1));
    const auto name_end = std::find_if_not(rest.begin(), rest.end(), [](char c) {
        return (to_lower(c) >= 'a' && to_lower(c) <= 'z') || is_digit(c) || c == '_';
    });
    const auto length = static_cast<std::size_t>(name_end - rest.begin());
    const std::string_view name = rest.substr(0, length);
    rest = trimmed(rest.substr(length));
    if (name.empty() || !rest.starts_with('"')) return std::nullopt;
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
    if (end >= rest.size()) return std::nullopt;
    const std::string_view value = rest.substr(1, end - 1);
    rest = trimmed(rest.substr(end + 1));
    if (!rest.starts_with(']')) return std::nullopt;
    line = trimmed(rest.substr(1));
    return Tag{name, value};
}

bool is_tag(std::string_view line) {
    return take_tag(line).has_value();
}

std::string plain_value(std::string_view value) {
    std::string plain;
    for (std::size_t at = 0; at < value.size(); ++at) {
        if (value[at] == '\\' && at + 1 < value.size()) ++at;
        plain += value[at];
    }
    plain = without_controls(to_utf8(plain));
    return plain == unknown ? "" : plain;
}

/// `1980.??.??` is `1980`, and `1980.05.01` is `1980-05-01` as in other formats.
std::string plain_date(std::string date) {
    while (date.ends_with(".??")) date.resize(date.size() - 3);
    if (date == "????") return {};
    constexpr std::string_view form = "dddd.dd.dd";
    const bool is_date = date.size() == form.size()
                         && std::equal(date.begin(), date.end(), form.begin(), [](char c, char f) {
                                return f == 'd' ? is_digit(c) : c == f;
                            });
    if (is_date) std::replace(date.begin(), date.end(), '.', '-');
    return date;
}

std::string date_text(std::string date) {
    date = plain_date(std::move(date));
    if (date.empty() || date == unknown) return std::string(unknown_date);
    constexpr std::size_t year = 4;
    if (date.size() == year && std::all_of(date.begin(), date.end(), is_digit))
        return date + ".??.??";
    std::string dotted = date;
    std::replace(dotted.begin(), dotted.end(), '-', '.');
    return plain_date(dotted) == date ? dotted : date;
}

struct HeaderTag {
    std::string_view name;
    std::string GameHeader::*text;
    bool is_standard; ///< and therefore written even if it is unknown
};

constexpr auto header_tags = std::to_array<HeaderTag>({
    {"Event", &GameHeader::event, true},
    {"Site", &GameHeader::place, true},
    {"Date", &GameHeader::date, true},
    {"Black", &GameHeader::black_name, true},
    {"White", &GameHeader::white_name, true},
    {"BlackElo", &GameHeader::black_rating, false},
    {"WhiteElo", &GameHeader::white_rating, false},
    {"Opening", &GameHeader::opening, false},
});

constexpr auto terminations = std::to_array<std::pair<Ending, std::string_view>>({
    {Ending::resigned, "resignation"},
    {Ending::timeout, "time forfeit"},
    {Ending::left, "abandoned"},
    {Ending::agreed, "adjudication"},
});

/// Parses `300` or `300+5`, both in seconds.
std::optional<TimeControl> parse_time_control(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto seconds = parse_decimal(text.substr(0, plus));
    const auto increment =
        plus == std::string_view::npos ? 0.0 : parse_decimal(text.substr(plus + 1));
    if (!seconds || !increment || *seconds < 0 || *increment < 0) return std::nullopt;
    return TimeControl{*seconds, *increment};
}

class TagReader {
public:
    [[nodiscard]] Parsed<void> take(const Tag& tag) {
        const std::string value = plain_value(tag.value);
        for (const HeaderTag& known : header_tags) {
            if (equal_ignoring_case(tag.name, known.name)) header_.*known.text = value;
        }
        const auto is = [&tag](std::string_view name) {
            return equal_ignoring_case(tag.name, name);
        };
        if (is("Date")) header_.date = plain_date(value);
        if (is("Result")) result_ = parse_played_result(value);
        if (is("Margin")) margin_ = parse_lead(value);
        if (is("Komi")) header_.komi = parse_lead(value);
        if (is("TimeControl")) header_.time = parse_time_control(value);
        for (const auto& [ending, name] : terminations) {
            if (is("Termination") && value == name) ending_ = ending;
        }
        if (is("FEN")) return set_start(value);
        return {};
    }

    [[nodiscard]] Game game() { return Game(start_, std::move(header_)); }
    /// Gives the game its result: that of the tags, or the one behind the moves.
    void finish(Game& game, const std::optional<GameResult>& behind) const {
        game.result = result_ ? result_ : behind;
        if (!game.result) return;
        game.result->ending = ending_;
        if (margin_ && *margin_ > 0 && game.result->winner) game.result->margin = margin_;
    }

private:
    [[nodiscard]] Parsed<void> set_start(std::string_view text) {
        return read_board(text).and_then([this](const BoardText& board) -> Parsed<void> {
            if (!board.to_move) return parse_failure(std::string(whose_move));
            start_ = Position::of(board.black, board.white, *board.to_move);
            return {};
        });
    }

    GameHeader header_;
    Position start_;
    std::optional<GameResult> result_;
    std::optional<double> margin_;
    Ending ending_ = Ending::played_out;
};

/// Blanks out what a line says behind `;` outside of braces, and lines that begin with `%`.
std::string without_line_comments(std::string_view text) {
    std::string moves(text);
    bool in_braces = false;
    bool in_comment = false;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        char& character = moves[at];
        const bool begins_line = at == 0 || moves[at - 1] == '\n';
        if (character == '\n') in_comment = false;
        if (!in_braces && (character == ';' || (character == '%' && begins_line)))
            in_comment = true;
        if (!in_comment && character == '{') in_braces = true;
        if (!in_comment && character == '}') in_braces = false;
        if (in_comment) character = ' ';
    }
    return moves;
}

std::string tag_text(std::string_view name, std::string_view value) {
    std::string text = fmt::format("[{} \"", name);
    for (const char character : without_controls(value)) {
        if (character == '"' || character == '\\') text += '\\';
        text += character;
    }
    return text + "\"]\n";
}

std::string result_text(const std::optional<GameResult>& result) {
    if (!result) return "*";
    if (const auto counts = to_disc_counts(*result)) return *counts;
    if (!result->winner) return "1/2-1/2";
    return *result->winner == Color::black ? "1-0" : "0-1";
}

bool is_clock(const TimeControl& time) noexcept {
    return std::isfinite(time.seconds) && time.seconds >= 0 && std::isfinite(time.increment)
           && time.increment >= 0;
}

/// The moves with their numbers and the result, in lines of at most 80 characters.
std::string moves_text(const Game& game) {
    constexpr std::size_t most = 80;
    std::string text;
    std::size_t column = 0;
    const auto add = [&](const std::string& word) {
        const bool breaks = column > 0 && column + 1 + word.size() > most;
        if (column > 0) text += breaks ? '\n' : ' ';
        text += word;
        column = breaks || column == 0 ? word.size() : column + 1 + word.size();
    };
    for (std::size_t ply = 0; ply < game.moves().size(); ++ply) {
        if (ply % 2 == 0) add(fmt::format("{}.", ply / 2 + 1));
        const Square move = game.moves()[ply].move;
        add(move == Square::pass ? "--" : to_string(move));
    }
    add(result_text(game.result));
    return text;
}

} // namespace

bool holds_pgn(std::string_view text) {
    LineReader lines(text);
    while (const auto line = lines.next())
        if (is_tag(line->text)) return true;
    return false;
}

std::optional<TextPart> PgnCutter::next() {
    LineReader lines(text_.substr(at_));
    std::optional<std::size_t> begin;
    bool has_moves = false;
    std::size_t end = text_.size();
    while (const auto line = lines.next()) {
        const bool tag = is_tag(line->text);
        if (begin && tag && has_moves) {
            end = at_ + line->offset;
            break;
        }
        if (tag && !begin) begin = at_ + line->offset;
        if (begin && !tag && !line->text.empty()) has_moves = true;
    }
    at_ = end;
    if (!begin) return std::nullopt;
    return TextPart{text_.substr(*begin, end - *begin), *begin};
}

Parsed<PgnGame> parse_pgn(std::string_view text) {
    TagReader tags;
    LineReader lines(text);
    std::size_t begin = text.size();
    while (const auto line = lines.next()) {
        std::string_view rest = line->text;
        while (const auto tag = take_tag(rest)) {
            if (auto taken = tags.take(*tag); !taken) {
                taken.error().offset = line->offset;
                return tl::unexpected(taken.error());
            }
        }
        if (rest.empty()) continue;
        begin = static_cast<std::size_t>(rest.data() - text.data());
        break;
    }
    const MoveText split = split_move_text(without_line_comments(text.substr(begin)));
    PgnGame read{tags.game(), split.variations};
    if (auto played = play_moves(split.moves, read.game); !played) {
        played.error().offset += begin;
        return tl::unexpected(played.error());
    }
    tags.finish(read.game, split.result);
    return read;
}

std::string to_pgn(const Game& game) {
    std::string text;
    for (const HeaderTag& tag : header_tags) {
        const std::string& value = game.*tag.text;
        const std::string written = tag.name == "Date" ? date_text(value) : value;
        if (tag.is_standard || !value.empty())
            text += tag_text(tag.name, written.empty() ? unknown : written);
    }
    const auto& result = game.result;
    text += tag_text("Result", result_text(result));
    if (result && result->margin && result->winner && !to_disc_counts(*result))
        text += tag_text("Margin", to_decimal(*result->margin));
    if (game.komi) text += tag_text("Komi", to_decimal(*game.komi));
    for (const auto& [ending, name] : terminations) {
        if (result && result->ending == ending) text += tag_text("Termination", name);
    }
    if (game.time && is_clock(*game.time)) {
        text += tag_text("TimeControl", fmt::format("{}+{}", to_decimal(game.time->seconds),
                                                    to_decimal(game.time->increment)));
    }
    if (game.start() != Position{})
        text += tag_text("SetUp", "1") + tag_text("FEN", to_string(game.start()));
    return fmt::format("{}\n{}\n", text, moves_text(game));
}

} // namespace emilia
