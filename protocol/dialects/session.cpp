#include "protocol/dialects/session.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

bool begins_nboard(std::string_view word) {
    return word == "nboard" || word == "set" || word == "ping" || word == "move";
}

bool begins_cassio(std::string_view word) {
    return word == "ENGINE-PROTOCOL";
}

constexpr auto kinds = std::to_array<DialectKind>({
    {"nboard", begins_nboard, make_nboard, nboard_help},
    {"cassio", begins_cassio, make_cassio, cassio_help},
    {"ugi", [](std::string_view word) { return word == "ugi"; }, make_ugi, ugi_help},
    {"gtp", [](std::string_view) { return true; }, make_gtp, gtp_help},
});

/// Starts to ponder. A client may send the engine's own move only later, or ask for other things
/// before that, so pondering continues from either position and ends with any other.
void ponder(Session& session) {
    if (!session.own_move) return;
    const auto& [before, move] = *session.own_move;
    const Position after = before.after(move);
    const Position& now = session.game.position();
    if (now != before && now != after) {
        session.own_move.reset();
        return;
    }
    session.runner.start([&session, board = after.board](const Stop& stop) {
        session.engine.think_ahead(board, stop.flag());
    });
}

/// Lets the lessons of a session end, but not for long, before what they use is gone.
class LastLessons {
public:
    explicit LastLessons(SessionBook& book) noexcept : book_(book) {}
    LastLessons(const LastLessons&) = delete;
    LastLessons& operator=(const LastLessons&) = delete;
    ~LastLessons() {
        constexpr std::chrono::seconds patience(5);
        book_.finish_learning(patience);
    }

private:
    SessionBook& book_;
};

/// Blank lines and comments belong to every dialect.
bool tells_nothing(std::string_view line) {
    const std::string_view word = take_word(line);
    return word.empty() || word.starts_with('#');
}

} // namespace

std::span<const DialectKind> dialects() noexcept {
    return kinds;
}

const DialectKind& recognise_dialect(std::string_view line) noexcept {
    const std::string_view word = take_word(line);
    return *std::find_if(kinds.begin(), kinds.end(),
                         [word](const DialectKind& kind) { return kind.begins_with(word); });
}

void Session::search(const Runner::Work& work, CommandQueue::Sign sign) {
    std::atomic<bool> done = false;
    runner.start(work, [this, &done](bool /*failed*/) {
        done = true;
        dialogue.notify();
    });
    dialogue.wait(sign, done);
    runner.stop();
}

void converse(SessionSettings settings, std::istream& input, std::ostream& output,
              const std::function<void()>& started) {
    SessionBook book(std::move(settings.book));
    settings.engine.book = book.player();
    Engine engine(settings.engine);
    MoveChooser chooser(engine, std::move(settings.player), settings.player_seconds);
    Dialogue dialogue(input, output, settings.log_file);
    const LastLessons last_lessons(book);
    if (started) started();
    Session session{dialogue, engine, book, chooser};
    session.note = std::move(settings.note);
    session.seconds_after_end_of_input = settings.seconds_after_end_of_input;
    if (!settings.player_name.empty())
        session.name = fmt::format("Emilia-{}", settings.player_name);

    std::unique_ptr<Dialect> dialect;
    if (settings.dialect != nullptr) dialect = settings.dialect->make(session);
    for (;;) {
        if (settings.ponder) ponder(session);
        const auto line = dialogue.next();
        if (settings.ponder) session.runner.stop();
        if (!line) break;
        if (!dialect) {
            if (tells_nothing(*line)) continue;
            dialect = recognise_dialect(*line).make(session);
        }
        if (!dialect->handle(*line)) break;
    }
}

} // namespace emilia
