#include "protocol/dialects/typed_commands.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/position.h"
#include "protocol/reports/result_text.h"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

using Failure = tl::unexpected<std::string>;

std::string analysis_text(const SearchResult& result) {
    std::string text;
    for (const Line& line : result.lines) {
        text += fmt::format("{}info move {} score {:+.2f} depth {} certainty {} nodes {} "
                            "seconds {:.3f} pv",
                            text.empty() ? "" : "\n", typed_move(line.move),
                            line.value.in_discs().discs(), line.depth, certainty_word(line),
                            result.nodes, result.seconds);
        for (const Square square : line.principal_variation)
            text += fmt::format(" {}", typed_move(square));
    }
    return text;
}

} // namespace

std::string typed_move(Square move) {
    return move == Square::pass ? "pass" : to_string(move);
}

std::string help_text(std::string_view own_commands) {
    return fmt::format(
        "You can type:\n"
        "{}"
        "  showboard                   show the board\n"
        "  emilia-set-position P       set up a board string (64 squares and the\n"
        "                              side to move), or play moves such as f5d6c3\n"
        "  emilia-evaluate             evaluate the position without a search\n"
        "  emilia-analyze 3            analyze the best 3 moves until you press Enter\n"
        "  emilia-legal_moves          list the legal moves\n"
        "  help                        show this text\n"
        "A board string has black X, white O, empty -. Scores are in discs for the\n"
        "side to move.",
        own_commands);
}

tl::expected<Game, std::string> typed_game(std::string_view text) {
    if (trimmed(text).empty())
        return Failure("a board string or moves are missing, as in: emilia-set-position f5d6c3");
    Parsed<Game> game = read_pasted_game(text);
    if (!game) return Failure(game.error().message);
    return std::move(*game);
}

std::string evaluation_text(const Session& session, const Position& position) {
    return fmt::format("{:+.2f}", session.engine.evaluate(position.board).discs());
}

std::string legal_moves_text(const Position& position) {
    if (position.board.must_pass()) return typed_move(Square::pass);
    std::string text;
    for (const Square move : squares_of(position.board.legal_moves()))
        text += fmt::format("{}{}", text.empty() ? "" : " ", typed_move(move));
    return text;
}

void stream_analysis(Session& session, const Position& position, int lines) {
    const auto search = [&](const Stop& stop) {
        const auto stop_after_end_of_input = [&](const SearchResult& sofar) {
            const double limit =
                session.engine.settings().seconds.value_or(session.seconds_after_end_of_input);
            if (sofar.seconds > limit && session.dialogue.ended()) stop.request();
        };
        bool shown = false;
        const auto show = [&](const SearchResult& sofar) {
            shown = true;
            session.dialogue.reply(analysis_text(sofar));
            stop_after_end_of_input(sofar);
        };
        const SearchResult result =
            session.engine.analyze(position.board, lines, unlimited_seconds, &stop.flag(),
                                   {.iteration = show, .pulse = stop_after_end_of_input});
        if (!shown && !result.lines.empty()) session.dialogue.reply(analysis_text(result));
    };
    session.search(search, CommandQueue::Sign::line);
}

struct TypedCommands::Command {
    std::string_view name;
    Answer (TypedCommands::*read)(std::string_view arguments);
};

const TypedCommands::Command* TypedCommands::find(std::string_view word) noexcept {
    static constexpr auto all = std::to_array<Command>({
        {"help", &TypedCommands::help},
        {"showboard", &TypedCommands::show_board},
        {"emilia-set-position", &TypedCommands::set_position},
        {"emilia-evaluate", &TypedCommands::evaluate},
        {"emilia-analyze", &TypedCommands::analyze},
        {"emilia-legal_moves", &TypedCommands::list_legal_moves},
    });
    return row_named(all, word);
}

bool TypedCommands::has(std::string_view word) noexcept {
    return find(word) != nullptr;
}

std::optional<std::string> TypedCommands::answer(std::string_view word, std::string_view arguments,
                                                 const std::function<void()>& halt) {
    const Answer answer = (this->*find(word)->read)(trimmed(arguments));
    if (!answer) return answer.error();
    if (halt) halt();
    (*answer)();
    return std::nullopt;
}

TypedCommands::Answer TypedCommands::help(std::string_view) {
    return [this] { session_.dialogue.reply(help_text(own_commands_)); };
}

TypedCommands::Answer TypedCommands::show_board(std::string_view) {
    return [this] { session_.dialogue.reply(draw_board(session_.game.position())); };
}

TypedCommands::Answer TypedCommands::set_position(std::string_view text) {
    auto game = typed_game(text);
    if (!game) return Failure(std::move(game.error()));
    return [this, game = std::move(*game)] {
        session_.game = game;
        session_.chooser.new_game();
        session_.dialogue.reply(draw_board(session_.game.position()));
    };
}

TypedCommands::Answer TypedCommands::evaluate(std::string_view) {
    return [this] { session_.dialogue.reply(evaluation_text(session_, session_.game.position())); };
}

TypedCommands::Answer TypedCommands::list_legal_moves(std::string_view) {
    return [this] { session_.dialogue.reply(legal_moves_text(session_.game.position())); };
}

TypedCommands::Answer TypedCommands::analyze(std::string_view number) {
    const auto lines = number.empty() ? square_count : whole_number(number);
    if (!lines || *lines < 1) return Failure("emilia-analyze takes the number of moves to show");
    return [this, lines = *lines] { stream_analysis(session_, session_.game.position(), lines); };
}

} // namespace emilia
