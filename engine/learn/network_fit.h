#pragma once

// Trains the network that corrects the tables (engine/eval/network.h): it learns what the tables'
// value lacks to the score of a position. Exact scores and values of searches teach it; scores of
// later positions don't, because they contain the players' mistakes.
//
// The loss is the weighted mean squared error, and the optimizer is Adam (adam.h). Its rate rises
// over the first 200 batches (over the first tenth, if there are fewer than 2,000 in all) and falls
// along a cosine to zero at the end of the last pass. A row changes and decays only in batches that
// show it; a row that no batch shows ends as zero, or as it was in the network that the fit starts
// from. Each pass takes the positions in a new random order and drops an incomplete last batch.

#include "engine/eval/weights.h"
#include "engine/learn/fit.h"
#include "engine/learn/float_network.h"
#include "engine/learn/training_set.h"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace emilia {

struct NetworkFitSettings {
    int passes = 6;            ///< over the data
    float rate = 0.0015F;      ///< greatest rate of learning
    std::size_t batch = 16384; ///< positions in a batch
    float decay = 1.5F;        ///< in each batch a row loses the share rate × decay of itself
    float search_weight = 2;   ///< of a search's value in the loss; that of an exact score is 1
    std::uint64_t seed = 1;    ///< of the first network and of the order of the positions
    int threads = 1;
    /// The network that the fit starts from; null: a random one. Starting from a network keeps its
    /// rows that no position shows.
    std::shared_ptr<const StoredNetwork> first = nullptr;
    const std::atomic<bool>* stop = nullptr; ///< ends the fit early when it becomes true

    /// The file that keeps the state of the fit; empty: none. The fit continues from it, and writes
    /// it after each pass, at a stop, and every `checkpoint_every`.
    std::string checkpoint = {};
    std::chrono::seconds checkpoint_every = std::chrono::minutes(5);
};

/// The settings on which the network depends, as a line of text. A checkpoint keeps it.
[[nodiscard]] std::string described(const NetworkFitSettings& settings);

/// Errors over positions with exact scores, over those with values of searches, and over both. Each
/// position counts once.
struct NetworkErrors {
    Errors exact;
    Errors searched;
    Errors all;
};

/// What a fit starts with.
struct NetworkStart {
    std::size_t positions;          ///< to learn from
    std::uint64_t batches_per_pass; ///< not counting an incomplete one
    std::uint64_t batches_done;     ///< by earlier runs, according to the checkpoint
    NetworkErrors tables;           ///< errors of the tables alone on the validation set
};

struct NetworkPass {
    int number; ///< from 1
    NetworkErrors validation;
};

/// Progress callbacks, called on the fitting thread. Each may be empty.
struct NetworkProgress {
    std::function<void(const NetworkStart&)> start = {};
    /// The share of the current pass, 0 to 1; at most four times a second.
    std::function<void(int pass, double share)> within_pass = {};
    std::function<void(const NetworkPass&)> pass = {};
};

struct NetworkFit {
    FloatNetwork network;
    bool complete; ///< false after a stop
    NetworkErrors tables;
    NetworkErrors validation;
};

/// Fits a network to the difference between the scores of `training` and the values of `tables`. A
/// stop ends it after the current batch. The same data, tables and settings give the same network
/// to the last bit, with any number of threads, and also if fits were stopped and continued. The
/// error says that there are too few positions for a batch, or more than the 2³¹ − 1 that the
/// examples' numbers reach; or it names the checkpoint and says why it can't be used: it is of
/// other data, tables or settings, damaged or another kind of file.
[[nodiscard]] FileResult<NetworkFit>
fit_network(const TrainingSet& training, const TrainingSet& validation, const Weights& tables,
            const NetworkFitSettings& settings, const NetworkProgress& progress);

} // namespace emilia
