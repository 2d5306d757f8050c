#include "protocol/dialects/nboard_hints.h"

#include "engine/base/text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

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

} // namespace emilia
