#pragma once

// The opening book of a session: the engine plays from it, and it learns the games that a client
// asks it to learn.

#include "book/book_player.h"
#include "book/learner.h"
#include "engine/notation/game.h"
#include "engine/play/engine.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// Learning failed only this time; any other error will come again.
inline constexpr std::string_view learning_interrupted = "it was interrupted";

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

    /// Learns a game, with the engine's own search. The error says why nothing was learned.
    [[nodiscard]] tl::expected<void, std::string> learn(const Game& game, Engine& engine,
                                                        const std::atomic<bool>& stop,
                                                        const LearnProgress& progress);

private:
    std::function<std::string()> file_to_learn_into_;
    std::shared_ptr<BookPlayer> player_;
};

} // namespace emilia
