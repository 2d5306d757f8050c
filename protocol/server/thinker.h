#pragma once

// Thinks about the moves of all running games, one after the other, with all threads of the engine:
// a move of one game is found sooner so than with half of the threads beside another, and the games
// share what the transposition table knows. While another game waits, a move gets at most a tenth
// of that game's time.

#include "engine/play/engine.h"
#include "protocol/server/session.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace emilia::ggs {

/// Only the thread that owns the object may call its functions.
class Thinker {
public:
    /// With `ponders`, it thinks ahead while all games wait for their opponents. Its thread calls
    /// `answered` after each choice. `engine` must live longer than this object and belongs to it.
    Thinker(Engine& engine, bool ponders, std::function<void()> answered);
    ~Thinker();
    Thinker(const Thinker&) = delete;
    Thinker& operator=(const Thinker&) = delete;

    /// Replaces what is thought about this game so far.
    void think(const Think& order, Time now);
    void await(const Await& order);
    void forget(const std::string& game);
    /// Forgets all earlier searches before the next move.
    void prepare();

    /// Ends a search that has become too long for the games that wait. Call this often.
    void passed(Time now);

    /// The choices since the last call. Throws what a search has thrown; then there are no more.
    [[nodiscard]] std::vector<Choice> take_choices();

private:
    struct Task {
        std::string game;
        Board board;
        Time flag; ///< when the time of the game will be used up
        double increment = 0;
    };

    void remove(const std::string& game);
    void run_and_keep_failure() noexcept;
    void run();
    void choose(const Task& task);
    [[nodiscard]] std::optional<Task> next_task();
    [[nodiscard]] Time turn_of_others(Time now) const;

    Engine& engine_;
    const bool ponders_;
    const std::function<void()> answered_;

    std::mutex mutex_; ///< guards what follows
    std::condition_variable changed_;
    std::vector<Task> waiting_;
    std::optional<Task> current_;
    std::optional<Time> yield_at_; ///< when the current task must leave the threads to others
    std::vector<Await> awaited_;   ///< the latest last
    std::vector<Choice> choices_;
    std::exception_ptr failure_; ///< the thread has ended with it
    bool prepare_ = false;
    std::string pondered_; ///< the game whose position it has last thought ahead about
    bool ending_ = false;
    std::atomic<bool> stop_ = false; ///< the running search
    std::thread thread_;             ///< declared last because it uses everything above
};

} // namespace emilia::ggs
