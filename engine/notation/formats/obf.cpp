#include "engine/notation/formats/obf.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/formats/plain_text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr int max_discs = square_count;
constexpr std::string_view no_move = "--"; ///< what some programs write after the last move

std::optional<int> parse_discs(std::string_view text) noexcept {
    if (text.size() > 1 && text.front() == '+' && is_digit(text[1])) text.remove_prefix(1);
    const auto discs = whole_number(text);
    return discs && std::abs(*discs) <= max_discs ? discs : std::nullopt;
}

/// The offset of `part`, a view into `whole`.
std::size_t offset_in(std::string_view whole, std::string_view part) noexcept {
    return static_cast<std::size_t>(part.data() - whole.data());
}

/// Whether an entry such as `--:-127` names no move, and so has no meaning.
bool names_no_move(std::string_view text) noexcept {
    return trimmed(text.substr(0, text.find(':'))) == no_move;
}

/// Parses `G8:+18`.
Parsed<ScoredMove> parse_scored_move(std::string_view text, std::size_t offset) {
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return parse_failure(
            fmt::format("{} is not a move and its score, as in 'd3:+2'", in_quotes(text)), offset);
    }
    const Parsed<Square> move = parse_square(trimmed(text.substr(0, colon)));
    if (!move) return parse_failure(move.error().message, offset);
    const std::string_view score = trimmed(text.substr(colon + 1));
    const std::optional<int> discs = parse_discs(score);
    if (!discs) {
        return parse_failure(
            fmt::format("{} is not a score from -{} to {}", in_quotes(score), max_discs, max_discs),
            offset + offset_in(text, score));
    }
    return ScoredMove{*move, *discs};
}

/// Reads what stands behind the position.
class RecordReader {
public:
    RecordReader(std::string_view text, Game start, bool has_board)
        : text_(text), record_{.game = std::move(start), .scores = {}}, has_board_(has_board) {}

    [[nodiscard]] Parsed<BoardRecord> read(std::size_t begin) {
        for (bool is_entry = false; begin <= text_.size(); is_entry = true) {
            const std::size_t end = std::min(text_.find(';', begin), text_.size());
            const std::string_view field = trimmed(text_.substr(begin, end - begin));
            const std::size_t offset = field.empty() ? begin : offset_in(text_, field);
            const bool is_remark = !field.empty() && is_obf_comment(field);
            if (is_remark) record_.remark = trimmed(text_.substr(offset + 1));
            // Published lines end with a semicolon.
            if (is_remark || (field.empty() && end == text_.size())) break;
            if (!field.empty() || is_entry) {
                if (const Parsed<void> taken = take(field, offset); !taken)
                    return tl::unexpected(taken.error());
            }
            begin = end + 1;
        }
        return std::move(record_);
    }

private:
    [[nodiscard]] Parsed<void> take(std::string_view field, std::size_t offset) {
        if (names_no_move(field)) return {};
        if (field.find(':') == std::string_view::npos) {
            if (!field.empty() && (field.front() == '+' || field.front() == '-')) {
                record_.discs = parse_discs(field);
                if (record_.discs) return {};
            }
            if (begins_with_move(field) && is_move_list(field)) return play(field, offset);
        }
        return parse_scored_move(field, offset).and_then([&](const ScoredMove& scored) {
            return add(scored, offset);
        });
    }

    [[nodiscard]] Parsed<void> play(std::string_view moves, std::size_t offset) {
        if (has_board_ && !record_.moves_behind_board) record_.moves_behind_board = offset;
        auto played = play_moves(moves, record_.game);
        if (!played) played.error().offset += offset;
        return played;
    }

    [[nodiscard]] Parsed<void> add(const ScoredMove& scored, std::size_t offset) {
        const Position& position = record_.game.position();
        if (!position.board.is_legal(scored.move))
            return parse_failure(illegal_move(scored.move, position), offset);
        const auto has_move = [&scored](const ScoredMove& other) {
            return other.move == scored.move;
        };
        if (std::any_of(record_.scores.begin(), record_.scores.end(), has_move)) {
            return parse_failure(fmt::format("{} already has a score", to_string(scored.move)),
                                 offset);
        }
        record_.scores.push_back(scored);
        return {};
    }

    std::string_view text_;
    BoardRecord record_;
    bool has_board_;
};

/// Reads what stands behind a board. A side that is not named is the only one that fits.
Parsed<BoardRecord> read_behind(const BoardText& board, std::string_view text) {
    const auto read = [&](Color to_move) {
        const Position start = Position::of(board.black, board.white, to_move);
        return RecordReader(text, Game(start), true).read(board.end);
    };
    if (board.to_move) return read(*board.to_move);
    auto black = read(Color::black);
    auto white = read(Color::white);
    if (black.has_value() != white.has_value()) return black ? std::move(black) : std::move(white);
    std::string_view rest = text.substr(board.end, text.find(';', board.end) - board.end);
    const std::string_view word = take_word(rest);
    if (trimmed(word).empty()) return parse_failure(std::string(whose_move), board.end);
    return parse_failure(
        fmt::format("{} is not a side to move, black (X) or white (O)", in_quotes(word)),
        offset_in(text, word));
}

} // namespace

std::optional<int> Problem::best_discs() const noexcept {
    const auto best =
        std::max_element(moves.begin(), moves.end(), [](const auto& left, const auto& right) {
            return left.discs < right.discs;
        });
    return best == moves.end() ? discs : std::optional(best->discs);
}

std::optional<int> Problem::discs_of(Square move) const noexcept {
    const auto found = std::find_if(moves.begin(), moves.end(), [move](const ScoredMove& scored) {
        return scored.move == move;
    });
    return found == moves.end() ? std::nullopt : std::optional(found->discs);
}

bool Problem::is_of_repertoire() const noexcept {
    return remark.starts_with("repertoire") && !moves.empty();
}

bool is_obf_comment(std::string_view line) noexcept {
    const std::string_view text = trimmed(line);
    return text.empty() || text.front() == '%' || text.front() == '#';
}

Parsed<BoardRecord> parse_board_record(std::string_view text) {
    if (begins_with_move(text)) {
        const std::string_view moves = text.substr(0, text.find(';'));
        return parse_moves(moves).and_then([&](Game&& game) {
            return RecordReader(text, std::move(game), false).read(moves.size());
        });
    }
    if (!begins_with_board(text)) // the board string's error is the clearest
        return parse_position(text.substr(0, text.find(';'))).map([](const Position& position) {
            return BoardRecord{.game = Game(position), .scores = {}};
        });
    return read_board(text).and_then(
        [text](const BoardText& board) { return read_behind(board, text); });
}

Parsed<Problem> parse_obf(std::string_view line) {
    return parse_board_record(line).and_then([line](BoardRecord&& record) -> Parsed<Problem> {
        if (const auto offset = record.moves_behind_board) {
            const std::string_view field = line.substr(*offset);
            return parse_failure(fmt::format("{} is not a move and its score, as in 'd3:+2'",
                                             in_quotes(trimmed(field.substr(0, field.find(';'))))),
                                 *offset);
        }
        return Problem{record.game.position(), std::move(record.scores), record.discs,
                       std::move(record.remark)};
    });
}

std::string to_obf(const Problem& problem) {
    std::string text = to_string(problem.position);
    if (problem.discs) text += fmt::format(" {:+d}", *problem.discs);
    text += ';';
    for (const ScoredMove& scored : problem.moves)
        text += fmt::format(" {}:{:+d};", to_upper(to_string(scored.move)), scored.discs);
    if (!problem.remark.empty()) text += " % " + problem.remark;
    return text;
}

} // namespace emilia
