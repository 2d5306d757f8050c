#include "protocol/dialects/session_book.h"

#include "book/book_file.h"
#include "book/book_search.h"
#include "engine/base/files.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <exception>
#include <span>
#include <stdexcept>
#include <utility>

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

tl::expected<std::string, std::string> SessionBook::file_for(const Game& game) const {
    if (!player_) return tl::unexpected<std::string>("no book is in use");
    if (!file_to_learn_into_) return tl::unexpected<std::string>("there is no file to learn into");
    if (game.moves().empty()) return tl::unexpected<std::string>("there is no game yet");
    std::string path;
    try {
        path = file_to_learn_into_();
    } catch (const std::runtime_error& error) {
        return tl::unexpected<std::string>(error.what());
    }
    if (auto writable = check_replaceable(path); !writable)
        return tl::unexpected(std::move(writable.error()));
    if (const auto before = read_book_or_none(path); !before)
        return tl::unexpected(before.error()); // fail before the searches, which take long
    return path;
}

void SessionBook::learn(Game game, const Engine& engine, LearnProgress progress,
                        std::function<void()> ended) {
    auto path = file_for(game);
    {
        const std::lock_guard lock(mutex_);
        if (!path) {
            learned_.push_back(tl::unexpected(std::move(path.error())));
            return ended();
        }
        waiting_.push_back(
            {std::move(game), std::move(*path), std::move(progress), std::move(ended)});
        if (learning_) return;
        learning_ = true;
        if (!book_) book_ = std::make_shared<const Book>(player_->book());
    }
    try {
        runner_.wait(); // the last job may be about to end
        if (!searcher_) {
            constexpr std::size_t most_megabytes = 32;
            const EngineSettings& settings = engine.settings();
            searcher_ = std::make_unique<Searcher>(
                settings.threads, std::min(settings.hash_megabytes, most_megabytes),
                *settings.instruction_set, settings.weights);
        }
        runner_.start([this](const Stop& stop) { learn_waiting(stop); });
    } catch (const std::exception& error) { // no memory, or no thread
        Task task;
        {
            const std::lock_guard lock(mutex_);
            learning_ = false;
            learned_.push_back(tl::unexpected<std::string>(error.what()));
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        task.ended();
    }
}

void SessionBook::learn_waiting(const Stop& stop) {
    for (;;) {
        Task task;
        {
            const std::lock_guard lock(mutex_);
            if (waiting_.empty() || stop.is_requested()) {
                learning_ = false;
                return;
            }
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        Learned learned = tl::unexpected<std::string>("no memory");
        try {
            learned = learn_one(task, stop);
        } catch (const std::exception& error) {
            learned = tl::unexpected<std::string>(error.what());
        }
        {
            const std::lock_guard lock(mutex_);
            learned_.push_back(std::move(learned));
        }
        task.ended();
    }
}

SessionBook::Learned SessionBook::learn_one(const Task& task, const Stop& stop) {
    const Book& before = *book_; // only this thread changes it
    std::vector<Square> moves;
    for (const PlayedMove& played : task.game.moves()) moves.push_back(played.move);
    const SearchFunction search = [this](const Board& board, const SearchLimits& limits) {
        return searcher_->search(board, limits);
    };
    const LearnSettings settings;
    const tl::unexpected<std::string> interrupted("the session ended");
    const auto lesson = learn_game(before, boards_of(task.game.start().board, moves), settings,
                                   search, stop.flag(), task.progress);
    if (!lesson) return interrupted;
    const std::span lessons(&*lesson, 1);
    Book known = before;
    take_lessons(known, lessons);
    const auto deviations =
        find_lost_deviations(before, known, settings.search, search, stop.flag());
    if (!deviations) return interrupted;
    const auto change = [&](Book& book) {
        take_lessons(book, lessons);
        add_deviations(book, *deviations);
    };
    if (auto written = update_book(task.path, change, tell_wait); !written)
        return tl::unexpected(std::move(written.error()));
    add_deviations(known, *deviations);
    const std::size_t more = known.size() - before.size();
    const std::lock_guard lock(mutex_);
    book_ = std::make_shared<const Book>(std::move(known));
    return more;
}

std::vector<SessionBook::Learned> SessionBook::take_learned() {
    const std::lock_guard lock(mutex_);
    const bool has_more = std::any_of(learned_.begin(), learned_.end(),
                                      [](const Learned& learned) { return learned.has_value(); });
    if (has_more) player_->replace(*book_);
    return std::exchange(learned_, {});
}

bool SessionBook::is_learning() {
    const std::lock_guard lock(mutex_);
    return learning_;
}

void SessionBook::finish_learning(std::chrono::milliseconds patience) {
    static_cast<void>(runner_.wait_for(patience));
    runner_.stop();
}

} // namespace emilia
