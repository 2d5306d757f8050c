#include "protocol/commands/learning/train_report.h"
#include "tests/catch.h"
#include "tests/learn/make_training_set.h"
#include "tests/random_game.h"

#include <functional>
#include <iostream>
#include <sstream>
#include <string>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// What a function writes to standard output.
std::string printed(const std::function<void()>& print) {
    const std::ostringstream text;
    std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
    print();
    std::cout.rdbuf(before);
    return text.str();
}

/// Errors of positions with these means; none if there are no positions.
Errors errors_of(std::size_t positions, double mean_absolute, double root_mean_square) {
    const auto weight = static_cast<double>(positions);
    return {.positions = positions,
            .weight = weight,
            .absolute = weight * mean_absolute,
            .square = weight * root_mean_square * root_mean_square};
}

NetworkErrors errors(std::size_t exact, std::size_t searched) {
    return {errors_of(exact, 1.5, 2.25), errors_of(searched, 3.5, 4.125),
            errors_of(exact + searched, 2.5, 3.0625)};
}

} // namespace

TEST_CASE("positions are counted by their empty squares and the source of their score") {
    Random random(1);
    const std::vector<Board> game = random_game(random);
    const auto with_empties = [&](int empties) {
        for (const Board& board : game) {
            if (board.empties() == empties && !board.is_over()) return board;
        }
        throw std::logic_error("no such position");
    };
    TrainingData data;
    data.training = make_training_set({{with_empties(60), 0, 1, 0, LabelSource::search},
                                       {with_empties(57), 0, 1, 0, LabelSource::later},
                                       {with_empties(56), 0, 1, 0, LabelSource::later},
                                       {with_empties(12), 0, 1, 0, LabelSource::exact},
                                       {with_empties(9), 0, 1, 0, LabelSource::search},
                                       {with_empties(8), 0, 1, 0, LabelSource::exact}});
    data.validation = make_training_set({{with_empties(20), 0, 1, 0, LabelSource::exact},
                                         {with_empties(17), 0, 1, 0, LabelSource::search}});
    data.labels = 1234;
    CHECK(printed([&] { print_counts(data, 2.25); })
          == " empties        exact     searched        later    held back\n"
             "     5-8            1            0            0            0\n"
             "    9-12            1            1            0            0\n"
             "   17-20            0            0            0            2\n"
             "   53-56            0            0            1            0\n"
             "   57-60            0            1            1            0\n"
             "1,234 labels; different positions to learn from: 6, held back: 2; read in 2.2 s\n");
}

TEST_CASE("a fit of tables prints its passes and why it ended") {
    CHECK(printed(print_tables_header) == "pass   absolute        rms   seconds\n");
    const Errors some = errors_of(8, 1.5, 2.25);
    CHECK(printed([&] {
              print_tables_pass({12, some}, 61.25);
          })
          == "  12     1.5000     2.2500      61.2\n");
    CHECK(printed([&] {
              print_tables_pass({12, {}}, 1);
          })
          == "  12          ?          ?       1.0\n");
    FitSettings settings;
    settings.passes = 20;
    const auto end = [&](const PassLog& passes, bool interrupted) {
        return printed([&] { print_tables_end(passes, settings, interrupted); });
    };
    CHECK(end({20, 17, some}, false)
          == "all passes done; the best weights are those of pass 17, root-mean-square error "
             "2.2500\n");
    CHECK(end({19, 17, some}, false)
          == "the error stopped falling; the best weights are those of pass 17, root-mean-square "
             "error 2.2500\n");
    CHECK(end({20, 20, {}}, true) == "stopped; the weights are those of pass 20\n");
}

TEST_CASE("a fit of the network prints its passes and why it ended") {
    NetworkFitSettings settings;
    settings.checkpoint = "state";
    const NetworkStart begin{50'000, 1, 0, errors(3, 0)};
    const std::string header =
        "                       exact              searched                   all\n"
        "  pass   absolute        rms   absolute        rms   absolute        rms   seconds\n";
    CHECK(printed([&] { print_network_start(begin, settings); })
          == "the network learns from 50,000 positions, 1 batch a pass\n" + header
                 + "tables     1.5000     2.2500          ?          ?     2.5000     3.0625\n");
    const NetworkStart continued{50'000, 2000, 1500, errors(0, 0)};
    CHECK(printed([&] { print_network_start(continued, settings); })
          == "the network learns from 50,000 positions, 2,000 batches a pass\n"
             "'state' has 1,500 of them; the training continues there\n"
                 + header
                 + "tables          ?          ?          ?          ?          ?          ?\n");
    CHECK(
        printed([&] {
            print_network_pass({3, errors(0, 5)}, 9.5);
        })
        == "     3          ?          ?     3.5000     4.1250     2.5000     3.0625       9.5\n");
    const auto end = [&](bool complete, const NetworkErrors& validation, bool is_better) {
        return printed([&] {
            print_network_end({{}, complete, {{}, {}, errors_of(8, 3, 4)}, validation}, settings,
                              is_better);
        });
    };
    CHECK(end(true, errors(3, 5), true)
          == "all passes done; with the network the root-mean-square error is 3.0625, without it "
             "4.0000\n");
    CHECK(end(false, errors(0, 5), false)
          == "stopped; 'state' keeps the state, and the same command continues; with the network "
             "the root-mean-square error is 3.0625, without it 4.0000, so it is left out\n");
    CHECK(end(true, errors(0, 0), true) == "all passes done\n");
}
