// The matches and games of a client: the half of its logic that needs boards.

#include "engine/base/text.h"
#include "protocol/server/client_logic.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// How long the server may take to show a board that was asked for.
constexpr std::chrono::seconds patience_for_board{10};
/// How long the board of the second game of a synchro match may take to follow the first.
constexpr std::chrono::seconds patience_for_second_game{1};

/// `F5/1.25/3.47`
std::string move_text(const Choice& choice) {
    std::string text = choice.move == Square::pass ? "PA" : to_upper(to_string(choice.move));
    if (choice.evaluation) text += fmt::format("/{:.2f}", *choice.evaluation);
    if (choice.move != Square::pass)
        text += fmt::format("{}{:.2f}", choice.evaluation ? "/" : "//", choice.seconds);
    return text;
}

/// Own discs more than the opponent's.
std::string lead_text(double lead) {
    return lead == 0 ? "a draw" : fmt::format("{:+g}", lead);
}

/// What the user reads about a game that has ended.
std::string result_text(const Game& game, Color own) {
    const auto lead = game.result ? game.result->black_lead() : std::nullopt;
    if (!lead) return "without a result";
    return lead_text(own == Color::black ? *lead : -*lead);
}

} // namespace

void ClientLogic::take(const MatchBegins& match, Time now) {
    if (is_own(match.names[0]) == is_own(match.names[1])) return;
    const std::string& opponent = match.names[is_own(match.names[0]) ? 1 : 0];
    if (const auto why = why_unplayable(match.type)) {
        if (std::find(unplayable_.begin(), unplayable_.end(), match.id) != unplayable_.end())
            return;
        if (unplayable_.size() == most_matches) unplayable_.pop_front();
        unplayable_.push_back(match.id);
        return tell(fmt::format("match {} against {} is not played: {}", match.id, opponent, *why));
    }
    lose_match(match.id); // its number is used again, so its end was missed
    if (matches_.size() == most_matches) return;
    if (games_.empty()) actions_.push_back(Prepare());
    accepted_.reset();
    return_until_ = resume_until_ = {};
    matches_[match.id] = {.opponent = opponent, .continues = match.mode != "U"};
    say_openness(now);
    tell(fmt::format("match {} against {} begins: {}", match.id, opponent, match.type));
}

bool ClientLogic::knows_match(const BoardMessage& message, Time now) {
    const std::string id = match_of(message.game);
    if (matches_.contains(id)) return true;
    if (!message.record && !why_unplayable(message.type)) {
        look_up(id, now); // if it exists, there comes a join
        return false;
    }
    // Only in a tournament a match continues without being announced, for a player who returns.
    take(MatchBegins{id, {message.black.name, message.white.name}, message.type, "T"}, now);
    return matches_.contains(id);
}

void ClientLogic::take(const BoardMessage& message, Time now) {
    for (const std::string& line : message.strange) actions_.push_back(Report{line});
    const bool black = is_own(message.black.name);
    if (black == is_own(message.white.name)) return; // a game of others, or against itself
    if (!knows_match(message, now)) return;
    const bool continues = matches_.at(match_of(message.game)).continues;
    auto found = games_.find(message.game);
    bool is_new = found == games_.end();
    bool whole = message.record.has_value();
    if (is_new) {
        if (games_.size() == most_games) return;
        const auto before = take_unfinished(message);
        const RunningGame game(message, black ? Color::black : Color::white,
                               before ? before->key : next_key_++,
                               before ? std::optional(before->game) : std::nullopt);
        tell(fmt::format("game {}: {} has {}, move {}", game.id(), settings_.user,
                         to_string(game.own()), game.record().moves().size() + 1));
        found = games_.emplace(message.game, game).first;
        await_second_game(match_of(message.game), now);
    } else {
        RunningGame& game = found->second;
        if (game.sent) {
            const std::chrono::duration<double> way = now - game.sent->time;
            // The longest way counts, and is forgotten slowly.
            lag_ = std::max({settings_.lag, std::min(way.count(), 10.0), 0.9 * lag_});
        }
        const bool waited = game.sent.has_value();
        const std::size_t moves = game.record().moves().size();
        whole = game.update(message);
        progressed_ |= waited && !game.sent;
        is_new = moves != game.record().moves().size() || !whole;
    }
    take_turn(found->second, now);
    if (is_new) renew_turns(match_of(message.game), now);
    if (is_new) keep_unfinished(found->second, continues);
    if (message.record) look_up_until_ = {}; // answered
    if (!whole) look_up(match_of(message.game), now);
}

void ClientLogic::take(const GgfBoard& board, Time now) {
    const std::string match = match_of(board.game);
    if (!matches_.contains(match) && !is_own(board.names[0]) && !is_own(board.names[1])) return;
    if (!to_look_up_.contains(match)) tell_service("client -");
    look_up(match, now);
}

void ClientLogic::look_up(const std::string& match, Time now) {
    if (to_look_up_.size() < most_matches) to_look_up_.insert(match);
    look_up_next(now);
}

void ClientLogic::look_up_next(Time now) {
    if (to_look_up_.empty() || now < look_up_until_) return;
    tell_service(fmt::format("moves {}", *to_look_up_.begin()));
    to_look_up_.erase(to_look_up_.begin());
    look_up_until_ = now + patience_for_board;
}

void ClientLogic::take_turn(RunningGame& game, Time now) {
    const Board& board = game.position().board;
    if (!game.own_turn()) {
        game.thinking = false;
        game.sent.reset();
        if (game.is_over()) {
            actions_.push_back(Forget{game.id()});
        } else {
            actions_.push_back(Await{game.id(), board});
        }
        return;
    }
    if (game.sent) return;
    if (!is_in_step(game)) {
        if (std::exchange(game.thinking, false)) actions_.push_back(Forget{game.id()});
        return;
    }
    if (game.thinking) return;
    if (board.must_pass()) {
        return send_move(game, {.game = game.id(), .board = board, .move = Square::pass}, now);
    }
    game.thinking = true;
    const double left = game.seconds_left();
    // The server shows whole seconds, so up to one may have passed already.
    const double reserve = std::min(1.0 + lag_, left / 2);
    actions_.push_back(Think{game.id(), board, left - reserve, game.increment()});
}

void ClientLogic::take_turns(const std::string& match, Time now) {
    for (auto& [id, game] : games_)
        if (match_of(id) == match && game.own_turn()) take_turn(game, now);
}

void ClientLogic::renew_turns(const std::string& match, Time now) {
    for (auto& [id, game] : games_)
        if (match_of(id) == match) game.out_of_turn = false;
    take_turns(match, now);
}

bool ClientLogic::is_in_step(const RunningGame& game) const {
    const std::string match = match_of(game.id());
    if (game.out_of_turn || matches_.at(match).alone_at) return false;
    return std::none_of(games_.begin(), games_.end(), [&](const auto& entry) {
        const RunningGame& other = entry.second;
        if (match_of(other.id()) != match || other.is_over()) return false;
        const int ahead = game.plies() - other.plies();
        if (ahead < -1) return true; // it has ended without a word, while the client was away
        return ahead == 1 && other.own_turn() && !other.out_of_turn;
    });
}

void ClientLogic::await_second_game(const std::string& match, Time now) {
    const auto shown = std::count_if(games_.begin(), games_.end(), [&match](const auto& entry) {
        return entry.first != match && match_of(entry.first) == match;
    });
    auto& alone_at = matches_.at(match).alone_at;
    alone_at = shown == 1 ? std::optional(now + patience_for_second_game) : std::nullopt;
}

Actions ClientLogic::chosen(const Choice& choice, Time now) {
    const auto found = games_.find(choice.game);
    if (found == games_.end()) return {}; // the game has since ended
    RunningGame& game = found->second;
    const Board& board = game.position().board;
    const bool asked = game.own_turn() && game.thinking && board == choice.board;
    if (asked && board.is_legal(choice.move)) send_move(game, choice, now);
    return std::exchange(actions_, {});
}

void ClientLogic::send_move(RunningGame& game, const Choice& choice, Time now) {
    game.thinking = false;
    game.sent = RunningGame::SentMove{move_text(choice), now};
    tell_service(fmt::format("play {} {}", game.id(), game.sent->text), OutgoingLine::Rank::move);
}

void ClientLogic::take(const Refusal& refusal, Time now) {
    const auto found = games_.find(refusal.game);
    if (found == games_.end() || !found->second.sent) return;
    RunningGame& game = found->second;
    if (refusal.reason == "wrong game!") {
        game.sent.reset();
        game.out_of_turn = true;
        look_up(match_of(game.id()), now);
        return take_turns(match_of(game.id()), now);
    }
    if (game.refusals++ == 0) {
        game.sent->time = now;
        return tell_service(fmt::format("play {} {}", game.id(), game.sent->text),
                            OutgoingLine::Rank::move);
    }
    tell(fmt::format("the server refuses the move {} in {} ({})", game.sent->text, game.id(),
                     refusal.reason));
    game.sent.reset();
    constexpr int most_refusals = 4;
    if (game.refusals < most_refusals) look_up(match_of(game.id()), now);
}

void ClientLogic::take(const TimeOver& event, Time /*now*/) {
    const auto found = games_.find(event.game);
    if (found != games_.end()) found->second.time_is_over(event);
}

void ClientLogic::take(const ScoreOffered& offer, Time /*now*/) {
    const auto found = games_.find(offer.game);
    if (found != games_.end()) found->second.score_is_offered();
}

void ClientLogic::take(const GameEnds& end, Time now) {
    const auto found = games_.find(end.id);
    if (found == games_.end()) return;
    RunningGame& game = found->second;
    game.end(end.outcome, end.names[0]);
    actions_.push_back(Forget{end.id});
    if (!end.outcome.lead) return; // the match ends, too
    renew_turns(match_of(end.id), now);
    tell(fmt::format("game {} with {}: {}", end.id, to_string(game.own()),
                     result_text(game.record(), game.own())));
    // Its record is kept when the match is over: until then the server may take back its last move.
    keep_unfinished(game, matches_.at(match_of(end.id)).continues);
}

void ClientLogic::take(const MatchEnds& match, Time now) {
    std::erase(unplayable_, match.id);
    const auto found = matches_.find(match.id);
    if (found == matches_.end()) return;
    // The result of a synchro match is the mean of its games, and no result of a game.
    if (const auto game = games_.find(match.id); game != games_.end()) {
        game->second.end(match.outcome, match.names[0]);
        if (!match.outcome.stored)
            tell(fmt::format("game {} with {}: {}", match.id, to_string(game->second.own()),
                             result_text(game->second.record(), game->second.own())));
    }
    close_games(match.id, match.outcome.stored, match.outcome.text);
    if (!match.outcome.stored) ++matches_played_;
    std::string result = match.outcome.text;
    if (const auto lead = match.outcome.lead)
        result = lead_text(is_own(match.names[0]) ? *lead : -*lead);
    tell(
        fmt::format("match {} against {} has ended: {}", match.id, found->second.opponent, result));
    matches_.erase(found);
    open_or_leave(now);
}

void ClientLogic::close_games(const std::string& match, bool continues, std::string_view why) {
    std::erase_if(games_, [&](const auto& entry) {
        const RunningGame& game = entry.second;
        if (match_of(game.id()) != match) return false;
        actions_.push_back(Forget{game.id()});
        if (continues) {
            tell(fmt::format("game {}: {}; it may continue later", game.id(), why));
            set_aside({game.key(), game.record(), true});
        } else {
            actions_.push_back(Keep{game.finished(), game.key()});
        }
        return true;
    });
    to_look_up_.erase(match);
}

void ClientLogic::lose_match(const std::string& id) {
    const auto found = matches_.find(id);
    if (found == matches_.end()) return;
    const bool continues = found->second.continues;
    tell(fmt::format("match {} against {} is interrupted{}", id, found->second.opponent,
                     continues ? "" : " and, unrated, over"));
    close_games(id, continues, "interrupted");
    matches_.erase(found);
}

void ClientLogic::lose_matches() {
    accepted_.reset();
    answered_.clear();
    unplayable_.clear();
    while (!matches_.empty()) lose_match(std::string(matches_.begin()->first));
    to_look_up_.clear();
    look_up_until_ = {};
}

void ClientLogic::keep_unfinished(const RunningGame& game, bool continues) {
    actions_.push_back(KeepUnfinished{{game.key(), game.record(), continues}});
}

void ClientLogic::set_aside(UnfinishedGame game) {
    actions_.push_back(KeepUnfinished{game});
    unfinished_.push_back(std::move(game));
    if (unfinished_.size() <= most_unfinished) return;
    actions_.push_back(Keep{unfinished_.front().game, unfinished_.front().key});
    unfinished_.erase(unfinished_.begin());
}

std::optional<UnfinishedGame> ClientLogic::take_unfinished(const BoardMessage& message) {
    auto nearest = unfinished_.end();
    std::optional<std::size_t> least;
    for (auto game = unfinished_.begin(); game != unfinished_.end(); ++game) {
        const auto moves = distance(game->game, message);
        if (!moves || (least && *least <= *moves)) continue;
        least = moves;
        nearest = game;
    }
    if (!least) return std::nullopt;
    UnfinishedGame found = std::move(*nearest);
    unfinished_.erase(nearest);
    return found;
}

void ClientLogic::take(const StoredMatches& stored, Time /*now*/) {
    if (!is_own(stored.user)) return;
    std::erase_if(unfinished_, [&](const UnfinishedGame& unfinished) {
        const Game& game = unfinished.game;
        const bool known =
            std::any_of(stored.names.begin(), stored.names.end(), [&game](const auto& names) {
                const std::string first = to_utf8(names[0]);
                const std::string second = to_utf8(names[1]);
                return (first == game.black_name && second == game.white_name)
                       || (first == game.white_name && second == game.black_name);
            });
        if (!known)
            actions_.push_back(Keep{game, unfinished.key}); // nobody can continue it any more
        return !known;
    });
}

} // namespace emilia::ggs
