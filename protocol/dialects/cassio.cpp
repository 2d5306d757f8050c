// The protocol of Cassio (Stéphane Nicolas): a GUI asks the engine to search single positions, one
// at a time, with a window, a depth and a precision. Every command begins with `ENGINE-PROTOCOL`;
// an empty line asks whether the engine is alive. Searches run in their own thread, so that
// commands are answered during a search.

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "engine/play/runner.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The error message of a command, or none.
using Problem = std::optional<std::string>;

constexpr double most_discs = 64;

std::string scored(Color color, Score score) {
    return fmt::format("{}{:+.2f}", color == Color::black ? 'B' : 'W', score.discs());
}

using Failure = tl::unexpected<std::string>;
template <typename Value>
using Read = tl::expected<Value, std::string>;

Read<Position> read_position(std::string_view& words) {
    std::string text(take_word(words));
    if (text.size() == square_count)
        text += take_word(words); // the side to move as a word of its own
    const auto position = parse_position(text);
    if (!position) return Failure(position.error().message);
    return *position;
}

/// Reads a number of discs and converts it to hundredths with `round`. Some clients send windows
/// wider than the board, so it limits the number to 64 discs.
Read<Score> read_score(std::string_view& words, double (*round)(double)) {
    const std::string_view text = take_word(words);
    const auto discs = parse_decimal(text);
    if (!discs) return Failure(fmt::format("{} is not a number of discs", in_quotes(text)));
    // A decimal such as 0.29 has no exact binary value; don't round it to the next hundredth.
    constexpr double tolerance = 1e-6;
    const double hundredths = 100 * std::clamp(*discs, -most_discs, most_discs);
    const double nearest = std::round(hundredths);
    return Score::from_hundredths(
        static_cast<int>(std::abs(hundredths - nearest) < tolerance ? nearest : round(hundredths)));
}

/// Rounds the window outwards, so that no answer is lost.
Read<Window> read_window(std::string_view& words) {
    const auto alpha = read_score(words, std::floor);
    if (!alpha) return Failure(alpha.error());
    const auto beta = read_score(words, std::ceil);
    if (!beta) return Failure(beta.error());
    if (*alpha >= *beta) return Failure("alpha is not below beta");
    return Window{*alpha, *beta};
}

Read<Depth> read_depth(std::string_view& words) {
    const std::string_view text = take_word(words);
    const auto depth = whole_number(text);
    if (!depth || *depth < 1 || *depth > square_count)
        return Failure(
            fmt::format("{} is not a depth from 1 to {}", in_quotes(text), square_count));
    return *depth;
}

/// Returns the lowest confidence that reaches the requested precision.
Read<Confidence> read_precision(std::string_view& words) {
    const std::string_view text = take_word(words);
    const auto wanted = whole_number(text);
    if (!wanted || *wanted < 1 || *wanted > 100)
        return Failure(fmt::format("{} is not a precision from 1 to 100", in_quotes(text)));
    for (const Confidence confidence :
         {Confidence::low, Confidence::fair, Confidence::high, Confidence::very_high}) {
        if (percent(confidence) >= *wanted) return confidence;
    }
    return Confidence::certain;
}

/// A search that the client asks for.
struct Question {
    Position position;
    Window window;
    std::optional<Depth> depth; ///< none: to the end of the game
    Confidence confidence;

    /// Sets window, depth and confidence.
    void set(SearchLimits& limits) const {
        const int empties = position.board.empties();
        limits.window = window;
        if (depth && *depth < empties) {
            limits.depth = *depth;
            limits.confidence = confidence;
        } else {
            limits.exact_at = empties;
            limits.end_confidence = confidence;
        }
    }
};

Read<Question> read_question(std::string_view& words, bool to_the_end) {
    const auto position = read_position(words);
    if (!position) return Failure(position.error());
    const auto window = read_window(words);
    if (!window) return Failure(window.error());
    std::optional<Depth> depth;
    if (!to_the_end) {
        const auto read = read_depth(words);
        if (!read) return Failure(read.error());
        depth = *read;
    }
    const auto confidence = read_precision(words);
    if (!confidence) return Failure(confidence.error());
    if (!trimmed(words).empty())
        return Failure(fmt::format("unexpected {}", in_quotes(trimmed(words))));
    return Question{*position, *window, depth, *confidence};
}

/// Returns the bounds on the value that a fail-soft score proves.
Window bounds_of(const Line& line, const Window& asked) {
    const Score score = line.value.in_discs();
    if (score <= asked.alpha && asked.alpha > min_score) return {min_score, asked.alpha};
    if (score >= asked.beta && asked.beta < max_score) return {asked.beta, max_score};
    return {score, score};
}

/// The 64 squares and the side to move, without a blank between them.
std::string position_text(const Position& position) {
    std::string text = to_string(position);
    text.erase(square_count, 1);
    return text;
}

std::string result_text(const Question& question, const Line& line, const Window& bounds,
                        const SearchResult& result) {
    const Color color = question.position.to_move;
    return fmt::format("{}, move {}, depth {}, @{}%, {} <= v <= {}, {}, node {}, time {:.3f}",
                       position_text(question.position), to_upper(to_string(line.move)), line.depth,
                       percent(line.confidence), scored(color, bounds.alpha),
                       scored(color, bounds.beta), to_string(line.principal_variation),
                       result.nodes, result.seconds);
}

/// A finished game has no best move, but it has a value.
Line line_of_finished_game(const Board& board) {
    Line line;
    line.value = Score::from_discs(board.final_score());
    line.kind = ScoreKind::exact;
    return line;
}

class Cassio : public Dialect {
public:
    explicit Cassio(Session& session) : session_(session) {}

    bool handle(std::string_view line) override {
        std::string_view words = line;
        const std::string_view prefix = take_word(words);
        if (prefix.empty()) {
            keep_alive();
            return true;
        }
        if (TypedCommands::has(prefix)) {
            TypedCommands typed(session_, cassio_help);
            if (const Problem problem = typed.answer(prefix, words, [this] { runner_.stop(); }))
                complain(*problem);
            return true;
        }
        if (prefix != "ENGINE-PROTOCOL") {
            complain(
                fmt::format("a command begins with ENGINE-PROTOCOL, not {}", in_quotes(prefix)));
            return true;
        }
        const std::string_view name = take_word(words);
        const Command* const command = row_named(commands(), name);
        if (command == nullptr) {
            complain(fmt::format("unknown command {}", in_quotes(name)));
        } else if (const Problem problem = (this->*command->run)(words)) {
            complain(*problem);
        }
        return !quit_;
    }

private:
    struct Command {
        std::string_view name;
        Problem (Cassio::*run)(std::string_view& words);
    };
    static std::span<const Command> commands() noexcept;

    void complain(std::string_view message) {
        session_.dialogue.reply(fmt::format("ERROR: {}", message));
    }

    void ready() { session_.dialogue.reply("ready."); }

    void keep_alive() {
        runner_.look([this](bool running) { session_.dialogue.reply(running ? "ok." : "ready."); });
    }

    Problem init(std::string_view&) {
        runner_.stop();
        ready();
        return {};
    }

    Problem get_version(std::string_view&) {
        runner_.stop();
        session_.dialogue.reply(fmt::format("version: {} {}", session_.name, program_version()));
        ready();
        return {};
    }

    Problem forget(std::string_view&) {
        runner_.stop();
        session_.chooser.new_game();
        ready();
        return {};
    }

    Problem midgame_search(std::string_view& words) { return search(read_question(words, false)); }
    Problem endgame_search(std::string_view& words) { return search(read_question(words, true)); }

    Problem search(const Read<Question>& question) {
        if (!question) return question.error();
        runner_.stop();
        nodes_ = 0;
        begin_ = std::chrono::steady_clock::now();
        try {
            runner_.start([this, asked = *question](const Stop& stop) { answer(asked, stop); },
                          [this](bool failed) {
                              if (!failed) ready();
                          });
        } catch (const std::system_error& error) {
            return error.what();
        }
        return {};
    }

    /// Runs on the runner's thread.
    void answer(const Question& question, const Stop& stop) {
        const Board& board = question.position.board;
        if (!session_.chooser.engine_plays() && !board.is_over()) return ask_player(question, stop);
        SearchLimits limits = session_.engine.given_limits(1, &stop.flag());
        question.set(limits);
        std::optional<Line> shown;
        const auto show = [&](const SearchResult& result, const Line& line, const Window& bounds) {
            session_.dialogue.reply(result_text(question, line, bounds, result));
            shown = line;
        };
        const auto show_iteration = [&](const SearchResult& result) {
            nodes_ = result.nodes;
            const Line& best = result.lines.front();
            show(result, best, bounds_of(best, question.window));
        };
        const SearchResult result = session_.engine.search(
            board, limits, {.iteration = show_iteration, .pulse = [&](const SearchResult& sofar) {
                                nodes_ = sofar.nodes;
                            }});
        if (result.lines.empty()) {
            const Line over = line_of_finished_game(board);
            return show(result, over, {over.value.in_discs(), over.value.in_discs()});
        }
        // An interrupted iteration may have found a better move, or the first one of all.
        const Line& best = result.lines.front();
        if (!shown) return show(result, best, {});
        const Score score = best.value.in_discs();
        if (result.interrupted && best.move != shown->move && score > question.window.alpha)
            show(result, best, {std::min(score, question.window.beta), max_score});
    }

    /// A player of the literature chooses a move but does not score it in discs, so the reply gives
    /// the widest bounds.
    void ask_player(const Question& question, const Stop& stop) {
        const ChosenMove chosen =
            session_.chooser.choose(question.position.board, {}, &stop.flag());
        Line line;
        line.move = chosen.move;
        line.depth = 1;
        line.principal_variation = {chosen.move};
        SearchResult result;
        result.nodes = chosen.nodes;
        result.seconds = chosen.seconds;
        session_.dialogue.reply(result_text(question, line, Window(), result));
    }

    Problem feed_hash(std::string_view& words) {
        const auto position = read_position(words);
        if (!position) return position.error();
        const Board& board = position->board;
        const auto lower = read_score(words, std::floor);
        if (!lower) return lower.error();
        const auto upper = read_score(words, std::ceil);
        if (!upper) return upper.error();
        const auto depth = read_depth(words);
        if (!depth) return depth.error();
        const auto confidence = read_precision(words);
        if (!confidence) return confidence.error();
        const auto game = parse_moves(trimmed(words), *position);
        if (!game) return game.error().message;
        if (*lower > *upper) return "the lower bound is above the upper one";
        if (*depth >= board.empties() && lower->ceil_discs() > upper->floor_discs())
            return "no whole number of discs is between the bounds of a finished game";
        KnownValue known{
            .lower = *lower, .upper = *upper, .depth = *depth, .confidence = *confidence};
        known.line = moves_of(*game);
        runner_.stop();
        session_.engine.remember(board, known);
        ready();
        return {};
    }

    Problem get_search_infos(std::string_view&) {
        runner_.look([this](bool running) {
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin_;
            session_.dialogue.reply(
                running ? fmt::format("node {}, time {:.3f}", nodes_.load(), seconds.count())
                        : "ready.");
        });
        return {};
    }

    Problem stop(std::string_view&) {
        if (!runner_.stop()) ready(); // otherwise the search has replied `ready.`
        return {};
    }

    Problem quit(std::string_view&) {
        runner_.stop();
        session_.dialogue.reply("bye bye.");
        quit_ = true;
        return {};
    }

    Session& session_;
    bool quit_ = false;
    std::atomic<Nodes> nodes_ = 0;                ///< of the running search
    std::chrono::steady_clock::time_point begin_; ///< of it
    Runner runner_; ///< last, because its search uses the members above
};

std::span<const Cassio::Command> Cassio::commands() noexcept {
    static constexpr auto all = std::to_array<Command>({
        {"init", &Cassio::init},
        {"get-version", &Cassio::get_version},
        {"new-position", &Cassio::forget},
        {"empty-hash", &Cassio::forget},
        {"midgame-search", &Cassio::midgame_search},
        {"endgame-search", &Cassio::endgame_search},
        {"feed-hash", &Cassio::feed_hash},
        {"get-search-infos", &Cassio::get_search_infos},
        {"stop", &Cassio::stop},
        {"quit", &Cassio::quit},
    });
    return all;
}

} // namespace

std::unique_ptr<Dialect> make_cassio(Session& session) {
    return std::make_unique<Cassio>(session);
}

} // namespace emilia
