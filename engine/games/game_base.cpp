#include "engine/games/game_base.h"

#include "engine/base/bytes.h"
#include "engine/notation/formats/game_files.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr double hundredths = 100;
constexpr double most_lead = 300; // discs that fit into a lead, also with komi
constexpr std::size_t numbers_of_a_start = 3;

Winner winner_of(const std::optional<Color>& color) noexcept {
    if (!color) return Winner::nobody;
    return *color == Color::black ? Winner::black : Winner::white;
}

/// The recorded result, or that of the board if the game is over; none if neither is known.
std::optional<GameResult> result_of(const Game& game) {
    if (game.result) return game.result;
    const Position& end = game.position();
    if (!end.board.is_over()) return std::nullopt;
    const int score = end.board.final_score();
    return result_of_lead(end.to_move == Color::black ? score : -score);
}

auto key_of(const Position& start) {
    return std::tuple(start.board.player, start.board.opponent, start.to_move);
}

bool has_annotations(const Game& game) {
    return std::any_of(game.moves().begin(), game.moves().end(), [](const PlayedMove& played) {
        return played.evaluation || played.seconds;
    });
}

} // namespace

GameBase::GameBase() : texts_(1), numbers_{{"", 0}} {
    add_start(Position{});
}

void GameBase::add(const Game& game, std::uint32_t file, std::uint32_t number) {
    if (games_.size() == most_games) {
        throw std::length_error(
            fmt::format("there are more than {} games, the most that can be read at once; choose "
                        "fewer files",
                        most_games));
    }
    BaseGame added{.black = number_of(game.black_name),
                   .white = number_of(game.white_name),
                   .event = number_of(game.event),
                   .date = number_of(game.date),
                   .file = file,
                   .number = number,
                   .start = number_of(game.start()),
                   .first_move = static_cast<std::uint32_t>(moves_.size()),
                   .plies = static_cast<std::uint16_t>(game.moves().size()),
                   .year = static_cast<std::uint16_t>(year_of(game).value_or(0))};
    if (const auto result = result_of(game)) {
        added.winner = winner_of(result->winner);
        const auto lead = result->black_lead();
        if (lead && std::abs(*lead) <= most_lead)
            added.lead = static_cast<std::int16_t>(std::lround(*lead * hundredths));
    }
    for (const PlayedMove& played : game.moves()) moves_.push_back(played.move);
    const bool is_whole =
        static_cast<const GameHeader&>(game) == header(added) && !has_annotations(game);
    added.is_whole = is_whole ? 1 : 0;
    games_.push_back(added);
}

Board GameBase::board(const BaseGame& game, std::size_t plies) const {
    Board board = start(game).board;
    for (const Square move : moves(game).first(plies)) board = board.after(move);
    return board;
}

GameHeader GameBase::header(const BaseGame& game) const {
    GameHeader header;
    header.black_name = text(game.black);
    header.white_name = text(game.white);
    header.event = text(game.event);
    header.date = text(game.date);
    if (game.lead != BaseGame::unknown_lead) {
        header.result = result_of_lead(game.lead / hundredths);
    } else if (game.winner != Winner::unknown) {
        header.result.emplace();
        if (game.winner == Winner::black) header.result->winner = Color::black;
        if (game.winner == Winner::white) header.result->winner = Color::white;
    }
    return header;
}

Game GameBase::record(const BaseGame& game) const {
    Game record(start(game), header(game));
    // The moves were legal when the game was added.
    for (const Square move : moves(game)) static_cast<void>(record.play(move));
    return record;
}

void GameBase::put(std::string& bytes) const {
    put_array(bytes, std::span(games_));
    put_array(bytes, std::span(moves_));
    std::vector<std::uint64_t> starts;
    for (const Position& start : starts_) {
        for (const Color color : {Color::black, Color::white}) starts.push_back(start.discs(color));
        starts.push_back(start.to_move == Color::black ? 0 : 1);
    }
    put_array(bytes, std::span<const std::uint64_t>(starts));
    std::vector<std::uint32_t> lengths;
    std::string all;
    for (const std::string& text : texts_) {
        lengths.push_back(static_cast<std::uint32_t>(text.size()));
        all += text;
    }
    put_array(bytes, std::span<const std::uint32_t>(lengths));
    put_array(bytes, std::span<const char>(all));
}

std::optional<GameBase> GameBase::take(std::string_view& bytes) {
    GameBase base;
    std::vector<std::uint64_t> starts;
    std::vector<std::uint32_t> lengths;
    std::vector<char> all;
    if (!take_array(bytes, base.games_) || !take_array(bytes, base.moves_)
        || !take_array(bytes, starts) || !take_array(bytes, lengths) || !take_array(bytes, all)) {
        return std::nullopt;
    }
    base.starts_.clear();
    base.numbers_of_starts_.clear();
    for (std::size_t at = 0; at + numbers_of_a_start <= starts.size(); at += numbers_of_a_start) {
        if ((starts[at] & starts[at + 1]) != 0) return std::nullopt;
        base.add_start(Position::of(starts[at], starts[at + 1],
                                    starts[at + 2] == 0 ? Color::black : Color::white));
    }
    base.texts_.clear();
    base.numbers_.clear();
    std::string_view rest(all.data(), all.size());
    for (const std::uint32_t length : lengths) {
        if (length > rest.size()) return std::nullopt;
        base.numbers_.emplace(rest.substr(0, length), static_cast<TextNumber>(base.texts_.size()));
        base.texts_.emplace_back(rest.substr(0, length));
        rest.remove_prefix(length);
    }
    if (!base.is_sound()) return std::nullopt;
    return base;
}

TextNumber GameBase::number_of(const std::string& text) {
    const auto [found, is_new] = numbers_.emplace(text, static_cast<TextNumber>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return found->second;
}

std::uint32_t GameBase::number_of(const Position& start) {
    const auto found = numbers_of_starts_.find(key_of(start));
    if (found != numbers_of_starts_.end()) return found->second;
    add_start(start);
    return static_cast<std::uint32_t>(starts_.size() - 1);
}

void GameBase::add_start(const Position& start) {
    numbers_of_starts_.emplace(key_of(start), static_cast<std::uint32_t>(starts_.size()));
    starts_.push_back(start);
}

bool GameBase::is_sound() const noexcept {
    if (games_.size() > most_games || starts_.empty() || texts_.empty()) return false;
    const auto is_sound = [this](const BaseGame& game) {
        return std::max({game.black, game.white, game.event, game.date}) < texts_.size()
               && game.start < starts_.size() && game.plies <= most_plies
               && std::size_t{game.first_move} + game.plies <= moves_.size();
    };
    return std::all_of(games_.begin(), games_.end(), is_sound)
           && std::all_of(moves_.begin(), moves_.end(),
                          [](Square move) { return move < Square::none; });
}

} // namespace emilia
