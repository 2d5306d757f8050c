#include "protocol/play/play_command.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"
#include "engine/play/level.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace emilia {
namespace {

/// What must follow a command's word.
enum class Argument { none, on_or_off, level, moves, text };

struct Row {
    std::string_view word;
    std::string_view short_word; ///< may be empty
    PlayVerb verb;
    Argument argument;
    std::string_view example;
    std::string_view help;
};

constexpr int default_hints = 3;
constexpr int most_hints = 20;

constexpr auto rows = std::to_array<Row>({
    {"undo", "u", PlayVerb::undo, Argument::none, "undo", "take back your last move"},
    {"redo", "", PlayVerb::redo, Argument::none, "redo", "play again what undo has taken back"},
    {"hint", "h", PlayVerb::hint, Argument::moves, "hint 5",
     "show the best moves, three unless you say how many"},
    {"eval", "e", PlayVerb::evaluation, Argument::on_or_off, "eval on",
     "show who is ahead in each position"},
    {"comment", "c", PlayVerb::comments, Argument::on_or_off, "comment on",
     "say after a bad move what would have been better"},
    {"switch", "", PlayVerb::switch_sides, Argument::none, "switch",
     "play on with the other colour"},
    {"level", "l", PlayVerb::level, Argument::level, "level 5",
     "play against Emilia at a level from 1 to 60"},
    {"adapt", "", PlayVerb::adapt, Argument::on_or_off, "adapt on",
     "let the level rise when you win and fall when you lose"},
    {"player", "", PlayVerb::player, Argument::text, "player iago",
     "play against a player of the literature"},
    {"clock", "", PlayVerb::clock, Argument::text, "clock 5",
     "begin a new game with 5 minutes for each side"},
    {"new", "n", PlayVerb::new_game, Argument::none, "new", "begin a new game"},
    {"save", "s", PlayVerb::save, Argument::text, "save game.ggf",
     "save the game, as GGF or (.sgf) as SGF"},
    {"load", "", PlayVerb::load, Argument::text, "load game.sgf", "go on with a saved game"},
    {"resume", "r", PlayVerb::resume, Argument::none, "resume",
     "go on with the game that was not finished"},
    {"analysis", "a", PlayVerb::analysis, Argument::none, "analysis",
     "show what each move of the game has lost"},
    {"moves", "m", PlayVerb::moves, Argument::none, "moves", "list the moves of the game"},
    {"board", "b", PlayVerb::board, Argument::none, "board", "show the board again"},
    {"help", "?", PlayVerb::help, Argument::none, "help", "show this list"},
    {"quit", "q", PlayVerb::quit, Argument::none, "quit", "end; an unfinished game is kept"},
});

const Row* find_row(std::string_view word) {
    const auto found = std::find_if(rows.begin(), rows.end(), [word](const Row& row) {
        return equal_ignoring_case(row.word, word)
               || (!row.short_word.empty() && equal_ignoring_case(row.short_word, word));
    });
    return found == rows.end() ? nullptr : &*found;
}

tl::unexpected<std::string> wrong(const Row& row, std::string_view what) {
    return tl::unexpected(fmt::format("{} {}, as in: {}", row.word, what, row.example));
}

tl::unexpected<std::string> needs_number(const Row& row, int least, int greatest) {
    return wrong(row, fmt::format("needs a number from {} to {}", least, greatest));
}

tl::expected<PlayCommand, std::string> with_argument(const Row& row, std::string_view argument) {
    PlayCommand command{.verb = row.verb};
    switch (row.argument) {
    case Argument::none:
        if (!argument.empty()) return wrong(row, "takes no other word");
        break;
    case Argument::on_or_off:
        command.on = equal_ignoring_case(argument, "on");
        if (!command.on && !equal_ignoring_case(argument, "off")) return wrong(row, "is on or off");
        break;
    case Argument::level:
        command.number = whole_number(argument).value_or(0);
        if (command.number < least_level || command.number > greatest_level)
            return needs_number(row, least_level, greatest_level);
        break;
    case Argument::moves:
        command.number = argument.empty() ? default_hints : whole_number(argument).value_or(0);
        if (command.number < 1 || command.number > most_hints)
            return needs_number(row, 1, most_hints);
        break;
    case Argument::text:
        if (argument.empty()) return wrong(row, "needs another word");
        command.text = argument;
        break;
    }
    return command;
}

} // namespace

tl::expected<PlayCommand, std::string> parse_play_command(std::string_view line) {
    std::string_view rest = trimmed(line);
    const std::string_view word = take_word(rest);
    if (const Row* const row = find_row(word)) return with_argument(*row, trimmed(rest));
    const auto move = parse_square(word);
    if (!move) {
        return tl::unexpected(
            fmt::format("{} is neither a move, such as f5, nor a command; help lists the commands",
                        in_quotes(word)));
    }
    if (!trimmed(rest).empty()) return tl::unexpected<std::string>("give one move at a time");
    return PlayCommand{.verb = PlayVerb::move, .move = *move};
}

std::string play_help() {
    std::string text = fmt::format("  {:16} {}\n  {:16} {}\n", "f5", "play a move", "pass",
                                   "pass, when you have no move");
    for (const Row& row : rows) {
        const std::string shorter =
            row.short_word.empty() ? "" : fmt::format(" ({})", row.short_word);
        text += fmt::format("  {:16} {}{}\n", row.example, row.help, shorter);
    }
    return text;
}

} // namespace emilia
