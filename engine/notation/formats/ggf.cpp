#include "engine/notation/formats/ggf.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/formats/game_text.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <limits>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

/// Written as the place of a game that has neither a place nor an event.
constexpr std::string_view own_place = "Emilia";

/// What `PC` says. Programs and servers name themselves there. NBoard puts the tournament there,
/// because it refuses games with `EV`, so Emilia does the same: `Cup`, `Cup @ Paris` or `@ Paris`.
struct PlaceAndEvent {
    std::string place;
    std::string event;
    [[nodiscard]] friend bool operator==(const PlaceAndEvent&, const PlaceAndEvent&) = default;
};

constexpr std::string_view before_place = "@ ";
constexpr std::string_view between = " @ "; // event and place

bool names_program_or_server(std::string_view text) {
    if (text.starts_with("GGS")) return true;
    constexpr auto names =
        std::to_array<std::string_view>({own_place, "NBoard", "match.py", "WZebra", "Zebra"});
    return std::any_of(names.begin(), names.end(), [text](std::string_view name) {
        return equal_ignoring_case(trimmed(text), name);
    });
}

PlaceAndEvent read_place(std::string_view text) {
    PlaceAndEvent read;
    if (const std::size_t at = text.rfind(between); at != std::string_view::npos) {
        read = {std::string(text.substr(at + between.size())), std::string(text.substr(0, at))};
    } else if (text.starts_with(before_place)) {
        read.place = text.substr(before_place.size());
    } else {
        (names_program_or_server(text) ? read.place : read.event) = text;
    }
    if (read.place == own_place) read.place.clear();
    return read;
}

/// Reads back as the same, unless the place itself has an `@`.
std::string place_text(const Game& game) {
    std::string shortest = game.event.empty() ? game.place : game.event;
    if (shortest.empty()) return std::string(own_place);
    if (read_place(shortest) == PlaceAndEvent{game.place, game.event}) return shortest;
    return game.event.empty() ? fmt::format("{}{}", before_place, game.place)
                              : fmt::format("{}{}{}", game.event, between,
                                            game.place.empty() ? own_place : game.place);
}

/// Written as the type of a game that has none.
constexpr std::string_view usual_type = "8";

/// Of a type behind its `s`.
bool is_type_character(char character) noexcept {
    return is_digit(character) || (to_lower(character) >= 'a' && to_lower(character) <= 'z')
           || character == '?';
}

/// Splits `text` at each separator; returns at least one part.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Parses `90`, `1:30` or `0:01:30`, with or without decimals.
Parsed<double> parse_clock(std::string_view text) {
    const std::vector<std::string_view> units = split(text, ':');
    double seconds = 0;
    for (const std::string_view unit : units)
        seconds = 60 * seconds + parse_decimal(unit).value_or(not_a_number);
    if (units.size() > 3 || !std::isfinite(seconds))
        return parse_failure(fmt::format("{} is not a time, as in '5:00'", in_quotes(text)));
    return seconds;
}

/// Parses a part of `TI`: a time, which may be empty, and optional flags such as `,L0`.
Parsed<double> parse_time_part(std::string_view part) {
    const std::string_view text = trimmed(part.substr(0, part.find(',')));
    const std::string_view clock = text.substr(0, text.find_first_not_of("0123456789:."));
    if (text.empty()) return 0.0;
    return clock.empty() ? parse_failure(fmt::format("{} is not a time", in_quotes(text)))
                         : parse_clock(clock);
}

Parsed<std::optional<TimeControl>> parse_time(std::string_view text) {
    if (trimmed(text).empty()) return std::nullopt;
    const std::vector<std::string_view> parts = split(text, '/');
    const Parsed<double> seconds = parse_time_part(parts[0]);
    if (!seconds) return tl::unexpected(seconds.error());
    const Parsed<double> increment = parts.size() > 1 ? parse_time_part(parts[1]) : 0.0;
    if (!increment) return tl::unexpected(increment.error());
    if (*seconds == 0 && *increment == 0) return std::nullopt; // as NBoard writes "no clock"
    const double extension = parts.size() > 2 ? parse_time_part(parts[2]).value_or(0) : 0;
    return TimeControl{*seconds, *increment, extension};
}

/// Parses `8 <64 squares> *`.
Parsed<Position> parse_board(std::string_view text) {
    constexpr std::string_view blanks = " \t\n\v\f\r";
    const std::size_t begin = std::min(text.find_first_not_of(blanks), text.size());
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view size = text.substr(begin, end - begin);
    if (size != "8") {
        return parse_failure(
            fmt::format("the board's size is {}, but only 8 is supported", in_quotes(size)), begin);
    }
    Parsed<Position> position = parse_position(text.substr(end));
    if (!position) position.error().offset += end;
    return position;
}

Parsed<std::optional<double>> parse_field(std::string_view text) {
    const std::string_view number = trimmed(text);
    if (number.empty()) return std::nullopt;
    if (const std::optional<double> value = parse_decimal(number)) return value;
    return parse_failure(fmt::format("{} is not a number", in_quotes(number)));
}

constexpr std::string_view comment = "CO";
/// The moves by which the players chose the komi, and the comment.
constexpr std::string_view properties_to_keep[] = {"KB", "KW", comment};

/// A date that is given in seconds since 1970, as older records have it, becomes
/// `1999-12-15 17:09:14 GMT`.
std::string date_in_days(std::string date) {
    constexpr std::size_t fewest_digits = 9; // eight are a date such as 20120501
    const auto seconds = whole_number<std::int32_t>(date);
    if (date.size() < fewest_digits || !seconds || *seconds < 0) return date;
    return fmt::format("{:%F %T} GMT", fmt::gmtime(static_cast<std::time_t>(*seconds)));
}

class GgfReader : public GameReader {
private:
    Parsed<void> take(std::string_view name, const PropertyValue& value) override {
        if (name == "GM") return check_kind(value.text);
        if (name == "BO") return keep(parse_board(value.text), start_);
        if (name == "TY") return take_type(value.text);
        if (name == "TI") return keep(parse_time(value.text), header_.time);
        if (name == "TB") return keep(parse_time(value.text), header_.black_time);
        if (name == "TW") return keep(parse_time(value.text), header_.white_time);
        if (name == "RE") header_.result = parse_ggf_result(value.text);
        if (name == "KM") header_.komi = parse_lead(value.text);
        for (const std::string_view kept : properties_to_keep) {
            if (name == kept) keep_text(name, value.text);
        }
        return {};
    }
    Parsed<PlayedMove> move(std::string_view text, Color color) const override {
        return parse_ggf_move(text, color);
    }
    Position start() const override { return start_; }

    void keep_text(std::string_view name, std::string_view value) {
        auto& kept = header_.ggf_only;
        std::erase_if(kept, [name](const auto& property) { return property.first == name; });
        std::string text = without_controls(to_utf8(unescaped(value)));
        if (!text.empty()) kept.emplace_back(name, std::move(text));
    }

    static Parsed<void> check_kind(std::string_view text) {
        if (equal_ignoring_case(trimmed(text), "othello")) return {};
        return parse_failure(fmt::format("the game is {}, not Othello", in_quotes(text)));
    }

    /// A type such as `8`, `s8r20` or `8a`, of a size and flags. Other words say nothing of the
    /// rules.
    Parsed<void> take_type(std::string_view text) {
        const std::string_view type = trimmed(text);
        std::string_view flags = type;
        if (!flags.empty() && to_lower(flags.front()) == 's') flags.remove_prefix(1);
        const bool is_type = !flags.empty() && is_digit(flags.front())
                             && std::all_of(flags.begin(), flags.end(), is_type_character);
        if (!is_type) return {};
        if (flags.find_first_of("aA") == std::string_view::npos) {
            header_.type = type == usual_type ? "" : type;
            return {};
        }
        return parse_failure(fmt::format("the game is of the type {}, in which the fewer discs win",
                                         in_quotes(text)));
    }

    Position start_;
};

constexpr auto endings = std::to_array<std::pair<Ending, std::string_view>>({
    {Ending::resigned, "r"},
    {Ending::timeout, "t"},
    {Ending::left, "l"},
    {Ending::agreed, "s"},
});

std::string field(const std::optional<double>& value) {
    return value && std::isfinite(*value) ? to_decimal(*value) : "";
}

std::string move_text(const PlayedMove& played) {
    std::string text = fmt::format("{}[{}", played.color == Color::black ? 'B' : 'W',
                                   to_upper(to_string(played.move)));
    const std::string evaluation = field(played.evaluation);
    const std::string seconds = field(played.seconds);
    if (!evaluation.empty() || !seconds.empty()) text += '/' + evaluation;
    if (!seconds.empty()) text += '/' + seconds;
    return text + ']';
}

std::string clock_text(double seconds) {
    constexpr double max_exact = 0x1p53; // above this, minutes and seconds no longer add up exactly
    if (seconds > max_exact) return to_decimal(seconds);
    const double rest = std::fmod(seconds, 60.0);
    return fmt::format("{}:{}{}", to_decimal((seconds - rest) / 60), rest < 10 ? "0" : "",
                       to_decimal(rest));
}

bool is_clock(const TimeControl& time) noexcept {
    return std::isfinite(time.seconds) && time.seconds >= 0 && std::isfinite(time.increment)
           && time.increment >= 0;
}

std::string time_text(std::string_view name, const std::optional<TimeControl>& time) {
    if (!time || !is_clock(*time)) return "";
    const auto part = [](double seconds) { return seconds != 0 ? clock_text(seconds) : ""; };
    std::string parts = clock_text(time->seconds);
    if (time->increment != 0 || time->extension != 0) parts += '/' + part(time->increment);
    if (time->extension != 0) parts += '/' + part(time->extension);
    return fmt::format("{}[{}]", name, parts);
}

/// Writes black as `*`, as NBoard does.
std::string board_text(const Position& position) {
    std::string text = to_string(position);
    std::replace(text.begin(), text.end(), 'X', '*');
    return text;
}

} // namespace

Parsed<PlayedMove> parse_ggf_move(std::string_view text, Color color) {
    const std::vector<std::string_view> fields = split(text, '/');
    if (fields.size() > 3)
        return parse_failure(
            fmt::format("{} has more fields than move, evaluation and seconds", in_quotes(text)));
    const Parsed<Square> move = parse_square(trimmed(fields[0]));
    if (!move) return tl::unexpected(move.error());
    PlayedMove played{.move = *move, .color = color};
    for (std::size_t i = 1; i < fields.size(); ++i) {
        const Parsed<std::optional<double>> value = parse_field(fields[i]);
        if (!value) {
            return parse_failure(value.error().message,
                                 static_cast<std::size_t>(fields[i].data() - text.data()));
        }
        (i == 1 ? played.evaluation : played.seconds) = *value;
    }
    return played;
}

Parsed<Game> parse_ggf(std::string_view text) {
    auto game = GgfReader().read(text, Variations::none);
    if (!game) return game;
    PlaceAndEvent read = read_place(game->place);
    if (game->event.empty()) {
        game->event = std::move(read.event);
    } else if (read.event == game->place) {
        read.place = std::move(read.event); // with `EV` a bare `PC` is the place
    }
    game->place = std::move(read.place);
    game->date = date_in_days(std::move(game->date));
    return game;
}

std::optional<GameResult> parse_ggf_result(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto lead = parse_lead(text.substr(0, colon));
    if (!lead) return std::nullopt;
    if (colon == std::string_view::npos) return result_of_lead(*lead);
    for (const auto& [ending, name] : endings) {
        if (equal_ignoring_case(trimmed(text.substr(colon + 1)), name))
            return result_of_lead(*lead, ending);
    }
    return std::nullopt;
}

std::string to_ggf_result(const GameResult& result) {
    const auto lead = result.black_lead();
    if (!lead) return "";
    std::string discs = *lead == std::round(*lead)
                            ? fmt::format("{:+.2f}", *lead)
                            : fmt::format("{}{}", *lead > 0 ? "+" : "", to_decimal(*lead));
    for (const auto& [ending, name] : endings) {
        if (ending == result.ending) discs += fmt::format(":{}", name);
    }
    return discs;
}

std::string to_ggf(const Game& game) {
    std::string text = "(;GM[Othello]";
    text += property_text("PC", place_text(game));
    text += property_text("DT", game.date);
    text += fmt::format("PB[{}]PW[{}]", escaped(game.black_name), escaped(game.white_name));
    text += property_text("RB", game.black_rating);
    text += property_text("RW", game.white_rating);
    if (game.result) text += property_text("RE", to_ggf_result(*game.result));
    if (game.komi) text += property_text("KM", to_decimal(*game.komi));
    text += time_text("TI", game.time) + time_text("TB", game.black_time)
            + time_text("TW", game.white_time);
    bool has_comment = false;
    for (const auto& [name, value] : game.ggf_only) {
        text += property_text(name, value);
        has_comment |= name == comment;
    }
    if (!has_comment) text += property_text(comment, game.opening);
    text += property_text("TY", game.type.empty() ? usual_type : game.type);
    text += fmt::format("BO[8 {}]", board_text(game.start()));
    for (const PlayedMove& played : game.moves()) text += move_text(played);
    return text + ";)";
}

} // namespace emilia
