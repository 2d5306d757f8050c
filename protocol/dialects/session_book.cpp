#include "protocol/dialects/session_book.h"

#include "book/book_file.h"
#include "book/shipped_book.h"
#include "engine/base/replace_file.h"
#include "protocol/options/book_options.h"

#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

namespace emilia {
namespace {

/// The book that was asked for, or what can be had instead.
Book usable_book(const ParsedOptions& options) {
    try {
        return chosen_book(options);
    } catch (const std::runtime_error& error) {
        const bool has_other = !options.has("book");
        std::cerr << fmt::format("emilia: {}; playing {}\n", error.what(),
                                 has_other ? "from the program's own book" : "without a book");
        return has_other ? shipped_book() : Book();
    }
}

} // namespace

SessionBook::SessionBook(const ParsedOptions& options) : options_(options) {
    const BookVariety variety = chosen_variety(options);
    const std::uint64_t seed = chosen_seed(options);
    if (!wants_book(options)) return;
    player_ = std::make_shared<BookPlayer>(usable_book(options), variety, seed);
}

std::vector<BookLine> SessionBook::lines(const Board& board) const {
    return player_ ? player_->lines(board) : std::vector<BookLine>();
}

tl::expected<void, std::string> SessionBook::learn(const Game& game, Engine& engine,
                                                   const std::atomic<bool>& stop,
                                                   const LearnProgress& progress) {
    if (!player_) return tl::unexpected<std::string>("playing without a book");
    if (game.moves().empty()) return tl::unexpected<std::string>("there is no game yet");
    std::string path;
    try {
        path = file_to_learn_into(options_);
    } catch (const std::runtime_error& error) {
        return tl::unexpected<std::string>(error.what());
    }
    if (auto writable = check_replaceable(path); !writable) return writable;
    if (const auto before = read_book_or_none(path); !before)
        return tl::unexpected(before.error()); // better now than after the searches
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
