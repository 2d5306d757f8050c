#include "protocol/commands/learning/train_report.h"

#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "protocol/reports/message.h"

#include <iostream>

#include <fmt/format.h>

namespace emilia {
namespace {

struct Counts {
    std::size_t exact = 0;
    std::size_t searched = 0;
    std::size_t later = 0;

    void add(const TrainingSet& set, std::size_t empties) {
        for (std::size_t i = set.start[empties]; i < set.start[empties + 1]; ++i)
            ++of(set.examples[i].source);
    }
    [[nodiscard]] std::size_t all() const noexcept { return exact + searched + later; }

private:
    [[nodiscard]] std::size_t& of(LabelSource source) noexcept {
        switch (source) {
        case LabelSource::exact: return exact;
        case LabelSource::search: return searched;
        case LabelSource::later: break;
        }
        return later;
    }
};

std::string two_errors(const Errors& errors) {
    if (errors.positions == 0) return fmt::format(" {:>10} {:>10}", "?", "?");
    return fmt::format(" {:>10.4f} {:>10.4f}", errors.mean_absolute(), errors.root_mean_square());
}

std::string network_errors(const NetworkErrors& errors) {
    return two_errors(errors.exact) + two_errors(errors.searched) + two_errors(errors.all);
}

} // namespace

void print_counts(const TrainingData& data, double seconds) {
    constexpr std::size_t width = 4;
    const auto print_row = [](const std::string& empties, const auto& exact, const auto& searched,
                              const auto& later, const auto& held_back) {
        print("{:>8} {:>12} {:>12} {:>12} {:>12}\n", empties, exact, searched, later, held_back);
    };
    print_row("empties", "exact", "searched", "later", "held back");
    for (std::size_t first = 1; first <= 60; first += width) {
        Counts counts;
        std::size_t held_back = 0;
        for (std::size_t empties = first; empties < first + width; ++empties) {
            counts.add(data.training, empties);
            held_back += data.validation.size(empties);
        }
        if (counts.all() + held_back == 0) continue;
        print_row(fmt::format("{}-{}", first, first + width - 1), with_commas(counts.exact),
                  with_commas(counts.searched), with_commas(counts.later), with_commas(held_back));
    }
    std::cout << fmt::format("{}; different positions to learn from: {}, held back: {}; "
                             "read in {:.1f} s\n",
                             counted(data.labels, "label"),
                             with_commas(data.training.examples.size()),
                             with_commas(data.validation.examples.size()), seconds)
              << std::flush;
}

void print_tables_header() {
    std::cout << fmt::format("{:>4} {:>10} {:>10} {:>9}\n", "pass", "absolute", "rms", "seconds")
              << std::flush;
}

void print_tables_pass(const FitPass& pass, double seconds) {
    std::cout << fmt::format("{:>4}{} {:>9.1f}\n", pass.number, two_errors(pass.validation),
                             seconds)
              << std::flush;
}

void print_tables_end(const PassLog& log, const FitSettings& settings, bool interrupted) {
    const char* const why = interrupted                  ? "stopped"
                            : log.last < settings.passes ? "the error stopped falling"
                                                         : "all passes done";
    if (log.least.positions == 0) {
        std::cout << fmt::format("{}; the weights are those of pass {}\n", why, log.last)
                  << std::flush;
        return;
    }
    std::cout << fmt::format("{}; the best weights are those of pass {}, root-mean-square error "
                             "{:.4f}\n",
                             why, log.best, log.least.root_mean_square())
              << std::flush;
}

void print_network_start(const NetworkStart& start, const NetworkFitSettings& settings) {
    print("the network learns from {}, {} a pass\n", counted(start.positions, "position"),
          start.batches_per_pass == 1
              ? "1 batch"
              : fmt::format("{} batches", with_commas(start.batches_per_pass)));
    if (start.batches_done > 0) {
        print("'{}' has {} of them; the training continues there\n", printable(settings.checkpoint),
              with_commas(start.batches_done));
    }
    print("{:>6} {:>21} {:>21} {:>21}\n", "", "exact", "searched", "all");
    print("{:>6}", "pass");
    for (int kind = 0; kind < 3; ++kind) print(" {:>10} {:>10}", "absolute", "rms");
    print(" {:>9}\n", "seconds");
    std::cout << fmt::format("{:>6}{}\n", "tables", network_errors(start.tables)) << std::flush;
}

void print_network_pass(const NetworkPass& pass, double seconds) {
    std::cout << fmt::format("{:>6}{} {:>9.1f}\n", pass.number, network_errors(pass.validation),
                             seconds)
              << std::flush;
}

void print_network_end(const NetworkFit& fit, const NetworkFitSettings& settings, bool is_better) {
    if (fit.complete) {
        std::cout << "all passes done";
    } else {
        print("stopped; '{}' keeps the state, and the same command continues",
              printable(settings.checkpoint));
    }
    if (fit.validation.all.positions == 0) {
        std::cout << '\n' << std::flush;
        return;
    }
    std::cout << fmt::format("; with the network the root-mean-square error is {:.4f}, without it "
                             "{:.4f}{}\n",
                             fit.validation.all.root_mean_square(),
                             fit.tables.all.root_mean_square(),
                             is_better ? "" : ", so it is left out")
              << std::flush;
}

} // namespace emilia
