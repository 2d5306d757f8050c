#include "book/book_text.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view heading = "# Emilia book";

Parsed<Score> parse_score(std::string_view text) {
    const auto discs = parse_decimal(text);
    if (!discs || std::abs(*discs) > square_count)
        return parse_failure(fmt::format("{} is not a score", in_quotes(text)));
    return Score::nearest(*discs);
}

Parsed<GameCounts> parse_games(std::string_view text) {
    std::array<std::optional<std::uint32_t>, 3> counts;
    std::string_view rest = text;
    for (auto& count : counts) {
        const bool is_last = &count == &counts.back();
        const std::string_view part = is_last ? rest : rest.substr(0, rest.find('-'));
        count = whole_number<std::uint32_t>(part);
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    }
    if (counts[0] && counts[1] && counts[2]) return GameCounts{*counts[0], *counts[1], *counts[2]};
    return parse_failure(
        fmt::format("{} is not wins, draws and losses, as in '8-8-0'", in_quotes(text)));
}

Parsed<std::pair<Board, BookPosition>> parse_line(std::string_view line) {
    const auto board = take_book_board(line);
    if (!board) return tl::unexpected(board.error());
    BookPosition position;
    if (const auto value = parse_score(take_word(line)); !value)
        return tl::unexpected(value.error());
    const auto search = parse_book_search(take_word(line));
    if (!search) return tl::unexpected(search.error());
    static_cast<BookSearch&>(position) = *search;
    const auto games = parse_games(take_word(line));
    if (!games) return tl::unexpected(games.error());
    position.games = *games;
    const Board key = canonical(*board);
    const int symmetry = symmetry_between(*board, key);
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const auto move = parse_book_move(take_word(line), *board);
        if (!move) return tl::unexpected(move.error());
        const BookMove turned{transformed(move->square, symmetry), move->score, false};
        if (has_move(position.moves, turned.square))
            return parse_failure(fmt::format("{} occurs twice", to_string(move->square)));
        position.moves.push_back(turned);
    }
    if (position.moves.empty()) return parse_failure("the position has no moves");
    return std::pair(key, std::move(position));
}

Parsed<void> parse_into(Book& book, std::string_view line) {
    if (line.starts_with("game ")) {
        line.remove_prefix(5);
        const auto fingerprint = whole_number<std::uint64_t>(trimmed(line), 16);
        if (!fingerprint)
            return parse_failure(fmt::format("{} is not the number of a game", in_quotes(line)));
        book.put_game(*fingerprint);
        return {};
    }
    auto parsed = parse_line(line);
    if (!parsed) return tl::unexpected(parsed.error());
    if (book.find_canonical(parsed->first) != nullptr)
        return parse_failure("the position occurs twice");
    book.put(parsed->first, std::move(parsed->second));
    return {};
}

} // namespace

Parsed<Board> take_book_board(std::string_view& line) {
    const std::string squares(take_word(line));
    const std::string side(take_word(line));
    const auto position = parse_position(squares + " " + side);
    if (!position) return tl::unexpected(position.error());
    if (position->board.empties() > max_book_empties)
        return parse_failure("the position has fewer than four discs");
    return position->board;
}

Parsed<BookSearch> parse_book_search(std::string_view text) {
    const std::size_t at = text.find('@');
    const auto depth = whole_number(text.substr(0, at));
    constexpr std::array all{Confidence::low, Confidence::fair, Confidence::high,
                             Confidence::very_high, Confidence::certain};
    const auto confidence = std::find_if(all.begin(), all.end(), [&](Confidence c) {
        return at != std::string_view::npos
               && text.substr(at + 1) == fmt::format("{}%", percent(c));
    });
    if (!depth || *depth < 0 || *depth > max_book_empties || confidence == all.end()) {
        return parse_failure(
            fmt::format("{} is not a depth with a confidence, as in '20@63%'", in_quotes(text)));
    }
    return BookSearch{.depth = *depth, .confidence = *confidence};
}

std::string to_text(const BookSearch& search) {
    return fmt::format("{}@{}%", search.depth, percent(search.confidence));
}

Parsed<BookMove> parse_book_move(std::string_view text, const Board& board) {
    const std::string_view whole = text;
    if (text.ends_with('>')) text.remove_suffix(1);
    const auto square = parse_square(text.substr(0, 2));
    if (!square) return tl::unexpected(square.error());
    if (!board.is_legal(*square))
        return parse_failure(
            fmt::format("{} is not a legal move in this position", in_quotes(whole)));
    const auto score = parse_score(text.substr(std::min<std::size_t>(2, text.size())));
    if (!score) return tl::unexpected(score.error());
    return BookMove{*square, *score, false};
}

std::string to_text(const Book& book) {
    std::string text = fmt::format("{}, {}\n", heading, counted(book.size(), "position"));
    for (const Book::Entry* const entry : book.in_order()) {
        const auto& [board, position] = *entry;
        const GameCounts& games = position.games;
        text +=
            fmt::format("{} {:+.2f} {} {}-{}-{}", to_string(Position{board, Color::black}),
                        position.value.discs(), to_text(static_cast<const BookSearch&>(position)),
                        games.wins, games.draws, games.losses);
        for (const BookMove& move : position.moves) {
            text += fmt::format(" {}{:+.2f}{}", to_string(move.square), move.score.discs(),
                                move.within ? ">" : "");
        }
        text += '\n';
    }
    for (const std::uint64_t game : book.games()) text += fmt::format("game {:016x}\n", game);
    return text;
}

bool begins_book_text(std::string_view text) noexcept {
    return text.starts_with(heading);
}

Parsed<void> take_lines(std::string_view text, const TakeLine& take) {
    LineReader lines(text);
    while (const auto line = lines.next()) {
        if (line->text.empty()) continue;
        if (const auto taken = take(line->text); !taken) {
            return parse_failure(fmt::format("line {}: {}", line->number, taken.error().message),
                                 line->offset);
        }
    }
    return {};
}

Parsed<Book> parse_book_text(std::string_view text) {
    Book book;
    const auto take = [&book](std::string_view line) {
        return line.starts_with('#') ? Parsed<void>() : parse_into(book, line);
    };
    if (const auto taken = take_lines(text, take); !taken) return tl::unexpected(taken.error());
    book.update();
    return book;
}

} // namespace emilia
