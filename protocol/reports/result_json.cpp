#include "protocol/reports/result_json.h"

#include "engine/notation/position.h"
#include "protocol/reports/analysis_text.h"
#include "protocol/reports/result_text.h"

#include <nlohmann/json.hpp>

namespace emilia {

using nlohmann::ordered_json;

ordered_json to_json(const std::vector<Square>& moves) {
    ordered_json list = ordered_json::array();
    for (const Square move : moves) list.push_back(to_string(move));
    return list;
}

ordered_json discs_json(Score score) {
    if (score.hundredths() % 100 == 0) return score.whole_discs();
    return score.discs();
}

ordered_json value_json(const LineValue& value) {
    if (const auto outcome = value.outcome()) return sign(*outcome);
    return discs_json(value.score());
}

ordered_json to_json(const Position& position, const SearchResult& result) {
    ordered_json moves = ordered_json::array();
    for (const Line& line : result.lines) moves.push_back(to_json(line));
    const std::string board = to_string(position);
    ordered_json object = {{"format", json_format},
                           {"board", board.substr(0, square_count)},
                           {"player", board.substr(board.size() - 1)},
                           {"empties", position.board.empties()},
                           {"moves", moves},
                           {"nodes", result.nodes},
                           {"seconds", result.seconds}};
    if (const std::string note = note_on(position); !note.empty()) object["note"] = note;
    return object;
}

ordered_json to_json(const Line& line) {
    return {{"move", to_string(line.move)},
            {"score", value_json(line.value)},
            {"depth", line.depth},
            {"certainty", certainty_word(line)},
            {"pv", to_json(line.principal_variation)}};
}

} // namespace emilia
