// The functions of an engine.

#include "engine/play/engine.h"

#include "book/book_file.h"
#include "book/book_player.h"
#include "engine/play/bounds.h"
#include "engine/play/runner.h"
#include "engine/system/memory.h"
#include "protocol/library/objects.h"
#include "protocol/reports/message.h"

#include <exception>
#include <memory>
#include <optional>
#include <random>
#include <type_traits>

#include <fmt/format.h>

struct emilia_engine {
    explicit emilia_engine(const emilia::EngineSettings& settings) : engine(settings) {}

    emilia::Engine engine;
    emilia::Runner runner; ///< one call at a time
};

namespace {

using namespace emilia;
using library::Failure;
using library::require;

template <typename Value>
void check_bounds(const char* name, Value value, Bounds<Value> bounds) {
    if (bounds.contain(value)) return;
    throw Failure(EMILIA_BAD_ARGUMENT, fmt::format("{} is {} to {}, not {}", name, bounds.least,
                                                   bounds.greatest, value));
}

/// A value of which 0 means that it is left out.
template <typename Value>
std::optional<Value> if_given(const char* name, std::type_identity_t<Value> value,
                              Bounds<Value> bounds) {
    if (value == Value()) return std::nullopt;
    check_bounds(name, value, bounds);
    return value;
}

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

EngineSettings search_settings(const emilia_limits& given) {
    EngineSettings settings;
    settings.seconds = if_given("seconds", given.seconds, seconds_bounds);
    settings.nodes = if_given("nodes", given.nodes, nodes_bounds);
    settings.depth = if_given("depth", given.depth, depth_bounds);
    settings.level = if_given("level", given.level, level_bounds);
    return settings;
}

int lines_of(const emilia_limits& limits) {
    return if_given("lines", limits.lines, Bounds{1, square_count}).value_or(square_count);
}

void check_goal(const emilia_limits& limits) {
    check_bounds<int>("goal", limits.goal, {EMILIA_FIND_SCORE, EMILIA_FIND_EXACT});
    if (limits.goal != EMILIA_FIND_SCORE && (limits.depth != 0 || limits.level != 0)) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      "a search that solves has limits of seconds and nodes only");
    }
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

/// Runs a call on the caller's thread, unless the engine is busy with another one. Throws what
/// `work` throws.
void run(emilia_engine* engine, const Runner::Work& work, const Stop& stop = {}) {
    require(engine, "engine");
    if (!engine->runner.run(work, stop))
        throw Failure(EMILIA_BUSY, "the engine is working; one call at a time");
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
    return library::guarded([&] {
        require(position, "position");
        require(result, "result");
        const auto given = library::read_struct(limits, "emilia_limits");
        const EngineSettings settings = search_settings(given);
        const auto work = [&](const Stop& stop) {
            engine->engine.change_limits(settings);
            Call call{engine->engine, position->position.board, given, stop};
            const SearchResult found = find(call);
            if (call.thrown) std::rethrow_exception(call.thrown);
            *result = std::make_unique<emilia_result>(found).release();
        };
        run(engine, work, given.stop == nullptr ? Stop() : given.stop->stop);
    });
}

SearchResult analyze(Call& call) {
    const emilia_limits& limits = call.limits;
    check_goal(limits);
    if (limits.clock != 0 || limits.increment != 0)
        throw Failure(EMILIA_BAD_ARGUMENT, "only emilia_choose has a clock");
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
    return library::guarded([&] {
        require(engine, "engine");
        const auto given = library::read_struct(settings, "emilia_settings");
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

void emilia_stop(emilia_engine* engine) {
    if (engine != nullptr) engine->runner.request_stop();
}

emilia_status emilia_forget(emilia_engine* engine) {
    return library::guarded(
        [&] { run(engine, [&](const Stop& /*stop*/) { engine->engine.forget(); }); });
}
