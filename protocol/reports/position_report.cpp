#include "protocol/reports/position_report.h"

#include "engine/base/numbers.h"
#include "engine/notation/move_list.h"
#include "protocol/reports/result_json.h"
#include "protocol/reports/result_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// `"f5"`, or `null` where there is no move.
std::string move_json(Square move) {
    return move == Square::none ? "null" : fmt::format("\"{}\"", to_string(move));
}

std::string variation_json(const std::vector<Square>& moves) {
    std::string text = "[";
    for (const Square move : moves)
        text += fmt::format("{}\"{}\"", text.size() > 1 ? "," : "", to_string(move));
    return text + ']';
}

/// Keys that all moves share.
std::string keys_of(const Line& line) {
    return fmt::format(R"("score":{},"move":{},"depth":{},"certainty":"{}","pv":{})",
                       number_text(line.value), move_json(line.move), line.depth,
                       certainty_word(line), variation_json(line.principal_variation));
}

/// What a record says of its position: that of the best move, or of the finished game.
Line best_line(const PositionRecord& record) {
    if (!record.result.lines.empty()) return record.result.lines.front();
    Line line;
    line.value = record.value;
    line.kind = ScoreKind::exact;
    return line;
}

/// The 64 squares and the side to move.
std::pair<std::string, char> texts_of(const Position& position) {
    std::string text = to_string(position);
    const char player = text.back();
    text.resize(square_count);
    return {std::move(text), player};
}

} // namespace

std::string number_text(const LineValue& value) {
    if (const auto outcome = value.outcome()) return fmt::format("{}", sign(*outcome));
    const int hundredths = value.score().hundredths();
    return hundredths % 100 == 0 ? fmt::format("{}", hundredths / 100)
                                 : fmt::format("{}", value.score().discs());
}

std::string json_beginning(const PositionRecord& record) {
    const auto [board, player] = texts_of(record.position);
    std::string text =
        fmt::format(R"({{"format":{},"board":"{}","player":"{}","id":{},"line":{},"empties":{},{})",
                    json_format, board, player, record.id, record.line,
                    record.position.board.empties(), keys_of(best_line(record)));
    if (record.result.lines.size() > 1) {
        std::string moves;
        for (const Line& line : record.result.lines)
            moves += fmt::format("{}{{{}}}", moves.empty() ? "" : ",", keys_of(line));
        text += fmt::format(R"(,"moves":[{}])", moves);
    }
    text += record.expected ? fmt::format(R"(,"expected":{})", *record.expected)
                            : R"(,"expected":null)";
    if (record.best_move) text += fmt::format(R"(,"best_move":{})", *record.best_move);
    text += fmt::format(R"(,"nodes":{})", record.result.nodes);
    if (record.has_seconds) text += fmt::format(R"(,"seconds":{:.6f})", record.result.seconds);
    return text;
}

std::string_view csv_heading() {
    return "id,line,board,player,empties,score,move,depth,certainty,expected,nodes,seconds,pv\n";
}

std::string csv_row(const PositionRecord& record) {
    const Line line = best_line(record);
    const auto [board, player] = texts_of(record.position);
    return fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{:.6f},{}\n", record.id, record.line, board, player,
        record.position.board.empties(), number_text(line.value),
        line.move == Square::none ? "" : to_string(line.move), line.depth, certainty_word(line),
        record.expected ? fmt::format("{}", *record.expected) : "", record.result.nodes,
        record.result.seconds, to_string(line.principal_variation));
}

std::string_view table_heading() {
    return "  # empties  score expected move          nodes  seconds    nodes/s  line\n";
}

std::string table_row(const PositionRecord& record, std::string_view remark,
                      std::optional<std::size_t> columns) {
    const Line line = best_line(record);
    const bool estimated = !line.value.outcome() && line.kind != ScoreKind::exact;
    const double number = line.value.number();
    const auto& [nodes, seconds] = std::pair(record.result.nodes, record.result.seconds);
    std::string row = fmt::format(
        "{:>3} {:>7} {:>6} {:>8} {:>4} {:>14} {:>8.3f} {:>10}  {}", record.id,
        record.position.board.empties(),
        estimated ? fmt::format("{:+.2f}", number) : fmt::format("{:+d}", static_cast<int>(number)),
        record.expected ? fmt::format("{:+d}", *record.expected) : "?", to_string(line.move),
        with_commas(nodes), seconds, with_commas(per_second(nodes, seconds)),
        to_string(line.principal_variation));
    const std::size_t reserved = remark.size();
    if (columns && row.size() + reserved > *columns)
        row.resize(*columns - std::min(reserved, *columns));
    return row.append(remark) + '\n';
}

} // namespace emilia
