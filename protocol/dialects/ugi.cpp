// UGI, the Universal Game Interface: UCI for any game of two players. A manager sends whole
// positions and limits; the search runs in its own thread, so that `stop`, `isready` and `query`
// are answered during it. Player 1 is black, who begins; times are in milliseconds.

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/board_text.h"
#include "engine/notation/move_list.h"
#include "engine/play/bounds.h"
#include "engine/play/runner.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The error message of a command, or none.
using Problem = std::optional<std::string>;
using Failure = tl::unexpected<std::string>;

constexpr std::string_view pass_word = "0000";

std::string move_text(Square move) {
    return is_on_board(move) ? to_string(move) : std::string(pass_word);
}

std::string info_text(const Line& line, Nodes nodes, double seconds) {
    std::string text = fmt::format("info depth {} score cp {} nodes {} nps {} time {:.0f} pv",
                                   line.depth, line.value.in_discs().hundredths(), nodes,
                                   per_second(nodes, seconds), 1000 * seconds);
    for (const Square move : line.principal_variation) text += fmt::format(" {}", move_text(move));
    return text;
}

/// The arguments of `go`.
struct SearchRequest {
    using Number = std::optional<std::int64_t>;
    Number movetime{};
    Number depth{};
    Number nodes{};
    Number btime{};
    Number wtime{};
    Number binc{};
    Number winc{};
    Number movestogo{};
    bool infinite = false;

    /// The clock of the side to move, or one for this move alone; none: no time was given.
    [[nodiscard]] std::optional<GameClock> clock(Color color) const noexcept {
        const auto seconds = [](std::int64_t milliseconds) {
            return static_cast<double>(std::max<std::int64_t>(milliseconds, 0)) / 1000;
        };
        if (movetime) return GameClock{.seconds = seconds(*movetime), .moves = 1};
        const Number& time = color == Color::black ? btime : wtime;
        if (!time) return std::nullopt;
        GameClock clock{.seconds = seconds(*time),
                        .increment = seconds((color == Color::black ? binc : winc).value_or(0))};
        if (movestogo) clock.moves = static_cast<int>(std::clamp<std::int64_t>(*movestogo, 1, 60));
        return clock;
    }
};

tl::expected<SearchRequest, std::string> read_request(std::string_view words) {
    struct Row {
        std::string_view name;
        SearchRequest::Number SearchRequest::*number;
        std::int64_t least;
    };
    constexpr std::int64_t any = std::numeric_limits<std::int64_t>::min();
    static constexpr auto numbers = std::to_array<Row>({
        {"movetime", &SearchRequest::movetime, any},
        {"depth", &SearchRequest::depth, 1},
        {"nodes", &SearchRequest::nodes, 1},
        {"btime", &SearchRequest::btime, any},
        {"wtime", &SearchRequest::wtime, any},
        {"binc", &SearchRequest::binc, any},
        {"winc", &SearchRequest::winc, any},
        {"p1time", &SearchRequest::btime, any},
        {"p2time", &SearchRequest::wtime, any},
        {"p1inc", &SearchRequest::binc, any},
        {"p2inc", &SearchRequest::winc, any},
        {"movestogo", &SearchRequest::movestogo, 1},
    });
    SearchRequest request;
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
        if (word == "infinite") {
            request.infinite = true;
            continue;
        }
        const Row* const row = row_named(numbers, word);
        if (row == nullptr) return Failure(fmt::format("go has no {}", in_quotes(word)));
        const std::string_view text = take_word(words);
        const auto number = whole_number<std::int64_t>(text);
        if (!number || *number < row->least)
            return Failure(fmt::format("go {} takes a whole number{}, not {}", word,
                                       row->least == 1 ? " from 1 on" : "", in_quotes(text)));
        request.*(row->number) = *number;
    }
    return request;
}

Parsed<Position> read_start(std::string_view text) {
    return read_board(text).and_then([text](const BoardText& board) -> Parsed<Position> {
        if (!board.to_move) return parse_failure(std::string(whose_move));
        const std::string_view behind = trimmed(text.substr(board.end));
        if (!behind.empty()) return parse_failure(fmt::format("unexpected {}", in_quotes(behind)));
        return Position::of(board.black, board.white, *board.to_move);
    });
}

class Ugi : public Dialect {
public:
    explicit Ugi(Session& session) : session_(session), settings_(session.engine.settings()) {}

    bool handle(std::string_view line) override {
        std::string_view words = line;
        const std::string_view word = take_word(words);
        Problem problem;
        if (const Command* const command = row_named(commands(), word)) {
            problem = (this->*command->run)(trimmed(words));
        } else if (TypedCommands::has(word)) {
            problem = TypedCommands(session_, ugi_help).answer(word, words, [this] { halt(); });
        } else if (!word.empty()) {
            problem = fmt::format("unknown command {}", in_quotes(word));
        }
        if (problem) session_.dialogue.reply(fmt::format("info string Error: {}", *problem));
        return !quit_;
    }

private:
    struct Command {
        std::string_view name;
        Problem (Ugi::*run)(std::string_view arguments);
    };
    static std::span<const Command> commands() noexcept;

    /// Ends the search, which then says its move.
    void halt() {
        runner_.stop();
        session_.engine.change_limits(settings_);
    }

    Problem greet(std::string_view) {
        session_.dialogue.reply(fmt::format("id name {} {}\n"
                                            "id author the authors of Emilia\n"
                                            "option name Level type spin default {} min {} max {}",
                                            session_.name, program_version(),
                                            settings_.level.value_or(greatest_level), least_level,
                                            greatest_level));
        if (!session_.note.empty())
            session_.dialogue.reply(fmt::format("info string {}", session_.note));
        session_.dialogue.reply("ugiok");
        return {};
    }

    Problem is_ready(std::string_view) {
        session_.dialogue.reply("readyok");
        return {};
    }

    Problem set_option(std::string_view words) {
        const bool is_named = take_word(words) == "name";
        const std::string_view name = take_word(words);
        const bool has_value = take_word(words) == "value";
        if (!is_named || !has_value) return "setoption needs name NAME value VALUE";
        if (!equal_ignoring_case(name, "Level"))
            return fmt::format("there is no option {}, only Level", in_quotes(name));
        const auto level = whole_number(trimmed(words));
        if (!level || !level_bounds.contain(*level))
            return fmt::format("Level is {} to {}, not {}", least_level, greatest_level,
                               in_quotes(trimmed(words)));
        settings_.level = *level;
        halt();
        return {};
    }

    Problem new_game(std::string_view) {
        halt();
        session_.game = Game();
        session_.chooser.new_game();
        return {};
    }

    Problem set_position(std::string_view words) {
        const std::string_view kind = take_word(words);
        if (kind != "startpos" && kind != "fen") return "position needs startpos or fen BOARD";
        std::string board;
        std::string_view word = take_word(words);
        for (; !word.empty() && word != "moves"; word = take_word(words))
            board += fmt::format("{}{}", board.empty() ? "" : " ", word);
        if (kind == "startpos" && !board.empty())
            return fmt::format("unexpected {}", in_quotes(board));
        const Parsed<Position> start = kind == "fen" ? read_start(board) : Position();
        if (!start) return start.error().message;
        std::string moves;
        while (!(word = take_word(words)).empty())
            moves += fmt::format("{} ", word == pass_word ? "pa" : word);
        Parsed<Game> game = parse_moves(moves, *start);
        if (!game) return game.error().message;
        halt();
        session_.game = std::move(*game);
        return {};
    }

    Problem go(std::string_view words) {
        const auto request = read_request(words);
        if (!request) return request.error();
        halt();
        EngineSettings limits = settings_;
        if (request->depth) {
            const auto depth = std::min<std::int64_t>(*request->depth, depth_bounds.greatest);
            limits.depth =
                std::min(static_cast<Depth>(depth), limits.depth.value_or(depth_bounds.greatest));
        }
        if (request->nodes) {
            const auto nodes = static_cast<Nodes>(*request->nodes);
            limits.nodes = std::min(nodes, limits.nodes.value_or(nodes));
        }
        session_.engine.change_limits(limits);
        try {
            runner_.start([this, position = session_.game.position(),
                           asked = *request](const Stop& stop) { answer(position, asked, stop); });
        } catch (const std::system_error& error) {
            return error.what();
        }
        return {};
    }

    /// Runs on the runner's thread.
    void answer(const Position& position, const SearchRequest& asked, const Stop& stop) {
        bool shown = false;
        const auto show = [&](const SearchResult& sofar) {
            shown = true;
            session_.dialogue.reply(info_text(sofar.lines.front(), sofar.nodes, sofar.seconds));
        };
        Session& session = session_;
        ChosenMove chosen;
        if (asked.infinite && session.chooser.engine_plays()) {
            SearchResult result = session.engine.analyze(position.board, 1, unlimited_seconds,
                                                         &stop.flag(), {.iteration = show});
            if (!result.lines.empty())
                chosen = {result.lines.front().move, result.lines.front(), result.nodes,
                          result.seconds};
        } else {
            chosen = session.chooser.choose(position.board, asked.clock(position.to_move),
                                            &stop.flag(), {}, {.iteration = show});
        }
        // A book move has no iterations.
        if (!shown && chosen.line)
            session.dialogue.reply(info_text(*chosen.line, chosen.nodes, chosen.seconds));
        // The manager waits for the move of `go infinite` only after its `stop`.
        constexpr std::chrono::milliseconds pause(1);
        while (asked.infinite && !stop.is_requested()) std::this_thread::sleep_for(pause);
        session.dialogue.reply(fmt::format("bestmove {}", move_text(chosen.move)));
    }

    Problem stop(std::string_view) {
        halt();
        return {};
    }

    Problem query(std::string_view what) {
        const auto& [board, to_move] = session_.game.position();
        const int score = to_move == Color::black ? board.final_score() : -board.final_score();
        if (what == "gameover") return respond(board.is_over() ? "true" : "false");
        if (what == "p1turn") return respond(to_move == Color::black ? "true" : "false");
        if (what == "result") {
            return respond(!board.is_over() ? "none"
                           : score > 0      ? "p1win"
                           : score < 0      ? "p2win"
                                            : "draw");
        }
        return fmt::format("query knows gameover, p1turn and result, not {}", in_quotes(what));
    }

    Problem respond(std::string_view answer) {
        session_.dialogue.reply(fmt::format("response {}", answer));
        return {};
    }

    Problem quit(std::string_view) {
        quit_ = true;
        return {};
    }

    Session& session_;
    EngineSettings settings_; ///< between the searches: without the limits of a `go`
    bool quit_ = false;
    Runner runner_; ///< last, because its search uses the members above
};

std::span<const Ugi::Command> Ugi::commands() noexcept {
    static constexpr auto all = std::to_array<Command>({
        {"ugi", &Ugi::greet},
        {"isready", &Ugi::is_ready},
        {"setoption", &Ugi::set_option},
        {"uginewgame", &Ugi::new_game},
        {"position", &Ugi::set_position},
        {"go", &Ugi::go},
        {"stop", &Ugi::stop},
        {"query", &Ugi::query},
        {"quit", &Ugi::quit},
    });
    return all;
}

} // namespace

std::unique_ptr<Dialect> make_ugi(Session& session) {
    return std::make_unique<Ugi>(session);
}

} // namespace emilia
