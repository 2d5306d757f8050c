#include "protocol/server/client_logic.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// How long a match may take to begin after its challenge was accepted or is gone.
constexpr std::chrono::seconds patience_for_match{30};
constexpr std::chrono::seconds patience_after_challenge{5};
/// How long a client that is to leave tries to return to an interrupted match.
constexpr std::chrono::minutes patience_for_server{10};
/// A refusal of the password is followed by a prompt, maybe in a packet of its own. After this time
/// without one the password is right.
constexpr std::chrono::milliseconds patience_for_prompt{500};

/// `F5/1.25/3.47`
std::string move_text(const Choice& choice) {
    std::string text = choice.move == Square::pass ? "PA" : to_upper(to_string(choice.move));
    if (choice.evaluation) text += fmt::format("/{:.2f}", *choice.evaluation);
    if (choice.move != Square::pass)
        text += fmt::format("{}{:.2f}", choice.evaluation ? "/" : "//", choice.seconds);
    return text;
}

/// Whether a game or match that ends so has a result.
bool is_decided(std::string_view outcome) noexcept {
    return outcome == "aborted" || lead_of(outcome);
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

ClientLogic::ClientLogic(LogicSettings settings, std::vector<Game> unfinished)
    : settings_(std::move(settings)), unfinished_(std::move(unfinished)), lag_(settings_.lag) {}

Actions ClientLogic::connected(Time now) {
    phase_ = Phase::expects_login;
    last_heard_ = last_sent_ = now;
    arrival_.reset();
    progressed_ = false;
    return std::exchange(actions_, {});
}

Actions ClientLogic::disconnected(Time now) {
    phase_ = Phase::offline;
    accepted_.reset();
    answered_.clear();
    unplayable_.clear();
    if (!matches_.empty()) {
        return_until_ = now + patience_for_server;
        matches_.clear();
        while (!games_.empty()) set_aside(games_.begin()->second);
        keep_unfinished();
    }
    leave_if_finished(now);
    return std::exchange(actions_, {});
}

Actions ClientLogic::received(const RawMessage& raw, Time now) {
    if (left_) return {};
    last_heard_ = now;
    const Parsed<Message> message = parse_message(raw);
    if (message) {
        const bool prompt = std::holds_alternative<AsksForLogin>(*message)
                            || std::holds_alternative<AsksForPassword>(*message);
        if (phase_ == Phase::sent_password && !prompt) {
            if (!std::holds_alternative<Other>(*message)) {
                arrive(now); // the service speaks only to those who are in
            } else if (!arrival_) {
                arrival_ = now + patience_for_prompt;
            }
        }
        if (prompt || phase_ == Phase::logged_in)
            std::visit([this, now](const auto& known) { take(known, now); }, *message);
    } else if (const auto game = game_of_board_message(raw)) {
        // Without this position the game can't continue; on arrival the server sends it again.
        if (matches_.contains(match_of(*game)))
            reread(fmt::format("the position of {} can't be read ({})", *game,
                               message.error().message));
    }
    return std::exchange(actions_, {});
}

void ClientLogic::take(const Other& /*message*/, Time /*now*/) {}

void ClientLogic::take(const AsksForLogin& /*prompt*/, Time /*now*/) {
    if (phase_ == Phase::expects_login) {
        phase_ = Phase::expects_password;
        return send(settings_.user);
    }
    left_ = true;
    actions_.push_back(
        Leave{"the server does not let this user in; check the name and the password"});
}

void ClientLogic::take(const AsksForPassword& /*prompt*/, Time now) {
    if (phase_ == Phase::expects_login || phase_ == Phase::expects_password) {
        phase_ = Phase::sent_password;
        actions_.push_back(Send{{.text = settings_.password, .secret = true, .urgent = true}});
        return;
    }
    take(AsksForLogin(), now);
}

void ClientLogic::arrive(Time now) {
    phase_ = Phase::logged_in;
    tell(fmt::format("logged in as {}", settings_.user));
    tell_service("client -");
    tell_service("trust +");
    tell_service(settings_.rules.accept_rated() ? "rated +" : "rated -");
    tell_service(finishing_ ? "open 0" : "open 1");
    tell_service("continue");
    last_sent_ = now;
    if (!unfinished_.empty() || now < return_until_) resume_until_ = now + patience_for_match;
}

void ClientLogic::take(const Challenge& challenge, Time now) {
    if (!is_own(challenge.to) || is_own(challenge.from)) return;
    if (std::find(answered_.begin(), answered_.end(), challenge.id) != answered_.end()) return;
    constexpr std::size_t most_remembered = 50;
    if (answered_.size() == most_remembered) answered_.pop_front();
    answered_.push_back(challenge.id);
    answer(challenge, now);
}

Decision ClientLogic::decide(const Challenge& challenge) const {
    if (finishing_) return {false, "about to leave"};
    if (accepted_) return {false, "another challenge has just been accepted"};
    if (is_busy()) return {false, "a match is going on"};
    return settings_.rules.decide(challenge);
}

void ClientLogic::answer(const Challenge& challenge, Time now) {
    const Decision decision = decide(challenge);
    tell_service(fmt::format("{} {}", decision.accept ? "accept" : "decline", challenge.id),
                 decision.accept);
    const auto mode = parse_mode(challenge.mode);
    tell(fmt::format("challenge by {}: {} {}, {}; {} ({})", challenge.from, challenge.type,
                     challenge.clock, mode ? to_string(*mode) : challenge.mode,
                     decision.accept ? "accepted" : "declined", decision.why));
    if (decision.accept) accepted_ = {challenge.id, challenge.from, now + patience_for_match};
}

void ClientLogic::take(const ChallengeGone& gone, Time now) {
    std::erase(answered_, gone.id);
    // It may have become a match, whose message comes next.
    if (accepted_ && accepted_->id == gone.id) accepted_->until = now + patience_after_challenge;
}

void ClientLogic::take(const MatchBegins& match, Time /*now*/) {
    if (!is_own(match.names[0]) && !is_own(match.names[1])) return;
    const std::string& opponent = match.names[is_own(match.names[0]) ? 1 : 0];
    if (const auto why = why_unplayable(match.type)) {
        if (unplayable_.insert(match.id).second)
            tell(fmt::format("match {} against {} is not played: {}", match.id, opponent, *why));
        return;
    }
    if (games_.empty()) actions_.push_back(Prepare());
    accepted_.reset();
    return_until_ = resume_until_ = {};
    matches_[match.id] = {match.names, opponent};
    tell_service("open 0");
    tell(fmt::format("match {} against {} begins: {}", match.id, opponent, match.type));
}

bool ClientLogic::knows_match(const BoardMessage& message) {
    const std::string id = match_of(message.game);
    // Perhaps the beginning was missed, as after a reconnection.
    if (!matches_.contains(id) && !unplayable_.contains(id))
        take(MatchBegins{id, {message.black.name, message.white.name}, message.type, "S"},
             last_heard_);
    return matches_.contains(id);
}

void ClientLogic::take(const BoardMessage& message, Time now) {
    const bool black = is_own(message.black.name);
    if (black == is_own(message.white.name)) return; // a game of others, or against itself
    if (!knows_match(message)) return;
    const auto found = games_.find(message.game);
    if (found != games_.end()) {
        RunningGame& game = found->second;
        if (game.sent) {
            const std::chrono::duration<double> way = now - game.sent->time;
            // The longest way counts, and is forgotten slowly.
            lag_ = std::max({settings_.lag, std::min(way.count(), 10.0), 0.9 * lag_});
        }
        const bool waited = game.sent.has_value();
        game.update(message);
        progressed_ |= waited && !game.sent;
    } else {
        RunningGame game(message, black ? Color::black : Color::white, take_unfinished(message));
        tell(fmt::format("game {}: {} has {}, move {}", game.id(), settings_.user,
                         to_string(game.own()), game.record().moves().size() + 1));
        games_.emplace(message.game, std::move(game));
    }
    keep_unfinished();
    take_turn(games_.at(message.game), now);
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
    if (game.sent || game.thinking) return;
    if (board.must_pass()) {
        return send_move(game, {.game = game.id(), .board = board, .move = Square::pass}, now);
    }
    game.thinking = true;
    const double left = game.seconds_left();
    // The server shows whole seconds, so up to one may have passed already.
    const double reserve = std::min(1.0 + lag_, left / 2);
    actions_.push_back(Think{game.id(), board, left - reserve, game.increment()});
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
    tell_service(fmt::format("play {} {}", game.id(), game.sent->text));
}

void ClientLogic::take(const Refusal& refusal, Time now) {
    if (accepted_ && accepted_->id == refusal.game) {
        tell(fmt::format("the challenge {} can't be accepted: {}", refusal.game, refusal.reason));
        accepted_.reset();
        return;
    }
    const auto found = games_.find(refusal.game);
    if (found == games_.end() || !found->second.sent) return;
    auto& sent = *found->second.sent;
    if (std::exchange(sent.refused, true)) {
        reread(fmt::format("the server refuses the move {} in {} ({})", sent.text, refusal.game,
                           refusal.reason));
        return;
    }
    sent.time = now;
    tell_service(fmt::format("play {} {}", refusal.game, sent.text));
}

void ClientLogic::take(const GameEnds& end, Time /*now*/) {
    end_game(end.id, end.outcome);
}

void ClientLogic::take(const MatchEnds& match, Time now) {
    unplayable_.erase(match.id);
    const auto found = matches_.find(match.id);
    if (found == matches_.end()) return;
    found->second.names = match.names;
    std::vector<std::string> ended;
    for (const auto& [id, game] : games_) {
        if (match_of(id) == match.id) ended.push_back(id);
    }
    for (const std::string& id : ended) end_game(id, match.outcome);
    if (is_decided(match.outcome)) ++matches_played_;
    std::string result = match.outcome;
    if (const auto lead = lead_of(match.outcome))
        result = lead_text(is_own(match.names[0]) ? *lead : -*lead);
    tell(
        fmt::format("match {} against {} has ended: {}", match.id, found->second.opponent, result));
    matches_.erase(match.id);
    open_or_leave(now);
}

void ClientLogic::end_game(const std::string& id, std::string_view outcome) {
    const auto found = games_.find(id);
    if (found == games_.end()) return;
    RunningGame& game = found->second;
    // A game that was adjourned, or whose opponent has left, may continue later.
    if (!game.is_over() && !is_decided(outcome)) {
        tell(fmt::format("game {}: {}; it may go on later", id, outcome));
        set_aside(game);
    } else {
        const auto match = matches_.find(match_of(id));
        const Game record = game.finished(
            outcome, match == matches_.end() ? "" : std::string_view(match->second.names[0]));
        tell(fmt::format("game {} with {}: {}", id, to_string(game.own()),
                         result_text(record, game.own())));
        actions_.push_back(Forget{id});
        actions_.push_back(Keep{record});
        games_.erase(found);
    }
    keep_unfinished();
}

void ClientLogic::set_aside(RunningGame& game) {
    const std::string id = game.id();
    actions_.push_back(Forget{id});
    unfinished_.push_back(game.record());
    games_.erase(id);
}

std::optional<Game> ClientLogic::take_unfinished(const BoardMessage& message) {
    for (auto game = unfinished_.begin(); game != unfinished_.end(); ++game) {
        if (game->black_name != to_utf8(message.black.name)
            || game->white_name != to_utf8(message.white.name)
            || !catch_up(*game, message.position))
            continue;
        Game found = std::move(*game);
        unfinished_.erase(game);
        return found;
    }
    return std::nullopt;
}

void ClientLogic::keep_unfinished() {
    std::vector<Game> games = unfinished_;
    for (const auto& [id, game] : games_) games.push_back(game.record());
    actions_.push_back(KeepUnfinished{std::move(games)});
}

void ClientLogic::reread(std::string why) {
    actions_.push_back(Reconnect{std::move(why)});
}

void ClientLogic::open_or_leave(Time now) {
    if (is_busy()) return;
    if (settings_.matches && matches_played_ >= *settings_.matches) finishing_ = true;
    if (finishing_) return leave();
    tell_service("open 1");
    last_sent_ = now;
}

void ClientLogic::leave() {
    if (std::exchange(left_, true)) return;
    if (phase_ == Phase::logged_in) send("quit");
    actions_.push_back(Leave());
}

void ClientLogic::leave_if_finished(Time now) {
    if (finishing_ && !is_busy() && !may_resume(now)) leave();
}

Actions ClientLogic::passed(Time now) {
    if (left_) return {};
    if (phase_ == Phase::offline) {
        leave_if_finished(now);
        return std::exchange(actions_, {});
    }
    if (now - last_heard_ > settings_.silence) {
        last_heard_ = now;
        reread("the server has said nothing for "
               + time_text(std::chrono::duration<double>(settings_.silence).count()));
        return std::exchange(actions_, {});
    }
    if (phase_ == Phase::sent_password && arrival_ && now >= *arrival_) arrive(now);
    if (phase_ != Phase::logged_in) return {};
    if (accepted_ && now > accepted_->until) {
        tell(fmt::format("the match with {} has not begun", accepted_->from));
        accepted_.reset();
        open_or_leave(now);
    }
    leave_if_finished(now);
    if (now - last_sent_ > settings_.silence / 3) {
        last_sent_ = now;
        tell_service(is_busy() || finishing_ ? "open 0" : "open 1", false);
    }
    return std::exchange(actions_, {});
}

Actions ClientLogic::finish(Time now) {
    if (std::exchange(finishing_, true) || left_) return {};
    if (phase_ == Phase::logged_in) tell_service("open 0");
    leave_if_finished(now);
    if (is_busy()) {
        tell(fmt::format("finishing {}; a second Ctrl-C leaves at once",
                         accepted_ ? "the match that begins" : counted(games_.size(), "game")));
    } else if (!left_) {
        tell("waiting for the interrupted match to go on; a second Ctrl-C leaves at once");
    }
    return std::exchange(actions_, {});
}

void ClientLogic::send(std::string text, bool urgent) {
    actions_.push_back(Send{{.text = std::move(text), .urgent = urgent}});
}

void ClientLogic::tell_service(std::string_view command, bool urgent) {
    send(fmt::format("tell /os {}", command), urgent);
}

void ClientLogic::tell(std::string text) {
    actions_.push_back(Tell{std::move(text)});
}

bool ClientLogic::is_own(std::string_view name) const noexcept {
    return equal_ignoring_case(name, settings_.user);
}

} // namespace emilia::ggs
