#pragma once

// What programs may ask Emilia, and the answers: the one set of requests of the JSON lines and of
// the page in the browser. Requests and answers are JSON objects, which requests.schema.json
// describes; REQUESTS.md is the same for people.

#include "engine/play/engine.h"
#include "engine/play/opening_book.h"

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace emilia {

/// With what an object answers requests.
struct RequestSettings {
    /// Its limits hold for requests without any; its memory is for all searches together. Its book
    /// is not used.
    EngineSettings engine{};
    /// Returns the book, or null; called when it is first needed. Empty: the shipped book.
    std::function<std::shared_ptr<OpeningBook>()> book{};
};

class Answers;

/// Answers one request after the other. Engines, players and book are made when they are first
/// needed, and kept for the next request.
class Requests {
public:
    using Json = nlohmann::ordered_json;
    /// Receives the results so far of a search, on the thread that asked.
    using Progress = std::function<void(const Json& sofar)>;

    explicit Requests(RequestSettings settings = {});
    ~Requests();
    Requests(const Requests&) = delete;
    Requests& operator=(const Requests&) = delete;

    /// Returns `{"result": …}` or `{"error": …}`. If the request wants progress, `tell` gets the
    /// results so far. A search ends within milliseconds with what it has when `stop` becomes true.
    [[nodiscard]] Json answer(const Json& request, const Progress& tell = {},
                              const std::atomic<bool>* stop = nullptr) noexcept;

    /// The same with a line of text in place of each JSON.
    [[nodiscard]] std::string answer_text(std::string_view request,
                                          const std::function<void(const std::string&)>& tell = {},
                                          const std::atomic<bool>* stop = nullptr) noexcept;

    /// Whether a request searches, so that its answer may take long. Others take microseconds.
    /// Throws RequestError if there is no such request.
    [[nodiscard]] static bool searches(const Json& request);

private:
    struct Kind;
    /// Throws RequestError if there is no request of this name.
    [[nodiscard]] static const Kind* find(std::string_view name);

    std::unique_ptr<Answers> answers_;
};

/// `{"error": {"message": …}}` with what is being thrown; call it in a handler.
[[nodiscard]] nlohmann::ordered_json error_in_flight();

} // namespace emilia
