#include "protocol/server/rules.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

/// A challenge with its texts understood.
struct Offer {
    std::string user;
    GameType type;
    ClockState clock;
    Mode mode = Mode::unrated;
    std::optional<double> rating;
};

/// A rating may have its deviation behind it: `1720.0@350`.
std::optional<double> parse_rating(std::string_view text) noexcept {
    return parse_decimal(text.substr(0, text.find_first_not_of("0123456789.+-")));
}

tl::expected<Offer, std::string> understand(const Challenge& challenge) {
    Offer offer;
    offer.user = challenge.from;
    offer.rating = parse_rating(challenge.from_rating);
    const auto type = parse_game_type(challenge.type);
    if (!type) return tl::unexpected(type.error().message);
    offer.type = *type;
    if (const auto why = why_unplayable(offer.type)) return tl::unexpected(std::string(*why));
    const auto clock = parse_clock(challenge.clock);
    if (!clock) return tl::unexpected(clock.error().message);
    offer.clock = *clock;
    if (offer.clock.main <= 0 || offer.clock.increment < 0 || offer.clock.extension < 0) {
        return tl::unexpected(
            fmt::format("{} is no clock to play with", in_quotes(challenge.clock)));
    }
    const auto mode = parse_mode(challenge.mode);
    if (!mode)
        return tl::unexpected(
            fmt::format("{} is no mode that Emilia knows", in_quotes(challenge.mode)));
    offer.mode = *mode;
    return offer;
}

bool fits_user(const std::string& pattern, std::string_view user) noexcept {
    if (!pattern.ends_with('*')) return user == pattern;
    return user.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
}

/// An empty list fits anything.
template <typename List, typename Fits>
bool any_fits(const List& list, const Fits& fits) {
    return list.empty() || std::any_of(list.begin(), list.end(), fits);
}

std::optional<std::string> why_outside(std::string_view what, const std::optional<Range>& range,
                                       double seconds) {
    if (!range || range->contains(seconds)) return std::nullopt;
    return fmt::format("{} {} is not within {}-{}", what, time_text(seconds),
                       time_text(range->least), time_text(range->most));
}

/// Why a rule says nothing about an offer; none if it fits.
std::optional<std::string> why_not(const Rule& rule, const Offer& offer) {
    if (!any_fits(rule.users, [&](const auto& user) { return fits_user(user, offer.user); }))
        return "it is for other users";
    if (!any_fits(rule.types, [&](const auto& type) { return type.fits(offer.type); }))
        return "it is for other types of games";
    if (!any_fits(rule.modes, [&](Mode mode) { return mode == offer.mode; }))
        return fmt::format("it is not for {} games", to_string(offer.mode));
    if (auto why = why_outside("the main time", rule.main, offer.clock.main)) return why;
    if (auto why = why_outside("the increment", rule.increment, offer.clock.increment)) return why;
    if (auto why = why_outside("the extension", rule.extension, offer.clock.extension)) return why;
    if (rule.rating && !(offer.rating && rule.rating->contains(*offer.rating)))
        return "it is for other ratings";
    return std::nullopt;
}

} // namespace

std::optional<Mode> parse_mode(std::string_view text) noexcept {
    if (text.starts_with('U')) return Mode::unrated;
    if (text.starts_with('R')) return Mode::rated;
    if (text.starts_with('S')) return Mode::stored;
    return std::nullopt;
}

std::string_view to_string(Mode mode) noexcept {
    switch (mode) {
    case Mode::rated: return "rated";
    case Mode::stored: return "stored";
    case Mode::unrated: break;
    }
    return "unrated";
}

bool TypePattern::fits(const GameType& type) const noexcept {
    if (type.synchro != synchro || type.random_discs.has_value() != random_discs.has_value())
        return false;
    if (random_discs && !random_discs->contains(*type.random_discs)) return false;
    return color == ChallengerColor::unsaid || color == type.color;
}

Rules::Rules() : Rules(*parse(default_rules)) {}

Decision Rules::decide(const Challenge& challenge) const {
    const auto offer = understand(challenge);
    if (!offer) return {false, offer.error()};
    std::string nearest;
    for (const Rule& rule : rules_) {
        const auto why = why_not(rule, *offer);
        if (!why) return {rule.accepts, fmt::format("line {} of the rules", rule.line)};
        if (rule.accepts) nearest = fmt::format(" (line {}: {})", rule.line, *why);
    }
    return {false, "no rule accepts it" + nearest};
}

bool Rules::accept_rated() const noexcept {
    return std::any_of(rules_.begin(), rules_.end(), [](const Rule& rule) {
        return rule.accepts && any_fits(rule.modes, [](Mode mode) { return mode == Mode::rated; });
    });
}

} // namespace emilia::ggs
