#include "protocol/reports/result_text.h"

#include "engine/base/numbers.h"
#include "engine/notation/position.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view column_names = "  a b c d e f g h";

char symbol(const Position& position, Square square) {
    if (contains(position.discs(Color::black), square)) return 'X';
    if (contains(position.discs(Color::white), square)) return 'O';
    return contains(position.board.legal_moves(), square) ? '.' : '-';
}

std::string side_note(const Position& position, int row) {
    switch (row) {
    case 2: return fmt::format("   black X {:2}", count(position.discs(Color::black)));
    case 3: return fmt::format("   white O {:2}", count(position.discs(Color::white)));
    case 5:
        return position.board.is_over() ? "   the game is over"
                                        : fmt::format("   {} to move", to_string(position.to_move));
    default: return {};
    }
}

/// A square, with the blank before it, in the board's colours (ANSI, 256 colours).
std::string painted(char symbol) {
    switch (symbol) {
    case 'X': return "\x1b[38;5;16m \u25cf";
    case 'O': return "\x1b[38;5;231m \u25cf";
    case '.': return "\x1b[38;5;114m \u00b7";
    default: return "  ";
    }
}

} // namespace

std::string draw_board(const Position& position) {
    std::string text(column_names);
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("\n{}", row + 1);
        for (int column = 0; column < 8; ++column) {
            text += fmt::format(" {}", symbol(position, square_at(column, row)));
        }
        text += side_note(position, row);
    }
    return text;
}

std::string paint_board(const Position& position) {
    std::string text(column_names);
    for (int row = 0; row < 8; ++row) {
        text += fmt::format("\n{}\x1b[48;5;29m", row + 1);
        for (int column = 0; column < 8; ++column)
            text += painted(symbol(position, square_at(column, row)));
        text += fmt::format(" \x1b[0m{}", side_note(position, row));
    }
    return text;
}

std::string selectivity_text(Confidence confidence) {
    if (confidence == Confidence::certain) return ", full width";
    return fmt::format(" at {}%", percent(confidence));
}

std::string certainty_text(const Line& line) {
    const std::string selectivity = selectivity_text(line.confidence);
    switch (line.kind) {
    case ScoreKind::book: return fmt::format("book, depth {}{}", line.depth, selectivity);
    case ScoreKind::exact: return "exact";
    case ScoreKind::wld: return "win/loss/draw";
    case ScoreKind::probable: return "to the end" + selectivity;
    case ScoreKind::midgame: break;
    }
    if (line.depth == 0) return "not searched";
    return fmt::format("depth {}{}", line.depth, selectivity);
}

std::string certainty_word(const Line& line) {
    switch (line.kind) {
    case ScoreKind::book: return "book";
    case ScoreKind::exact: return "exact";
    case ScoreKind::wld: return "wld";
    case ScoreKind::probable:
    case ScoreKind::midgame: break;
    }
    if (line.depth == 0) return "none";
    if (line.confidence == Confidence::certain) return "full-width";
    return fmt::format("{}%", percent(line.confidence));
}

std::string score_text(const Line& line) {
    if (const auto outcome = line.value.outcome())
        return *outcome == Outcome::draw ? "draw" : *outcome == Outcome::win ? "win" : "loss";
    const Score score = line.value.score();
    return line.kind == ScoreKind::exact ? fmt::format("{:+d}", score.whole_discs())
                                         : fmt::format("{:+.2f}", score.discs());
}

std::string progress_text(const SearchResult& result) {
    const std::string work =
        fmt::format("{}, {:.1f} s", counted(result.nodes, "node"), result.seconds);
    if (result.lines.empty()) return work;
    const Line& best = result.lines.front();
    return fmt::format("{}: {} {}, {}", certainty_text(best), to_string(best.move),
                       score_text(best), work);
}

} // namespace emilia
