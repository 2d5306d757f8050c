#pragma once

// What long jobs share: how they end on Ctrl-C, when they save, and what they say about bad input.

#include "engine/base/workers.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/play/searcher.h"
#include "engine/system/process.h"
#include "protocol/commands/command.h"
#include "protocol/reports/terminal.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace emilia {

/// Lets a thread work with each searcher, by `work(searcher, stop)`, until all return. Calls
/// `watch` every few milliseconds, and stops the threads when it returns false or at Ctrl-C.
template <typename Work, typename Watch>
void work_with(std::vector<Searcher>& searchers, const InterruptFlag& interrupt, const Work& work,
               const Watch& watch) {
    Workers workers(searchers.size(), [&](std::size_t number, const std::atomic<bool>& stop) {
        work(searchers[number], stop);
    });
    while (!workers.wait_for(std::chrono::milliseconds(20))) {
        if (!watch() || interrupt.raised()) workers.stop();
    }
}

/// Lets a thread work with each searcher until the job's `size()` units are done, shows the
/// progress, and stops at Ctrl-C. Returns whether all is done.
template <class Job>
bool work_off(Job& job, std::vector<Searcher>& searchers, const InterruptFlag& interrupt,
              const std::string& unit) {
    JobProgress progress(job.size(), unit);
    const auto work = [&job](Searcher& searcher, const std::atomic<bool>& stop) {
        job.work(searcher, stop);
    };
    work_with(searchers, interrupt, work, [&] {
        progress.show(job.done());
        return true;
    });
    return job.done() == job.size();
}

/// The time since it was made.
class Stopwatch {
public:
    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Decides when a long job saves its results: at fixed intervals, which grow if saving would take
/// more than a twentieth of the time. For use by one thread.
class SavePace {
public:
    using Clock = std::chrono::steady_clock;

    explicit SavePace(double seconds_between)
        : between_(std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(seconds_between))) {}

    [[nodiscard]] bool due() const noexcept { return Clock::now() >= due_; }

    template <typename Save>
    void save(const Save& save) {
        const Clock::time_point start = Clock::now();
        save();
        const Clock::time_point end = Clock::now();
        constexpr int share = 20;
        due_ = end + std::max(between_, share * (end - start));
    }

private:
    Clock::duration between_;
    Clock::time_point due_ = Clock::now() + between_;
};

/// Reports problems with a command's input on standard error. A file of the wrong kind can have a
/// problem in each of its lines, so only the first few are printed and the others counted.
class Complaints {
public:
    static constexpr std::size_t most_printed = 10;

    void add(std::string_view problem);
    /// Prints the number of problems that were only counted. Call it when all input has been read.
    void finish() const;

    [[nodiscard]] bool any() const noexcept { return number_ > 0; }

private:
    std::size_t number_ = 0;
};

/// Reads all games of WTHOR bases from these years as read_wthor_games does, and complains of the
/// damaged ones, which are left out. Throws std::runtime_error if the bases can't be read.
[[nodiscard]] std::vector<NumberedGame> games_of_bases(const std::vector<std::string>& paths,
                                                       const Years& years, Complaints& complaints);

} // namespace emilia
