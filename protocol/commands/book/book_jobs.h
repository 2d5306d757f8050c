#pragma once

// Options and helpers that the long jobs on a book share.

#include "book/growth/builder.h"
#include "engine/base/workers.h"
#include "engine/play/searcher.h"
#include "engine/system/process.h"
#include "protocol/commands/options/options.h"
#include "protocol/reports/job_progress.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// The resources of a job: `threads` searchers, each with one thread.
struct JobMeans {
    int threads = 1;
    std::size_t hash_megabytes = 0; ///< for each searcher
    const InstructionSet* instruction_set = nullptr;
    std::optional<Weights> weights; ///< none: the embedded ones

    [[nodiscard]] std::vector<Searcher> searchers() const;
};

/// Adds `--threads --hash --weights --isa`; `what` names the work that the threads share.
void add_means_options(boost::program_options::options_description& described,
                       const std::string& what, int hash_megabytes);

/// Adds `--depth --confidence`, the settings of each search.
void add_search_options(boost::program_options::options_description& described,
                        const BookSearch& defaults);

/// Reads them. Throws UsageError.
[[nodiscard]] BookSearch chosen_book_search(const ParsedOptions& options);

/// Reads the options of add_means_options. Throws UsageError, and whatever chosen_weights throws.
[[nodiscard]] JobMeans chosen_means(const ParsedOptions& options);

/// Adds `--doubt-plies` with a default, and reads it. Throws UsageError.
void add_doubt_option(boost::program_options::options_description& described, Depth plies);
[[nodiscard]] Depth chosen_doubt_plies(const ParsedOptions& options);

/// Adds `--deepen` and reads it. Throws UsageError.
void add_deepen_option(boost::program_options::options_description& described);
[[nodiscard]] Deepen chosen_deepen(const ParsedOptions& options);

/// Lets a thread work with each searcher until the job's `size()` units are done, shows the
/// progress, and stops at Ctrl-C. Returns whether all is done.
template <class Job>
[[nodiscard]] bool work_off(Job& job, const JobMeans& means, const std::string& unit) {
    std::vector<Searcher> searchers = means.searchers();
    const InterruptFlag interrupt;
    JobProgress progress(job.size(), unit);
    Workers workers(searchers.size(), [&](std::size_t number, const std::atomic<bool>& stop) {
        job.work(searchers[number], stop);
    });
    while (!workers.wait_for(std::chrono::milliseconds(20))) {
        if (interrupt.raised()) workers.stop();
        progress.show(job.done());
    }
    progress.clear();
    return job.done() == job.size();
}

/// Returns a function that searches with `searcher`, which must outlive it.
[[nodiscard]] SearchFunction search_with(Searcher& searcher);

/// Merges the builder's book into the file, and positions that other processes wrote there into the
/// builder. Returns how many these are. Throws std::runtime_error with a message that names the
/// file.
std::size_t save_book(const std::string& path, Builder& builder);

/// How far a build is, in positions.
struct BuildExtent {
    std::size_t done = 0; ///< without those of other processes
    /// Until the book has its size and is as deep as it should be. Nobody knows how many searches
    /// the doubtful choices will take.
    std::size_t left = 0;

    bool operator==(const BuildExtent&) const = default;
};

/// The build began with `first` and is to have `positions`, of which other processes have put in
/// `from_others` since.
[[nodiscard]] BuildExtent extent_of(const BuildState& first, const BuildState& now,
                                    std::size_t positions, std::size_t from_others);

} // namespace emilia
