#pragma once

// A stream of items, which threads turn into records, several items at once while they are quick.
// However long the stream, memory is bounded: the records wait for their turn in a window of
// limited size.

#include "engine/base/helpers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace emilia {

/// The records of `items`, by `make(item)`; after a stop of those that were finished before it.
template <class Items, class Make>
[[nodiscard]] auto records_of(const Items& items, const std::atomic<bool>& stop, const Make& make) {
    std::vector<decltype(make(*items.begin()))> records;
    for (const auto& item : items) {
        auto record = make(item);
        if (stop) break;
        records.push_back(std::move(record));
    }
    return records;
}

/// Threads work on different items, and on each other's last ones (helpers.h).
template <class Item, class Record>
class OrderedWork {
public:
    /// The next item; none at the end of the stream. With `wait` false, none if it isn't there yet,
    /// too. Called by one thread at a time.
    using Next = std::function<std::optional<Item>(bool wait)>;
    /// Takes finished records: in the order of their items or, unless `in_order`, as they come.
    /// Called by one thread at a time.
    using Put = std::function<void(std::vector<Record>& records)>;

    OrderedWork(Next next, Put put, bool in_order, Helpers& helpers)
        : next_(std::move(next)), put_(std::move(put)), in_order_(in_order), helpers_(helpers) {}

    /// Makes records until no item is left or `stop` becomes true: `make(items)` gets items that
    /// follow each other and returns their records, after a stop those that it has finished. For
    /// each of the threads. May throw what the functions throw.
    template <class Make>
    void work(const std::atomic<bool>& stop, const Make& make) {
        std::vector<Item> items;
        std::size_t batch = 1;
        while (const auto first = take(items, batch, stop)) {
            const auto begin = Clock::now();
            std::vector<Record> records = make(std::as_const(items));
            give(*first, items.size(), std::move(records), stop);
            // Quick items are taken several at once, so that threads seldom wait for each other.
            const auto taken = Clock::now() - begin;
            batch = taken < worthwhile ? std::min(2 * batch, most_at_once)
                                       : std::max<std::size_t>(batch / 2, 1);
        }
        helpers_.help([&] { return stop || (ended_ && in_work_ == 0); });
    }

    /// Lets threads that wait notice that `stop` has become true.
    void wake() noexcept { helpers_.wake(); }

    /// Finished records wait for their turn while no more than this number of items is taken.
    static constexpr std::uint64_t window = 4096;

private:
    using Clock = std::chrono::steady_clock;
    struct Batch {
        std::size_t items = 0; ///< all of whose records are there
        std::vector<Record> records;
    };
    static constexpr std::size_t most_at_once = 256;
    static constexpr std::chrono::microseconds worthwhile{500};

    [[nodiscard]] bool has_room(std::uint64_t number) const noexcept {
        return !in_order_ || number < given_ + window;
    }

    /// Takes up to `most` items and returns the place of the first; none when there is nothing left
    /// to do.
    std::optional<std::uint64_t> take(std::vector<Item>& items, std::size_t most,
                                      const std::atomic<bool>& stop) {
        items.clear();
        for (;;) {
            {
                const std::scoped_lock lock(in_);
                if (ended_ || stop) break;
                while (items.size() < most && has_room(taken_)) {
                    std::optional<Item> item = next_(items.empty());
                    ended_ = !item && items.empty();
                    if (!item) break;
                    items.push_back(std::move(*item));
                    ++taken_;
                    ++in_work_;
                }
                if (!items.empty()) return taken_ - items.size();
                if (ended_) break;
            }
            helpers_.help([&] { return stop || ended_ || has_room(taken_); });
        }
        helpers_.wake();
        return std::nullopt;
    }

    void give(std::uint64_t first, std::size_t taken, std::vector<Record> records,
              const std::atomic<bool>& stop) {
        {
            const std::scoped_lock lock(out_);
            if (in_order_) {
                // After a stop some records may be missing, so none may follow these.
                waiting_.emplace(first, Batch{stop ? 0 : taken, std::move(records)});
                while (!waiting_.empty() && waiting_.begin()->first == given_) {
                    auto node = waiting_.extract(waiting_.begin());
                    put_(node.mapped().records);
                    given_ += node.mapped().items;
                }
            } else if (!records.empty()) {
                put_(records);
            }
        }
        in_work_ -= taken;
        helpers_.wake();
    }

    const Next next_;
    const Put put_;
    const bool in_order_;
    Helpers& helpers_;

    std::mutex in_; ///< held to call `next_`, and to change these
    std::atomic<std::uint64_t> taken_ = 0;
    std::atomic<bool> ended_ = false;

    std::mutex out_;                         ///< held to call `put_`, and guards these
    std::map<std::uint64_t, Batch> waiting_; ///< by the place of the first item
    std::atomic<std::uint64_t> given_ = 0;   ///< items whose records `put_` has got, in order

    std::atomic<std::uint64_t> in_work_ = 0; ///< taken and not yet finished
};

} // namespace emilia
