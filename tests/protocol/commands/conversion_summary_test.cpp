#include "engine/notation/move_list.h"
#include "protocol/commands/conversion_summary.h"
#include "tests/catch.h"

#include <string>

#include <fmt/format.h>

using namespace emilia;

namespace {

/// Nine moves after which only black has discs, 13 of them.
Game finished(int recorded_lead) {
    Game game = parse_moves("e6f4e3f6g5d6e7f5c5").value();
    game.result = result_of_lead(recorded_lead);
    return game;
}

} // namespace

TEST_CASE("a summary of a conversion counts the games by their ends") {
    ConversionSummary summary;
    summary.count_read();
    CHECK(summary.text() == "1 game read, 0 written\n");
    summary.count_written(0, parse_moves("f5").value());
    CHECK(summary.text() == "1 game read, 1 written\n");
    for (int i = 1; i < 5; ++i) summary.count_read();
    summary.count_unreadable();
    summary.count_written(1, finished(64));
    summary.count_written(2, finished(13)); // without the empty squares
    CHECK(summary.text()
          == "5 games read, 3 written, 1 unreadable\n"
             "finished: 2 of the written; ending with the recorded score: 2\n");
    Game unknown = finished(64);
    unknown.result.reset();
    summary.count_written(3, unknown);
    Game on_time = finished(12);
    on_time.result->ending = Ending::timeout;
    summary.count_written(4, on_time);
    CHECK(summary.text()
          == "5 games read, 5 written, 1 unreadable\n"
             "finished: 4 of the written; ending with the recorded score: 2, without a recorded "
             "score: 2\n");
}

TEST_CASE("a summary of a conversion names five games with another score than the recorded one") {
    ConversionSummary summary;
    Game named = finished(-2);
    named.black_name = "Ann";
    summary.count_written(7, named);
    for (std::size_t index = 8; index < 12; ++index) summary.count_written(index, finished(12));
    std::string text = "0 games read, 5 written\n"
                       "finished: 5 of the written; ending with the recorded score: 0, with "
                       "another one: 5\n"
                       "  game 7 (Ann - ) ends with +64 for black, but the record says -2\n";
    for (int index = 8; index < 12; ++index)
        text += fmt::format("  game {} ends with +64 for black, but the record says +12\n", index);
    CHECK(summary.text() == text);
    summary.count_written(12, finished(0));
    CHECK(summary.text().ends_with("the record says +12\n  and more\n"));
}
