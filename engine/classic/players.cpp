#include "engine/classic/players.h"

#include "engine/classic/iago/iago_player.h"
#include "engine/classic/norvig.h"
#include "engine/classic/students.h"

#include <algorithm>
#include <array>

namespace emilia::classic {
namespace {

/// Plays any legal move (Norvig 1992, section 18.2).
class RandomPlayer : public Player {
public:
    explicit RandomPlayer(std::uint64_t seed) : random_(seed, 0) {}

    Decision choose(const Board& board, const MoveLimits&) override {
        return {random_move(board, random_)};
    }

private:
    RandomNumbers random_;
};

/// Searches to a fixed number of plies with one evaluation. If a deadline or a stop may interrupt
/// the search, it deepens ply by ply and plays the move of the last completed depth.
class Strategist : public Player {
public:
    Strategist(const Evaluation& evaluation, Method method, int plies)
        : evaluation_(evaluation), method_(method), plies_(plies) {
        // Some evaluations compute a table at their first use; that must not cost thinking time.
        static_cast<void>(evaluation_.estimate(Board::start(), 1));
    }

    Decision choose(const Board& board, const MoveLimits& limits) override {
        const Interruption interruption{deadline_in(time_limit(board, limits)), limits.stop};
        if (plies_ == 1 || (!interruption.deadline && interruption.stop == nullptr))
            return decision(classic::choose(board, evaluation_, method_, plies_));
        return deepen(board, interruption);
    }

private:
    static Decision decision(const Choice& choice) { return {choice.move, choice.counts.boards}; }

    [[nodiscard]] Decision deepen(const Board& board, const Interruption& interruption) const {
        Decision found = decision(classic::choose(board, evaluation_, Method::maximizer, 1));
        try {
            for (int plies = 2; plies <= plies_; ++plies) {
                const Choice choice =
                    classic::choose(board, evaluation_, method_, plies, interruption);
                found = {choice.move, found.nodes + choice.counts.boards};
                if (choice.counts.evaluations == 0) break; // the whole game tree was searched
            }
        } catch (const Interrupted& interrupted) {
            found.nodes += interrupted.boards;
        }
        return found;
    }

    Evaluation evaluation_;
    Method method_;
    int plies_;
};

std::unique_ptr<Player> make_random(const PlayerKind&, const PlayerSettings& settings) {
    return std::make_unique<RandomPlayer>(settings.seed);
}

constexpr auto kinds = std::to_array<PlayerKind>({
    {"random", "any legal move", "Norvig 1992, 18.2", 0, {}, make_random},
    {"maximize-difference", "more discs than the opponent", "Norvig 1992, 18.3", 1,
     estimate<count_difference>},
    {"minimize-difference", "fewer discs than the opponent", "Rosenbloom 1982, 3.1.3", 1,
     estimate<count_difference_reversed>},
    {"mobility", "many moves", "Norvig 1992, 18.8", 1, estimate<number_of_moves>},
    {"weighted-squares", "discs on good squares", "Norvig 1992, 18.3", 1,
     estimate<weighted_squares>},
    {"modified-weighted-squares", "the same, but squares beside an occupied corner are safe",
     "Norvig 1992, 18.6", 1, estimate<modified_weighted_squares>},
    {"norvig-iago", "edge table of ten squares, current and potential mobility",
     "Norvig 1992, 18.12", 3, estimate<norvig_iago>},
    {"iago",
     "stability of edges and inner discs, current and potential mobility",
     "Rosenbloom 1982",
     0,
     {},
     make_iago},
    {"student-coins", "more discs than the opponent, by percentage",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.1", 3, throughout<student_coins>},
    {"student-corners", "more corners than the opponent",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.2", 3, throughout<student_corners>},
    {"student-board-1", "discs on good squares, by the first of three boards",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.4", 3,
     throughout<student_board<student_weights_1>>},
    {"student-board-2", "discs on good squares, by the second board",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.4", 3,
     throughout<student_board<student_weights_2>>},
    {"student-board-3", "discs on good squares, by the third board, which is Norvig's",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.4", 3, throughout<student_board<norvig_weights>>},
    {"student-corner-access", "corners and ways to take them",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.1.5", 3, throughout<student_corner_access>},
    {"student-frontiers", "few discs beside empty squares",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.3.1", 3, throughout<student_frontiers>},
    {"student-dynamic-board",
     "discs on good squares; a row from an own corner is worth as much as the corner",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.3.2", 3, throughout<student_dynamic_board>},
    {"student-tournament-1", "discs, corners, few discs beside empty squares (first tournament)",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.4.1", 3, throughout<student_tournament_1>},
    {"student-staged-25", "discs on good squares up to 25 discs, then student-tournament-1",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.4.3", 3,
     throughout<student_staged<student_middle_weights, 25>>},
    {"student-staged-35", "discs on good squares up to 35 discs, then student-tournament-1",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.4.3", 3,
     throughout<student_staged<student_weights_2, 35>>},
    {"student-staged-45", "discs on good squares up to 45 discs, then student-tournament-1",
     "Cuesta Sierra and Zamanillo Sáez 2022, 2.4.3", 3,
     throughout<student_staged<student_weights_2, 45>>},
    {"student-final", "student-staged-45 plus mobility",
     "Cuesta Sierra and Zamanillo Sáez 2022, 3.2", 3, throughout<student_final>},
});

constexpr auto named_methods = std::to_array<NamedMethod>({
    {"minimax", Method::minimax},
    {"natural", Method::alpha_beta},
    {"static", Method::static_order},
    {"sorted", Method::sorted},
    {"killers", Method::killers},
});

} // namespace

std::unique_ptr<Player> make_strategist(const PlayerKind& kind, const PlayerSettings& settings) {
    const int plies = settings.plies.value_or(kind.plies);
    const Method usual = plies == 1 ? Method::maximizer : Method::killers;
    return std::make_unique<Strategist>(kind.evaluation, settings.method.value_or(usual), plies);
}

std::span<const PlayerKind> player_kinds() noexcept {
    return kinds;
}

const PlayerKind* find_player(std::string_view name) noexcept {
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [name](const PlayerKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

std::span<const NamedMethod> methods() noexcept {
    return named_methods;
}

} // namespace emilia::classic
