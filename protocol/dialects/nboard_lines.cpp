// What NBoard shows: the lines of hints, and its short status line.

#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/dialects/nboard.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

/// NBoard shows this text as it is: plies for a midgame search, a confidence for one to the end.
std::string depth_text(const Line& line) {
    switch (line.kind) {
    case ScoreKind::exact: return "100%";
    case ScoreKind::wld: return "100%W";
    case ScoreKind::probable: return fmt::format("{}%", percent(line.confidence));
    case ScoreKind::book:
    case ScoreKind::midgame: break;
    }
    return fmt::format("{}", line.depth);
}

/// `F5-D6-C3`, because NBoard shows each dash as a blank.
std::string variation_text(const Line& line) {
    std::string text;
    for (const Square move : line.principal_variation) {
        if (!text.empty()) text += '-';
        text += move == Square::pass ? "PA" : to_upper(to_string(move));
    }
    return text;
}

} // namespace

NBoardHints::NBoardHints(std::vector<BookLine> known, int most)
    : known_(std::move(known)), shown_(std::min(known_.size(), static_cast<std::size_t>(most))) {}

NBoardHints NBoardHints::of_move(std::vector<BookLine> known, Square move) {
    std::erase_if(known, [move](const BookLine& line) { return line.line.move != move; });
    return {std::move(known), 1};
}

std::vector<std::string> NBoardHints::of_iteration(const SearchResult& result) const {
    std::vector<std::string> lines;
    std::vector<Square> searched;
    for (const Line& line : result.lines) {
        if (is_known_better(line)) continue;
        searched.push_back(line.move);
        lines.push_back(fmt::format("search {} {:.2f} 0 {}", variation_text(line),
                                    line.value.in_discs().discs(), depth_text(line)));
    }
    if (lines.empty()) return lines; // nothing has taken the place of the book's lines
    for (std::string& line : book_lines(searched)) lines.push_back(std::move(line));
    return lines;
}

bool NBoardHints::is_known_better(const Line& line) const noexcept {
    if (line.kind == ScoreKind::exact || line.kind == ScoreKind::wld) return false;
    return std::any_of(known_.begin(), known_.end(), [&line](const BookLine& known) {
        return known.line.move == line.move && known.line.depth > line.depth;
    });
}

std::vector<std::string> NBoardHints::book_lines(const std::vector<Square>& searched) const {
    const std::span shown = std::span(known_).first(shown_);
    if (shown.empty()) return {};
    const auto shallowest =
        std::min_element(shown.begin(), shown.end(), [](const BookLine& a, const BookLine& b) {
            return a.line.depth < b.line.depth;
        });
    std::vector<std::string> lines;
    for (const BookLine& known : shown) {
        const Line& line = known.line;
        if (std::find(searched.begin(), searched.end(), line.move) != searched.end()) continue;
        lines.push_back(fmt::format("book {} {:.2f} {} {}", variation_text(line),
                                    line.value.score().discs(), known.games,
                                    shallowest->line.depth));
    }
    return lines;
}

Line NBoardEstimate::line(Line line) const {
    if (line.kind != ScoreKind::wld || !last_) return line;
    const Outcome outcome = *line.value.outcome();
    const Score own = line.value.estimate();
    // The position is worth as much as its best move, which may be another one than before.
    line.value = {outcome,
                  outcome == Outcome::loss ? std::min(own, *last_) : std::max(own, *last_)};
    return line;
}

void NBoardEstimate::see(const SearchResult& iteration) {
    const Line& best = iteration.lines.front();
    if (best.kind != ScoreKind::wld) last_ = best.value.in_discs();
}

std::string point_first(std::string_view message) {
    std::string text(message);
    if (const std::size_t question = text.find(" (did you mean "); question != std::string::npos) {
        const std::size_t end = text.find(')', question);
        const std::string cure = text.substr(question + 2, end - question - 2);
        text.erase(question, end + 1 - question);
        text = fmt::format("{} {}", cure, text);
    }
    for (std::size_t begin = text.find('\''); begin != std::string::npos;) {
        const std::size_t end = text.find('\'', begin + 1);
        if (end == std::string::npos) break;
        const std::string quoted = text.substr(begin, end + 1 - begin);
        if (quoted.find_first_of("/\\") == std::string::npos) {
            begin = text.find('\'', end + 1);
            continue;
        }
        const bool after_blank = begin > 0 && text[begin - 1] == ' ';
        text.erase(after_blank ? begin - 1 : begin, quoted.size() + (after_blank ? 1 : 0));
        return fmt::format("{}: {}", trimmed(text), quoted);
    }
    return text;
}

void show_failure_in_nboard(std::string_view message, std::istream& input, std::ostream& output) {
    constexpr std::chrono::seconds patience(2); // NBoard sends its first line at once
    Dialogue dialogue(input, output, "");
    auto line = dialogue.next(patience);
    std::string_view rest = line ? *line : std::string_view();
    if (take_word(rest) != "nboard") return;
    const std::string status = fmt::format("status {}", point_first(message));
    dialogue.reply(status);
    bool is_nboard = false;
    while ((line = dialogue.next())) {
        rest = *line;
        const std::string_view word = take_word(rest);
        if (word == "set") {
            is_nboard = is_nboard || rest.find("PC[NBoard]") != std::string_view::npos;
        } else if (!is_nboard || word == "quit") {
            return;
        } else if (word == "ping") {
            dialogue.reply(status);
        }
    }
}

} // namespace emilia
