#include "engine/search/teams.h"

#include "engine/search/root_search.h"

#include <algorithm>
#include <new>

namespace emilia {
namespace {

/// The main team's iteration with which the scouts begin.
constexpr Depth first_depth = 8;

/// An iteration too far ahead is of little use to the main team (EXPERIMENTS.md).
constexpr std::size_t most_scouts = 5;

constexpr std::size_t size_of_main_team(std::size_t threads) noexcept {
    return (threads + 1) / 2;
}

constexpr std::size_t number_of_scouts(std::size_t threads) noexcept {
    return std::min((threads - size_of_main_team(threads) + 1) / 2, most_scouts);
}

constexpr std::uint64_t depth_bit(Depth depth) noexcept {
    return std::uint64_t{1} << depth;
}

} // namespace

Teams::Teams(ThreadPool& pool, TranspositionTable& table, const Weights& weights,
             SearchControl& control, const Board& board, const SearchLimits& limits, Depth deepest)
    : pool_(pool),
      table_(table),
      weights_(weights),
      control_(control),
      board_(board),
      limits_(limits),
      deepest_(deepest),
      main_(pool) {
    const std::size_t number = deepest > first_depth ? number_of_scouts(pool.size()) : 0;
    for (std::size_t i = 0; i < number; ++i) scouts_.emplace_back(pool);
    pool_.begin([this](std::size_t place) { work(place); });
}

Teams::~Teams() {
    unite();
    main_.dismiss();
    pool_.end();
}

void Teams::begin(Depth depth) noexcept {
    {
        const std::scoped_lock lock(mutex_);
        depth_ = depth;
        begun_ |= depth_bit(depth);
        for (Scouts& scouts : scouts_)
            if (scouts.depth == depth) scouts.team.interrupt();
    }
    if (depth == first_depth) let_scouts_begin();
}

void Teams::unite() noexcept {
    const std::scoped_lock lock(mutex_);
    united_ = true;
    for (Scouts& scouts : scouts_) {
        scouts.team.interrupt();
        scouts.team.dismiss();
    }
    let_scouts_begin(); // and so find that they are over
}

void Teams::let_scouts_begin() noexcept {
    started_ = 1;
    pool_.wake_all();
}

Teams::Scouts* Teams::scouts_with(std::size_t place) noexcept {
    const std::size_t before = size_of_main_team(pool_.size());
    return place < before || scouts_.empty() ? nullptr
                                             : &scouts_[(place - before) / 2 % scouts_.size()];
}

void Teams::work(std::size_t place) noexcept {
    Scouts* const scouts = scouts_with(place);
    try {
        SearchThread thread(table_, weights_, control_, scouts ? &scouts->team : &main_, place);
        if (scouts != nullptr) {
            if (scouts->has_leader.exchange(true)) {
                scouts->team.help(thread);
            } else {
                search_ahead(*scouts, thread);
                scouts->team.dismiss();
            }
            thread.team = &main_;
            thread.report(); // notices that it is no longer interrupted
        }
        main_.help(thread);
    } catch (const std::bad_alloc&) {
        // There is no memory for another thread; the others search without it.
        if (scouts != nullptr) scouts->team.dismiss();
    }
}

void Teams::search_ahead(Scouts& scouts, SearchThread& leader) {
    pool_.wait_for_change(started_, 0);
    RootSearch root(leader, board_, limits_);
    while (const auto depth = next_depth(scouts)) {
        leader.report(); // notices that the team may search again
        if (control_.stopped()) break;
        static_cast<void>(root.run({SearchMethod::midgame, *depth, limits_.confidence}));
    }
}

std::optional<Depth> Teams::next_depth(Scouts& scouts) noexcept {
    const std::scoped_lock lock(mutex_);
    if (united_) return std::nullopt;
    for (Depth depth = depth_ + 1; depth <= deepest_; ++depth) {
        if ((begun_ & depth_bit(depth)) != 0) continue;
        begun_ |= depth_bit(depth);
        scouts.depth = depth;
        scouts.team.resume();
        return depth;
    }
    return std::nullopt;
}

} // namespace emilia
