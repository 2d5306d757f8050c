#include "protocol/server/client_logic.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// How long a match may take to begin after its challenge was accepted, or to be resumed after a
/// return.
constexpr std::chrono::seconds patience_for_match{30};
/// How long a client that is to leave tries to return to an interrupted match.
constexpr std::chrono::minutes patience_for_server{10};

/// What the bytes of the server depend on. The settings stay with the account, so that another
/// program may have left anything.
constexpr auto settings_of_account = std::to_array<std::string_view>({
    "vt100 -",
    "bell -t -tc -tg -n",
    "verbose +ack",
    "notify + /os",
});
constexpr auto settings_of_service = std::to_array<std::string_view>({
    "vt100 -",
    "client -",
    "bell -r -p -w -n -ns -nn -nt -ni -nr -nw -ta -to -tp",
    "trust +",
});

} // namespace

ClientLogic::ClientLogic(LogicSettings settings, std::vector<UnfinishedGame> unfinished)
    : settings_(std::move(settings)), unfinished_(std::move(unfinished)), lag_(settings_.lag) {
    for (const UnfinishedGame& game : unfinished_) next_key_ = std::max(next_key_, game.key + 1);
}

Actions ClientLogic::connected(Time now) {
    phase_ = Phase::expects_login;
    last_heard_ = last_sent_ = now;
    progressed_ = false;
    return std::exchange(actions_, {});
}

Actions ClientLogic::disconnected(Time now) {
    phase_ = Phase::offline;
    const bool returns = std::any_of(matches_.begin(), matches_.end(),
                                     [](const auto& match) { return match.second.continues; });
    if (returns) return_until_ = now + patience_for_server;
    lose_matches();
    leave_if_finished(now);
    return std::exchange(actions_, {});
}

Actions ClientLogic::received(const RawMessage& raw, Time now) {
    if (left_) return {};
    last_heard_ = now;
    const Parsed<Message> message = parse_message(raw);
    const bool prompt = message
                        && (std::holds_alternative<AsksForLogin>(*message)
                            || std::holds_alternative<AsksForPassword>(*message));
    // After a wrong password comes a prompt without `READY`.
    if (phase_ == Phase::sent_password && !prompt && (raw.ready || is_of_service(raw))) arrive(now);
    if (phase_ == Phase::logged_in && !service_is_here_ && is_of_service(raw))
        take(ServiceChange{true}, now); // its coming was missed
    if (prompt || (message && phase_ == Phase::logged_in)) {
        std::visit([this, now](const auto& known) { take(known, now); }, *message);
        if (std::holds_alternative<Strange>(*message)) actions_.push_back(Report{raw.head});
    } else if (!message) {
        actions_.push_back(Report{fmt::format("{} ({})", raw.head, message.error().message)});
        const auto game = game_of_board_message(raw);
        if (game && matches_.contains(match_of(*game))) look_up(match_of(*game), now);
    }
    return std::exchange(actions_, {});
}

void ClientLogic::take(const Strange& /*message*/, Time /*now*/) {}
void ClientLogic::take(const Harmless& /*message*/, Time /*now*/) {}
void ClientLogic::take(const Ready& /*message*/, Time /*now*/) {}

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
        actions_.push_back(Send{
            {.text = settings_.password, .secret = true, .rank = OutgoingLine::Rank::command}});
        return;
    }
    take(AsksForLogin(), now);
}

void ClientLogic::arrive(Time now) {
    phase_ = Phase::logged_in;
    tell(fmt::format("logged in as {}", settings_.user));
    for (const std::string_view setting : settings_of_account) send(std::string(setting));
    service_is_here_ = true; // or it says otherwise
    if (now < return_until_) resume_until_ = now + patience_for_match;
    arrive_at_service(now);
}

void ClientLogic::arrive_at_service(Time now) {
    for (const std::string_view setting : settings_of_service) tell_service(setting);
    const Rules& rules = settings_.rules;
    // With `rated -` players with `rated +` can't ask for anything, nor continue a stored match.
    const bool rated = rules.accept(Mode::rated) || rules.accept(Mode::stored);
    tell_service(rated ? "rated +" : "rated -");
    said_open_ = !wants_challenges(now);
    say_openness(now);
    if (rules.accept(Mode::stored) || !unfinished_.empty()) tell_service("continue");
    if (!unfinished_.empty()) check_stored_at_ = now + patience_for_match;
    last_sent_ = now;
}

void ClientLogic::take(const ServiceChange& change, Time now) {
    if (std::exchange(service_is_here_, change.is_here) == change.is_here) return;
    if (change.is_here) {
        tell("the service for Othello is back");
        return arrive_at_service(now);
    }
    tell("the service for Othello is away; waiting for its return");
    lose_matches();
    leave_if_finished(now);
}

void ClientLogic::take(const Challenge& challenge, Time now) {
    if (!is_own(challenge.to) || is_own(challenge.from)) return;
    if (std::find(answered_.begin(), answered_.end(), challenge.id) != answered_.end()) return;
    constexpr std::size_t most_remembered = 50;
    if (answered_.size() == most_remembered) answered_.pop_front();
    answered_.push_back(challenge.id);
    answer(challenge, now);
}

Decision ClientLogic::decide(const Challenge& challenge, Time now) const {
    const bool stored = parse_mode(challenge.mode) == Mode::stored;
    if (finishing_ && !(stored && may_resume(now))) return {false, "about to leave"};
    if (accepted_) return {false, "another challenge has just been accepted"};
    if (is_busy()) return {false, "a match is going on"};
    return settings_.rules.decide(challenge);
}

void ClientLogic::answer(const Challenge& challenge, Time now) {
    const Decision decision = decide(challenge, now);
    tell_service(fmt::format("{} {}", decision.accept ? "accept" : "decline", challenge.id),
                 decision.accept ? OutgoingLine::Rank::command : OutgoingLine::Rank::courtesy);
    const auto mode = parse_mode(challenge.mode);
    tell(fmt::format("challenge by {}: {} {}{}{}, {}; {} ({})", challenge.from, challenge.type,
                     challenge.clock, challenge.to_clock.empty() ? "" : " against ",
                     challenge.to_clock, mode ? to_string(*mode) : challenge.mode,
                     decision.accept ? "accepted" : "declined", decision.why));
    if (decision.accept) accepted_ = {challenge.id, challenge.from, now + patience_for_match};
}

void ClientLogic::take(const ChallengeGone& gone, Time now) {
    std::erase(answered_, gone.id);
    // If it had become a match, this would have begun before.
    take(NotFound{NotFound::What::challenge, gone.id}, now);
}

void ClientLogic::take(const NotFound& missing, Time now) {
    if (missing.what == NotFound::What::match) {
        lose_match(match_of(missing.id));
        to_look_up_.erase(match_of(missing.id));
        look_up_until_ = {};
        look_up_next(now);
        return open_or_leave(now);
    }
    if (!accepted_ || accepted_->id != missing.id) return;
    tell(fmt::format("{} has taken the challenge {} back", accepted_->from, missing.id));
    std::erase(answered_, missing.id);
    accepted_.reset();
    open_or_leave(now);
}

void ClientLogic::say_openness(Time now) {
    const bool open = wants_challenges(now);
    if (std::exchange(said_open_, open) == open) return;
    tell_service(open ? "open 1" : "open 0");
    last_sent_ = now;
}

void ClientLogic::open_or_leave(Time now) {
    if (is_busy()) return;
    if (settings_.matches && matches_played_ >= *settings_.matches) finishing_ = true;
    leave_if_finished(now);
    if (!left_) say_openness(now);
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
        actions_.push_back(
            Reconnect{"the server has said nothing for "
                      + time_text(std::chrono::duration<double>(settings_.silence).count())});
        return std::exchange(actions_, {});
    }
    if (phase_ != Phase::logged_in) return {};
    if (accepted_ && now > accepted_->until) {
        tell(fmt::format("the match with {} has not begun", accepted_->from));
        accepted_.reset();
        open_or_leave(now);
    }
    leave_if_finished(now);
    if (left_) return std::exchange(actions_, {});
    look_up_next(now);
    for (auto& [id, match] : matches_) {
        if (!match.alone_at || now < *match.alone_at) continue;
        match.alone_at.reset();
        take_turns(id, now);
    }
    if (check_stored_at_ && now >= *check_stored_at_) {
        check_stored_at_.reset();
        if (!unfinished_.empty()) tell_service("stored");
    }
    if (now - last_sent_ > settings_.silence / 3) {
        last_sent_ = now;
        if (service_is_here_) {
            tell_service(said_open_ ? "open 1" : "open 0", OutgoingLine::Rank::courtesy);
        } else {
            send("notify + /os"); // the answer says whether it is back
        }
    }
    return std::exchange(actions_, {});
}

Actions ClientLogic::finish(Time now) {
    if (std::exchange(finishing_, true) || left_) return {};
    if (phase_ == Phase::logged_in) say_openness(now);
    leave_if_finished(now);
    if (is_busy()) {
        tell(fmt::format("finishing {}; a second Ctrl-C leaves at once",
                         accepted_ ? "the match that begins" : counted(games_.size(), "game")));
    } else if (!left_) {
        tell("waiting for the interrupted match to continue; a second Ctrl-C leaves at once");
    }
    return std::exchange(actions_, {});
}

void ClientLogic::send(std::string text, OutgoingLine::Rank rank) {
    actions_.push_back(Send{{.text = std::move(text), .rank = rank}});
}

void ClientLogic::tell_service(std::string_view command, OutgoingLine::Rank rank) {
    send(fmt::format("tell /os {}", command), rank);
}

void ClientLogic::tell(std::string text) {
    actions_.push_back(Tell{std::move(text)});
}

} // namespace emilia::ggs
