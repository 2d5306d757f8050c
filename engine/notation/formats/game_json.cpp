#include "engine/notation/formats/game_json.h"

#include "engine/base/text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using nlohmann::json;

/// The moves of a game. Squares as numbers of rows and columns can count from 0 or from 1.
struct WrittenMoves {
    std::string from_zero;
    std::string from_one;

    void add(std::string_view moves) {
        for (std::string* text : {&from_zero, &from_one}) *text += fmt::format("{} ", moves);
    }
    void add(int column, int row) {
        from_zero += fmt::format("{} ", square_text(column, row));
        from_one += fmt::format("{} ", square_text(column - 1, row - 1));
    }

private:
    [[nodiscard]] static std::string square_text(int column, int row) {
        const bool is_square = column >= 0 && column < 8 && row >= 0 && row < 8;
        return is_square ? to_string(square_at(column, row))
                         : fmt::format("row:{}/column:{}", row, column);
    }
};

/// Collects moves while the text is parsed, so that no tree of it fills the memory. The functions
/// have the names that the parser calls; a false ends it.
class MoveCollector : public json::json_sax_t {
public:
    [[nodiscard]] const std::vector<WrittenMoves>& games() const noexcept { return games_; }
    [[nodiscard]] std::optional<std::size_t> error_at() const noexcept { return error_at_; }

    bool null() override { return scalar(); }
    bool boolean(bool /*value*/) override { return scalar(); }
    bool number_integer(json::number_integer_t /*value*/) override { return scalar(); }
    bool number_unsigned(json::number_unsigned_t value) override {
        if (game_depth_) {
            const auto number = static_cast<int>(std::min<json::number_unsigned_t>(value, 99));
            if (key_ == "row" || key_ == "y") row_ = number;
            if (key_ == "col" || key_ == "column" || key_ == "x") column_ = number;
            if (row_ && column_) {
                games_.back().add(*column_, *row_);
                row_.reset();
                column_.reset();
            }
        }
        return scalar();
    }
    bool number_float(json::number_float_t /*value*/, const std::string& /*text*/) override {
        return scalar();
    }
    bool binary(json::binary_t& /*value*/) override { return scalar(); }
    bool string(std::string& value) override {
        if (game_depth_ && (key_ == "m" || (key_.empty() && depth_ == *game_depth_)))
            games_.back().add(value);
        if (!game_depth_ && is_list_of_moves()) games_.emplace_back().add(value);
        return scalar();
    }
    bool start_object(std::size_t /*size*/) override { return open(false); }
    bool start_array(std::size_t /*size*/) override { return open(true); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(std::string& name) override {
        key_ = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const json::exception& /*error*/) override {
        error_at_ = position;
        return false;
    }

private:
    bool scalar() {
        key_.clear();
        return true;
    }
    [[nodiscard]] bool is_list_of_moves() const noexcept {
        return key_ == "moves" || key_ == "playedMoves";
    }
    bool open(bool is_array) {
        ++depth_;
        if (is_array && is_list_of_moves() && !game_depth_) {
            game_depth_ = depth_;
            games_.emplace_back();
            row_.reset();
            column_.reset();
        }
        return scalar();
    }
    bool close() {
        if (game_depth_ == depth_) game_depth_.reset();
        --depth_;
        return scalar();
    }

    std::string key_; ///< of the value that comes next; empty in lists
    std::size_t depth_ = 0;
    std::optional<std::size_t> game_depth_; ///< of the list of moves that is read
    std::optional<int> row_;                ///< of a move that is read
    std::optional<int> column_;
    std::vector<WrittenMoves> games_;
    std::optional<std::size_t> error_at_;
};

/// A pass is also written as `-` there.
std::string with_passes(const std::string& moves) {
    std::string text = moves;
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const bool begins = at == 0 || text[at - 1] == ' ';
        if (begins && text[at] == '-' && text[at + 1] == ' ') text.insert(at++, 1, '-');
    }
    return text;
}

} // namespace

bool looks_like_json(std::string_view text) noexcept {
    text = trimmed(text);
    if (!text.starts_with('{') && !text.starts_with('[')) return false;
    const std::string_view inside = trimmed(text.substr(1));
    return text.front() == '{' ? inside.starts_with('"') || inside.starts_with('}')
                               : inside.starts_with('{');
}

Parsed<std::vector<Game>> parse_game_json(std::string_view text) {
    MoveCollector collector;
    if (!json::sax_parse(text, &collector)) {
        const std::size_t at = std::min(collector.error_at().value_or(0), text.size());
        return parse_failure(fmt::format("it begins like JSON, but is none from byte {} on", at),
                             at);
    }
    std::vector<Game> games;
    for (const WrittenMoves& moves : collector.games()) {
        auto game = parse_moves(with_passes(moves.from_zero));
        if (!game && moves.from_one != moves.from_zero) {
            if (auto other = parse_moves(with_passes(moves.from_one))) game = std::move(other);
        }
        if (!game) return parse_failure(game.error().message);
        games.push_back(std::move(*game));
    }
    std::erase_if(games, [](const Game& game) { return game.moves().empty(); });
    if (games.empty()) return parse_failure("this JSON has no list of moves under 'moves'");
    return games;
}

} // namespace emilia
