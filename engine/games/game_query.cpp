#include "engine/games/game_query.h"

#include "engine/base/text.h"
#include "engine/board/symmetry.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

namespace emilia {
namespace {

/// For each text of a base, whether it contains `part`.
std::vector<bool> texts_with(const GameBase& base, std::string_view part) {
    std::vector<bool> with;
    with.reserve(base.texts().size());
    for (const std::string& text : base.texts()) with.push_back(contains_ignoring_case(text, part));
    return with;
}

bool has_won(const BaseGame& game, Color side) noexcept {
    return game.winner == (side == Color::black ? Winner::black : Winner::white);
}

/// Whether a game seen from `side` has the result.
bool has_result(const BaseGame& game, Color side, WantedResult wanted) noexcept {
    switch (wanted) {
    case WantedResult::black: return game.winner == Winner::black;
    case WantedResult::white: return game.winner == Winner::white;
    case WantedResult::draw: return game.winner == Winner::nobody;
    case WantedResult::won: return has_won(game, side);
    case WantedResult::lost: return has_won(game, opposite(side));
    }
    return false;
}

class Chooser {
public:
    Chooser(const GameBase& base, const GameFilter& filter)
        : base_(base),
          filter_(filter),
          is_player_(texts_with(base, filter.player)),
          is_opponent_(texts_with(base, filter.against)),
          is_event_(texts_with(base, filter.event)) {}

    void offer(const Passage& passage) {
        const BaseGame& game = base_[passage.game];
        if (!is_event_[game.event]) return;
        if (filter_.years && (game.year == 0 || !filter_.years->contain(game.year))) return;
        const ChosenGame chosen{passage.game, fits(game, Color::black), fits(game, Color::white),
                                passage};
        if (chosen.as_black || chosen.as_white) chosen_.push_back(chosen);
    }

    [[nodiscard]] std::vector<ChosenGame> chosen() && { return std::move(chosen_); }

private:
    [[nodiscard]] bool fits(const BaseGame& game, Color side) const {
        const bool black = side == Color::black;
        if (filter_.color && *filter_.color != side) return false;
        if (!is_player_[black ? game.black : game.white]) return false;
        if (!is_opponent_[black ? game.white : game.black]) return false;
        return !filter_.result || has_result(game, side, *filter_.result);
    }

    const GameBase& base_;
    const GameFilter& filter_;
    const std::vector<bool> is_player_;
    const std::vector<bool> is_opponent_;
    const std::vector<bool> is_event_;
    std::vector<ChosenGame> chosen_;
};

/// The symmetries that leave a board as it is.
std::vector<int> own_symmetries(const Board& board) {
    std::vector<int> own;
    for (int symmetry = 0; symmetry < symmetry_count; ++symmetry) {
        if (transformed(board, symmetry) == board) own.push_back(symmetry);
    }
    return own;
}

/// The rightmost of the moves that are symmetric to `move`; of two the lower one.
Square rightmost(Square move, const std::vector<int>& symmetries) noexcept {
    Square chosen = move;
    for (const int symmetry : symmetries) {
        const Square other = transformed(move, symmetry);
        if (is_on_board(other)
            && std::pair(column_of(other), row_of(other))
                   > std::pair(column_of(chosen), row_of(chosen))) {
            chosen = other;
        }
    }
    return chosen;
}

/// The largest first; of groups of one size those whose names come first.
void sort(std::vector<GameGroup>& groups) {
    std::sort(groups.begin(), groups.end(), [](const GameGroup& a, const GameGroup& b) {
        return std::tie(b.tally.games, a.name) < std::tie(a.tally.games, b.name);
    });
}

} // namespace

std::vector<ChosenGame> choose(const GameBase& base, const PositionIndex& index,
                               const GameFilter& filter) {
    Chooser chooser(base, filter);
    if (filter.through) {
        for (const Passage& passage : index.find(base, *filter.through)) chooser.offer(passage);
    } else {
        for (std::uint32_t game = 0; game < base.size(); ++game) chooser.offer({.game = game});
    }
    return std::move(chooser).chosen();
}

void Tally::add(const BaseGame& game, Color side) {
    ++games;
    if (game.winner == Winner::nobody) ++draws;
    if (has_won(game, side)) ++wins;
    if (has_won(game, opposite(side))) ++losses;
    if (game.lead != BaseGame::unknown_lead) {
        lead += side == Color::black ? game.lead : -game.lead;
        ++with_lead;
    }
    if (game.year == 0) return;
    first_year = first_year == 0 ? game.year : std::min<int>(first_year, game.year);
    last_year = std::max<int>(last_year, game.year);
}

std::optional<double> Tally::points() const noexcept {
    const std::uint64_t known = wins + draws + losses;
    if (known == 0) return std::nullopt;
    constexpr double percent = 100;
    return percent * (static_cast<double>(wins) + static_cast<double>(draws) / 2)
           / static_cast<double>(known);
}

std::optional<double> Tally::mean_lead() const noexcept {
    if (with_lead == 0) return std::nullopt;
    constexpr double hundredths = 100;
    return static_cast<double>(lead) / hundredths / static_cast<double>(with_lead);
}

std::vector<PlayedNext> played_next(const GameBase& base, const Board& board,
                                    const std::vector<ChosenGame>& chosen) {
    struct Move {
        Tally tally;
        std::vector<std::uint32_t> times; ///< by the number of the player
    };
    const std::vector<int> symmetries = own_symmetries(board);
    std::array<Move, static_cast<std::size_t>(Square::none) + 1> moves;
    for (const auto& [number, as_black, as_white, passage] : chosen) {
        const BaseGame& game = base[number];
        const Color mover = base.to_move(game, passage.plies);
        Square next = Square::none;
        if (passage.plies < game.plies) {
            const Square played = base.moves(game)[passage.plies];
            next = rightmost(transformed(played, passage.symmetry), symmetries);
        }
        Move& move = moves[static_cast<std::size_t>(next)];
        move.tally.add(game, mover);
        move.times.resize(base.texts().size());
        ++move.times[mover == Color::black ? game.black : game.white];
    }
    std::vector<PlayedNext> played;
    for (std::size_t square = 0; square < moves.size(); ++square) {
        const auto& [tally, times] = moves[square];
        if (tally.games == 0) continue;
        PlayedNext next{.move = static_cast<Square>(square), .tally = tally};
        for (TextNumber player = 1; player < times.size(); ++player) { // 0 has no name
            if (times[player] <= next.times) continue;
            next.player = player;
            next.times = times[player];
        }
        played.push_back(next);
    }
    std::stable_sort(played.begin(), played.end(), [](const PlayedNext& a, const PlayedNext& b) {
        return a.tally.games > b.tally.games;
    });
    return played;
}

std::vector<GameGroup> grouped(const GameBase& base, const std::vector<ChosenGame>& chosen,
                               Color side, const GroupOf& group_of) {
    std::unordered_map<std::string, Tally> tallies;
    for (const ChosenGame& game : chosen) {
        if (game.as(side)) tallies[group_of(game, side)].add(base[game.game], side);
    }
    std::vector<GameGroup> groups;
    for (auto& [name, tally] : tallies) groups.push_back({name, tally});
    sort(groups);
    return groups;
}

std::vector<GameGroup> grouped_by_player(const GameBase& base,
                                         const std::vector<ChosenGame>& chosen) {
    std::unordered_map<TextNumber, Tally> tallies;
    for (const ChosenGame& game : chosen) {
        for (const Color side : {Color::black, Color::white}) {
            const BaseGame& entry = base[game.game];
            tallies[side == Color::black ? entry.black : entry.white].add(entry, side);
        }
    }
    std::vector<GameGroup> groups;
    for (const auto& [player, tally] : tallies) groups.push_back({base.text(player), tally});
    sort(groups);
    return groups;
}

Tally tally_of(const GameBase& base, const std::vector<ChosenGame>& chosen, Color side) {
    Tally tally;
    for (const ChosenGame& game : chosen) {
        if (game.as(side)) tally.add(base[game.game], side);
    }
    return tally;
}

} // namespace emilia
