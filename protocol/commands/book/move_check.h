#pragma once

// Judges the moves of a book by a deeper search, in a sample of the positions in which it plays.

#include "book/book_player.h"
#include "book/growth/expansion.h"
#include "book/growth/rounds.h"
#include "engine/play/searcher.h"
#include "protocol/commands/records/score_file.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace emilia {

/// A move that the book would play, and what a deeper search says of it.
struct MoveVerdict {
    Board board; ///< canonical
    Square move;
    Score book;       ///< score in the book
    Score search;     ///< score of the search
    Square best_move; ///< by the search
    Score best;       ///< its score
    [[nodiscard]] Score loss() const noexcept { return best - search; }
};

struct MoveSample {
    std::size_t positions = 0; ///< at most
    std::uint64_t seed = 0;    ///< of their choice
    Depth deeper = 0;          ///< plies that the search has more than the position's own
};

class MoveCheck {
public:
    /// Chooses positions that games lead to when one side plays from the book with this variety. A
    /// search is as sure as that of the position's best move, but no more than `Confidence::high`.
    /// Where all moves stay within the book, the depth is that of the best move's search as well.
    MoveCheck(const Book& book, const BookVariety& variety, const MoveSample& sample);

    /// Appends what is found to a file, and does not search a position of which the file already
    /// has all moves in question. The settings are those of the searchers. Throws like RecordFile.
    void keep_scores_in(const std::string& path, const nlohmann::ordered_json& settings);

    /// Searches until all positions are done, or `stop`. What is found does not depend on the
    /// order. Several threads may call it, each with a searcher of its own. Throws
    /// std::runtime_error if the file can't be written.
    void work(Searcher& searcher, const std::atomic<bool>& stop);

    [[nodiscard]] std::size_t size() const noexcept { return sample_.size(); }
    [[nodiscard]] std::size_t done() const noexcept { return done_; }
    /// The verdicts, worst first. Call it only after all threads have ended.
    [[nodiscard]] std::vector<MoveVerdict> verdicts();
    /// The searches on which the book's values of the move and of the better one rest, as many
    /// plies deeper as the sample's; without the solved ones.
    [[nodiscard]] std::vector<RoundSearch> searches_behind(const MoveVerdict& verdict) const;

private:
    void judge(const Board& board, Searcher& searcher, const std::atomic<bool>& stop);
    [[nodiscard]] ScoredSearch search_of(const Board& board) const;
    [[nodiscard]] MoveScores known_scores(const ScoredSearch& search);

    const BookPlayer player_;
    const Leaves leaves_;
    const Depth deeper_;
    std::vector<Board> sample_;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::size_t> done_ = 0;
    std::mutex mutex_; ///< guards the members below
    std::vector<MoveVerdict> verdicts_;
    std::optional<ScoreFile> file_;
};

} // namespace emilia
