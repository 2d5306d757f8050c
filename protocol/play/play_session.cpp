#include "protocol/play/play_session.h"

#include "book/opening_names.h"
#include "engine/base/text.h"
#include "engine/notation/move_list.h"
#include "engine/notation/position.h"
#include "protocol/play/personal_game.h"
#include "protocol/play/saved_games.h"
#include "protocol/play/saved_level.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr const char* game_is_over = "the game is over; type new for another one";

std::string list_of_moves(Bitboard moves) {
    std::string text;
    for (const Square square : squares_of(moves))
        text += fmt::format("{}{}", text.empty() ? "" : " ", to_string(square));
    return text;
}

/// Which side of a saved game the person played; none if neither or both names are Emilia's.
std::optional<Color> person_in(const Game& game) {
    const bool black = parse_opponent(game.black_name).has_value();
    const bool white = parse_opponent(game.white_name).has_value();
    if (black == white) return std::nullopt;
    return black ? Color::white : Color::black;
}

/// The same game on a clock that begins now: it forgets how long its moves have taken.
Game with_new_clock(const Game& game, const std::optional<TimeControl>& clock) {
    Game renewed(game.start(), game);
    renewed.time = clock;
    renewed.result.reset(); // it may say that the old clock ran out
    for (PlayedMove move : game.moves()) {
        move.seconds.reset();
        static_cast<void>(renewed.play(move)); // legal, as it was in `game`
    }
    return renewed;
}

bool has_decided(const PersonalGame& table) {
    const auto& moves = table.game().moves();
    return std::any_of(moves.begin(), moves.end(), [&table](const PlayedMove& played) {
        return played.color == table.person() && played.move != Square::pass;
    });
}

} // namespace

PlaySession::PlaySession(PlaySettings settings)
    : settings_(std::move(settings)),
      clock_(settings_.game.time),
      engine_(settings_.engine),
      coach_(settings_.engine),
      table_(settings_.game, settings_.person, settings_.now()) {
    if (settings_.folder) keeper_.emplace(*settings_.folder);
    seat_opponent(settings_.opponent);
    const auto kept = keeper_ ? keeper_->last() : std::nullopt;
    if (settings_.resume) {
        if (!kept) throw std::runtime_error("there is no unfinished game to go on with");
        resume();
    } else {
        if (kept) {
            note(fmt::format("A game with {} moves is not finished; type resume to go on with it.",
                             kept->moves().size()));
        }
        adopt(settings_.game);
    }
    settings_.person_chosen = settings_.opponent_chosen = settings_.clock_chosen = false;
}

void PlaySession::note(std::string text) {
    messages_.push_back({PlayMessage::Kind::note, std::move(text)});
}

void PlaySession::complain(std::string text) {
    messages_.push_back({PlayMessage::Kind::error, std::move(text)});
}

std::vector<PlayMessage> PlaySession::take_messages() {
    return std::exchange(messages_, {});
}

void PlaySession::execute_line(std::string_view line) {
    if (trimmed(line).empty()) return;
    const auto command = parse_play_command(line);
    if (command) {
        execute(*command);
    } else {
        complain(command.error());
    }
}

void PlaySession::execute(const PlayCommand& command) {
    switch (command.verb) {
    case PlayVerb::move: return move(command.move);
    case PlayVerb::undo: return undo();
    case PlayVerb::redo: return redo();
    case PlayVerb::hint: return ask_for_hint(command.number);
    case PlayVerb::switch_sides: return switch_sides();
    case PlayVerb::evaluation:
        settings_.evaluation = command.on;
        evaluated_ = false;
        evaluation_.clear();
        if (!command.on && task_ == Task::evaluate) stop_search();
        return note(fmt::format("The evaluation is {}.", command.on ? "on" : "off"));
    case PlayVerb::comments:
        settings_.comments = command.on;
        return note(fmt::format("Comments are {}.", command.on ? "on" : "off"));
    case PlayVerb::level: return change_opponent({.level = command.number, .player = {}});
    case PlayVerb::adapt: return make_adaptive(command.on);
    case PlayVerb::player:
        if (classic::find_player(command.text) == nullptr) {
            return complain(fmt::format("there is no player {}; 'emilia literature players' lists "
                                        "all",
                                        in_quotes(command.text)));
        }
        forget_limits_of_player();
        return change_opponent({.level = {}, .player = command.text});
    case PlayVerb::clock: {
        const auto clock = parse_clock(command.text);
        if (!clock) return complain(clock.error().message);
        clock_ = *clock;
        return new_game();
    }
    case PlayVerb::new_game: return new_game();
    case PlayVerb::resume: return resume();
    case PlayVerb::save: return save(command.text);
    case PlayVerb::load: return load(command.text);
    case PlayVerb::analysis: return ask_for_analysis();
    case PlayVerb::moves:
        if (table_.game().moves().empty()) return note("No move has been played.");
        note(to_string(moves_of(table_.game())));
        return announce_opening();
    case PlayVerb::board: messages_.push_back({PlayMessage::Kind::board, {}}); return;
    case PlayVerb::help: messages_.push_back({PlayMessage::Kind::page, play_help()}); return;
    case PlayVerb::quit:
        stop_search();
        quit_ = true;
        return;
    }
}

void PlaySession::seat_opponent(const Opponent& opponent) {
    settings_.opponent = opponent;
    // Another level than that of the command line comes without the other limits given there.
    EngineSettings of_level;
    of_level.level = opponent.level;
    const bool is_other = opponent.level && opponent.level != settings_.engine.level;
    engine_.change_limits(is_other ? of_level : settings_.engine);
    std::unique_ptr<Player> player;
    if (const auto* const kind = classic::find_player(opponent.player))
        player = kind->make(*kind, settings_.player);
    chooser_ = std::make_unique<MoveChooser>(engine_, std::move(player), settings_.seconds);
    sign_record();
}

/// Makes the record say who plays on, and against whom. That of a finished game stays as it is: it
/// tells who has played, perhaps others.
void PlaySession::sign_record() {
    if (table_.is_over()) return;
    table_.name_sides(settings_.person_name, opponent_name());
    table_.fill_in(settings_.date, "emilia play");
}

/// Those of the command line are for its player only.
void PlaySession::forget_limits_of_player() noexcept {
    settings_.player.plies.reset();
    settings_.player.method.reset();
}

void PlaySession::introduce_opponent(std::string_view verb) {
    const std::string strength = settings_.opponent.strength();
    note(fmt::format("You {} against {}.{}{}", verb, opponent_name(), strength.empty() ? "" : " ",
                     strength));
}

void PlaySession::change_opponent(const Opponent& opponent) {
    stop_search();
    next_level_.reset(); // the person has chosen another one
    seat_opponent(opponent);
    keep();
    introduce_opponent("play");
}

void PlaySession::make_adaptive(bool on) {
    if (on && !settings_.opponent.level)
        return complain("only a level can adapt to you; type level 5 first");
    settings_.adaptive.reset();
    next_level_.reset();
    if (on) {
        settings_.adaptive =
            settings_.folder ? read_adaptive_level(*settings_.folder) : AdaptiveLevel{};
    }
    note(on ? "The level adapts to you: it rises after a win and falls after a loss."
            : "The level stays.");
}

void PlaySession::adapt_level() {
    const auto result = table_.result();
    if (!settings_.adaptive || !settings_.opponent.level || !result) return;
    const Outcome outcome = !result->winner                      ? Outcome::draw
                            : *result->winner == table_.person() ? Outcome::win
                                                                 : Outcome::loss;
    settings_.adaptive->level = *settings_.opponent.level;
    next_level_ = settings_.adaptive->after_game(outcome);
    keep_level(*next_level_);
    const Opponent next{.level = next_level_->level};
    note(fmt::format("Your next game is against level {}. {}", *next.level, next.strength()));
}

void PlaySession::keep_level(const AdaptiveLevel& level) {
    if (!settings_.folder) return;
    if (const auto saved = save_adaptive_level(level, *settings_.folder); !saved)
        note(fmt::format("The level is not kept: {}.", saved.error()));
}

void PlaySession::begin(Game game) {
    stop_search();
    if (next_level_) settings_.adaptive = std::exchange(next_level_, std::nullopt);
    to_comment_.reset();
    announced_end_ = false;
    table_ = PersonalGame(std::move(game), table_.person(), now());
    const bool clock_had_run_out = table_.drop_spent_clocks();
    sign_record();
    chooser_->new_game();
    saved_as_.clear();
    introduce_opponent(fmt::format("play {}", to_string(table_.person())));
    if (clock_had_run_out)
        note("A clock of this game has run out; the game goes on without clocks.");
    announce_turn();
}

/// Goes on with a game from a file, and if Emilia saved it, with the same sides. A game does not
/// tell the limits of an opponent without a level; then the present opponent stays.
void PlaySession::adopt(Game game) {
    stop_search(); // it uses the opponent
    if (const auto person = person_in(game)) {
        const auto opponent =
            parse_opponent(*person == Color::black ? game.white_name : game.black_name);
        if (!settings_.person_chosen && *person != table_.person()) table_.switch_sides();
        if (!settings_.opponent_chosen && *opponent != Opponent{}) {
            if (opponent->player != settings_.opponent.player) forget_limits_of_player();
            seat_opponent(*opponent);
        }
    }
    if (settings_.clock_chosen) game = with_new_clock(game, clock_);
    begin(std::move(game));
}

void PlaySession::announce_turn() {
    evaluated_ = false;
    evaluation_.clear();
    if (table_.is_over() && !announced_end_) {
        announced_end_ = true;
        note(table_.result_text());
        note("Type analysis to see what each move has lost, or new for another game.");
    } else if (table_.is_persons_turn() && table_.position().board.must_pass()) {
        note("You have no move: type pass.");
    }
}

bool PlaySession::end_on_time(Moment moment) {
    if (!table_.end_on_time(moment)) return false;
    stop_search();
    announce_turn();
    adapt_level();
    keep();
    return true;
}

void PlaySession::play(Square square, std::optional<double> evaluation,
                       std::optional<double> seconds) {
    const PlayedMove played{.move = square,
                            .color = table_.position().to_move,
                            .evaluation = evaluation,
                            .seconds = seconds};
    if (const auto done = table_.play(played, now()); !done) {
        const Bitboard legal = table_.position().board.legal_moves();
        return complain(
            fmt::format("{}{}", done.error().message,
                        legal == 0 ? "; type pass" : "; legal: " + list_of_moves(legal)));
    }
    if (!opening_name(table_.position().board).empty()) announce_opening();
    announce_turn();
    adapt_level();
    keep();
}

void PlaySession::announce_opening() {
    if (const auto name = opening_name(table_.game()); !name.empty())
        note(fmt::format("The opening is {}.", name));
}

void PlaySession::keep() {
    if (!keeper_) return;
    if (table_.is_over() || !has_decided(table_)) return keeper_->drop();
    const auto kept = keeper_->keep(table_.record());
    if (kept || cannot_keep_) return;
    cannot_keep_ = true;
    note(fmt::format("The unfinished game is not kept: {}.", kept.error()));
}

void PlaySession::move(Square square) {
    if (table_.is_over()) return complain(game_is_over);
    if (!table_.is_persons_turn()) return complain("it is not your turn; undo takes a move back");
    if (end_on_time(now())) return;
    const Position before = table_.position();
    const bool legal = before.board.is_legal(square);
    if (legal) stop_search();
    play(square, std::nullopt, std::nullopt);
    if (legal && settings_.comments && square != Square::pass) to_comment_.emplace(before, square);
}

void PlaySession::undo() {
    if (!has_decided(table_)) return complain("there is no move of yours to take back");
    stop_search();
    to_comment_.reset();
    table_.undo(now());
    announced_end_ = false;
    if (next_level_) keep_level(*settings_.adaptive);
    next_level_.reset();
    sign_record();
    announce_turn();
    keep();
    note("Taken back.");
}

void PlaySession::redo() {
    stop_search();
    if (!table_.redo(now())) return complain("there is nothing that undo has taken back");
    to_comment_.reset();
    sign_record();
    announce_turn();
    adapt_level();
    keep();
    note(fmt::format("Played again, up to {}.", to_string(table_.game().moves().back().move)));
}

void PlaySession::switch_sides() {
    if (table_.is_over()) return complain(game_is_over);
    stop_search();
    to_comment_.reset();
    table_.switch_sides();
    sign_record();
    table_.begin_turn(now());
    note(fmt::format("You play {} now.", to_string(table_.person())));
    announce_turn();
    keep();
}

void PlaySession::new_game() {
    if (keeper_) keeper_->leave();
    if (next_level_) {
        stop_search(); // it uses the opponent
        seat_opponent({.level = next_level_->level, .player = {}});
    }
    Game game(settings_.game.start());
    game.time = clock_;
    begin(std::move(game));
}

void PlaySession::resume() {
    auto kept = keeper_ ? keeper_->resume() : std::nullopt;
    if (!kept) return complain("there is no unfinished game to go on with");
    adopt(std::move(*kept));
}

void PlaySession::save(const std::string& path) {
    Game game = table_.record();
    name_opening(game);
    const auto saved = save_game(game, path, path == saved_as_);
    if (!saved) return complain(saved.error());
    saved_as_ = path;
    note(fmt::format("Saved as '{}'.", printable(path)));
}

void PlaySession::load(const std::string& path) {
    auto loaded = load_game(path);
    if (!loaded) return complain(loaded.error());
    if (keeper_) keeper_->leave();
    adopt(std::move(loaded->game));
    if (!loaded->remark.empty()) note(loaded->remark);
}

std::string PlaySession::farewell() const {
    const auto file = keeper_ ? keeper_->file() : std::nullopt;
    if (!file) return {};
    return fmt::format("The unfinished game is kept in '{}';\n'emilia play --resume' goes on with "
                       "it.",
                       printable(*file));
}

} // namespace emilia
