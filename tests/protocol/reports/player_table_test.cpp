#include "protocol/reports/player_table.h"
#include "tests/catch.h"

#include <string>

#include <nlohmann/json.hpp>

using namespace emilia;
using nlohmann::ordered_json;

namespace {

ordered_json moves(int count, double equivalent, double loss) {
    return {{"moves", count}, {"equivalent", equivalent}, {"loss", loss}};
}

ordered_json player(const ordered_json& first, const ordered_json& last, const ordered_json& all) {
    ordered_json object = all;
    object["1-45"] = first;
    object["46-60"] = last;
    return object;
}

} // namespace

TEST_CASE("a table sums up the moves of each player over several games") {
    const ordered_json ann = player(moves(20, 0.5, 10), moves(5, 0.8, 2), moves(25, 14 / 25.0, 12));
    const ordered_json bob = player(moves(20, 0.25, 30), moves(0, 0, 0), moves(20, 0.25, 30));
    PlayerTable table;
    table.add({{"names", {{"X", "Ann"}, {"O", "Bob"}}}, {"players", {{"X", ann}, {"O", bob}}}});
    table.add({{"names", {{"X", ""}, {"O", "Ann"}}}, {"players", {{"X", bob}, {"O", bob}}}});
    table.add({{"names", {{"X", "Bob"}, {"O", ""}}}, {"players", {{"X", ann}, {"O", ann}}}});
    CHECK(table.text()
          == "player                    games   moves   1-45   moves  46-60      all moves\n"
             "                                  equal   lost   equal   lost   equal   lost\n"
             "Ann                           2    0.38   1.00    0.80   0.40    0.42   0.93\n"
             "Bob                           2    0.38   1.00    0.80   0.40    0.42   0.93\n"
             "Black                         1    0.25   1.50       -      -    0.25   1.50\n"
             "White                         1    0.50   0.50    0.80   0.40    0.56   0.48\n"
             "equal: share of moves that are best, the mirror image of the best or, where\n"
             "solved, equally good; lost: discs per move\n");
}
