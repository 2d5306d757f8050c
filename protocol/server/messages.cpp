#include "protocol/server/messages.h"

#include "engine/base/text.h"
#include "protocol/server/board_message.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

constexpr std::string_view service = "/os:";

/// The words of a line, taken from its front.
class Words {
public:
    explicit Words(std::string_view text) noexcept : rest_(text) {}

    /// Empty if there is none left.
    std::string_view next() noexcept { return take_word(rest_); }
    [[nodiscard]] std::string_view rest() const noexcept { return trimmed(rest_); }

private:
    std::string_view rest_;
};

tl::unexpected<ParseError> malformed(std::string_view kind, std::string_view line) {
    return parse_failure(fmt::format("{} is no {}", in_quotes(line), kind));
}

Parsed<Message> parse_challenge(std::string_view id, Words words, std::string_view line) {
    Challenge challenge;
    challenge.id = id;
    challenge.from_rating = words.next();
    challenge.from = words.next();
    challenge.clock = words.next();
    challenge.type = words.next();
    challenge.mode = words.next();
    words.next(); // the own rating
    challenge.to = words.next();
    if (challenge.to.empty() || !words.rest().empty()) return malformed("challenge", line);
    return challenge;
}

/// `.5 1720 alice 1720 bob 8b U`, and perhaps an outcome.
Parsed<Message> parse_match(bool begins, Words words, std::string_view line) {
    const std::string id(words.next());
    words.next(); // a rating
    const std::string first(words.next());
    words.next();
    const std::string second(words.next());
    const std::string type(words.next());
    const std::string mode(words.next());
    const std::string outcome(words.rest());
    if (!is_id(id) || mode.empty() || begins != outcome.empty()) return malformed("match", line);
    if (begins) return MatchBegins{id, {first, second}, type, mode};
    return MatchEnds{id, {first, second}, outcome};
}

/// `+ .8 …`, `- .8 …`, `+ match .5 …`, `- match .5 …`
Parsed<Message> parse_change(bool comes, Words words, std::string_view line) {
    const std::string_view what = words.next();
    if (what == "match") return parse_match(comes, words, line);
    if (!is_id(what)) return Other();
    if (comes) return parse_challenge(what, words, line);
    return ChallengeGone{std::string(what)};
}

Parsed<Message> parse_service(const RawMessage& raw) {
    Words words(std::string_view(raw.head).substr(service.size()));
    const std::string_view kind = words.next();
    if (kind == "+" || kind == "-") return parse_change(kind == "+", words, raw.head);
    if (kind == "join" || kind == "update") {
        const std::string_view game = words.next();
        const std::string_view type = words.next();
        if (!is_id(game)) return Other(); // `join` also tells who listens to whom
        return parse_board_message(game, type, raw.body).map([](BoardMessage&& message) {
            return Message(std::move(message));
        });
    }
    if (kind == "end" || kind == "error") {
        const std::string_view game = words.next();
        if (!is_id(game)) return Other();
        if (kind == "end") return GameEnds{std::string(game), std::string(words.rest())};
        return Refusal{std::string(game), std::string(words.rest())};
    }
    return Other();
}

} // namespace

bool is_id(std::string_view text) noexcept {
    constexpr std::size_t longest = 20;
    const bool characters =
        std::all_of(text.begin(), text.end(), [](char c) { return c == '.' || is_digit(c); });
    return characters && text.size() >= 2 && text.size() <= longest && text.front() == '.'
           && is_digit(text.back()) && text.find("..") == std::string_view::npos
           && std::count(text.begin(), text.end(), '.') <= 2;
}

std::string match_of(std::string_view game) {
    return std::string(game.substr(0, game.find('.', 1)));
}

Parsed<Message> parse_message(const RawMessage& raw) {
    if (asks_for_login(raw.head)) return AsksForLogin();
    if (asks_for_password(raw.head)) return AsksForPassword();
    if (raw.head.starts_with(service)) return parse_service(raw);
    return Other();
}

std::optional<std::string> game_of_board_message(const RawMessage& raw) {
    if (!raw.head.starts_with(service)) return std::nullopt;
    Words words(std::string_view(raw.head).substr(service.size()));
    const std::string_view kind = words.next();
    const std::string_view game = words.next();
    if ((kind != "join" && kind != "update") || !is_id(game)) return std::nullopt;
    return std::string(game);
}

} // namespace emilia::ggs
