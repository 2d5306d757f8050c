#pragma once

// One question about each of many positions. Threads work on different positions; in the end they
// help each other with those that take long.

#include "engine/base/helpers.h"
#include "engine/base/ordered_work.h"
#include "engine/base/workers.h"
#include "engine/play/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace emilia {

/// What is asked of each position.
enum class Question : std::uint8_t {
    evaluation, ///< its evaluation, without a search
    analysis,   ///< a search within the limits
    exact,      ///< its exact score
    outcome,    ///< a win, draw or loss
};

/// Answers a question by the best `lines` moves, or by a line without a move for an evaluation. The
/// engine forgets earlier searches, so that the answer does not depend on other positions. There
/// are no lines if the game is over.
[[nodiscard]] SearchResult answer(Engine& engine, const Board& board, Question question, int lines,
                                  const std::atomic<bool>* stop,
                                  const SearchProgress& progress = {});

/// Threads help each other only in searches that take a tenth of a second or more, so that all
/// others take the same nodes as with one thread.
inline constexpr Nodes least_shared_nodes = 1'000'000;

struct ManySettings {
    EngineSettings engine; ///< of each thread
    std::size_t threads = 1;
    bool in_order = true; ///< whether `put` gets the records in the order of the items
};

/// Turns a stream of items into records (ordered_work.h) by `make(engine, items, stop)`, and
/// returns when all are there. Calls `look(workers)` some fifty times a second on the calling
/// thread; it may stop the workers. Throws what any of the functions throws.
template <class Item, class Record, class Make, class Look>
void answer_many(const ManySettings& settings, const typename OrderedWork<Item, Record>::Next& next,
                 const typename OrderedWork<Item, Record>::Put& put, const Make& make,
                 const Look& look) {
    EngineSettings each = settings.engine;
    each.threads = 1;
    Helpers helpers(settings.threads, least_shared_nodes);
    OrderedWork<Item, Record> work(next, put, settings.in_order, helpers);
    Workers workers(settings.threads, [&](std::size_t, const std::atomic<bool>& stop) {
        Engine engine(each, helpers.make_pool());
        work.work(stop, [&](const std::vector<Item>& items) { return make(engine, items, stop); });
    });
    while (!workers.wait_for(std::chrono::milliseconds(20))) {
        look(workers);
        work.wake();
    }
}

} // namespace emilia
