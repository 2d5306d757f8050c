// Emilia, an Othello engine, in your own program: the functions of emilia.h as C++17 classes.
//
//     namespace api = emilia::api;
//     auto engine = api::Engine::make({.threads = 2}); // C++17: fill in a variable instead
//     const auto position = api::Position::from("f5d6c3");
//     const auto analysis = engine->analyze(*position, {.seconds = 1});
//     if (!analysis) return complain(analysis.error().message);
//     std::cout << analysis->lines.front().move;
//
// No function throws, except for std::bad_alloc where memory is needed for a text, a list or a
// Stop, and what your own progress function throws. The rules about threads are those of emilia.h.
// Everything here is inline and calls the functions of C, so a program may use another standard
// library than Emilia.
#ifndef EMILIA_HPP
#define EMILIA_HPP

#include "emilia.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace emilia::api {

/// Why something failed: the statuses of emilia.h.
struct Error {
    emilia_status status = EMILIA_FAILED;
    std::string message;
};

/// A value or the reason why there is none.
template <typename Value>
class Result {
public:
    Result(Value value) : content_(std::move(value)) {}
    Result(Error error) : content_(std::move(error)) {}

    [[nodiscard]] bool has_value() const noexcept { return content_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }

    // Only if there is a value; otherwise they throw std::bad_variant_access.
    [[nodiscard]] Value& operator*() & { return std::get<0>(content_); }
    [[nodiscard]] const Value& operator*() const& { return std::get<0>(content_); }
    [[nodiscard]] Value&& operator*() && { return std::get<0>(std::move(content_)); }
    [[nodiscard]] Value* operator->() { return &std::get<0>(content_); }
    [[nodiscard]] const Value* operator->() const { return &std::get<0>(content_); }

    /// Only if there is no value.
    [[nodiscard]] const Error& error() const { return std::get<1>(content_); }

private:
    std::variant<Value, Error> content_;
};

enum class Kind {
    book = EMILIA_BOOK,
    midgame = EMILIA_MIDGAME,
    probable = EMILIA_PROBABLE,
    outcome = EMILIA_OUTCOME,
    exact = EMILIA_EXACT
};

enum class Goal {
    score = EMILIA_FIND_SCORE,
    outcome = EMILIA_FIND_OUTCOME,
    exact = EMILIA_FIND_EXACT
};

/// A move and what is known of it; the members are those of `emilia_line`.
struct Line {
    std::string move;
    double score = 0;
    double estimate = 0;
    Kind kind = Kind::midgame;
    int depth = 0;
    int confidence = 0;
    std::string variation;
};

/// The members are those of `emilia_result`.
struct Analysis {
    std::vector<Line> lines; ///< best first; none if the game is over
    std::uint64_t nodes = 0;
    double seconds = 0;
    bool interrupted = false;
};

/// Gets the result so far; returns true to stop.
using Progress = std::function<bool(const Analysis& sofar)>;

/// Ends one search early, whether it is requested before the search, while it starts or while it
/// runs; make a new one for each search. Copies are the same stop. Any thread may request it.
class Stop {
public:
    Stop() {
        emilia_stop_token* made = nullptr;
        if (emilia_stop_token_new(&made) != EMILIA_OK) throw std::bad_alloc();
        token_.reset(made, emilia_stop_token_free);
    }
    void request() const noexcept { emilia_stop_token_request(token_.get()); }
    [[nodiscard]] emilia_stop_token* get() const noexcept { return token_.get(); }

private:
    std::shared_ptr<emilia_stop_token> token_;
};

/// What is left out has no limit; see `emilia_limits`.
struct Limits {
    std::optional<double> seconds{};
    std::optional<std::uint64_t> nodes{};
    std::optional<int> depth{};
    std::optional<int> level{};
    std::optional<int> lines{};    ///< none: all; only to analyze
    Goal goal = Goal::score;       ///< only to analyze
    std::optional<double> clock{}; ///< only to choose
    double increment = 0;          ///< of the clock
    std::optional<Stop> stop{};    ///< ends this search early
};

/// See `emilia_settings`.
struct Settings {
    std::optional<int> threads{};                ///< none: one for each core
    std::optional<std::size_t> hash_megabytes{}; ///< none: 128
    std::optional<std::string> weights_file{};   ///< none: the built-in weights
    std::optional<std::string> book_file{};      ///< none: the built-in book
    bool book = true;
};

namespace detail {

template <auto free>
struct Free {
    template <typename Object>
    void operator()(Object* object) const noexcept {
        free(object);
    }
};
using PositionPointer = std::unique_ptr<emilia_position, Free<emilia_position_free>>;
using ResultPointer = std::unique_ptr<emilia_result, Free<emilia_result_free>>;
using EnginePointer = std::unique_ptr<emilia_engine, Free<emilia_engine_free>>;

[[nodiscard]] inline Error last_error(emilia_status status) {
    return {status, emilia_message()};
}

[[nodiscard]] inline Analysis read(const emilia_result* result) {
    Analysis analysis;
    const std::size_t size = emilia_result_size(result);
    analysis.lines.reserve(size);
    for (std::size_t at = 0; at < size; ++at) {
        const emilia_line& line = *emilia_result_line(result, at);
        analysis.lines.push_back({line.move, line.score, line.estimate,
                                  static_cast<Kind>(line.kind), line.depth, line.confidence,
                                  line.variation});
    }
    analysis.nodes = emilia_result_nodes(result);
    analysis.seconds = emilia_result_seconds(result);
    analysis.interrupted = emilia_result_interrupted(result) != 0;
    return analysis;
}

/// An exception of the caller's function must not pass through C: it waits here.
struct Listener {
    const Progress& progress;
    std::exception_ptr thrown{};

    static int tell(const emilia_result* sofar, void* data) noexcept {
        auto& listener = *static_cast<Listener*>(data);
        try {
            return listener.progress(read(sofar)) ? 1 : 0;
        } catch (...) {
            listener.thrown = std::current_exception();
            return 1;
        }
    }
};

/// 0 stands for a value that is left out, so one that is there must not be 0.
template <typename Value>
[[nodiscard]] Value number(const std::optional<Value>& given, const char* name,
                           std::optional<Error>& error) {
    if (given && *given == Value()) {
        error = Error{EMILIA_BAD_ARGUMENT, std::string(name) + " must not be 0"};
    }
    return given.value_or(Value());
}

} // namespace detail

class Position {
public:
    /// From a board, moves, or nothing (the usual start); see `emilia_position_new`.
    [[nodiscard]] static Result<Position> from(const std::string& text = "") {
        emilia_position* made = nullptr;
        const emilia_status status = emilia_position_new(text.c_str(), &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Position(made);
    }

    /// Plays one or several moves. Returns the error if one is illegal; then none is played.
    [[nodiscard]] std::optional<Error> play(const std::string& moves) {
        const emilia_status status = emilia_position_play(position_.get(), moves.c_str());
        if (status != EMILIA_OK) return detail::last_error(status);
        return std::nullopt;
    }

    [[nodiscard]] std::string board() const { return emilia_position_board(position_.get()); }
    [[nodiscard]] std::string moves() const { return emilia_position_moves(position_.get()); }
    [[nodiscard]] const emilia_position* get() const noexcept { return position_.get(); }

private:
    explicit Position(emilia_position* position) noexcept : position_(position) {}
    detail::PositionPointer position_;
};

class Engine {
public:
    [[nodiscard]] static Result<Engine> make(const Settings& given = {}) {
        std::optional<Error> error;
        emilia_settings settings{};
        settings.size = sizeof settings;
        settings.threads = detail::number(given.threads, "threads", error);
        settings.hash_megabytes = detail::number(given.hash_megabytes, "hash_megabytes", error);
        settings.weights_file = given.weights_file ? given.weights_file->c_str() : nullptr;
        settings.book_file = given.book_file ? given.book_file->c_str() : nullptr;
        settings.no_book = given.book ? 0 : 1;
        if (error) return *std::move(error);
        emilia_engine* made = nullptr;
        const emilia_status status = emilia_engine_new(&settings, &made);
        if (status != EMILIA_OK) return detail::last_error(status);
        return Engine(made);
    }

    /// Scores the moves of a position, without the book.
    [[nodiscard]] Result<Analysis> analyze(const Position& position, const Limits& limits = {},
                                           const Progress& progress = {}) {
        return search<emilia_analyze>(position, limits, progress);
    }

    /// Chooses a move to play: one line, or none if the game is over.
    [[nodiscard]] Result<Analysis> choose(const Position& position, const Limits& limits = {},
                                          const Progress& progress = {}) {
        return search<emilia_choose>(position, limits, progress);
    }

    /// The moves that the opening book knows.
    [[nodiscard]] Result<Analysis> book(const Position& position) {
        emilia_result* found = nullptr;
        const emilia_status status = emilia_book(engine_.get(), position.get(), &found);
        return finished(status, found);
    }

    /// Ends the running search; one that has not begun needs a `Stop`. Any thread may call it at
    /// any time.
    void stop() noexcept { emilia_stop(engine_.get()); }

    [[nodiscard]] std::optional<Error> forget() {
        const emilia_status status = emilia_forget(engine_.get());
        if (status != EMILIA_OK) return detail::last_error(status);
        return std::nullopt;
    }

private:
    explicit Engine(emilia_engine* engine) noexcept : engine_(engine) {}

    template <auto function>
    [[nodiscard]] Result<Analysis> search(const Position& position, const Limits& given,
                                          const Progress& progress) {
        detail::Listener listener{progress};
        std::optional<Error> error;
        emilia_limits limits{};
        limits.size = sizeof limits;
        limits.seconds = detail::number(given.seconds, "seconds", error);
        limits.nodes = detail::number(given.nodes, "nodes", error);
        limits.depth = detail::number(given.depth, "depth", error);
        limits.level = detail::number(given.level, "level", error);
        limits.goal = static_cast<emilia_goal>(given.goal);
        limits.lines = detail::number(given.lines, "lines", error);
        limits.progress = progress ? detail::Listener::tell : nullptr;
        limits.data = &listener;
        limits.clock = detail::number(given.clock, "clock", error);
        limits.increment = given.increment;
        limits.stop = given.stop ? given.stop->get() : nullptr;
        if (error) return *std::move(error);
        emilia_result* found = nullptr;
        const emilia_status status = function(engine_.get(), position.get(), &limits, &found);
        if (listener.thrown) {
            emilia_result_free(found);
            std::rethrow_exception(listener.thrown);
        }
        return finished(status, found);
    }

    [[nodiscard]] static Result<Analysis> finished(emilia_status status, emilia_result* found) {
        if (status != EMILIA_OK) return detail::last_error(status);
        const detail::ResultPointer result(found);
        return detail::read(result.get());
    }

    detail::EnginePointer engine_;
};

[[nodiscard]] inline std::string version() {
    return emilia_version();
}

} // namespace emilia::api

#endif
