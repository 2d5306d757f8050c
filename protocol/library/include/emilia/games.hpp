// Positions and games. Include emilia.hpp.
#ifndef EMILIA_GAMES_HPP
#define EMILIA_GAMES_HPP

#include "values.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emilia::api {

class Position {
public:
    /// From a board, moves, or nothing (the usual start); see `emilia_position_new`.
    [[nodiscard]] static Result<Position> from(const std::string& text = "") {
        emilia_position* made = nullptr;
        const emilia_status status = emilia_position_new(text.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Position(made);
    }

    /// From the discs of the side to move and those of its opponent: a1 is bit 0, h8 is bit 63.
    [[nodiscard]] static Result<Position> of(std::uint64_t player, std::uint64_t opponent,
                                             Color to_move = Color::black) {
        emilia_position* made = nullptr;
        const emilia_status status =
            emilia_position_new_board(player, opponent, static_cast<emilia_color>(to_move), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Position(made);
    }

    /// Plays one or several moves. Returns the error if one is illegal; then none is played.
    [[nodiscard]] std::optional<Error> play(const std::string& moves) {
        const emilia_status status = emilia_position_play(position_.get(), moves.c_str());
        if (status != EMILIA_OK) return detail::last_error(status);
        return std::nullopt;
    }

    [[nodiscard]] std::string board() const { return emilia_position_board(position_.get()); }
    [[nodiscard]] std::string moves() const { return emilia_position_moves(position_.get()); }
    [[nodiscard]] std::uint64_t player() const { return emilia_position_player(position_.get()); }
    [[nodiscard]] std::uint64_t opponent() const {
        return emilia_position_opponent(position_.get());
    }
    [[nodiscard]] Color to_move() const {
        return static_cast<Color>(emilia_position_to_move(position_.get()));
    }
    [[nodiscard]] const emilia_position* get() const noexcept { return position_.get(); }

private:
    friend class Game;
    explicit Position(emilia_position* position) noexcept : position_(position) {}
    detail::PositionPointer position_;
};

/// What a file says of a game.
struct GameHeader {
    std::string black_name;
    std::string white_name;
    std::string event;
    std::string date;
};

class Game {
public:
    /// From moves or whatever a person pastes, if it is one game; see `emilia_game_new`.
    [[nodiscard]] static Result<Game> from(const std::string& text = "") {
        emilia_game* made = nullptr;
        const emilia_status status = emilia_game_new(text.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Game(detail::GamePointer(made));
    }

    [[nodiscard]] static Result<Game> from(const Position& start, const std::string& moves,
                                           const GameHeader& header = {}) {
        emilia_game* made = nullptr;
        const emilia_status status = emilia_game_new_from(
            start.get(), moves.c_str(), header.black_name.c_str(), header.white_name.c_str(),
            header.event.c_str(), header.date.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Game(detail::GamePointer(made));
    }

    /// The number of moves, passes included.
    [[nodiscard]] std::size_t size() const { return emilia_game_size(get()); }
    [[nodiscard]] std::string moves() const { return emilia_game_moves(get()); }
    /// The position after the first `moves` moves.
    [[nodiscard]] Result<Position> position(std::size_t moves) const {
        emilia_position* made = nullptr;
        const emilia_status status = emilia_game_position(get(), moves, &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Position(made);
    }
    [[nodiscard]] GameHeader header() const {
        return {emilia_game_name(get(), EMILIA_BLACK), emilia_game_name(get(), EMILIA_WHITE),
                emilia_game_event(get()), emilia_game_date(get())};
    }
    /// The name of the opening; empty if it has none.
    [[nodiscard]] std::string opening() const { return emilia_game_opening(get()); }
    /// The game as "ggf", "sgf", "pgn", "moves" or "board".
    [[nodiscard]] Result<std::string> write(const std::string& format) const {
        char* made = nullptr;
        const emilia_status status = emilia_game_write(get(), format.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        const detail::TextPointer text(made);
        return std::string(text.get());
    }
    [[nodiscard]] const emilia_game* get() const noexcept { return game_.get(); }

private:
    friend class Games;
    explicit Game(std::shared_ptr<const emilia_game> game) noexcept : game_(std::move(game)) {}
    std::shared_ptr<const emilia_game> game_; ///< it never changes, so copies share it
};

/// All games of a text; see `emilia_games`.
class Games {
public:
    [[nodiscard]] static Result<Games> from(const std::string& text) {
        emilia_games* made = nullptr;
        const emilia_status status = emilia_games_new(text.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Games(detail::GamesPointer(made));
    }

    [[nodiscard]] std::size_t size() const { return emilia_games_size(games_.get()); }
    /// The index must be less than the size.
    [[nodiscard]] Game operator[](std::size_t index) const {
        return Game(
            std::shared_ptr<const emilia_game>(games_, emilia_games_game(games_.get(), index)));
    }
    /// What was understood: "a board with 14 discs, black to move, then 3 moves".
    [[nodiscard]] std::string understood() const { return emilia_games_understood(games_.get()); }

private:
    explicit Games(detail::GamesPointer games) : games_(std::move(games)) {}
    std::shared_ptr<const emilia_games> games_; ///< its games keep it
};

/// The members are those of `emilia_judgement`.
struct Judgement {
    std::size_t index = 0;
    Color color = Color::black;
    Line played;
    Line best;
    double loss = 0;
    bool equivalent = false;
    bool turning_point = false;
};

struct AnalyzedGame {
    std::vector<Judgement> moves; ///< in the order of the game, without passes
    bool complete = true;         ///< false: a stop ended it, and only the last moves are there
};

namespace detail {

[[nodiscard]] inline AnalyzedGame read(const emilia_analyzed_game* analyzed) {
    AnalyzedGame game;
    for (std::size_t at = 0; at < emilia_analyzed_game_size(analyzed); ++at) {
        const emilia_judgement& move = *emilia_analyzed_game_move(analyzed, at);
        game.moves.push_back({move.index, static_cast<Color>(move.color), read(move.played),
                              read(move.best), move.loss, move.equivalent != 0,
                              move.turning_point != 0});
    }
    game.complete = emilia_analyzed_game_complete(analyzed) != 0;
    return game;
}

} // namespace detail

} // namespace emilia::api

#endif
