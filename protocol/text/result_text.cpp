#include "protocol/text/result_text.h"

#include "engine/notation/square_text.h"
#include "protocol/text/numbers.h"

#include <fmt/format.h>

namespace emilia {

std::string certainty_text(const Line& line) {
    switch (line.certainty) {
    case Certainty::book: return fmt::format("book {}@{}%", line.depth, percent(line.confidence));
    case Certainty::exact: return "exact";
    case Certainty::wld: return "win/loss/draw";
    case Certainty::probable: return fmt::format("end@{}%", percent(line.confidence));
    case Certainty::midgame: break;
    }
    return fmt::format("midgame {}@{}%", line.depth, percent(line.confidence));
}

std::string certainty_word(const Line& line) {
    switch (line.certainty) {
    case Certainty::book: return "book";
    case Certainty::exact: return "exact";
    case Certainty::wld: return "wld";
    case Certainty::probable:
    case Certainty::midgame: break;
    }
    return fmt::format("{}%", percent(line.confidence));
}

std::string score_text(const Line& line) {
    if (line.certainty == Certainty::exact) return fmt::format("{:+d}", line.score.whole_discs());
    if (line.certainty != Certainty::wld) return fmt::format("{:+.2f}", line.score.discs());
    return line.score == Score() ? "draw" : line.score > Score() ? "win" : "loss";
}

std::string progress_text(const SearchResult& result) {
    const std::string work =
        fmt::format("{} nodes, {:.1f} s", with_commas(result.nodes), result.seconds);
    if (result.lines.empty()) return work;
    const Line& best = result.lines.front();
    return fmt::format("{}: {} {}, {}", certainty_text(best), to_string(best.move),
                       score_text(best), work);
}

} // namespace emilia
