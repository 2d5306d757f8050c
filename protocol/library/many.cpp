// Calls for many boards at once.

#include "engine/play/many_positions.h"
#include "protocol/library/calls.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace {

using namespace emilia;
using namespace emilia::library;

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

/// The caller's boards.
struct Boards {
    const std::uint64_t* players;
    const std::uint64_t* opponents;
    std::size_t count;

    /// Throws Failure if one of them is no board.
    void check() const {
        if (count == 0) return;
        require(players, "players");
        require(opponents, "opponents");
        for (std::size_t i = 0; i < count; ++i) {
            if ((players[i] & opponents[i]) == 0) continue; // most often
            check_board(players[i], opponents[i], fmt::format("board {}", i));
        }
    }
    [[nodiscard]] Board operator[](std::size_t index) const noexcept {
        return {players[index], opponents[index]};
    }
};

std::int8_t number_of(Square move) noexcept {
    return move == Square::none ? std::int8_t{-1} : static_cast<std::int8_t>(index(move));
}

/// Puts values into the caller's arrays.
class Answers {
public:
    explicit Answers(const emilia_answers& given) : given_(given) {}

    void clear(std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i) put(i, Line(), SearchResult(), false);
    }
    void put(std::size_t i, const Board& board, const SearchResult& result) const {
        if (!result.lines.empty()) return put(i, result.lines.front(), result, true);
        Line over;
        over.value = Score::from_discs(board.final_score());
        over.kind = ScoreKind::exact;
        put(i, over, result, true);
    }

private:
    template <typename Array>
    static void set(Array* array, std::size_t index, auto value) {
        if (array != nullptr) array[index] = static_cast<Array>(value);
    }
    void put(std::size_t i, const Line& line, const SearchResult& result, bool is_known) const {
        set(given_.scores, i, is_known ? line.value.number() : no_score);
        set(given_.estimates, i, is_known ? line.value.in_discs().discs() : no_score);
        set(given_.moves, i, number_of(line.move));
        set(given_.kinds, i, is_known ? kind_of(line.kind) : EMILIA_BOOK);
        set(given_.depths, i, line.depth);
        set(given_.confidences, i, is_known ? percent(line.confidence) : 0);
        set(given_.nodes, i, result.nodes);
        set(given_.interrupted, i, result.interrupted ? 1 : 0);
    }

    const emilia_answers& given_;
};

Question question_of(emilia_goal goal) noexcept {
    switch (goal) {
    case EMILIA_FIND_OUTCOME: return Question::outcome;
    case EMILIA_FIND_EXACT: return Question::exact;
    case EMILIA_FIND_SCORE: break;
    }
    return Question::analysis;
}

/// What `emilia_analyze_many` is to do.
struct Job {
    Boards boards;
    const emilia_answers& answers;
    Question question;
    int lines;
    EngineSettings limits;
};

/// For each thread: they share as much memory as the engine itself has.
EngineSettings settings_of_each(const EngineSettings& engine, const EngineSettings& limits) {
    EngineSettings each = engine;
    each.seconds = limits.seconds;
    each.nodes = limits.nodes;
    each.depth = limits.depth;
    each.level = limits.level;
    const auto threads = static_cast<std::size_t>(engine.threads);
    each.hash_megabytes = std::max<std::size_t>(engine.hash_megabytes / threads, 1);
    return each;
}

void analyze(const Job& job, const EngineSettings& engine, const Stop& stop) {
    struct Found {
        std::size_t index;
        SearchResult result;
    };
    const Boards& boards = job.boards;
    const emilia_answers& given = job.answers;
    const Answers answers(given);
    answers.clear(boards.count);
    std::size_t next = 0;
    std::atomic<std::size_t> done = 0;
    const auto take = [&](bool /*wait*/) {
        const bool ended = next == boards.count || stop.is_requested();
        return ended ? std::nullopt : std::optional(next++);
    };
    const auto search = [&](Engine& each, const std::vector<std::size_t>& indexes,
                            const std::atomic<bool>& stopped) {
        return records_of(indexes, stopped, [&](std::size_t index) {
            return Found{index, answer(each, boards[index], job.question, job.lines, &stopped)};
        });
    };
    const auto put = [&](const std::vector<Found>& found) {
        for (const auto& [index, result] : found) {
            answers.put(index, boards[index], result);
            ++done;
            if (given.found == nullptr || stop.is_requested()) continue;
            const emilia_result shown(result);
            if (given.found(index, &shown, given.data) != 0) stop.request();
        }
    };
    const auto count = [&] {
        if (given.counted == nullptr || stop.is_requested()) return;
        if (given.counted(done, given.data) != 0) stop.request();
    };
    const auto look = [&](Workers& workers) {
        count();
        if (stop.is_requested()) workers.stop();
    };
    answer_many<std::size_t, Found>({.engine = settings_of_each(engine, job.limits),
                                     .threads = static_cast<std::size_t>(engine.threads),
                                     .in_order = false},
                                    take, put, search, look);
    count();
}

} // namespace

emilia_status emilia_evaluate_many(emilia_engine* engine, const uint64_t* players,
                                   const uint64_t* opponents, size_t count,
                                   emilia_stop_token* token, double* scores) {
    return guarded([&] {
        const Boards boards{players, opponents, count};
        boards.check();
        if (count > 0) require(scores, "scores");
        run(engine, token, [&](const Stop& stop) {
            constexpr std::size_t part = 4096; // boards; about a millisecond
            const auto evaluate = [&](std::size_t number) {
                const bool stopped = stop.is_requested();
                const std::size_t end = std::min(count, (number + 1) * part);
                for (std::size_t i = number * part; i < end; ++i) {
                    scores[i] = stopped ? no_score : engine->engine.evaluate(boards[i]).discs();
                }
            };
            in_parallel((count + part - 1) / part, engine->engine.settings().threads, evaluate);
        });
    });
}

emilia_status emilia_analyze_many(emilia_engine* engine, const uint64_t* players,
                                  const uint64_t* opponents, size_t count,
                                  const emilia_limits* limits, const emilia_answers* answers) {
    return guarded([&] {
        const Boards boards{players, opponents, count};
        boards.check();
        require(answers, "answers");
        const auto given = read_struct(answers, "emilia_answers");
        const auto allowed = read_struct(limits, "emilia_limits");
        check_analysis(allowed);
        if (allowed.progress != nullptr) {
            throw Failure(EMILIA_BAD_ARGUMENT, "the limits of many boards have no progress; "
                                               "emilia_answers has functions for it");
        }
        const Job job{boards, given, question_of(allowed.goal), lines_of(allowed),
                      search_settings(allowed)};
        run(engine, allowed.stop,
            [&](const Stop& stop) { analyze(job, engine->engine.settings(), stop); });
    });
}
