#pragma once

// One of many positions with what a search found: as a line of JSON, of CSV or of a table. The keys
// are documented in protocol/reports/README.md.

#include "engine/notation/position.h"
#include "engine/search/search_result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace emilia {

struct PositionRecord {
    std::uint64_t id = 0;   ///< counts the positions of the input from 1
    std::uint64_t line = 0; ///< of the input
    Position position;
    std::optional<int> expected{};   ///< the best score that the input gives, in discs; for an
                                     ///< outcome 1, 0 or −1
    std::optional<bool> best_move{}; ///< whether the move found has that score
    LineValue value{};               ///< of the position
    SearchResult result;             ///< no lines if the game is over
    bool has_seconds = true;         ///< whether texts say how long the search took

    [[nodiscard]] bool over() const noexcept { return position.board.is_over(); }
    [[nodiscard]] Square move() const noexcept {
        return result.lines.empty() ? Square::none : result.lines.front().move;
    }
};

/// `3.66`; a whole number without decimals.
[[nodiscard]] std::string number_text(const LineValue& value);

/// `{"format":1,"board":"…","player":"X","id":1,…` without the closing brace, so that keys may
/// follow.
[[nodiscard]] std::string json_beginning(const PositionRecord& record);

/// The names of the columns and a row, each a line.
[[nodiscard]] std::string_view csv_heading();
[[nodiscard]] std::string csv_row(const PositionRecord& record);

/// The same for a table. Cuts the variation so that a row fits `columns`.
[[nodiscard]] std::string_view table_heading();
[[nodiscard]] std::string table_row(const PositionRecord& record, std::string_view remark,
                                    std::optional<std::size_t> columns);

} // namespace emilia
