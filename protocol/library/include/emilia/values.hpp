// What the classes of emilia.hpp take and return. Include emilia.hpp.
#ifndef EMILIA_VALUES_HPP
#define EMILIA_VALUES_HPP

#include "emilia.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
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

enum class Color { black = EMILIA_BLACK, white = EMILIA_WHITE };

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

/// Gets the number of finished boards or moves; returns true to stop.
using Counted = std::function<bool(std::size_t done)>;

/// Gets the number of a board and its result, in a thread of the library; returns true to stop.
using Found = std::function<bool(std::size_t index, const Analysis& result)>;

/// The members are those of `emilia_answers`.
struct Answers {
    std::vector<double> scores;
    std::vector<double> estimates;
    std::vector<std::int8_t> moves;
    std::vector<std::uint8_t> kinds;
    std::vector<std::uint8_t> depths;
    std::vector<std::uint8_t> confidences;
    std::vector<std::uint64_t> nodes;
    std::vector<std::uint8_t> interrupted;
};

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
using GamePointer = std::unique_ptr<emilia_game, Free<emilia_game_free>>;
using GamesPointer = std::unique_ptr<emilia_games, Free<emilia_games_free>>;
using AnalyzedGamePointer = std::unique_ptr<emilia_analyzed_game, Free<emilia_analyzed_game_free>>;
using TextPointer = std::unique_ptr<char, Free<emilia_text_free>>;

[[nodiscard]] inline Error last_error(emilia_status status) {
    return {status, emilia_message()};
}

[[nodiscard]] inline Line read(const emilia_line& line) {
    return {line.move,  line.score,      line.estimate, static_cast<Kind>(line.kind),
            line.depth, line.confidence, line.variation};
}

[[nodiscard]] inline Analysis read(const emilia_result* result) {
    Analysis analysis;
    const std::size_t size = emilia_result_size(result);
    analysis.lines.reserve(size);
    for (std::size_t at = 0; at < size; ++at)
        analysis.lines.push_back(read(*emilia_result_line(result, at)));
    analysis.nodes = emilia_result_nodes(result);
    analysis.seconds = emilia_result_seconds(result);
    analysis.interrupted = emilia_result_interrupted(result) != 0;
    return analysis;
}

/// The caller's functions; null or empty ones are not called. An exception of theirs must not pass
/// through C: it waits here.
struct Listener {
    const Progress* progress = nullptr;
    const Found* found = nullptr;
    const Counted* counted = nullptr;
    std::exception_ptr thrown{};
    std::mutex mutex{};

    static int tell(const emilia_result* sofar, void* data) noexcept {
        auto& listener = *static_cast<Listener*>(data);
        return listener.stops([&] { return (*listener.progress)(read(sofar)); });
    }
    static int tell_found(std::size_t index, const emilia_result* result, void* data) noexcept {
        auto& listener = *static_cast<Listener*>(data);
        return listener.stops([&] { return (*listener.found)(index, read(result)); });
    }
    static int tell_counted(std::size_t done, void* data) noexcept {
        auto& listener = *static_cast<Listener*>(data);
        return listener.stops([&] { return (*listener.counted)(done); });
    }
    void rethrow() const {
        if (thrown) std::rethrow_exception(thrown);
    }

private:
    template <typename Function>
    int stops(const Function& function) noexcept {
        try {
            return function() ? 1 : 0;
        } catch (...) {
            const std::lock_guard<std::mutex> lock(mutex); // two threads may call functions
            thrown = std::current_exception();
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

/// The limits for C; `error` is set if one that is there is 0.
[[nodiscard]] inline emilia_limits read(const Limits& given, std::optional<Error>& error) {
    emilia_limits limits{};
    limits.size = sizeof limits;
    limits.seconds = number(given.seconds, "seconds", error);
    limits.nodes = number(given.nodes, "nodes", error);
    limits.depth = number(given.depth, "depth", error);
    limits.level = number(given.level, "level", error);
    limits.goal = static_cast<emilia_goal>(given.goal);
    limits.lines = number(given.lines, "lines", error);
    limits.clock = number(given.clock, "clock", error);
    limits.increment = given.increment;
    limits.stop = given.stop ? given.stop->get() : nullptr;
    return limits;
}

} // namespace detail

} // namespace emilia::api

#endif
