#pragma once

// Many games at once in little memory: 137,548 games take 14 MB. A base keeps what questions about
// games need: who played, where and when, the result and the moves. A game of it may lack what only
// its file has, such as clocks; `is_whole` says so.
//
// Const functions may be called from several threads at once.

#include "engine/notation/game.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace emilia {

enum class Winner : std::uint8_t { unknown, black, white, nobody };

/// A text of a base, such as a player's name. Equal texts have the same number; that of the empty
/// text is 0.
using TextNumber = std::uint32_t;

/// A game as a base keeps it. The saved form of a base holds these bytes.
struct BaseGame {
    static constexpr std::int16_t unknown_lead = std::numeric_limits<std::int16_t>::min();

    TextNumber black = 0;
    TextNumber white = 0;
    TextNumber event = 0;
    TextNumber date = 0;
    std::uint32_t file = 0;       ///< which file it is from, as the caller counts them
    std::uint32_t number = 0;     ///< its place in that file, from 1
    std::uint32_t start = 0;      ///< which start position; 0: the usual one
    std::uint32_t first_move = 0; ///< in the base's moves
    std::uint16_t plies = 0;      ///< moves and passes
    std::uint16_t year = 0;       ///< 0: unknown
    /// Black's discs minus White's, in hundredths of a disc, as recorded, otherwise at the end.
    std::int16_t lead = unknown_lead;
    Winner winner = Winner::unknown;
    std::uint8_t is_whole = 1; ///< whether its file says nothing more of it

    [[nodiscard]] friend bool operator==(const BaseGame&, const BaseGame&) = default;
};
static_assert(std::has_unique_object_representations_v<BaseGame>);

class GameBase {
public:
    /// A place in a game fits into 32 bits (see PositionIndex).
    static constexpr std::size_t most_games = std::size_t{1} << 25;
    /// More than any game has, passes included: no two follow each other.
    static constexpr std::size_t most_plies = 127;

    GameBase();

    /// Adds a game, the `number`th of the file `file`. Throws std::length_error if the base has
    /// `most_games` already.
    void add(const Game& game, std::uint32_t file, std::uint32_t number);

    [[nodiscard]] std::size_t size() const noexcept { return games_.size(); }
    [[nodiscard]] const BaseGame& operator[](std::size_t index) const { return games_[index]; }
    [[nodiscard]] const std::vector<BaseGame>& games() const noexcept { return games_; }
    /// The number of positions of all games, their starts and ends among them.
    [[nodiscard]] std::size_t positions() const noexcept { return moves_.size() + games_.size(); }

    /// The moves of a game, passes included.
    [[nodiscard]] std::span<const Square> moves(const BaseGame& game) const {
        return {moves_.data() + game.first_move, game.plies};
    }
    [[nodiscard]] const Position& start(const BaseGame& game) const { return starts_[game.start]; }
    /// The side that makes the move after the first `plies` moves.
    [[nodiscard]] Color to_move(const BaseGame& game, std::size_t plies) const {
        const Color first = start(game).to_move;
        return plies % 2 == 0 ? first : opposite(first);
    }
    /// The board after the first `plies` moves.
    [[nodiscard]] Board board(const BaseGame& game, std::size_t plies) const;
    /// The record, as far as the base keeps it.
    [[nodiscard]] Game record(const BaseGame& game) const;

    [[nodiscard]] const std::string& text(TextNumber number) const { return texts_[number]; }
    /// All texts, by their numbers.
    [[nodiscard]] const std::vector<std::string>& texts() const noexcept { return texts_; }

    /// The bytes that `take` reads.
    void put(std::string& bytes) const;
    /// Removes a base from the front of `bytes`. Returns nothing if they are not what `put` writes;
    /// they may be any bytes.
    [[nodiscard]] static std::optional<GameBase> take(std::string_view& bytes);

    [[nodiscard]] friend bool operator==(const GameBase& left, const GameBase& right) {
        return left.games_ == right.games_ && left.moves_ == right.moves_
               && left.starts_ == right.starts_ && left.texts_ == right.texts_;
    }

private:
    [[nodiscard]] GameHeader header(const BaseGame& game) const;
    [[nodiscard]] TextNumber number_of(const std::string& text);
    [[nodiscard]] std::uint32_t number_of(const Position& start);
    void add_start(const Position& start);
    [[nodiscard]] bool is_sound() const noexcept;

    std::vector<BaseGame> games_;
    std::vector<Square> moves_; ///< of all games, one after the other
    std::vector<Position> starts_;
    std::vector<std::string> texts_;
    // For `add`.
    std::unordered_map<std::string, TextNumber> numbers_; ///< of the texts
    std::map<std::tuple<Bitboard, Bitboard, Color>, std::uint32_t> numbers_of_starts_;
};

} // namespace emilia
