#include "protocol/server/messages.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace emilia::ggs {
namespace {

constexpr std::string_view service = "/os:";

/// Whether `line` is `: ` and a sentence that starts with `beginning`, up to its full stop.
bool is_prompt(std::string_view line, std::string_view beginning) noexcept {
    line = trimmed(line);
    if (!line.starts_with(':')) return false;
    line.remove_prefix(1);
    return trimmed(line).starts_with(beginning) && line.ends_with('.');
}

/// `line` without bells and what `vt100 +` adds: colours, and `ESC[2K` and CR before a message.
std::string without_decoration(std::string_view line) {
    constexpr char escape = '\x1b';
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == escape && i + 1 < line.size() && line[i + 1] == '[') {
            i = std::min(line.find_first_not_of("0123456789;", i + 2), line.size());
        } else if (line[i] != '\a' && line[i] != '\r' && line[i] != escape) {
            plain += line[i];
        }
    }
    return std::string(trimmed(plain));
}

tl::unexpected<ParseError> malformed(std::string_view kind, std::string_view line) {
    return parse_failure(fmt::format("{} is no {}", in_quotes(line), kind));
}

/// The text between the first two quotes.
std::string_view quoted(std::string_view text) noexcept {
    const std::size_t begin = std::min(text.find('\''), text.size());
    const std::size_t end = text.find('\'', begin + 1);
    return end == std::string_view::npos ? "" : text.substr(begin + 1, end - begin - 1);
}

Parsed<Message> parse_challenge(std::string_view id, std::string_view words,
                                std::string_view line) {
    Challenge challenge;
    challenge.id = id;
    challenge.from_rating = take_word(words);
    challenge.from = take_word(words);
    challenge.clock = take_word(words);
    challenge.type = take_word(words);
    challenge.mode = take_word(words);
    take_word(words); // the own rating
    challenge.to = take_word(words);
    if (challenge.to.empty()) return malformed("challenge", line);
    while (!trimmed(words).empty()) {
        const std::string_view more = take_word(words);
        (is_id(more) ? challenge.stored : challenge.to_clock) = more;
    }
    return challenge;
}

/// `.5 1720 alice 1720 bob 8b U`, and perhaps an outcome.
Parsed<Message> parse_match(bool begins, std::string_view words, std::string_view line) {
    const std::string id(take_word(words));
    take_word(words); // a rating
    const std::string first(take_word(words));
    take_word(words);
    const std::string second(take_word(words));
    const std::string type(take_word(words));
    const std::string mode(take_word(words));
    const std::string_view outcome = trimmed(words);
    if (!is_id(id) || mode.empty() || begins != outcome.empty()) return malformed("match", line);
    if (begins) return MatchBegins{id, {first, second}, type, mode};
    return MatchEnds{id, {first, second}, parse_outcome(outcome)};
}

/// `+ .8 …`, `- .8 …`, `+ match .5 …`, `- match .5 …`, `+ carol watch .29`
Parsed<Message> parse_change(bool comes, std::string_view words, std::string_view line) {
    const std::string_view what = take_word(words);
    if (what == "match") return parse_match(comes, words, line);
    if (!is_id(what))
        return Harmless{take_word(words) == "watch" ? Harmless::Kind::watching
                                                    : Harmless::Kind::notification};
    if (comes) return parse_challenge(what, words, line);
    return ChallengeGone{std::string(what)};
}

Parsed<Message> parse_board(std::string_view words, const RawMessage& raw) {
    const std::string_view game = take_word(words);
    if (!is_id(game)) return Strange();
    words = trimmed(words);
    const std::string_view type = take_word(words);
    if (!type.starts_with("(;") && !words.empty())
        return parse_board_message(game, type, raw.body).map([](BoardMessage&& message) {
            return Message(std::move(message));
        });
    GgfBoard board{std::string(game), {}};
    constexpr std::array<std::string_view, 2> players{"PB[", "PW["};
    for (const std::string& line : raw.body) {
        for (std::size_t i = 0; i < players.size(); ++i) {
            if (const std::size_t at = line.find(players[i]); at != std::string::npos)
                board.names[i] = line.substr(at + 3, line.find(']', at) - at - 3);
        }
    }
    return board;
}

/// `.16.0 ( alice vs. bob ) -18.00`
Parsed<Message> parse_game_end(std::string_view words, std::string_view line) {
    GameEnds end;
    end.id = take_word(words);
    const bool opens = take_word(words) == "(";
    end.names[0] = take_word(words);
    const bool against = take_word(words) == "vs.";
    end.names[1] = take_word(words);
    if (!is_id(end.id) || !opens || !against || take_word(words) != ")")
        return malformed("end of a game", line);
    end.outcome = parse_outcome(words);
    return end;
}

/// `.9 alice (*)`
Message parse_time_over(std::string_view words, bool fatal) {
    const std::string_view game = take_word(words);
    if (!is_id(game)) return Strange();
    return TimeOver{std::string(game), std::string(take_word(words)), fatal};
}

StoredMatches parse_stored(std::string_view words, const std::vector<std::string>& lines) {
    StoredMatches stored;
    take_word(words); // their number
    stored.user = take_word(words);
    for (std::string_view line : lines) {
        if (!is_id(take_word(line))) continue;
        for (int date = 0; date < 4; ++date) take_word(line);
        const std::string first(take_word(line));
        const std::string second(take_word(line));
        stored.names.push_back({first, second});
    }
    return stored;
}

/// `request '.8' not found.`, `match '.77' not found.` or a sentence.
Message parse_complaint(std::string_view words) {
    const std::string id(quoted(words));
    if (words.ends_with("not found.") && is_id(id)) {
        const std::string_view what = take_word(words);
        if (what == "request") return NotFound{NotFound::What::challenge, id};
        if (what == "match") return NotFound{NotFound::What::match, id};
    }
    return Harmless{Harmless::Kind::complaint};
}

struct HarmlessBeginning {
    std::string_view words;
    Harmless::Kind kind;
};

/// Of messages of the service.
constexpr auto harmless_beginnings = std::to_array<HarmlessBeginning>({
    {"rating_update ", Harmless::Kind::rating},
    {"trust-violation ", Harmless::Kind::trust},
    {"abort .", Harmless::Kind::request},
    {"undo .", Harmless::Kind::request},
    {"watch", Harmless::Kind::information},
    {"match ", Harmless::Kind::information},
    {"who ", Harmless::Kind::information},
    {"history ", Harmless::Kind::information},
    {"top ", Harmless::Kind::information},
    {"rank ", Harmless::Kind::information},
    {"request ", Harmless::Kind::information},
    {"finger ", Harmless::Kind::information},
    {"track", Harmless::Kind::information},
    {"notify", Harmless::Kind::information},
    {"look", Harmless::Kind::information},
    {"decline ERR ", Harmless::Kind::complaint},
    {"cancel ERR ", Harmless::Kind::complaint},
    {"error ", Harmless::Kind::complaint},
    {"random games must be ", Harmless::Kind::complaint},
    {"synchro+komi ", Harmless::Kind::complaint},
    {"no preferred color ", Harmless::Kind::complaint},
    {"illegal board type", Harmless::Kind::complaint},
    {"missing or illegal ", Harmless::Kind::complaint},
});

Message parse_harmless(std::string_view words) {
    for (const auto& [beginning, kind] : harmless_beginnings)
        if (words.starts_with(beginning)) return Harmless{kind};
    return Strange();
}

Parsed<Message> parse_service(const RawMessage& raw) {
    const std::string_view text = trimmed(std::string_view(raw.head).substr(service.size()));
    std::string_view words = text;
    const std::string_view kind = take_word(words);
    if (kind == "+" || kind == "-") return parse_change(kind == "+", words, raw.head);
    if (kind == "join" || kind == "update") return parse_board(words, raw);
    if (kind == "end") return parse_game_end(words, raw.head);
    if (kind == "ERR") return parse_complaint(trimmed(words));
    if (kind == "timeout" || kind == "fatal-timeout")
        return parse_time_over(words, kind == "fatal-timeout");
    if (kind == "stored") return parse_stored(words, raw.body);
    if (is_id(kind)) return Harmless{Harmless::Kind::talk};
    std::string_view rest = words;
    const std::string_view game = take_word(rest);
    if (is_id(game) && kind == "error")
        return Refusal{std::string(game), std::string(trimmed(rest))};
    if (is_id(game) && kind == "score") return ScoreOffered{std::string(game)};
    return parse_harmless(text);
}

/// `: +ack:  …`, `: + /os 1`, `: ERR user '/os' not found.`
Message parse_central(std::string_view words) {
    const std::string_view text = trimmed(words);
    words = text;
    const std::string_view kind = take_word(words);
    if (kind == "+ack:") return Harmless{Harmless::Kind::acknowledgement};
    if (kind == "+" || kind == "-") {
        if (take_word(words) == "/os") return ServiceChange{kind == "+"};
        return Harmless{Harmless::Kind::notification};
    }
    if (text == "ERR user '/os' not found.") return ServiceChange{false};
    if (kind == "ERR") return Harmless{Harmless::Kind::complaint};
    if (kind == "help" || kind == "notify" || kind == "Thank")
        return Harmless{Harmless::Kind::information};
    return Strange();
}

} // namespace

bool asks_for_login(std::string_view line) noexcept {
    return is_prompt(line, "Enter login");
}

bool asks_for_password(std::string_view line) noexcept {
    return is_prompt(line, "Enter your password");
}

std::vector<RawMessage> MessageReader::take(std::string_view bytes) {
    std::vector<RawMessage> complete;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        line_.append(bytes.substr(0, std::min(end, longest_line - line_.size())));
        if (end == bytes.size()) break;
        take_line(complete);
        bytes.remove_prefix(end + 1);
    }
    if (asks_for_login(line_) || asks_for_password(line_)) take_line(complete);
    return complete;
}

void MessageReader::take_line(std::vector<RawMessage>& complete) {
    const std::string text = without_decoration(std::exchange(line_, {}));
    if (text.empty()) return;
    if (text == "READY") {
        message_.ready = true;
        return finish_message(complete);
    }
    // Help and the banner have lines without a bar.
    const bool begins = text.front() == ':' || text.starts_with(service);
    if (text.front() == '|' || (!begins && !message_.head.empty())) {
        if (!message_.head.empty() && message_.body.size() < most_lines)
            message_.body.push_back(text.front() == '|' ? text.substr(1) : text);
        return;
    }
    finish_message(complete);
    message_.head = text;
    if (asks_for_login(text) || asks_for_password(text)) finish_message(complete);
}

void MessageReader::finish_message(std::vector<RawMessage>& complete) {
    if (!message_.head.empty() || message_.ready) complete.push_back(std::move(message_));
    message_ = {};
}

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

Outcome parse_outcome(std::string_view text) {
    Outcome outcome{.text = std::string(trimmed(text))};
    std::string_view words = outcome.text;
    outcome.lead = parse_decimal(take_word(words));
    if (outcome.lead) return outcome;
    outcome.stored = is_id(outcome.text.substr(outcome.text.find_last_of(' ') + 1));
    return outcome;
}

bool is_of_service(const RawMessage& raw) noexcept {
    return raw.head.starts_with(service);
}

Parsed<Message> parse_message(const RawMessage& raw) {
    if (raw.head.empty()) return Ready();
    if (asks_for_login(raw.head)) return AsksForLogin();
    if (asks_for_password(raw.head)) return AsksForPassword();
    if (is_of_service(raw)) return parse_service(raw);
    if (raw.head.front() == ':') return parse_central(std::string_view(raw.head).substr(1));
    // `alice: hello`
    const std::size_t name = std::min(raw.head.find(' '), raw.head.size());
    if (name > 1 && raw.head[name - 1] == ':') return Harmless{Harmless::Kind::talk};
    return Strange();
}

std::optional<std::string> game_of_board_message(const RawMessage& raw) {
    if (!is_of_service(raw)) return std::nullopt;
    std::string_view words = std::string_view(raw.head).substr(service.size());
    const std::string_view kind = take_word(words);
    const std::string_view game = take_word(words);
    if ((kind != "join" && kind != "update") || !is_id(game)) return std::nullopt;
    return std::string(game);
}

} // namespace emilia::ggs
