// The functions of an engine.

#include "book/book_file.h"
#include "book/book_player.h"
#include "engine/system/memory.h"
#include "protocol/library/calls.h"
#include "protocol/reports/message.h"

#include <exception>
#include <memory>
#include <optional>
#include <random>

namespace {

using namespace emilia;
using namespace emilia::library;

template <typename Value>
Value readable(tl::expected<Value, std::string> read) {
    if (!read) throw Failure(EMILIA_BAD_FILE, read.error());
    return std::move(*read);
}

std::shared_ptr<OpeningBook> book_of(const emilia_settings& settings) {
    if (settings.no_book != 0) {
        if (settings.book_file == nullptr) return nullptr;
        throw Failure(EMILIA_BAD_ARGUMENT, "book_file and no_book contradict each other");
    }
    Book book =
        settings.book_file == nullptr ? shipped_book() : readable(read_book(settings.book_file));
    return std::make_shared<BookPlayer>(std::move(book), BookVariety{}, std::random_device()());
}

EngineSettings engine_settings(const emilia_settings& given) {
    EngineSettings settings;
    settings.threads = if_given("threads", given.threads, threads_bounds).value_or(all_cores());
    // More than the machine has would not fail here, but end the program later.
    const std::size_t most = main_memory_bytes().value_or(std::size_t{1} << 40) >> 20;
    settings.hash_megabytes =
        if_given("hash_megabytes", given.hash_megabytes, Bounds{hash_bounds.least, most})
            .value_or(settings.hash_megabytes);
    if (given.weights_file != nullptr)
        settings.weights = readable(read_weights(given.weights_file));
    settings.book = book_of(given);
    return settings;
}

std::optional<GameClock> clock_of(const emilia_limits& limits) {
    if (limits.increment != 0)
        check_bounds("increment", limits.increment, {0.0, seconds_bounds.greatest});
    const auto seconds = if_given("clock", limits.clock, seconds_bounds);
    if (!seconds) {
        if (limits.increment == 0) return std::nullopt;
        throw Failure(EMILIA_BAD_ARGUMENT, "increment needs a clock");
    }
    return GameClock{.seconds = *seconds, .increment = limits.increment};
}

/// A call that searches.
struct Call {
    Engine& engine;
    const Board& board;
    const emilia_limits& limits;
    const Stop& stop;
    std::exception_ptr thrown{}; ///< by the caller's progress function

    /// Stops the search when the caller's function says so, or throws.
    [[nodiscard]] SearchProgress progress() {
        if (limits.progress == nullptr) return {};
        const auto tell = [this](const SearchResult& sofar) {
            if (stop.is_requested()) return;
            try {
                const emilia_result result(sofar);
                if (limits.progress(&result, limits.data) != 0) stop.request();
            } catch (...) { // may not pass the threads of the search
                thrown = std::current_exception();
                stop.request();
            }
        };
        return {.iteration = tell, .pulse = tell};
    }
};

/// Runs `find` as a call of the engine, and hands out what it returns.
emilia_status search(emilia_engine* engine, const emilia_position* position,
                     const emilia_limits* limits, emilia_result** result,
                     SearchResult (*find)(Call& call)) noexcept {
    return guarded([&] {
        require(position, "position");
        require(result, "result");
        const auto given = read_struct(limits, "emilia_limits");
        const EngineSettings settings = search_settings(given);
        const auto work = [&](const Stop& stop) {
            engine->engine.change_limits(settings);
            Call call{engine->engine, position->position.board, given, stop};
            const SearchResult found = find(call);
            if (call.thrown) std::rethrow_exception(call.thrown);
            *result = std::make_unique<emilia_result>(found).release();
        };
        run(engine, given.stop, work);
    });
}

SearchResult analyze(Call& call) {
    const emilia_limits& limits = call.limits;
    check_analysis(limits);
    const int lines = lines_of(limits);
    const auto* const stop = &call.stop.flag();
    switch (limits.goal) {
    case EMILIA_FIND_OUTCOME:
        return call.engine.solve_outcome(call.board, lines, stop, call.progress());
    case EMILIA_FIND_EXACT: return call.engine.solve(call.board, lines, stop, call.progress());
    case EMILIA_FIND_SCORE: break;
    }
    return call.engine.analyze(call.board, lines, {}, stop, call.progress());
}

SearchResult choose(Call& call) {
    if (call.limits.goal != EMILIA_FIND_SCORE || call.limits.lines != 0)
        throw Failure(EMILIA_BAD_ARGUMENT, "emilia_choose has no goal and no lines");
    const auto clock = clock_of(call.limits);
    if (call.board.is_over()) return {};
    return call.engine.choose_move(call.board, clock, &call.stop.flag(), {}, call.progress());
}

SearchResult look_up(Call& call) {
    SearchResult result;
    const auto& book = call.engine.settings().book;
    if (!book) return result;
    for (BookLine& known : book->lines(call.board)) result.lines.push_back(std::move(known.line));
    return result;
}

} // namespace

const char* emilia_version() {
    return program_version().data(); // a literal, so it ends with a zero
}

emilia_status emilia_engine_new(const emilia_settings* settings, emilia_engine** engine) {
    return guarded([&] {
        require(engine, "engine");
        const auto given = read_struct(settings, "emilia_settings");
        *engine = std::make_unique<emilia_engine>(engine_settings(given)).release();
    });
}

void emilia_engine_free(emilia_engine* engine) {
    delete engine;
}

emilia_status emilia_analyze(emilia_engine* engine, const emilia_position* position,
                             const emilia_limits* limits, emilia_result** result) {
    return search(engine, position, limits, result, analyze);
}

emilia_status emilia_choose(emilia_engine* engine, const emilia_position* position,
                            const emilia_limits* limits, emilia_result** result) {
    return search(engine, position, limits, result, choose);
}

emilia_status emilia_book(emilia_engine* engine, const emilia_position* position,
                          emilia_result** result) {
    return search(engine, position, nullptr, result, look_up);
}

emilia_status emilia_evaluate(emilia_engine* engine, const emilia_position* position,
                              double* score) {
    return guarded([&] {
        require(position, "position");
        require(score, "score");
        run(engine, nullptr, [&](const Stop& /*stop*/) {
            *score = engine->engine.evaluate(position->position.board).discs();
        });
    });
}

void emilia_stop(emilia_engine* engine) {
    if (engine != nullptr) engine->runner.request_stop();
}

emilia_status emilia_forget(emilia_engine* engine) {
    return guarded(
        [&] { run(engine, nullptr, [&](const Stop& /*stop*/) { engine->engine.forget(); }); });
}
