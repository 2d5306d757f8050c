#include "protocol/reports/result_text.h"

#include "engine/base/numbers.h"
#include "engine/notation/position.h"

#include <fmt/format.h>

namespace emilia {

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
