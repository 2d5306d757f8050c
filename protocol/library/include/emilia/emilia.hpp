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

#include "games.hpp"
#include "values.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace emilia::api {

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

    /// The evaluation without a search, in discs for the side to move; see `emilia_evaluate`.
    [[nodiscard]] Result<double> evaluate(const Position& position) {
        double score = 0;
        const emilia_status status = emilia_evaluate(engine_.get(), position.get(), &score);
        if (status != EMILIA_OK) return detail::last_error(status);
        return score;
    }

    /// The same for many boards, with all threads; see `emilia_evaluate_many`.
    [[nodiscard]] Result<std::vector<double>>
    evaluate_many(const std::vector<std::uint64_t>& players,
                  const std::vector<std::uint64_t>& opponents,
                  const std::optional<Stop>& stop = {}) {
        if (auto error = different_sizes(players.size(), opponents.size()))
            return *std::move(error);
        std::vector<double> scores(players.size());
        const emilia_status status =
            emilia_evaluate_many(engine_.get(), players.data(), opponents.data(), players.size(),
                                 stop ? stop->get() : nullptr, scores.data());
        if (status != EMILIA_OK) return detail::last_error(status);
        return scores;
    }

    /// Scores the best moves of many boards, with all threads; see `emilia_analyze_many`.
    [[nodiscard]] Result<Answers> analyze_many(const std::vector<std::uint64_t>& players,
                                               const std::vector<std::uint64_t>& opponents,
                                               const Limits& given, const Counted& counted = {},
                                               const Found& found = {}) {
        std::optional<Error> error = different_sizes(players.size(), opponents.size());
        const emilia_limits limits = detail::read(given, error);
        if (error) return *std::move(error);
        const std::size_t count = players.size();
        Answers answers{std::vector<double>(count),        std::vector<double>(count),
                        std::vector<std::int8_t>(count),   std::vector<std::uint8_t>(count),
                        std::vector<std::uint8_t>(count),  std::vector<std::uint8_t>(count),
                        std::vector<std::uint64_t>(count), std::vector<std::uint8_t>(count)};
        detail::Listener listener{nullptr, &found, &counted};
        emilia_answers into{};
        into.size = sizeof into;
        into.scores = answers.scores.data();
        into.estimates = answers.estimates.data();
        into.moves = answers.moves.data();
        into.kinds = answers.kinds.data();
        into.depths = answers.depths.data();
        into.confidences = answers.confidences.data();
        into.nodes = answers.nodes.data();
        into.interrupted = answers.interrupted.data();
        into.found = found ? detail::Listener::tell_found : nullptr;
        into.counted = counted ? detail::Listener::tell_counted : nullptr;
        into.data = &listener;
        const emilia_status status = emilia_analyze_many(engine_.get(), players.data(),
                                                         opponents.data(), count, &limits, &into);
        listener.rethrow();
        if (status != EMILIA_OK) return detail::last_error(status);
        return answers;
    }

    /// Judges the moves of a game; see `emilia_analyze_game`.
    [[nodiscard]] Result<AnalyzedGame> analyze_game(const Game& game, const Limits& given = {},
                                                    const Counted& counted = {}) {
        std::optional<Error> error;
        const emilia_limits limits = detail::read(given, error);
        if (error) return *std::move(error);
        detail::Listener listener{nullptr, nullptr, &counted};
        emilia_analyzed_game* found = nullptr;
        const emilia_status status = emilia_analyze_game(
            engine_.get(), game.get(), &limits, counted ? detail::Listener::tell_counted : nullptr,
            &listener, &found);
        const detail::AnalyzedGamePointer analyzed(found);
        listener.rethrow();
        if (status != EMILIA_OK) return detail::last_error(status);
        return detail::read(analyzed.get());
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
        detail::Listener listener{&progress};
        std::optional<Error> error;
        emilia_limits limits = detail::read(given, error);
        if (error) return *std::move(error);
        limits.progress = progress ? detail::Listener::tell : nullptr;
        limits.data = &listener;
        emilia_result* found = nullptr;
        const emilia_status status = function(engine_.get(), position.get(), &limits, &found);
        if (listener.thrown) emilia_result_free(found);
        listener.rethrow();
        return finished(status, found);
    }

    [[nodiscard]] static std::optional<Error> different_sizes(std::size_t players,
                                                              std::size_t opponents) {
        if (players == opponents) return std::nullopt;
        return Error{EMILIA_BAD_ARGUMENT, std::to_string(players) + " players and "
                                              + std::to_string(opponents) + " opponents"};
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
