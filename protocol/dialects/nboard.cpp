#include "protocol/dialects/nboard.h"

#include "engine/analysis/game_analysis.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pasted.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/dialects/dialogue.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

/// Limits each position of `analyze` if the command line sets no limit.
constexpr double seconds_a_position = 1.0;

/// Returns whether `later` begins with all the moves of `earlier`.
bool extends(const Game& later, const Game& earlier) {
    const auto same = [](const PlayedMove& a, const PlayedMove& b) { return a.move == b.move; };
    return later.start() == earlier.start() && later.moves().size() >= earlier.moves().size()
           && std::equal(earlier.moves().begin(), earlier.moves().end(), later.moves().begin(),
                         same);
}

class NBoard : public Dialect {
public:
    explicit NBoard(Session& session) : session_(session) {}

    bool handle(std::string_view line) override {
        take_learned();
        std::string_view rest = line;
        const std::string_view word = take_word(rest);
        if (word.empty()) return true;
        if (const Command* const command = row_named(commands(), word)) {
            (this->*command->run)(trimmed(rest));
            return !quit_;
        }
        if (TypedCommands::has(word)) {
            const auto problem = TypedCommands(session_, nboard_help).answer(word, rest);
            if (problem) complain(*problem);
            return true;
        }
        // Version 1 of the protocol sends a bare move.
        if (parse_ggf_move(word, session_.game.position().to_move)) {
            play(trimmed(line));
        } else {
            complain(fmt::format("unknown command {}", in_quotes(word)));
        }
        return true;
    }

private:
    struct Command {
        std::string_view name;
        void (NBoard::*run)(std::string_view argument);
    };
    static std::span<const Command> commands() noexcept;

    // The protocol has no error reply, but its clients show the status to the user.
    void complain(std::string_view message) {
        session_.dialogue.reply(fmt::format("status Error: {}", message));
    }

    /// Ends a request: shows the pending message in NBoard's status line, or clears it.
    void end_status() {
        const std::string text = news_.empty() && session_.book.is_learning()
                                     ? "Still learning the game"
                                 : news_.empty() ? point_first(session_.note)
                                                 : std::exchange(news_, {});
        session_.dialogue.reply(text.empty() ? "status" : fmt::format("status {}", text));
    }

    /// Plays from now on with what was learned, and keeps what to say about it.
    void take_learned() {
        for (const auto& learned : session_.book.take_learned()) {
            const std::string problem = learned ? "" : learned.error();
            if (!problem.empty() && problem != told_problem_) // a lasting problem is shown once
                news_ = fmt::format("Not learned: {}", point_first(problem));
            if (learned && *learned > 0)
                news_ =
                    fmt::format("Learned {} new position{}", *learned, *learned == 1 ? "" : "s");
            if (learned && *learned == 0) news_ = "The book has all of this game";
            told_problem_ = problem;
        }
    }

    /// NBoard wants one word.
    std::string name() const {
        const auto level = session_.engine.settings().level;
        return level && session_.chooser.engine_plays()
                   ? fmt::format("{}-{}", session_.name, *level)
                   : session_.name;
    }

    void say_name() {
        if (const std::string now = name(); now != said_name_) {
            session_.dialogue.reply(fmt::format("set myname {}", now));
            said_name_ = now;
        }
    }

    void greet(std::string_view version) {
        if (!whole_number(version)) return complain("nboard needs a version, such as nboard 2");
        said_name_.clear();
        say_name();
        end_status(); // NBoard shows "Loading" until the first status
    }

    void set(std::string_view argument) {
        const std::string_view name = take_word(argument);
        const std::string_view value = trimmed(argument);
        if (name == "game") return set_game(value);
        if (name == "depth") return set_depth(value);
        if (name == "contempt") {
            const auto contempt = whole_number(value);
            if (!contempt || *contempt < -100 || *contempt > 100)
                return complain("contempt is a whole number from -100 to 100");
            draw_for_black_ = Score::from_hundredths(*contempt);
            return;
        }
        complain(fmt::format("cannot set {}", in_quotes(name)));
    }

    void set_game(std::string_view text) {
        Parsed<Game> game = holds_game_text(text) ? parse_ggf(text) : read_pasted_game(text);
        if (!game) return complain(game.error().message);
        if (!extends(*game, session_.game)) session_.chooser.new_game();
        session_.game = std::move(*game);
    }

    void set_depth(std::string_view text) {
        const auto level = whole_number(text);
        if (!level || *level < least_level || *level > greatest_level) {
            return complain(fmt::format("depth is {} to {}, not {}", least_level, greatest_level,
                                        in_quotes(text)));
        }
        session_.engine.set_level(*level);
        if (!said_name_.empty()) say_name();
    }

    void play(std::string_view text) {
        const auto move = parse_ggf_move(text, session_.game.position().to_move);
        if (!move) return complain(move.error().message);
        if (const auto played = session_.game.play(*move); !played) {
            complain(played.error().message);
        }
    }

    void ping(std::string_view number) {
        if (!whole_number(number)) return complain("ping needs a whole number");
        session_.dialogue.reply(fmt::format("pong {}", number));
    }

    void clear(std::string_view) {
        session_.game = Game();
        session_.chooser.new_game();
    }

    std::optional<GameClock> clock() const {
        const Game& game = session_.game;
        const Color color = game.position().to_move;
        const auto& time = game.time_of(color);
        if (!time) return std::nullopt;
        const auto own_moves =
            std::count_if(game.moves().begin(), game.moves().end(), [color](const PlayedMove& m) {
                return m.color == color && m.move != Square::pass;
            });
        const double increment = time->increment;
        return GameClock{.seconds = time->seconds + increment * static_cast<double>(own_moves)
                                    - game.seconds_used(color),
                         .increment = increment};
    }

    void go(std::string_view) {
        session_.dialogue.reply("status Emilia is thinking");
        const Board& board = session_.game.position().board;
        ChosenMove chosen;
        NBoardEstimate estimate;
        const NBoardHints thoughts({}, 1);
        const auto show = [&](const SearchResult& sofar) {
            estimate.see(sofar);
            SearchResult shown = sofar;
            shown.lines.resize(1); // levels that err compare several moves
            shown.lines.front() = estimate.line(std::move(shown.lines.front()));
            reply_all(thoughts.of_iteration(shown));
        };
        session_.search([&](const Stop& stop) {
            chosen = session_.chooser.choose(board, clock(), &stop.flag(), draw(),
                                             {.iteration = show, .pulse = report_pulse()});
        });
        if (chosen.line && chosen.line->kind == ScoreKind::book) {
            reply_all(
                NBoardHints::of_move(session_.book.lines(board), chosen.move).before_search());
        }
        report_nodes(chosen.nodes, chosen.seconds);
        if (chosen.move == Square::none) { // the game is over, but the client waits for a reply
            session_.dialogue.reply("=== PA");
        } else {
            session_.own_move = {session_.game.position(), chosen.move};
            const std::string value =
                chosen.line
                    ? fmt::format("{:.2f}", estimate.line(*chosen.line).value.in_discs().discs())
                    : "";
            session_.dialogue.reply(
                fmt::format("=== {}/{}/{:.2f}", move_text(chosen.move), value, chosen.seconds));
        }
        end_status();
    }

    /// The value of a book draw for the side to move (`set contempt`).
    Score draw() const {
        return session_.game.position().to_move == Color::black ? draw_for_black_
                                                                : -draw_for_black_;
    }

    void hint(std::string_view number) {
        const auto lines = whole_number(number);
        if (!lines || *lines < 1) return complain("hint needs the number of moves to show");
        session_.dialogue.reply("status Emilia is analyzing");
        const Board& board = session_.game.position().board;
        const NBoardHints hints(session_.book.lines(board), *lines);
        reply_all(hints.before_search());
        const auto show = [&](const SearchResult& sofar) {
            reply_all(hints.of_iteration(sofar));
            report_nodes(sofar.nodes, sofar.seconds);
        };
        session_.search([&](const Stop& stop) {
            static_cast<void>(
                session_.engine.analyze(board, *lines, std::nullopt, &stop.flag(),
                                        {.iteration = show, .pulse = report_pulse()}));
        });
        end_status();
    }

    void reply_all(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) session_.dialogue.reply(line);
    }

    /// Keeps NBoard's counters running during a search.
    std::function<void(const SearchResult&)> report_pulse() {
        return [this](const SearchResult& sofar) { report_nodes(sofar.nodes, sofar.seconds); };
    }

    void report_nodes(Nodes nodes, double seconds) {
        session_.dialogue.reply(fmt::format("nodestats {} {:.2f}", nodes, seconds));
    }

    static std::string move_text(Square move) {
        return move == Square::pass ? "PA" : to_string(move);
    }

    /// Shows how a lesson goes as long as NBoard waits for it. The lesson may take longer.
    struct LessonWatch {
        std::mutex mutex;
        bool watching = true;
        std::atomic<bool> ended = false;
    };

    void learn(std::string_view) {
        session_.dialogue.reply("status Emilia is learning the game");
        const auto watch = std::make_shared<LessonWatch>();
        const auto show = [this, watch](std::size_t done, std::size_t all) {
            const std::lock_guard lock(watch->mutex);
            if (!watch->watching) return;
            session_.dialogue.reply(fmt::format("status Learning: {} of {} positions", done, all));
        };
        session_.book.learn(session_.game, session_.engine, show, [this, watch] {
            watch->ended = true;
            session_.dialogue.notify();
        });
        session_.dialogue.wait(CommandQueue::Sign::any, watch->ended);
        {
            const std::lock_guard lock(watch->mutex);
            watch->watching = false;
        }
        take_learned();
        session_.dialogue.reply("learned"); // which empties NBoard's status line
        end_status();
    }

    void analyze(std::string_view) {
        session_.dialogue.reply("status Emilia is analyzing the game");
        session_.search([this](const Stop& stop) { analyze_game(stop); });
        end_status();
    }

    /// Goes backwards, so that earlier positions find the exact scores of later ones in the hash
    /// table.
    void analyze_game(const Stop& stop) {
        Position position = session_.game.start();
        std::vector<Position> positions{position};
        for (const PlayedMove& played : session_.game.moves()) {
            positions.push_back(position = position.after(played.move));
        }
        Nodes nodes = 0;
        double seconds = 0;
        for (std::size_t k = positions.size(); k-- > 0;) {
            NBoardEstimate estimate;
            const SearchProgress progress{
                .iteration = [&estimate](const SearchResult& sofar) { estimate.see(sofar); },
                .pulse =
                    [&](const SearchResult& sofar) {
                        report_nodes(nodes + sofar.nodes, seconds + sofar.seconds);
                    }};
            const SearchResult result = session_.engine.analyze(
                positions[k].board, 1, seconds_a_position, &stop.flag(), progress);
            if (stop.is_requested()) return;
            nodes += result.nodes;
            seconds += result.seconds;
            const Board* const before = k > 0 ? &positions[k - 1].board : nullptr;
            const Square move = k > 0 ? session_.game.moves()[k - 1].move : Square::none;
            Score score = Score::from_discs(positions[k].board.final_score());
            if (!result.lines.empty()) {
                const Line best = estimate.line(result.lines.front());
                const auto book = session_.book.player();
                score = book ? score_with_book(best, positions[k].board, before, move, *book)
                             : best.value.in_discs();
            }
            const Score for_black = positions[k].to_move == Color::black ? score : -score;
            session_.dialogue.reply(fmt::format("analysis {} {:.2f}", k, for_black.discs()));
        }
        report_nodes(nodes, seconds);
    }

    void quit(std::string_view) { quit_ = true; }

    Session& session_;
    Score draw_for_black_;
    std::string told_problem_; ///< the last reported reason why nothing was learned
    std::string news_;         ///< about learning, for the next status
    std::string said_name_;    ///< empty before the greeting
    bool quit_ = false;
};

std::span<const NBoard::Command> NBoard::commands() noexcept {
    static constexpr auto all = std::to_array<Command>({
        {"nboard", &NBoard::greet},
        {"set", &NBoard::set},
        {"move", &NBoard::play},
        {"ping", &NBoard::ping},
        {"go", &NBoard::go},
        {"hint", &NBoard::hint},
        {"learn", &NBoard::learn},
        {"analyze", &NBoard::analyze},
        {"clear", &NBoard::clear},
        {"quit", &NBoard::quit},
    });
    return all;
}

} // namespace

std::unique_ptr<Dialect> make_nboard(Session& session) {
    return std::make_unique<NBoard>(session);
}

} // namespace emilia
