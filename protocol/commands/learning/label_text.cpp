#include "protocol/commands/learning/label_text.h"

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/obf.h"
#include "engine/system/standard_streams.h"
#include "protocol/commands/command.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/reports/message.h"
#include "protocol/reports/position_report.h"
#include "protocol/reports/result_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <boost/lexical_cast.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

/// By LabelSource.
constexpr std::array<std::string_view, 3> source_words = {"exact", "later", "search"};

constexpr std::string_view columns = "board,player,score,source,distance,game";

/// What a line says of a position, by column.
using Fields = std::map<std::string, std::string, std::less<>>;

struct Labelled {
    LabelledPosition position;
    std::optional<std::uint32_t> game{};
};

/// Fails for a text that is no such number.
template <typename Number>
Number number_of(const std::string& text, std::string_view column) {
    Number number{};
    const bool is_number =
        boost::conversion::try_lexical_convert(std::string(trimmed(text)), number);
    if (!is_number) fail("{} is no number for the {}", in_quotes(text), column);
    return number;
}

/// A position in which the side to move has a move: one that must pass is left to the opponent.
Labelled labelled(const Position& position, double discs, LabelSource source) {
    constexpr int most = square_count;
    if (!(std::abs(discs) <= most)) fail("{} is not a score from -{} to {}", discs, most, most);
    Score score = Score::nearest(discs);
    Board board = position.board;
    if (board.is_over()) fail("the game is over");
    if (board.must_pass()) {
        board = board.after(Square::pass);
        score = -score;
    }
    return {.position = {.board = board, .score = score, .source = source}};
}

Labelled from_fields(const Fields& fields) {
    const auto find = [&fields](std::string_view column) -> const std::string* {
        const auto found = fields.find(column);
        return found == fields.end() || found->second.empty() ? nullptr : &found->second;
    };
    const std::string* const board = find("board");
    const std::string* const score = find("score");
    if (board == nullptr || score == nullptr) fail("the line has no board or no score");
    const std::string* const player = find("player");
    const auto problem = parse_obf(player == nullptr ? *board : *board + ' ' + *player);
    if (!problem) fail("{}", problem.error().message);
    const std::string* source = find("source");
    if (source == nullptr) source = find("certainty");
    LabelSource found = LabelSource::search;
    for (std::size_t at = 0; source != nullptr && at < source_words.size(); ++at)
        if (*source == source_words[at]) found = static_cast<LabelSource>(at);
    Labelled label = labelled(problem->position, number_of<double>(*score, "score"), found);
    if (const auto* const distance = find("distance")) {
        const int discs = number_of<int>(*distance, "distance");
        if (discs < 0 || discs > square_count) fail("{} is no distance", discs);
        label.position.distance = static_cast<std::uint8_t>(discs);
    }
    if (const auto* const game = find("game")) label.game = number_of<std::uint32_t>(*game, "game");
    return label;
}

Fields fields_of_json(std::string_view line) {
    try {
        Fields fields;
        const nlohmann::json object = nlohmann::json::parse(line);
        for (const auto& [key, value] : object.items())
            fields[key] = value.is_string() ? value.get<std::string>()
                          : value.is_null() ? ""
                                            : value.dump();
        return fields;
    } catch (const nlohmann::json::exception&) {
        fail("the line is no JSON");
    }
}

std::vector<std::string> cells_of(std::string_view line) {
    std::vector<std::string> cells;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        cells.emplace_back(trimmed(line.substr(begin, end - begin)));
        begin = end + 1;
    }
    return cells;
}

/// Reads the lines of one file.
class LabelReader {
public:
    /// None for a line that names columns.
    tl::expected<std::optional<Labelled>, std::string> read(std::string_view line) {
        try {
            return parse(line);
        } catch (const std::runtime_error& error) {
            return tl::unexpected(std::string(error.what()));
        }
    }

private:
    std::optional<Labelled> parse(std::string_view line) {
        if (line.starts_with('{')) return from_fields(fields_of_json(line));
        if (line.find(',') == std::string_view::npos) return from_obf(line);
        std::vector<std::string> cells = cells_of(line);
        const auto is_name = [&cells](std::string_view name) {
            return std::find(cells.begin(), cells.end(), name) != cells.end();
        };
        if (is_name("board") && is_name("score")) {
            names_ = std::move(cells);
            return std::nullopt;
        }
        Fields fields;
        for (std::size_t at = 0; at < std::min(cells.size(), names_.size()); ++at)
            fields[names_[at]] = std::move(cells[at]);
        return from_fields(fields);
    }

    static Labelled from_obf(std::string_view line) {
        const auto problem = parse_obf(line);
        if (!problem) fail("{}", problem.error().message);
        const auto discs = problem->best_discs();
        if (!discs) fail("the line has no score");
        return labelled(problem->position, *discs, LabelSource::exact);
    }

    std::vector<std::string> names_ = {"board", "score"};
};

/// Puts positions into blocks, those of a game together, others by the number.
class Blocks {
public:
    explicit Blocks(PositionWriter& writer) : writer_(writer) {}

    void add(const Labelled& label) {
        constexpr std::size_t most_without_game = 64;
        const std::int64_t game = label.game ? std::int64_t{*label.game} : no_game;
        const bool full = game == no_game && positions_.size() == most_without_game;
        if (full || game_ != game) finish();
        game_ = game;
        positions_.push_back(label.position);
    }

    void finish() {
        if (positions_.empty()) return;
        const auto number = game_ == no_game ? next_++ : static_cast<std::uint32_t>(game_);
        const auto found = writer_.games().find(number);
        if (found == writer_.games().end()) {
            or_throw(writer_.append(number, positions_));
        } else if (found->second != positions_.back().board) {
            fail("the file has other positions as game {}; what came before has been added; use "
                 "another --output",
                 number);
        }
        positions_.clear();
    }

private:
    static constexpr std::int64_t no_game = -1;

    PositionWriter& writer_;
    std::vector<LabelledPosition> positions_;
    std::int64_t game_ = no_game; ///< of these
    std::uint32_t next_ = 0;
};

} // namespace

void add_scores(const std::vector<std::string>& files, PositionWriter& writer,
                Complaints& complaints) {
    Blocks blocks(writer);
    for (const std::string& file : files) {
        const auto input = open_input(file);
        LabelReader reader;
        std::string line;
        for (std::size_t number = 1; read_line(*input, line); ++number) {
            const std::string_view text =
                number == 1 ? without_byte_order_mark(line) : std::string_view(line);
            if (is_obf_comment(text)) continue;
            const auto label = reader.read(trimmed(text));
            if (!label) {
                complaints.add(fmt::format("{}:{}: {}", file, number, label.error()));
            } else if (*label) {
                blocks.add(**label);
            }
        }
    }
    blocks.finish();
    complaints.finish();
}

void print_labels(const std::string& file, bool csv) {
    if (csv) std::cout << columns << '\n';
    or_throw(read_positions(file, [csv](std::uint32_t game, auto positions) {
        for (const auto& [board, score, source, distance] : positions) {
            const std::string text = to_string(Position{board, Color::black});
            const std::string squares = text.substr(0, square_count);
            const std::string_view word = source_words[static_cast<std::size_t>(source)];
            const std::string discs = number_text(score);
            if (csv) {
                print("{},X,{},{},{},{}\n", squares, discs, word, distance, game);
            } else {
                print(R"({{"format":{},"board":"{}","player":"X","empties":{},"score":{},)"
                      R"("source":"{}","distance":{},"game":{}}})"
                      "\n",
                      json_format, squares, board.empties(), discs, word, distance, game);
            }
        }
    }));
    flush_output();
}

} // namespace emilia
