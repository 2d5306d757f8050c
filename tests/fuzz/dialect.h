#pragma once

// Runs a dialect without a client. No line follows the one that is being handled, so every search
// goes on to its limit, which is low; the output is collected.

#include "protocol/dialects/session.h"
#include "tests/fuzz/fuzz.h"

#include <condition_variable>
#include <future>
#include <istream>
#include <memory>
#include <mutex>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>

namespace emilia::fuzz {

/// An input that neither brings a line nor ends.
class Silence : public std::streambuf {
protected:
    int_type underflow() override {
        never_.get_future().wait();
        return traits_type::eof();
    }

private:
    std::promise<void> never_;
};

/// An output that may be read while another thread writes.
class Transcript : public std::streambuf {
public:
    /// Returns the output since the last call.
    [[nodiscard]] std::string take() {
        const std::lock_guard lock(mutex_);
        return std::exchange(text_, {});
    }
    /// Waits until the whole output since the last call of `take` fulfils a condition.
    template <typename Condition>
    void wait_for(const Condition& holds) {
        std::unique_lock lock(mutex_);
        more_.wait(lock, [&] { return holds(std::string_view(text_)); });
    }

protected:
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        const std::lock_guard lock(mutex_);
        text_.append(text, static_cast<std::size_t>(size));
        return size;
    }
    int_type overflow(int_type character) override {
        const std::lock_guard lock(mutex_);
        text_ += traits_type::to_char_type(character);
        return character;
    }
    int sync() override {
        more_.notify_all();
        return 0;
    }

private:
    std::mutex mutex_;
    std::condition_variable more_;
    std::string text_;
};

/// Shared by all conversations. It lives as long as the thread that waits for the input, which is
/// until the end of the program.
struct Surroundings {
    Silence silence;
    Transcript transcript;
    std::istream input{&silence};
    std::ostream output{&transcript};
    Dialogue dialogue{input, output, ""};
    SessionBook no_book{std::nullopt};
};

class Conversation {
public:
    using MakeDialect = std::unique_ptr<Dialect> (*)(Session&);

    explicit Conversation(MakeDialect make) : dialect_(make(session_)) {}

    struct Answer {
        std::string text;
        bool goes_on = true;
    };
    [[nodiscard]] Answer handle(std::string_view line) {
        const bool goes_on = tell(line);
        return {heard(), goes_on};
    }

    /// Returns false if the line ended the conversation.
    [[nodiscard]] bool tell(std::string_view line) {
        const bool goes_on = dialect_->handle(line);
        check_game(session_.game);
        return goes_on;
    }
    /// Returns the output since the last call. Must not be called while a background search runs.
    [[nodiscard]] std::string heard() { return surroundings().transcript.take(); }
    /// Waits until the output that was not heard yet fulfils a condition.
    template <typename Condition>
    void wait_for(const Condition& holds) {
        surroundings().transcript.wait_for(holds);
    }

private:
    static Surroundings& surroundings() {
        static auto* const the = new Surroundings;
        return *the;
    }
    static EngineSettings quick() {
        EngineSettings settings;
        settings.depth = 1;
        settings.nodes = 200;
        settings.hash_megabytes = 0;
        return settings;
    }

    Engine engine_{quick()};
    MoveChooser chooser_{engine_};
    Session session_{surroundings().dialogue, engine_, surroundings().no_book, chooser_};
    std::unique_ptr<Dialect> dialect_;
};

} // namespace emilia::fuzz
