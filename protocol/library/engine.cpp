// The functions of an engine.

#include "engine/play/engine.h"

#include "book/book_file.h"
#include "book/book_player.h"
#include "book/shipped_book.h"
#include "engine/system/memory.h"
#include "protocol/library/caller_structs.h"
#include "protocol/library/failure.h"
#include "protocol/library/include/emilia/emilia.h"
#include "protocol/library/position.h"
#include "protocol/library/result.h"
#include "protocol/reports/version.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <thread>

#include <fmt/format.h>

struct emilia_engine {
    explicit emilia_engine(const emilia::EngineSettings& settings) : engine(settings) {}

    emilia::Engine engine;
    std::atomic<bool> busy = false;
    std::atomic<bool> stop = false;
};

namespace {

using namespace emilia;
using library::Failure;
using library::require;

template <typename Value>
void check_range(const char* name, Value value, Value minimum, Value maximum) {
    if (value >= minimum && value <= maximum) return; // catches NaN, too
    throw Failure(EMILIA_BAD_ARGUMENT,
                  fmt::format("{} is {} to {}, not {}", name, minimum, maximum, value));
}

/// A value of which 0 means that it is left out.
template <typename Wanted, typename Value>
std::optional<Wanted> if_given(const char* name, Value value, Value minimum, Value maximum) {
    if (value == Value()) return std::nullopt;
    check_range(name, value, minimum, maximum);
    return static_cast<Wanted>(value);
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
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    settings.threads = if_given<int>("threads", given.threads, 1, 1024).value_or(cores);
    // More than the machine has would not fail here, but end the program later.
    const std::size_t most = main_memory_bytes().value_or(std::size_t{1} << 40) >> 20;
    if (const auto hash =
            if_given<std::size_t>("hash_megabytes", given.hash_megabytes, std::size_t{1}, most)) {
        settings.hash_megabytes = *hash;
    }
    if (given.weights_file != nullptr)
        settings.weights = readable(read_weights(given.weights_file));
    settings.book = book_of(given);
    return settings;
}

EngineSettings search_settings(const emilia_limits& given) {
    constexpr auto most_nodes =
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    EngineSettings settings;
    settings.seconds = if_given<double>("seconds", given.seconds, 0.001, 1e7);
    settings.nodes = if_given<Nodes>("nodes", given.nodes, std::uint64_t{1}, most_nodes);
    settings.depth = if_given<Depth>("depth", given.depth, 1, 60);
    settings.level = if_given<int>("level", given.level, least_level, greatest_level);
    return settings;
}

int lines_of(const emilia_limits& limits) {
    return if_given<int>("lines", limits.lines, 1, square_count).value_or(square_count);
}

void check_goal(const emilia_limits& limits) {
    check_range<int>("goal", limits.goal, EMILIA_FIND_SCORE, EMILIA_FIND_EXACT);
    if (limits.goal != EMILIA_FIND_SCORE && (limits.depth != 0 || limits.level != 0)) {
        throw Failure(EMILIA_BAD_ARGUMENT,
                      "a search that solves has limits of seconds and nodes only");
    }
}

std::optional<GameClock> clock_of(const emilia_limits& limits) {
    constexpr double most = 1e7;
    if (limits.increment != 0) check_range("increment", limits.increment, 0.0, most);
    const auto seconds = if_given<double>("clock", limits.clock, 0.001, most);
    if (!seconds) {
        if (limits.increment == 0) return std::nullopt;
        throw Failure(EMILIA_BAD_ARGUMENT, "increment needs a clock");
    }
    return GameClock{.seconds = *seconds, .increment = limits.increment};
}

/// Keeps other calls of the engine out while it lives.
class Work {
public:
    explicit Work(emilia_engine* engine) : engine_(checked(engine)) { engine_->stop = false; }
    ~Work() { engine_->busy = false; }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    [[nodiscard]] Engine& engine() noexcept { return engine_->engine; }
    [[nodiscard]] const std::atomic<bool>* stop() const noexcept { return &engine_->stop; }

    /// Stops the search when the caller's function says so, or throws.
    [[nodiscard]] SearchProgress progress_of(const emilia_limits& limits) {
        if (limits.progress == nullptr) return {};
        const auto tell = [this, limits](const SearchResult& sofar) {
            if (engine_->stop) return;
            try {
                const emilia_result result(sofar);
                if (limits.progress(&result, limits.data) != 0) engine_->stop = true;
            } catch (...) { // may not pass the threads of the search
                thrown_ = std::current_exception();
                engine_->stop = true;
            }
        };
        return {.iteration = tell, .pulse = tell};
    }

    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    static emilia_engine* checked(emilia_engine* engine) {
        require(engine, "engine");
        if (engine->busy.exchange(true)) {
            throw Failure(EMILIA_BUSY, "the engine is working; one call at a time");
        }
        return engine;
    }

    emilia_engine* engine_;
    std::exception_ptr thrown_;
};

/// Runs `find` with the engine at work, and hands out what it returns.
template <typename Find>
emilia_status search(emilia_engine* engine, const emilia_position* position,
                     const emilia_limits* limits, emilia_result** result,
                     const Find& find) noexcept {
    return library::guarded([&] {
        require(position, "position");
        require(result, "result");
        const auto given = library::read_struct(limits, "emilia_limits");
        const EngineSettings settings = search_settings(given);
        Work work(engine);
        work.engine().change_limits(settings);
        const SearchResult found = find(work, position->position.board, given);
        work.rethrow();
        *result = std::make_unique<emilia_result>(found).release();
    });
}

SearchResult analyze(Work& work, const Board& board, const emilia_limits& limits) {
    check_goal(limits);
    if (limits.clock != 0 || limits.increment != 0)
        throw Failure(EMILIA_BAD_ARGUMENT, "only emilia_choose has a clock");
    const int lines = lines_of(limits);
    const SearchProgress progress = work.progress_of(limits);
    Engine& engine = work.engine();
    switch (limits.goal) {
    case EMILIA_FIND_OUTCOME: return engine.solve_outcome(board, lines, work.stop(), progress);
    case EMILIA_FIND_EXACT: return engine.solve(board, lines, work.stop(), progress);
    case EMILIA_FIND_SCORE: break;
    }
    return engine.analyze(board, lines, {}, work.stop(), progress);
}

SearchResult choose(Work& work, const Board& board, const emilia_limits& limits) {
    if (limits.goal != EMILIA_FIND_SCORE || limits.lines != 0)
        throw Failure(EMILIA_BAD_ARGUMENT, "emilia_choose has no goal and no lines");
    const auto clock = clock_of(limits);
    if (board.is_over()) return {};
    return work.engine().choose_move(board, clock, work.stop(), {}, work.progress_of(limits));
}

SearchResult look_up(Work& work, const Board& board, const emilia_limits&) {
    SearchResult result;
    const auto& book = work.engine().settings().book;
    if (!book) return result;
    for (BookLine& known : book->lines(board)) result.lines.push_back(std::move(known.line));
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
    if (engine != nullptr) engine->stop = true;
}

emilia_status emilia_forget(emilia_engine* engine) {
    return library::guarded([&] { Work(engine).engine().forget(); });
}
