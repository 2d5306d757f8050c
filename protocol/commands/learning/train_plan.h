#pragma once

// The command line of `emilia train` as a plan.

#include "engine/learn/fit.h"
#include "engine/learn/network_fit.h"
#include "protocol/commands/options/command_options.h"

#include <optional>
#include <string>
#include <vector>

namespace emilia {

struct TrainPlan {
    std::vector<std::string> files;
    std::string output;
    bool initial = false;                    ///< nothing is fitted
    std::optional<std::string> tables;       ///< the file with the tables; none if they are fitted
    std::optional<std::string> network_file; ///< the file with the network to begin with
    FitSettings fit;
    NetworkFitSettings network; ///< without passes there is no network
};

/// Reads the command line. Throws UsageError, also for an option that would do nothing.
[[nodiscard]] TrainPlan read_train_plan(const Arguments& arguments, const char* usage,
                                        const char* examples);

/// Refuses to overwrite positions, or anything else that is not a file of weights. Throws
/// UsageError and std::runtime_error.
void check_output(const TrainPlan& plan);

/// Refuses to begin where there is a checkpoint of another training. The plan has its first network
/// by then. Throws std::runtime_error.
void check_checkpoint(const TrainPlan& plan);

} // namespace emilia
