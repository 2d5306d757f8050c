#include "protocol/text/result_json.h"

#include "engine/notation/square_text.h"
#include "protocol/text/result_text.h"

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

ordered_json to_json(const Line& line) {
    return {{"move", to_string(line.move)},
            {"score", discs_json(line.score)},
            {"depth", line.depth},
            {"certainty", certainty_word(line)},
            {"pv", to_json(line.principal_variation)}};
}

} // namespace emilia
