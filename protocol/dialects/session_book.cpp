#include "protocol/dialects/session_book.h"

#include "book/book_file.h"
#include "engine/base/replace_file.h"

#include <span>
#include <stdexcept>
#include <utility>

namespace emilia {

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
    const auto search = [&engine](const Board& board, const SearchLimits& limits) {
        return engine.search(board, limits);
    };
    const auto lesson = learn_game(player_->book(), boards_of(game.start().board, moves), {},
                                   search, stop, progress);
    if (!lesson) return tl::unexpected(std::string(learning_interrupted));
    return learn_into(path, *lesson);
}

tl::expected<void, std::string> SessionBook::learn_into(const std::string& path,
                                                        const Lesson& lesson) {
    const std::span lessons(&lesson, 1);
    auto learned = update_book(path, [lessons](Book& book) { take_lessons(book, lessons); });
    if (!learned) return learned;
    Book known = player_->book();
    take_lessons(known, lessons);
    player_->replace(std::move(known));
    return {};
}

} // namespace emilia
