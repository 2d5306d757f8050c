#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/game.h"
#include "protocol/commands/command.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/commands/options/options.h"

#include <algorithm>
#include <chrono>
#include <iostream>

#include <fmt/format.h>

namespace emilia {

ExitStatus run_perft(const Arguments& arguments) {
    boost::program_options::options_description described("Options");
    add_isa_option(described);
    const ParsedOptions options = parse_options(described, arguments);
    if (options.help) {
        print_help(
            "emilia perft DEPTH [MOVES|\"BOARD\"]: counts the leaves of the game tree DEPTH plies\n"
            "from the start, from the position after MOVES, or from BOARD. A pass counts as a ply, "
            "a\n"
            "finished game as one leaf.",
            described,
            "Examples:\n"
            "  emilia perft 9\n"
            "  emilia perft 7 f5d6c3\n"
            "  emilia perft 5 \\\n"
            "    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--"
            "OOOOO-- X\"\n");
        return ExitStatus::ok;
    }
    std::string depth_text;
    Arguments place;
    for (const std::string& argument : options.positional) {
        const bool is_depth =
            depth_text.empty() && std::all_of(argument.begin(), argument.end(), is_digit);
        if (is_depth) {
            depth_text = argument;
        } else {
            place.push_back(argument);
        }
    }
    if (depth_text.empty()) throw UsageError("perft needs a depth, such as: emilia perft 9");
    constexpr int maximum = 60;
    const auto depth = whole_number(depth_text);
    if (!depth || *depth > maximum) {
        throw UsageError(
            fmt::format("the depth of perft must be 0 to {}, not {}", maximum, depth_text));
    }
    const Position position = place.empty() ? Position() : given_game(place).position();
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t leaves = chosen_instruction_set(options).perft(position.board, *depth);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    std::cout << fmt::format("perft({}) = {}\n{} in {:.3f} s ({} million/s)\n", *depth, leaves,
                             leaves == 1 ? "1 leaf" : with_commas(leaves) + " leaves",
                             seconds.count(),
                             with_commas(per_second(leaves, seconds.count()) / 1'000'000));
    return ExitStatus::ok;
}

} // namespace emilia
