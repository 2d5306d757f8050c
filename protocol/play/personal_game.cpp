#include "protocol/play/personal_game.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/classic/players.h"
#include "engine/play/level.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::string_view program = "Emilia";
constexpr std::string_view with_level = "Emilia (level ";
constexpr std::string_view with_player = "Emilia as ";

constexpr double most_minutes = 24 * 60;
constexpr double most_increment = 3600;

/// Digits only.
std::optional<int> plain_number(std::string_view text) {
    if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
    return whole_number(text);
}

std::optional<double> seconds_of(std::string_view text) {
    const std::size_t colon = text.find(':');
    const auto minutes = plain_number(text.substr(0, colon));
    if (!minutes || *minutes > most_minutes) return std::nullopt;
    if (colon == std::string_view::npos) return 60.0 * *minutes;
    const std::string_view behind = text.substr(colon + 1);
    const auto seconds = plain_number(behind);
    if (behind.size() != 2 || !seconds || *seconds > 59) return std::nullopt;
    return 60.0 * *minutes + *seconds;
}

} // namespace

std::string Opponent::name() const {
    if (!player.empty()) return fmt::format("{}{}", with_player, player);
    if (level) return fmt::format("{}{})", with_level, *level);
    return std::string(program);
}

std::string Opponent::strength() const {
    if (!level) return {};
    const Level known = level_of(*level);
    return fmt::format("It plays like a {}{}.", known.name,
                       known.elo ? fmt::format(" (Elo {})", *known.elo) : "");
}

std::optional<Opponent> parse_opponent(std::string_view name) {
    if (name == program) return Opponent{};
    if (name.starts_with(with_level) && name.ends_with(')')) {
        name.remove_suffix(1);
        const auto level = whole_number(name.substr(with_level.size()));
        if (!level || *level < least_level || *level > greatest_level) return std::nullopt;
        return Opponent{.level = level};
    }
    if (!name.starts_with(with_player)) return std::nullopt;
    const std::string_view player = name.substr(with_player.size());
    if (classic::find_player(player) == nullptr) return std::nullopt;
    return Opponent{.player = std::string(player)};
}

Parsed<TimeControl> parse_clock(std::string_view text) {
    const std::size_t plus = text.find('+');
    const auto seconds = seconds_of(text.substr(0, plus));
    std::optional<double> increment = 0;
    if (plus != std::string_view::npos) increment = parse_decimal(text.substr(plus + 1));
    const bool sound =
        seconds && increment && *increment >= 0 && *increment <= most_increment && *seconds > 0;
    if (!sound) {
        return parse_failure(fmt::format(
            "{} is no time for a game: give minutes, such as 5, 4:30 or 5+2", in_quotes(text)));
    }
    return TimeControl{.seconds = *seconds, .increment = *increment};
}

std::string clock_text(double seconds) {
    constexpr double soon = 10;
    if (seconds < soon) return fmt::format("{:.1f}", std::floor(std::max(0.0, seconds) * 10) / 10);
    const auto whole = static_cast<long>(seconds);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

PersonalGame::PersonalGame(Game game, Color person, Moment now)
    : game_(std::move(game)), person_(person), turn_(now) {}

bool PersonalGame::is_over() const noexcept {
    return out_of_time_.has_value() || position().board.is_over();
}

bool PersonalGame::is_persons_turn() const noexcept {
    return !is_over() && position().to_move == person_;
}

bool PersonalGame::is_opponents_turn() const noexcept {
    return !is_over() && position().to_move != person_;
}

Parsed<void> PersonalGame::play(PlayedMove move, Moment now) {
    move.color = position().to_move;
    if (!move.seconds) move.seconds = std::round(seconds_in_turn(now) * 1000) / 1000;
    if (auto played = game_.play(move); !played) return played;
    undone_.clear();
    turn_ = now;
    return {};
}

bool PersonalGame::undo(Moment now) {
    const auto& moves = game_.moves();
    // A forced pass is no decision, so it does not count as a move to take back.
    const auto own = std::find_if(moves.rbegin(), moves.rend(), [this](const PlayedMove& played) {
        return played.color == person_ && played.move != Square::pass;
    });
    if (own == moves.rend()) return false;
    const auto first = std::prev(own.base());
    undone_.emplace_back(first, moves.end());
    for (std::size_t taken = undone_.back().size(); taken > 0; --taken) game_.undo();
    out_of_time_.reset();
    turn_ = now;
    return true;
}

bool PersonalGame::redo(Moment now) {
    if (undone_.empty()) return false;
    for (const PlayedMove& move : undone_.back())
        static_cast<void>(game_.play(move)); // legal, as it was before
    undone_.pop_back();
    turn_ = now;
    return true;
}

void PersonalGame::name_sides(const std::string& person, const std::string& opponent) {
    const bool is_black = person_ == Color::black;
    game_.black_name = is_black ? person : opponent;
    game_.white_name = is_black ? opponent : person;
    game_.black_rating.clear();
    game_.white_rating.clear();
}

void PersonalGame::fill_in(const std::string& date, const std::string& event) {
    if (game_.date.empty()) game_.date = date;
    if (game_.event.empty()) game_.event = event;
}

double PersonalGame::seconds_in_turn(Moment now) const noexcept {
    return std::max(0.0, std::chrono::duration<double>(now - turn_).count());
}

std::optional<double> PersonalGame::seconds_left(Color color, Moment now) const noexcept {
    if (!game_.time) return std::nullopt;
    const auto& moves = game_.moves();
    const auto own = std::count_if(moves.begin(), moves.end(), [color](const PlayedMove& played) {
        return played.color == color && played.move != Square::pass;
    });
    const double given = game_.time->seconds + game_.time->increment * static_cast<double>(own);
    const bool runs = !is_over() && position().to_move == color;
    return given - game_.seconds_used(color) - (runs ? seconds_in_turn(now) : 0);
}

bool PersonalGame::drop_spent_clocks() {
    const auto has_run_out = [this](Color color) {
        const auto left = seconds_left(color, turn_);
        return left && *left <= 0;
    };
    // No move says how long the turn was in which the time ran out.
    const bool lost_on_time = game_.result && game_.result->ending == Ending::timeout;
    if (is_over() || !game_.time) return false;
    if (!lost_on_time && !has_run_out(Color::black) && !has_run_out(Color::white)) return false;
    game_.time.reset();
    return true;
}

bool PersonalGame::end_on_time(Moment now) {
    if (is_over()) return false;
    const auto left = seconds_left(position().to_move, now);
    if (!left || *left > 0) return false;
    out_of_time_ = position().to_move;
    return true;
}

std::optional<GameResult> PersonalGame::result() const {
    if (out_of_time_) { // counts as all discs, without which GGF could not name the winner
        const int lead = *out_of_time_ == Color::black ? -square_count : square_count;
        return result_of_lead(lead, Ending::timeout);
    }
    if (!position().board.is_over()) return std::nullopt;
    const int score = position().board.final_score();
    return result_of_lead(position().to_move == Color::black ? score : -score);
}

std::string PersonalGame::result_text() const {
    const auto ended = result();
    if (!ended) return {};
    const std::string winner = ended->winner == Color::black ? "Black" : "White";
    if (ended->ending == Ending::timeout) return fmt::format("{} wins on time.", winner);
    const std::string discs = to_disc_counts(*ended).value_or("");
    return ended->winner ? fmt::format("{} wins {}.", winner, discs)
                         : fmt::format("A draw, {}.", discs);
}

Game PersonalGame::record() const {
    Game record = game_;
    record.result = result();
    return record;
}

} // namespace emilia
