#include "engine/notation/game_result.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr int max_discs = square_count;

struct EndingName {
    Ending ending;
    std::string_view ggf;
    std::string_view sgf; ///< empty where SGF has no word for it
    std::string_view sgf_word;
};

constexpr auto ending_names = std::to_array<EndingName>({
    {Ending::resigned, "r", "R", "Resign"},
    {Ending::timeout, "t", "T", "Time"},
    {Ending::left, "l", "F", "Forfeit"},
    {Ending::agreed, "s", "", ""},
});

const EndingName* name_of(Ending ending) noexcept {
    const auto* const found =
        std::find_if(ending_names.begin(), ending_names.end(),
                     [ending](const EndingName& name) { return name.ending == ending; });
    return found == ending_names.end() ? nullptr : found;
}

std::optional<Ending> ggf_ending(std::string_view text) noexcept {
    for (const EndingName& name : ending_names) {
        if (equal_ignoring_case(text, name.ggf)) return name.ending;
    }
    return std::nullopt;
}

std::optional<Ending> sgf_ending(std::string_view text) noexcept {
    for (const EndingName& name : ending_names) {
        const bool same =
            equal_ignoring_case(text, name.sgf) || equal_ignoring_case(text, name.sgf_word);
        if (same && !text.empty()) return name.ending;
    }
    return std::nullopt;
}

std::optional<double> parse_lead(std::string_view text) noexcept {
    const auto lead = parse_decimal(trimmed(text));
    return lead && std::abs(*lead) <= max_discs ? lead : std::nullopt;
}

std::optional<Color> winner_of_letter(char letter) noexcept {
    if (to_lower(letter) == 'b') return Color::black;
    if (to_lower(letter) == 'w') return Color::white;
    return std::nullopt;
}

/// Parses the number of one side's discs.
std::optional<int> parse_count(std::string_view text) noexcept {
    int count = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, count);
    if (error != std::errc{} || stopped != end || !is_digit(text.front())) return std::nullopt;
    return count <= max_discs ? std::optional(count) : std::nullopt;
}

} // namespace

std::optional<double> GameResult::black_lead() const noexcept {
    if (!margin) return std::nullopt;
    return winner == Color::white ? -*margin : *margin;
}

GameResult result_of_lead(double black_lead, Ending ending) {
    GameResult result{.winner = {}, .margin = std::abs(black_lead), .ending = ending};
    if (black_lead != 0) result.winner = black_lead > 0 ? Color::black : Color::white;
    return result;
}

std::optional<GameResult> parse_ggf_result(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto lead = parse_lead(text.substr(0, colon));
    if (!lead) return std::nullopt;
    if (colon == std::string_view::npos) return result_of_lead(*lead);
    const auto ending = ggf_ending(trimmed(text.substr(colon + 1)));
    return ending ? std::optional(result_of_lead(*lead, *ending)) : std::nullopt;
}

std::string to_ggf_result(const GameResult& result) {
    const auto lead = result.black_lead();
    if (!lead) return "";
    const EndingName* const name = name_of(result.ending);
    const std::string discs = *lead == std::round(*lead)
                                  ? fmt::format("{:+.2f}", *lead)
                                  : fmt::format("{}{}", *lead > 0 ? "+" : "", to_decimal(*lead));
    return name == nullptr ? discs : fmt::format("{}:{}", discs, name->ggf);
}

std::optional<GameResult> parse_sgf_result(std::string_view text) {
    text = trimmed(text);
    if (text == "0" || equal_ignoring_case(text, "draw")) return result_of_lead(0);
    if (text.size() < 2 || text[1] != '+') return std::nullopt;
    GameResult result{.winner = winner_of_letter(text.front()), .margin = {}};
    if (!result.winner) return std::nullopt;
    const std::string_view how = trimmed(text.substr(2));
    if (how.empty()) return result;
    if (const auto ending = sgf_ending(how)) {
        result.ending = *ending;
        return result;
    }
    result.margin = parse_lead(how);
    return result.margin.value_or(0) > 0 ? std::optional(result) : std::nullopt;
}

std::string to_sgf_result(const GameResult& result) {
    if (!result.winner) return "0";
    const EndingName* const name = name_of(result.ending);
    const bool by_margin = name == nullptr || name->sgf.empty();
    const std::string margin = result.margin ? to_decimal(*result.margin) : "";
    return fmt::format("{}+{}", *result.winner == Color::black ? 'B' : 'W',
                       by_margin ? margin : std::string(name->sgf));
}

std::optional<GameResult> parse_disc_counts(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos || dash == 0 || dash + 1 == text.size()) return std::nullopt;
    const auto black = parse_count(text.substr(0, dash));
    const auto white = parse_count(text.substr(dash + 1));
    if (!black || !white || *black + *white > max_discs) return std::nullopt;
    return result_of_lead(*black - *white);
}

std::optional<std::string> to_disc_counts(const GameResult& result) {
    const auto lead = result.black_lead();
    if (!lead || *lead != std::round(*lead)) return std::nullopt;
    const int difference = static_cast<int>(*lead);
    const int discs = max_discs - std::abs(difference) % 2;
    return fmt::format("{}-{}", (discs + difference) / 2, (discs - difference) / 2);
}

} // namespace emilia
