#pragma once

// The threads of one search. All solve on one tree (team.h). In the midgame trees are so small that
// threads on one would mostly wait for each other. There half of them work on the tree of the
// result; the others are scouts, teams of two that search ahead. Teams share nothing but the
// transposition table. Scouts search the least iteration that no team has begun; when the main team
// comes to it, that finds much of it in the table, and the scouts go on to the next one. They begin
// with the main team's iteration of eight plies, so that short searches know nothing of deeper
// ones.

#include "engine/board/board.h"
#include "engine/search/search_limits.h"
#include "engine/search/team.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

namespace emilia {

class Teams {
public:
    /// The threads of `pool` search `board` with `limits`, until `control` stops them. The midgame
    /// iterations have 1 to `deepest` plies. What the arguments refer to must outlive the object.
    Teams(ThreadPool& pool, TranspositionTable& table, const Weights& weights,
          SearchControl& control, const Board& board, const SearchLimits& limits, Depth deepest);
    Teams(const Teams&) = delete;
    Teams& operator=(const Teams&) = delete;
    /// Gives the threads back to the pool. No search may run in the owner's thread.
    ~Teams();

    /// The team of the owner's thread.
    [[nodiscard]] Team& main() noexcept { return main_; }

    // For the owner's thread.

    /// The main team begins the midgame iteration of `depth`.
    void begin(Depth depth) noexcept;
    /// All threads help the main team from now on.
    void unite() noexcept;

private:
    /// A team that searches ahead.
    struct Scouts {
        explicit Scouts(ThreadPool& pool) : team(pool) {}
        Team team;
        std::atomic<bool> has_leader = false;
        Depth depth = 0; ///< of its iteration
    };

    /// Null for a thread of the main team.
    [[nodiscard]] Scouts* scouts_with(std::size_t place) noexcept;
    void work(std::size_t place) noexcept;
    void let_scouts_begin() noexcept;
    void search_ahead(Scouts& scouts, SearchThread& leader);
    /// The iteration that the scouts search next, if one is left.
    [[nodiscard]] std::optional<Depth> next_depth(Scouts& scouts) noexcept;

    ThreadPool& pool_;
    TranspositionTable& table_;
    const Weights& weights_;
    SearchControl& control_;
    const Board& board_;
    const SearchLimits& limits_;
    const Depth deepest_;
    Team main_;
    std::deque<Scouts> scouts_;
    std::atomic<unsigned> started_ = 0; ///< 1 once the scouts may begin

    std::mutex mutex_;        ///< guards what follows, and the depths of the scouts
    Depth depth_ = 0;         ///< of the main team's iteration
    std::uint64_t begun_ = 0; ///< a bit for the depth of each iteration that a team has begun
    bool united_ = false;
};

} // namespace emilia
