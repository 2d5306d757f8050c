// JSON lines: each line is a request of protocol/requests with an `id`, each reply a line with the
// id of its request. What needs no search is answered at once; searches run side by side, one on
// each thread, and are answered in any order. Each request gets exactly one result or error:
//
//   > {"id": 1, "ask": "analyze", "position": "f5d6", "depth": 12, "progress": true}
//   > {"id": 2, "ask": "evaluate", "position": "f5d6"}
//   < {"id": 2, "result": {"score": 2.68}}
//   < {"id": 1, "progress": {…}}
//   > {"id": 3, "ask": "cancel", "request": 1}
//   < {"id": 3, "result": {"cancelled": true}}
//   < {"id": 1, "result": {…, "interrupted": true}}

#include "engine/base/text.h"
#include "engine/system/process.h"
#include "protocol/dialects/session.h"
#include "protocol/reports/message.h"
#include "protocol/requests/fields.h"
#include "protocol/requests/requests.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace emilia {
namespace {

using Json = Requests::Json;

// When this much waits for a thread, no more is read, and the client has to wait. A request takes
// more memory when it is read than as text.
constexpr std::size_t most_waiting = 1000;
constexpr std::size_t most_waiting_bytes = longest_line;

/// How often a look at the interruption is enough while searches run.
constexpr std::chrono::milliseconds pause{50};

/// One book for engines that play at the same time.
class SharedBook : public OpeningBook {
public:
    explicit SharedBook(std::shared_ptr<OpeningBook> book) : book_(std::move(book)) {}

    [[nodiscard]] std::vector<BookLine> lines(const Board& board) const override {
        return book_->lines(board);
    }
    [[nodiscard]] std::optional<BookLine> choose(const Board& board, Depth depth,
                                                 Score draw) override {
        const std::lock_guard lock(mutex_);
        return book_->choose(board, depth, draw);
    }
    [[nodiscard]] std::optional<BookLine> choose_popular(const Board& board) override {
        const std::lock_guard lock(mutex_);
        return book_->choose_popular(board);
    }

private:
    const std::shared_ptr<OpeningBook> book_;
    std::mutex mutex_; ///< guards its random numbers
};

/// For the requests of one thread, which share the memory and the book with those of the others.
RequestSettings settings_of(const Session& session) {
    RequestSettings settings{.engine = session.engine.settings()};
    settings.engine.hash_megabytes /= static_cast<std::size_t>(settings.engine.threads);
    settings.engine.threads = 1;
    std::shared_ptr<OpeningBook> shared;
    if (const auto& book = settings.engine.book) shared = std::make_shared<SharedBook>(book);
    settings.book = [shared] { return shared; };
    return settings;
}

const Json& id_of(const Json& value, const std::string& name) {
    if (!value.is_structured()) return value;
    throw RequestError(fmt::format("{} must be a text, a number, true, false or null", name),
                       "/" + name, "a text, a number, true, false or null");
}

class JsonLines : public Dialect {
public:
    explicit JsonLines(Session& session);
    /// Ends the searches that run after a failure.
    ~JsonLines() override;

    /// Takes the first line and then all others, until the end of the input.
    [[nodiscard]] bool handle(std::string_view line) override;

private:
    /// A search that waits for its turn or runs.
    struct Search {
        Json id;
        std::string line;
        Stop stop{};
    };
    /// One of the threads that search.
    struct Place {
        explicit Place(RequestSettings settings) : requests(std::move(settings)) {}

        Requests requests;
        bool is_idle = true;
        Runner runner{}; ///< last, because its job uses the members above
    };

    void take(std::string_view line);
    void take_request(Json& id, std::string_view line);
    void enqueue(Search search);
    void start_idle_place();
    void serve(Place& place);
    [[nodiscard]] Json cancel(Fields& request);
    /// Waits for the end of all searches.
    void finish();

    [[nodiscard]] bool is_busy();
    /// Whether all searches are to end: the user wants it, or nobody reads the replies.
    [[nodiscard]] bool must_end() const {
        return (interrupt_ && interrupt_->raised()) || session_.dialogue.lost();
    }
    void stop_all();

    enum class Flush { now, when_input_pauses };
    /// Without memory for a reply its client does not get it, but the others get theirs.
    void send(const Json& id, Json reply, Flush flush = Flush::now) noexcept;

    Session& session_;
    const RequestSettings settings_;
    Requests requests_;                      ///< those that need no search
    std::optional<InterruptFlag> interrupt_; ///< while searches run

    std::mutex mutex_; ///< guards what follows, apart from the places' requests and runners
    std::condition_variable changed_;
    std::deque<Search> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::map<std::string, Stop> under_way_; ///< the searches, waiting or running, by id
    std::deque<Place> places_;              ///< last, because their jobs use the members above
};

JsonLines::JsonLines(Session& session)
    : session_(session), settings_(settings_of(session)), requests_(settings_) {
    for (int i = 0; i < session.engine.settings().threads; ++i) places_.emplace_back(settings_);
}

JsonLines::~JsonLines() {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
    for (const auto& [id, stop] : under_way_) stop.request();
}

bool JsonLines::handle(std::string_view line) {
    take(line);
    for (;;) {
        const bool busy = is_busy();
        if (!busy && interrupt_) {
            const std::atomic<bool>& raised = interrupt_->flag();
            interrupt_.reset(); // nothing would be lost any more
            if (raised) break;  // just before that
        }
        if (must_end()) break;
        const bool ended = session_.dialogue.ended();
        const auto next = session_.dialogue.next(busy ? std::optional(pause) : std::nullopt);
        if (next) {
            take(*next);
        } else if (ended || !busy) {
            break;
        }
    }
    finish();
    return false;
}

void JsonLines::take(std::string_view line) {
    if (trimmed(line).empty()) return;
    Json id;
    try {
        take_request(id, line);
    } catch (...) {
        send(id, error_in_flight(), Flush::when_input_pauses);
    }
}

void JsonLines::take_request(Json& id, std::string_view line) {
    if (line.size() >= longest_line)
        throw RequestError(fmt::format("a line must have less than {} bytes", longest_line));
    const Json request = parse_request(line);
    Fields fields(request);
    id = id_of(fields.require("id"), "id");
    {
        const std::lock_guard lock(mutex_);
        if (!under_way_.empty() && under_way_.count(id.dump()) > 0)
            fields.refuse("id", fmt::format("a request with the id {} is under way", id.dump()));
    }
    if (fields.text("ask") == "cancel") {
        Json reply;
        reply["result"] = cancel(fields);
        send(id, std::move(reply), Flush::when_input_pauses);
    } else if (Requests::searches(request)) {
        enqueue({.id = id, .line = std::string(line)});
    } else {
        send(id, requests_.answer(request), Flush::when_input_pauses);
    }
}

void JsonLines::enqueue(Search search) {
    if (!interrupt_) interrupt_.emplace();
    {
        std::unique_lock lock(mutex_);
        const auto has_room = [this] {
            return waiting_.size() < most_waiting && waiting_bytes_ < most_waiting_bytes;
        };
        if (!has_room()) session_.dialogue.flush();
        while (!changed_.wait_for(lock, pause, has_room)) {
            if (must_end()) throw RequestError("the program was interrupted");
        }
        under_way_.emplace(search.id.dump(), search.stop);
        waiting_bytes_ += search.line.size();
        waiting_.push_back(std::move(search));
    }
    start_idle_place();
}

void JsonLines::start_idle_place() {
    Place* idle = nullptr;
    {
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(places_.begin(), places_.end(),
                                        [](const Place& place) { return place.is_idle; });
        if (found == places_.end()) return;
        idle = &*found;
        idle->is_idle = false;
    }
    try {
        idle->runner.wait(); // it became idle at the very end of its job
        idle->runner.start([this, idle](const Stop& /*stop*/) { serve(*idle); });
    } catch (const std::system_error&) { // the system can't start the thread
        serve(*idle);
    }
}

/// Searches until nothing waits.
void JsonLines::serve(Place& place) {
    for (;;) {
        Search search;
        {
            const std::lock_guard lock(mutex_);
            place.is_idle = waiting_.empty();
            changed_.notify_all();
            if (place.is_idle) return;
            search = std::move(waiting_.front());
            waiting_.pop_front();
            waiting_bytes_ -= search.line.size();
        }
        const auto tell = [&](const Json& sofar) {
            Json progress;
            progress["progress"] = sofar;
            send(search.id, std::move(progress));
        };
        Json reply;
        try {
            reply = place.requests.answer(parse_request(search.line), tell, &search.stop.flag());
        } catch (...) {
            reply = error_in_flight();
        }
        {
            const std::lock_guard lock(mutex_);
            under_way_.erase(search.id.dump());
        }
        send(search.id, std::move(reply));
    }
}

Json JsonLines::cancel(Fields& request) {
    const std::string id = id_of(request.require("request"), "request").dump();
    static_cast<void>(request.flag("progress", false));
    request.end();
    std::optional<Search> removed;
    {
        const std::lock_guard lock(mutex_);
        const auto found = under_way_.find(id);
        if (found == under_way_.end()) return {{"cancelled", false}};
        found->second.request();
        const auto waits =
            std::find_if(waiting_.begin(), waiting_.end(),
                         [&id](const Search& search) { return search.id.dump() == id; });
        if (waits != waiting_.end()) {
            removed = std::move(*waits);
            waiting_bytes_ -= removed->line.size();
            waiting_.erase(waits);
            under_way_.erase(found);
        }
    }
    if (removed) send(removed->id, {{"error", {{"message", "it was cancelled before it began"}}}});
    return {{"cancelled", true}};
}

void JsonLines::finish() {
    session_.dialogue.flush();
    std::unique_lock lock(mutex_);
    const auto is_done = [this] {
        return std::all_of(places_.begin(), places_.end(),
                           [](const Place& place) { return place.is_idle; });
    };
    while (!changed_.wait_for(lock, pause, is_done)) {
        if (!must_end()) continue;
        lock.unlock();
        stop_all();
        lock.lock();
    }
}

void JsonLines::stop_all() {
    std::deque<Search> removed;
    {
        const std::lock_guard lock(mutex_);
        removed.swap(waiting_);
        waiting_bytes_ = 0;
        for (const Search& search : removed) under_way_.erase(search.id.dump());
        for (const auto& [id, stop] : under_way_) stop.request();
    }
    for (const Search& search : removed)
        send(search.id, {{"error", {{"message", "the program was interrupted"}}}});
}

bool JsonLines::is_busy() {
    const std::lock_guard lock(mutex_);
    return std::any_of(places_.begin(), places_.end(),
                       [](const Place& place) { return !place.is_idle; });
}

void JsonLines::send(const Json& id, Json reply, Flush flush) noexcept {
    try {
        Json line;
        line["id"] = id;
        for (auto& [name, value] : reply.items()) line[name] = std::move(value);
        session_.dialogue.write(line.dump(-1, ' ', true, Json::error_handler_t::replace));
        if (flush == Flush::now || !session_.dialogue.has_line()) session_.dialogue.flush();
    } catch (const std::bad_alloc&) {
        print_message("there is not enough memory for a reply");
    }
}

} // namespace

std::unique_ptr<Dialect> make_json_lines(Session& session) {
    return std::make_unique<JsonLines>(session);
}

} // namespace emilia
