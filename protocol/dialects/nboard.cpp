#include "protocol/dialects/nboard.h"

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
#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace emilia {
namespace {

/// NBoard shows this text as it is: plies for a midgame search, a confidence for one to the end.
std::string depth_text(const Line& line) {
    switch (line.kind) {
    case ScoreKind::exact: return "100%";
    case ScoreKind::wld: return "100%W";
    case ScoreKind::probable: return fmt::format("{}%", percent(line.confidence));
    case ScoreKind::book:
    case ScoreKind::midgame: break;
    }
    return fmt::format("{}", line.depth);
}

/// `F5-D6-C3`, because NBoard shows each dash as a blank.
std::string variation_text(const Line& line) {
    std::string text;
    for (const Square move : line.principal_variation) {
        if (!text.empty()) text += '-';
        text += move == Square::pass ? "PA" : to_upper(to_string(move));
    }
    return text;
}

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
        std::string_view rest = line;
        const std::string_view word = take_word(rest);
        if (word.empty()) return true;
        for (const Command& command : commands()) {
            if (word == command.name) {
                (this->*command.run)(trimmed(rest));
                return !quit_;
            }
        }
        if (TypedCommands::has(word)) {
            TypedCommands typed(session_, nboard_help);
            if (const auto answer = typed.read(word, rest)) {
                (*answer)();
            } else {
                complain(answer.error());
            }
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

    void greet(std::string_view version) {
        if (!whole_number(version)) return complain("nboard needs a version, such as nboard 2");
        session_.dialogue.reply(fmt::format("set myname {}", session_.name));
        // NBoard shows "Loading" until the first status.
        session_.dialogue.reply(session_.note.empty() ? "status"
                                                      : fmt::format("status {}", session_.note));
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
        if (!game.time) return std::nullopt;
        const Color color = game.position().to_move;
        const auto own_moves =
            std::count_if(game.moves().begin(), game.moves().end(), [color](const PlayedMove& m) {
                return m.color == color && m.move != Square::pass;
            });
        const double increment = game.time->increment;
        return GameClock{.seconds = game.time->seconds + increment * static_cast<double>(own_moves)
                                    - game.seconds_used(color),
                         .increment = increment};
    }

    void go(std::string_view) {
        session_.dialogue.reply("status Emilia is thinking");
        ChosenMove chosen;
        session_.search([this, &chosen](const Stop& stop) {
            chosen = session_.chooser.choose(session_.game.position().board, clock(), &stop.flag(),
                                             draw(), {.pulse = report_pulse()});
        });
        report_nodes(chosen.nodes, chosen.seconds);
        if (chosen.move == Square::none) { // the game is over, but the client waits for a reply
            session_.dialogue.reply("=== PA");
        } else {
            session_.own_move = {session_.game.position(), chosen.move};
            const std::string value =
                chosen.line ? fmt::format("{:.2f}", chosen.line->value.in_discs().discs()) : "";
            session_.dialogue.reply(
                fmt::format("=== {}/{}/{:.2f}", move_text(chosen.move), value, chosen.seconds));
        }
        session_.dialogue.reply("status");
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
        session_.dialogue.reply("status");
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

    void learn(std::string_view) {
        session_.dialogue.reply("status Emilia is learning the game");
        tl::expected<void, std::string> learned;
        session_.search([this, &learned](const Stop& stop) {
            learned = session_.book.learn(
                session_.game, session_.engine, stop.flag(), [this](auto done, auto all) {
                    session_.dialogue.reply(
                        fmt::format("status Emilia is learning the game: {} of {}", done, all));
                });
        });
        // A lasting problem is reported only once.
        const std::string problem = learned ? "" : learned.error();
        if (problem.empty() || problem == told_problem_) {
            session_.dialogue.reply("status");
        } else {
            session_.dialogue.reply(fmt::format("status Emilia has learned nothing: {}", problem));
        }
        told_problem_ = problem == learning_interrupted ? "" : problem;
        session_.dialogue.reply("learned");
    }

    void analyze(std::string_view) {
        session_.dialogue.reply("status Emilia is analyzing the game");
        session_.search([this](const Stop& stop) { analyze_game(stop); });
        session_.dialogue.reply("status");
    }

    /// Goes backwards, so that earlier positions find the exact scores of later ones in the hash
    /// table.
    void analyze_game(const Stop& stop) {
        Position position = session_.game.start();
        std::vector<Position> positions{position};
        for (const PlayedMove& played : session_.game.moves()) {
            positions.push_back(position = position.after(played.move));
        }
        for (std::size_t k = positions.size(); k-- > 0;) {
            const Board& board = positions[k].board;
            const SearchResult result =
                session_.engine.analyze(board, 1, seconds_a_position, &stop.flag());
            if (stop.is_requested()) return;
            const Score score = result.lines.empty() ? Score::from_discs(board.final_score())
                                                     : result.lines.front().value.in_discs();
            const Score for_black = positions[k].to_move == Color::black ? score : -score;
            session_.dialogue.reply(fmt::format("analysis {} {:.2f}", k, for_black.discs()));
        }
    }

    void quit(std::string_view) { quit_ = true; }

    Session& session_;
    Score draw_for_black_;
    std::string told_problem_; ///< the last reported reason why nothing was learned
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

NBoardHints::NBoardHints(std::vector<BookLine> known, int most)
    : known_(std::move(known)), shown_(std::min(known_.size(), static_cast<std::size_t>(most))) {}

std::vector<std::string> NBoardHints::of_iteration(const SearchResult& result) const {
    std::vector<std::string> lines;
    std::vector<Square> searched;
    for (const Line& line : result.lines) {
        if (is_known_better(line)) continue;
        searched.push_back(line.move);
        lines.push_back(fmt::format("search {} {:.2f} 0 {}", variation_text(line),
                                    line.value.in_discs().discs(), depth_text(line)));
    }
    if (lines.empty()) return lines; // nothing has taken the place of the book's lines
    for (std::string& line : book_lines(searched)) lines.push_back(std::move(line));
    return lines;
}

bool NBoardHints::is_known_better(const Line& line) const noexcept {
    if (line.kind == ScoreKind::exact || line.kind == ScoreKind::wld) return false;
    return std::any_of(known_.begin(), known_.end(), [&line](const BookLine& known) {
        return known.line.move == line.move && known.line.depth > line.depth;
    });
}

std::vector<std::string> NBoardHints::book_lines(const std::vector<Square>& searched) const {
    const std::span shown = std::span(known_).first(shown_);
    if (shown.empty()) return {};
    const auto shallowest =
        std::min_element(shown.begin(), shown.end(), [](const BookLine& a, const BookLine& b) {
            return a.line.depth < b.line.depth;
        });
    std::vector<std::string> lines;
    for (const BookLine& known : shown) {
        const Line& line = known.line;
        if (std::find(searched.begin(), searched.end(), line.move) != searched.end()) continue;
        lines.push_back(fmt::format("book {} {:.2f} {} {}", variation_text(line),
                                    line.value.score().discs(), known.games,
                                    shallowest->line.depth));
    }
    return lines;
}

std::unique_ptr<Dialect> make_nboard(Session& session) {
    return std::make_unique<NBoard>(session);
}

void show_failure_in_nboard(std::string_view message, std::istream& input, std::ostream& output) {
    constexpr std::chrono::seconds patience(2); // NBoard sends its first line at once
    Dialogue dialogue(input, output, "");
    auto line = dialogue.next(patience);
    std::string_view rest = line ? *line : std::string_view();
    if (take_word(rest) != "nboard") return;
    const std::string status = fmt::format("status Error: {}", message);
    dialogue.reply(status);
    bool is_nboard = false;
    while ((line = dialogue.next())) {
        rest = *line;
        const std::string_view word = take_word(rest);
        if (word == "set") {
            is_nboard = is_nboard || rest.find("PC[NBoard]") != std::string_view::npos;
        } else if (!is_nboard || word == "quit") {
            return;
        } else if (word == "ping") {
            dialogue.reply(status);
        }
    }
}

} // namespace emilia
