#include "protocol/commands/book/repertoire_options.h"

#include "engine/base/files.h"
#include "engine/board/symmetry.h"
#include "engine/system/paths.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/names.h"
#include "protocol/reports/message.h"

#include <filesystem>

#include <fmt/format.h>

namespace emilia {

std::optional<std::string> place_of_choices(const std::optional<std::string>& given) {
    if (given) return *given;
    const auto folder = user_data_folder();
    if (!folder) return std::nullopt;
    return to_text(*folder / "emilia" / "repertoire.txt");
}

RepertoireChoices read_choices(const std::string& file) {
    auto choices = RepertoireChoices::parse(or_throw(read_file(file)));
    if (!choices) {
        fail("'{}', {}; correct the line, or choose another file with --choices", file,
             choices.error().message);
    }
    return std::move(*choices);
}

RepertoireChoices choices_so_far(const std::optional<std::string>& file) {
    std::error_code ignored;
    if (!file || !std::filesystem::exists(to_path(*file), ignored)) return {};
    return read_choices(*file);
}

RepertoireSide RepertoireOptions::side(const Game& first) const {
    return {.to_move = first.position().to_move == *color,
            .loss = loss,
            .choices =
                choices_file ? read_choices(*choices_file) : choices_so_far(place_of_choices({}))};
}

void add_repertoire(CommandOptions& options, RepertoireOptions& repertoire,
                    const std::string& help_of_color) {
    add_color(options, repertoire.color, help_of_color);
    options.number(
        "loss", "DISCS", Bounds{0.0, 128.0},
        [&repertoire](double discs) { repertoire.loss = Score::nearest(discs); },
        "an answer is good if it loses at most DISCS against the best one",
        fmt::format("{}", repertoire.loss.discs()));
    options.output("choices", "FILE", repertoire.choices_file,
                   "the moves that you prefer or avoid (default: repertoire.txt in your data "
                   "folder)");
}

void check_first(const Game& game) {
    check_usage(!game.position().board.is_over(), "the game is over in this position");
    check_usage(game.start().board.empties() <= max_book_empties,
                "a position of a book has at least four discs");
}

GrowthScope ScopeOptions::scope() const {
    const Game first = from.value_or(Game());
    GrowthScope scope{.first = first.position().board, .plies = plies};
    if (repertoire.color) scope.side = repertoire.side(first);
    return scope;
}

std::vector<Board> ScopeOptions::way() const {
    std::vector<Board> way;
    if (!from) return way;
    Game game = *from;
    do {
        way.push_back(canonical(game.position().board));
    } while (game.undo());
    return way;
}

void add_scope(CommandOptions& options, ScopeOptions& scope) {
    options.group("Part of the book");
    options.parsed(
        "from", "POSITION",
        [&scope](const std::string& word) {
            scope.from = given_game({word});
            check_first(*scope.from);
        },
        "grow only behind this position: moves such as f5d6c3, or a board in quotes");
    options.number("plies", "N", scope.plies, {1, max_book_empties},
                   "grow at most N moves behind it");
    add_repertoire(options, scope.repertoire,
                   "grow a repertoire for this side, black or white: its best move, or the one in "
                   "--choices, and all good answers of the other side");
    options.finally([&options] {
        for (const char* of_side : {"loss", "choices"})
            check_usage(options.given("color") || !options.given(of_side), "--{} needs --color",
                        of_side);
        for (const char* of_part : {"from", "plies", "color"}) options.exclude("deepen", of_part);
    });
}

} // namespace emilia
