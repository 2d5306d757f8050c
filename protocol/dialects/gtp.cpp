// GTP, the Go Text Protocol, version 2, as Othello programs such as Quarry and GoGui speak it.
// Commands are answered in order, each after the previous one is done; at the end of the input the
// session ends after the last reply. Clients may send passes or leave them out.

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/base/unpacked.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/position.h"
#include "engine/system/process.h"
#include "protocol/dialects/gtp_clocks.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/reports/message.h"
#include "protocol/reports/result_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

/// A command's reply: the text after `=`, or the error message after `?`. No text means that the
/// command has already written its reply except for the empty line that ends it.
using Answer = tl::expected<std::optional<std::string>, std::string>;

tl::unexpected<std::string> failure(std::string message) {
    return tl::unexpected<std::string>(std::move(message));
}

std::optional<Color> parse_color(std::string_view text) {
    if (equal_ignoring_case(text, "b") || equal_ignoring_case(text, "black")) return Color::black;
    if (equal_ignoring_case(text, "w") || equal_ignoring_case(text, "white")) return Color::white;
    return std::nullopt;
}

class Gtp : public Dialect {
public:
    explicit Gtp(Session& session) : session_(session) {}

    bool handle(std::string_view line) override {
        std::string text;
        for (const char c : line.substr(0, line.find('#'))) {
            if (c == '\t') text += ' ';
            // Drop control characters, as the specification says; keep bytes above ASCII, so that
            // the error message shows them.
            else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f')
                text += c;
        }
        std::string_view rest = text;
        std::string_view word = take_word(rest);
        if (word.empty()) return true;
        id_.clear();
        if (std::all_of(word.begin(), word.end(), is_digit)) {
            id_ = word;
            word = take_word(rest);
        }
        const Command* const command = row_named(commands(), word);
        const Answer answer =
            command == nullptr ? failure("unknown command") : (this->*command->run)(trimmed(rest));
        // An empty line ends each reply; Dialogue::reply adds the first of its two line feeds.
        if (answer && !*answer) {
            session_.dialogue.reply("");
        } else {
            const std::string& reply = answer ? **answer : answer.error();
            const bool blank = !reply.empty() && !reply.starts_with('\n');
            session_.dialogue.reply(
                fmt::format("{}{}{}{}\n", answer ? '=' : '?', id_, blank ? " " : "", reply));
        }
        return !quit_;
    }

private:
    struct Command {
        std::string_view name;
        Answer (Gtp::*run)(std::string_view arguments);
    };
    static std::span<const Command> commands() noexcept;

    Answer protocol_version(std::string_view) { return "2"; }
    Answer name(std::string_view) { return session_.name; }
    Answer version(std::string_view) { return std::string(program_version()); }

    Answer known_command(std::string_view argument) {
        return row_named(commands(), argument) == nullptr ? "false" : "true";
    }

    Answer list_commands(std::string_view) {
        std::string list;
        for (const Command& command : commands())
            list += fmt::format("{}{}", list.empty() ? "" : "\n", command.name);
        return list;
    }

    Answer quit(std::string_view) {
        quit_ = true;
        return "";
    }

    Answer boardsize(std::string_view argument) {
        if (whole_number(argument) != 8) return failure("unacceptable size");
        return clear_board({});
    }

    Answer clear_board(std::string_view) {
        start_game(Game());
        return "";
    }

    void start_game(Game game) {
        session_.game = std::move(game);
        session_.chooser.new_game();
        turns_.resize(session_.game.moves().size());
        std::iota(turns_.begin(), turns_.end(), std::size_t{0});
        clocks_.restart();
    }

    Answer komi(std::string_view argument) {
        if (!parse_decimal(argument)) return failure("komi is not a float");
        return "";
    }

    Answer play(std::string_view arguments) {
        const auto color = parse_color(take_word(arguments));
        const auto square = parse_square(trimmed(arguments));
        if (!color || !square) return failure("invalid color or coordinate");
        // GoGui sends some moves twice.
        const std::vector<PlayedMove>& moves = session_.game.moves();
        if (is_gogui_ && !moves.empty() && moves.back().move == *square
            && moves.back().color == *color)
            return "";
        if (auto problem = refuse_turn(*color)) return failure(*problem);
        if (!take_turn({.move = *square, .color = *color})) return failure("illegal move");
        return "";
    }

    /// Plays a move. Some clients send no passes; then it plays the missing one first. A pass after
    /// the end of the game is a turn, too, though it changes nothing: clients that hand passes on
    /// take them back.
    bool take_turn(const PlayedMove& move) {
        const std::size_t before = session_.game.moves().size();
        if (!session_.game.play_with_pass(move)) return false;
        turns_.push_back(before);
        return true;
    }

    /// Says why `color` can't move now. A side without a legal move needs no explicit pass.
    std::optional<std::string> refuse_turn(Color color) const {
        const Position& position = session_.game.position();
        const bool other_can_move = position.board.legal_moves() != 0;
        if (color != position.to_move && other_can_move) return "wrong colour";
        return std::nullopt;
    }

    /// Chooses a move for a color, and plays it if `play_it`.
    template <bool play_it>
    Answer genmove(std::string_view argument) {
        const auto color = parse_color(argument);
        if (!color) return failure("invalid color");
        if (session_.game.position().board.is_over()) {
            if (play_it) static_cast<void>(take_turn({.move = Square::pass, .color = *color}));
            return "pass";
        }
        if (auto problem = refuse_turn(*color)) return failure(*problem);
        Position position = session_.game.position();
        if (position.to_move != *color) position = position.after(Square::pass);
        const auto clock = play_it ? clocks_.clock(*color) : std::nullopt;
        const ChosenMove chosen = session_.chooser.choose(position.board, clock);
        if constexpr (play_it) {
            session_.own_move = {position, chosen.move};
            clocks_.spend(*color, chosen.seconds);
            PlayedMove move{.move = chosen.move, .color = *color, .seconds = chosen.seconds};
            if (chosen.line) move.evaluation = chosen.line->value.in_discs().discs();
            if (!take_turn(move)) {
                return failure("no legal move was found"); // a bug in the player: report it
            }
        }
        return typed_move(chosen.move);
    }

    /// `emilia-analyze [COLOR] [LINES]` writes a line for each of the best moves after each
    /// iteration, until the next command comes.
    Answer analyze(std::string_view arguments) {
        Position position = session_.game.position();
        std::string_view number = take_word(arguments);
        if (const auto color = parse_color(number)) {
            if (auto problem = refuse_turn(*color)) return failure(*problem);
            if (*color != position.to_move && !position.board.is_over())
                position = position.after(Square::pass);
            number = take_word(arguments);
        }
        const auto lines = number.empty() ? square_count : whole_number(number);
        if (!lines || *lines < 1 || !trimmed(arguments).empty())
            return failure("emilia-analyze needs a color, a number of moves, both or neither");
        session_.dialogue.reply(fmt::format("={}", id_));
        stream_analysis(session_, position, *lines);
        return std::nullopt;
    }

    Answer help(std::string_view) { return help_text(gtp_help); }

    Answer set_position(std::string_view text) {
        auto game = typed_game(text);
        if (!game) return failure(std::move(game.error()));
        start_game(std::move(*game));
        return "";
    }

    Answer evaluate(std::string_view) {
        return evaluation_text(session_, session_.game.position());
    }

    Answer legal_moves(std::string_view) { return legal_moves_text(session_.game.position()); }

    // GoGui shows another board than that of Go to an engine that has these.

    Answer gogui_game_id(std::string_view) {
        is_gogui_ = true;
        return "Othello";
    }

    Answer gogui_board_size(std::string_view) { return "8"; }

    /// Row 8 comes first: GoGui's row 1 is at the bottom, and each disc must be at the point that
    /// GoGui calls by the name of its square.
    Answer gogui_board(std::string_view) {
        const std::string squares = to_string(session_.game.position());
        std::string rows;
        for (int row = 7; row >= 0; --row) {
            for (int column = 0; column < 8; ++column) {
                const char disc = squares[static_cast<std::size_t>(8 * row + column)];
                rows += disc == '-' ? '.' : disc;
                if (column < 7) rows += ' ';
            }
            if (row > 0) rows += '\n';
        }
        return rows;
    }

    /// After the end, too: that there are no legal moves says that the game is over.
    Answer gogui_side_to_move(std::string_view) {
        return std::string(to_string(session_.game.position().to_move));
    }

    Answer gogui_final_result(std::string_view) {
        const auto lead = black_lead();
        if (!lead) return failure("the game is not over");
        const char* const outcome = *lead > 0 ? "Black wins" : *lead < 0 ? "White wins" : "A draw";
        return fmt::format("{}, {}", outcome, to_disc_counts(result_of_lead(*lead)).value());
    }

    Answer undo(std::string_view) {
        if (turns_.empty()) return failure("cannot undo");
        while (session_.game.moves().size() > turns_.back()) session_.game.undo();
        turns_.pop_back();
        return "";
    }

    Answer time_settings(std::string_view arguments) {
        const auto main = parse_decimal(take_word(arguments));
        const auto period = parse_decimal(take_word(arguments));
        const auto stones = whole_number(take_word(arguments));
        if (!main || !period || !stones || *main < 0 || *period < 0 || *stones < 0) {
            return failure("time_settings needs main time, byo-yomi time and stones");
        }
        clocks_.set({*main, *period, *stones});
        return "";
    }

    Answer time_left(std::string_view arguments) {
        const auto color = parse_color(take_word(arguments));
        const auto seconds = parse_decimal(take_word(arguments));
        const auto stones = whole_number(take_word(arguments));
        if (!color || !seconds || !stones || *stones < 0) {
            return failure("time_left needs a color, seconds and stones");
        }
        clocks_.set_left(*color, *seconds, *stones);
        return "";
    }

    Answer set_game(std::string_view argument) {
        if (!equal_ignoring_case(argument, "Othello")
            && !equal_ignoring_case(argument, "Reversi")) {
            return failure("unsupported game");
        }
        return clear_board({});
    }

    Answer list_games(std::string_view) { return "Othello"; }

    Answer loadsgf(std::string_view arguments) {
        const std::string file(take_word(arguments));
        const std::string_view number = trimmed(arguments);
        const auto before = whole_number(number);
        if (!number.empty() && (!before || *before < 1)) return failure("invalid move number");
        auto bytes = read_file(file);
        if (!bytes) return failure(fmt::format("cannot load file: {}", bytes.error()));
        const auto files = unpacked(std::move(*bytes));
        if (!files) return failure(fmt::format("cannot load file: '{}' {}", file, files.error()));
        if (files->size() > 1)
            return failure(fmt::format("cannot load file: '{}' holds {} files; unpack it first",
                                       file, files->size()));
        const std::string& text = files->front().bytes;
        // A number asks for the position before that move, no number for the end of the game.
        auto game =
            before ? parse_sgf(text, static_cast<std::size_t>(*before - 1)) : parse_sgf(text);
        if (!game) return failure(fmt::format("cannot load file: {}", game.error().message));
        start_game(std::move(*game));
        return "";
    }

    Answer showboard(std::string_view) {
        return fmt::format("\n{}", draw_board(session_.game.position()));
    }

    /// Of a finished game; empty squares count for the winner.
    std::optional<int> black_lead() const {
        const auto& [board, to_move] = session_.game.position();
        if (!board.is_over()) return std::nullopt;
        return to_move == Color::black ? board.final_score() : -board.final_score();
    }

    Answer final_score(std::string_view) {
        const auto lead = black_lead();
        if (!lead) return failure("cannot score: the game is not over");
        if (*lead == 0) return "0";
        return fmt::format("{}+{}", *lead > 0 ? 'B' : 'W', std::abs(*lead));
    }

    Answer cputime(std::string_view) { return fmt::format("{:.3f}", processor_seconds()); }

    Session& session_;
    std::string id_;                 ///< of the current command
    std::vector<std::size_t> turns_; ///< the game's length before each turn, for `undo`
    GtpClocks clocks_;
    bool is_gogui_ = false;
    bool quit_ = false;
};

std::span<const Gtp::Command> Gtp::commands() noexcept {
    static constexpr auto all = std::to_array<Command>({
        {"protocol_version", &Gtp::protocol_version},
        {"name", &Gtp::name},
        {"version", &Gtp::version},
        {"known_command", &Gtp::known_command},
        {"list_commands", &Gtp::list_commands},
        {"boardsize", &Gtp::boardsize},
        {"clear_board", &Gtp::clear_board},
        {"komi", &Gtp::komi},
        {"play", &Gtp::play},
        {"genmove", &Gtp::genmove<true>},
        {"reg_genmove", &Gtp::genmove<false>},
        {"undo", &Gtp::undo},
        {"time_settings", &Gtp::time_settings},
        {"time_left", &Gtp::time_left},
        {"set_game", &Gtp::set_game},
        {"list_games", &Gtp::list_games},
        {"loadsgf", &Gtp::loadsgf},
        {"showboard", &Gtp::showboard},
        {"final_score", &Gtp::final_score},
        {"cputime", &Gtp::cputime},
        {"help", &Gtp::help},
        {"emilia-set-position", &Gtp::set_position},
        {"emilia-evaluate", &Gtp::evaluate},
        {"emilia-analyze", &Gtp::analyze},
        {"emilia-legal_moves", &Gtp::legal_moves},
        {"gogui-rules_game_id", &Gtp::gogui_game_id},
        {"gogui-rules_board", &Gtp::gogui_board},
        {"gogui-rules_board_size", &Gtp::gogui_board_size},
        {"gogui-rules_legal_moves", &Gtp::legal_moves},
        {"gogui-rules_side_to_move", &Gtp::gogui_side_to_move},
        {"gogui-rules_final_result", &Gtp::gogui_final_result},
        {"quit", &Gtp::quit},
    });
    return all;
}

} // namespace

std::unique_ptr<Dialect> make_gtp(Session& session) {
    return std::make_unique<Gtp>(session);
}

} // namespace emilia
