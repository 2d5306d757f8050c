#pragma once

// Which of the running games is thought about next: one after the other with all threads of the
// engine, because a move is found sooner so than with half of the threads beside another, and the
// games share what the transposition table knows. While another game waits, a move gets at most a
// tenth of that game's time.

#include "engine/play/engine.h"
#include "engine/play/runner.h"
#include "protocol/server/client_logic.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace emilia::ggs {

/// Only the thread that owns the object may call its functions.
class Schedule {
public:
    /// With `ponders`, it thinks ahead while all games wait for their opponents. After each search
    /// the search's thread calls `finished`; then `advance` is due. `engine` must live longer than
    /// this object and belongs to it.
    Schedule(Engine& engine, bool ponders, std::function<void()> finished);

    /// Replaces what is thought about this game so far.
    void think(const Think& order, Time now);
    void await(const Await& order);
    void forget(const std::string& game);
    /// Forgets all earlier searches before the next move.
    void prepare() noexcept { prepare_ = true; }

    /// Takes the choice of a search that has ended, ends one that has become too long for the games
    /// that wait, and starts the next one. Call this after orders, after `finished`, and several
    /// times a second. Throws what a search has thrown.
    [[nodiscard]] std::optional<Choice> advance(Time now);

    /// The game that a search chooses a move for, or ponders about; empty if none runs.
    [[nodiscard]] const std::string& subject() const noexcept { return subject_; }

private:
    struct Task {
        std::string game;
        Board board;
        Time flag; ///< when the time of the game will be used up
        double increment = 0;
    };

    void remove(const std::string& game);
    [[nodiscard]] std::optional<Choice> take_choice();
    void start_next(Time now);
    void choose(const Task& task, Time now);
    void ponder(const Await& order);
    [[nodiscard]] std::vector<Task>::const_iterator most_urgent() const;
    [[nodiscard]] Time turn_of_others(Time now) const;

    Engine& engine_;
    const bool ponders_;
    const std::function<void()> finished_;

    std::vector<Task> waiting_;
    std::optional<Task> current_;  ///< a move is being chosen for it; a blank game: for nobody
    SearchResult found_;           ///< by its search
    std::optional<Time> yield_at_; ///< when the current task must leave the threads to others
    std::vector<Await> awaited_;   ///< the latest last
    std::string pondered_;         ///< the game whose position it has last thought ahead about
    std::string subject_;
    bool prepare_ = false;
    Runner runner_; ///< declared last because its search uses everything above
};

} // namespace emilia::ggs
