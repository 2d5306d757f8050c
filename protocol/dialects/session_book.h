#pragma once

// The opening book of a conversation: what the engine plays from, and what learns from its games.

#include "book/book_player.h"
#include "book/learner.h"
#include "engine/notation/game.h"
#include "engine/play/engine.h"
#include "protocol/options/options.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace emilia {

/// Why nothing was learned this time; any other reason lasts.
inline constexpr std::string_view learning_interrupted = "it was interrupted";

class SessionBook {
public:
    /// A client can't be asked for another file: where one can't be used, standard error says so
    /// and the game goes on without it. Throws UsageError.
    explicit SessionBook(const ParsedOptions& options);

    /// What the engine is to play from; null: from nothing.
    [[nodiscard]] std::shared_ptr<OpeningBook> player() const { return player_; }
    /// The same as it is asked for hints.
    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const;

    /// Learns a game, with the engine's own search. The error says why nothing was learned.
    [[nodiscard]] tl::expected<void, std::string> learn(const Game& game, Engine& engine,
                                                        const std::atomic<bool>& stop,
                                                        const LearnProgress& progress);

private:
    [[nodiscard]] tl::expected<void, std::string> learn_into(const std::string& path,
                                                             const Lesson& lesson);

    ParsedOptions options_;
    std::shared_ptr<BookPlayer> player_;
};

} // namespace emilia
