#pragma once

// The opening book of a session: the engine plays from it, and it learns the games that a client
// asks it to learn.

#include "book/book_player.h"
#include "book/learner.h"
#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "engine/play/runner.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace emilia {

struct BookSettings {
    Book book{};
    BookVariety variety{};
    std::uint64_t seed = 0; ///< for the choice among book moves
    /// Returns the file that games are learned into and creates its folder, or throws
    /// std::runtime_error. It is called for each game, so that a session that learns nothing
    /// creates nothing.
    std::function<std::string()> file_to_learn_into{};
};

class SessionBook {
public:
    /// Without settings there is no book.
    explicit SessionBook(std::optional<BookSettings> settings);

    /// The book that the engine plays from, or null.
    [[nodiscard]] std::shared_ptr<OpeningBook> player() const { return player_; }

    /// The book's moves in this position, best first.
    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const;

    /// The number of new positions, or why nothing was learned.
    using Learned = tl::expected<std::size_t, std::string>;

    /// Learns a game on a thread of its own, with a search of its own that is set like `engine`, so
    /// that no later command ends it. Games wait for each other. `progress` and `ended` are called
    /// on that thread, `ended` once; if it is clear at once that nothing can be learned, on this
    /// one.
    void learn(Game game, const Engine& engine, LearnProgress progress,
               std::function<void()> ended);

    /// What has become of the games that ended since the last call, in order. From now on the
    /// player plays from what was learned, so no search may be running.
    [[nodiscard]] std::vector<Learned> take_learned();
    [[nodiscard]] bool is_learning();

    /// Waits until no game is left to learn, but not longer than `patience`; drops the others.
    void finish_learning(std::chrono::milliseconds patience);

private:
    struct Task {
        Game game;
        std::string path;
        LearnProgress progress;
        std::function<void()> ended;
    };
    /// The file to learn the game into, or why it can't be learned.
    [[nodiscard]] tl::expected<std::string, std::string> file_for(const Game& game) const;
    void learn_waiting(const Stop& stop);
    [[nodiscard]] Learned learn_one(const Task& task, const Stop& stop);

    std::function<std::string()> file_to_learn_into_;
    std::shared_ptr<BookPlayer> player_;
    std::unique_ptr<Searcher> searcher_; ///< of the lessons
    std::mutex mutex_;                   ///< guards what follows, apart from the runner
    std::deque<Task> waiting_;
    bool learning_ = false;
    std::shared_ptr<const Book> book_; ///< with all that was learned; null before the first lesson
    std::vector<Learned> learned_;
    Runner runner_; ///< last, because its job uses the members above
};

} // namespace emilia
