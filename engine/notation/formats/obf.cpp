#include "engine/notation/formats/obf.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
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

Parsed<void> add(Problem& problem, const ScoredMove& scored, std::size_t offset) {
    const Position& position = problem.position;
    if (!position.board.is_legal(scored.move))
        return parse_failure(illegal_move(scored.move, position), offset);
    if (problem.discs_of(scored.move)) {
        return parse_failure(fmt::format("{} already has a score", to_string(scored.move)), offset);
    }
    problem.moves.push_back(scored);
    return {};
}

Parsed<Position> read_position(std::string_view text) {
    if (!begins_with_move(text)) return parse_position(text);
    return parse_moves(text).map([](const Game& game) { return game.position(); });
}

} // namespace

std::optional<int> Problem::best_discs() const noexcept {
    const auto best =
        std::max_element(moves.begin(), moves.end(), [](const auto& left, const auto& right) {
            return left.discs < right.discs;
        });
    return best == moves.end() ? std::nullopt : std::optional(best->discs);
}

std::optional<int> Problem::discs_of(Square move) const noexcept {
    const auto found = std::find_if(moves.begin(), moves.end(), [move](const ScoredMove& scored) {
        return scored.move == move;
    });
    return found == moves.end() ? std::nullopt : std::optional(found->discs);
}

bool is_obf_comment(std::string_view line) noexcept {
    const std::string_view text = trimmed(line);
    return text.empty() || text.front() == '%' || text.front() == '#';
}

Parsed<Problem> parse_obf(std::string_view line) {
    std::size_t end = std::min(line.find(';'), line.size());
    const Parsed<Position> position = read_position(line.substr(0, end));
    if (!position) return tl::unexpected(position.error());
    Problem problem{*position, {}};
    while (end < line.size()) {
        const std::size_t begin = end + 1;
        end = std::min(line.find(';', begin), line.size());
        const std::string_view text = trimmed(line.substr(begin, end - begin));
        if (text.empty() && end == line.size()) break;
        if (names_no_move(text)) continue;
        const std::size_t offset = text.empty() ? begin : offset_in(line, text);
        const Parsed<ScoredMove> scored = parse_scored_move(text, offset);
        if (!scored) return tl::unexpected(scored.error());
        if (const Parsed<void> added = add(problem, *scored, offset); !added)
            return tl::unexpected(added.error());
    }
    return problem;
}

std::string to_obf(const Problem& problem) {
    std::string text = to_string(problem.position) + ';';
    for (const ScoredMove& scored : problem.moves)
        text += fmt::format(" {}:{:+d};", to_upper(to_string(scored.move)), scored.discs);
    return text;
}

tl::expected<ProblemFile, std::string> read_problems(const std::string& path) {
    const auto text = read_file(path);
    if (!text) return tl::unexpected(text.error());
    ProblemFile file;
    LineReader lines(without_byte_order_mark(*text));
    int id = 0;
    while (const auto line = lines.next()) {
        if (is_obf_comment(line->text)) continue;
        ++id;
        if (auto problem = parse_obf(line->text)) {
            file.problems.push_back({id, std::move(*problem)});
        } else {
            file.bad_lines.push_back(
                fmt::format("{}:{}: {}", path, line->number, problem.error().message));
        }
    }
    if (id == 0) return tl::unexpected(fmt::format("'{}' holds no problems", path));
    return file;
}

} // namespace emilia
