#include "protocol/dialects/session_book.h"

#include "book/book_file.h"
#include "book/book_search.h"
#include "engine/base/files.h"
#include "protocol/reports/message.h"

#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace emilia {
namespace {

/// Finds deviations for the positions of `after` that lack one, except for those that lacked it in
/// `before`. Returns nothing if it was stopped.
std::optional<std::vector<NewDeviation>> find_lost_deviations(const Book& before, const Book& after,
                                                         const BookSearch& settings,
                                                         const SearchFunction& search,
                                                         const std::atomic<bool>& stop) {
    std::vector<NewDeviation> found;
    for (const Board& board : boards_without_deviation(after)) {
        const BookPosition* const position = before.find_canonical(board);
        if (position != nullptr && before.is_one_sided(board, *position)) continue;
        auto deviation = find_deviation(after, board, settings, search, stop);
        if (!deviation) return std::nullopt;
        found.push_back(std::move(*deviation));
    }
    return found;
}

} // namespace

SessionBook::SessionBook(std::optional<BookSettings> settings) {
    if (!settings) return;
    file_to_learn_into_ = std::move(settings->file_to_learn_into);
    player_ =
        std::make_shared<BookPlayer>(std::move(settings->book), settings->variety, settings->seed);
}

std::vector<BookLine> SessionBook::lines(const Board& board) const {
    return player_ ? player_->lines(board) : std::vector<BookLine>();
}

tl::expected<void, std::string> SessionBook::learn(const Game& game, Engine& engine,
                                                   const std::atomic<bool>& stop,
                                                   const LearnProgress& progress) {
    if (!player_) return tl::unexpected<std::string>("playing without a book");
    if (!file_to_learn_into_) return tl::unexpected<std::string>("there is no file to learn into");
    if (game.moves().empty()) return tl::unexpected<std::string>("there is no game yet");
    std::string path;
    try {
        path = file_to_learn_into_();
    } catch (const std::runtime_error& error) {
        return tl::unexpected<std::string>(error.what());
    }
    if (auto writable = check_replaceable(path); !writable) return writable;
    if (const auto before = read_book_or_none(path); !before)
        return tl::unexpected(before.error()); // fail before the searches, which take long
    std::vector<Square> moves;
    for (const PlayedMove& played : game.moves()) moves.push_back(played.move);
    const SearchFunction search = [&engine](const Board& board, const SearchLimits& limits) {
        return engine.search(board, limits);
    };
    const LearnSettings settings;
    const auto lesson = learn_game(player_->book(), boards_of(game.start().board, moves), settings,
                                   search, stop, progress);
    if (!lesson) return tl::unexpected(std::string(learning_interrupted));
    const std::span lessons(&*lesson, 1);
    Book known = player_->book();
    take_lessons(known, lessons);
    const auto deviations = find_lost_deviations(player_->book(), known, settings.search, search, stop);
    if (!deviations) return tl::unexpected(std::string(learning_interrupted));
    const auto change = [&](Book& book) {
        take_lessons(book, lessons);
        add_deviations(book, *deviations);
    };
    auto learned = update_book(path, change, tell_wait);
    if (!learned) return learned;
    add_deviations(known, *deviations);
    player_->replace(std::move(known));
    return {};
}

} // namespace emilia
