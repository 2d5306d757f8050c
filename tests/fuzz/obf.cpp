#include "engine/notation/formats/obf.h"

#include "tests/fuzz/fuzz.h"

using namespace emilia;

namespace {

void check_problem(const Problem& problem) {
    for (const ScoredMove& scored : problem.moves) {
        fuzz::demand(problem.position.board.is_legal(scored.move), "a problem's moves are legal");
        fuzz::demand(problem.discs_of(scored.move) == scored.discs, "each move has one score");
        fuzz::demand(problem.best_discs() >= scored.discs, "the best score is the highest");
    }
    fuzz::demand(parse_obf(to_obf(problem)) == problem, "a problem reads back the same");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        if (is_obf_comment(line)) continue;
        const auto problem = parse_obf(line);
        if (problem) {
            check_problem(*problem);
        } else {
            fuzz::check_error(problem.error(), line);
        }
    }
    return 0;
}
