#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/notation/game.h"
#include "protocol/commands/commands.h"
#include "protocol/commands/options/engine_options.h"
#include "protocol/commands/options/inputs.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <chrono>

namespace emilia {
namespace {

constexpr const char* usage =
    "emilia perft DEPTH [MOVES|\"BOARD\"]: counts the leaves of the game tree DEPTH plies\n"
    "from the start, from the position after MOVES, or from BOARD. A pass counts as a ply, a\n"
    "finished game as one leaf.";

constexpr const char* examples =
    "Examples:\n"
    "  emilia perft 9\n"
    "  emilia perft 7 f5d6c3\n"
    "  emilia perft 5 \\\n"
    "    \"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X\"\n";

struct PerftSettings {
    int depth = 0;
    Position position;
    const InstructionSet* instruction_set = &best_instruction_set();
};

bool is_number(std::string_view word) {
    if (word.size() > 1 && word.front() == '-') word.remove_prefix(1);
    return std::all_of(word.begin(), word.end(), is_digit);
}

/// Takes the depth out of the words. A word with a minus sign may also be a part of a board.
std::string take_depth(Arguments& words) {
    for (const bool negative : {false, true}) {
        const auto found = std::find_if(words.begin(), words.end(), [&](const std::string& word) {
            return is_number(word) && word.starts_with('-') == negative;
        });
        if (found == words.end()) continue;
        std::string depth = std::move(*found);
        words.erase(found);
        return depth;
    }
    throw UsageError("perft needs a depth, such as: emilia perft 9");
}

PerftSettings read_perft_settings(const Arguments& arguments) {
    PerftSettings settings;
    CommandOptions options(usage, examples);
    add_instruction_set(options, settings.instruction_set);
    Arguments words = options.read(arguments);
    const std::string text = take_depth(words);
    const auto depth = whole_number(text);
    constexpr Bounds bounds{0, 60};
    check_usage(depth && bounds.contain(*depth), "the depth of perft must be {} to {}, not {}",
                bounds.least, bounds.greatest, text);
    settings.depth = *depth;
    settings.position = game_or_start(words).position();
    return settings;
}

} // namespace

ExitStatus run_perft(const Arguments& arguments) {
    const auto [depth, position, instruction_set] = read_perft_settings(arguments);
    const auto start = std::chrono::steady_clock::now();
    const std::uint64_t leaves = instruction_set->perft(position.board, depth);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    print("perft({}) = {}\n{} in {:.3f} s ({} million/s)\n", depth, leaves,
          leaves == 1 ? "1 leaf" : with_commas(leaves) + " leaves", seconds.count(),
          with_commas(per_second(leaves, seconds.count()) / 1'000'000));
    return ExitStatus::ok;
}

} // namespace emilia
