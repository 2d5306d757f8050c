#pragma once

// A screen in memory, for tests: what it shows, and keys that are pressed by a function.

#include "protocol/play/screen.h"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace emilia::testing {

struct GridSettings {
    int rows = 24;
    int columns = 80;
    bool has_colors = false;
    bool has_unicode = false;
};

class GridScreen : public Screen {
public:
    explicit GridScreen(GridSettings settings, std::function<Key()> press = {})
        : settings_(settings), press_(std::move(press)) {
        GridScreen::clear();
    }

    [[nodiscard]] int rows() const override { return settings_.rows; }
    [[nodiscard]] int columns() const override { return settings_.columns; }
    [[nodiscard]] bool has_colors() const override { return settings_.has_colors; }
    [[nodiscard]] bool has_unicode() const override { return settings_.has_unicode; }

    void clear() override {
        cells_.assign(static_cast<std::size_t>(rows()),
                      std::vector<Cell>(static_cast<std::size_t>(columns())));
    }
    void put(int row, int column, std::string_view text, Style style, Emphasis emphasis) override {
        while (!text.empty() && column < columns()) {
            std::size_t bytes = 1; // of a character of UTF-8
            while (bytes < text.size() && (text[bytes] & 0xC0) == 0x80) ++bytes;
            at(row, column++) = {std::string(text.substr(0, bytes)), style, emphasis};
            text.remove_prefix(bytes);
        }
    }
    void place_cursor(int row, int column) override { cursor = {row, column}; }
    void show() override { shown_ = cells_; }
    void redraw() override {}
    [[nodiscard]] Key read_key(int) override { return press_(); }

    /// What is shown, without blanks at the end of a line.
    [[nodiscard]] std::vector<std::string> lines() const {
        std::vector<std::string> lines;
        for (const std::vector<Cell>& row : shown_) {
            std::string& line = lines.emplace_back();
            for (const Cell& cell : row) line += cell.text;
            line.erase(line.find_last_not_of(' ') + 1);
        }
        return lines;
    }
    [[nodiscard]] Style style_at(int row, int column) const { return shown_at(row, column).style; }
    [[nodiscard]] Emphasis emphasis_at(int row, int column) const {
        return shown_at(row, column).emphasis;
    }

    std::pair<int, int> cursor{}; ///< its row and column

private:
    struct Cell {
        std::string text = " ";
        Style style = Style::normal;
        Emphasis emphasis = Emphasis::none;
    };

    Cell& at(int row, int column) {
        return cells_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
    }
    [[nodiscard]] const Cell& shown_at(int row, int column) const {
        return shown_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
    }

    GridSettings settings_;
    std::function<Key()> press_;
    std::vector<std::vector<Cell>> cells_;
    std::vector<std::vector<Cell>> shown_;
};

} // namespace emilia::testing
