#pragma once

// What `emilia train` prints: the positions, a line for each pass, and how a fit ended.

#include "engine/learn/fit.h"
#include "engine/learn/network_fit.h"
#include "engine/learn/training_set.h"

#include <optional>

namespace emilia {

/// The passes of a fit of tables so far.
struct PassLog {
    int last = 0;
    int best = 0;
    Errors least; ///< those of the best pass
};

/// How many positions there are, by the number of empty squares and the source of the score.
void print_counts(const TrainingData& data, double seconds);

/// These print the fit of tables. Without validation there are no errors to show.
void print_tables_header();
void print_tables_pass(const FitPass& pass, double seconds);
void print_tables_end(const PassLog& log, const FitSettings& settings, bool interrupted);

/// These print the fit of the network. `start` also says where it continues.
void print_network_start(const NetworkStart& start, const NetworkFitSettings& settings);
void print_network_pass(const NetworkPass& pass, double seconds);
void print_network_end(const NetworkFit& fit, const NetworkFitSettings& settings, bool is_better);

} // namespace emilia
