#include "protocol/dialects/dialogue.h"
#include "tests/catch.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <new>
#include <sstream>
#include <thread>
#include <utility>

using namespace emilia;

namespace {

using namespace std::chrono_literals;

std::vector<std::string> all_lines(const std::string& text) {
    std::istringstream input(text);
    CommandQueue queue(input);
    std::vector<std::string> lines;
    while (auto line = queue.next()) lines.push_back(std::move(*line));
    return lines;
}

/// Input that arrives when the test sends it, as through a pipe.
class SlowInput : public std::streambuf {
public:
    ~SlowInput() override { end(); }

    void type(const std::string& text) {
        const std::lock_guard lock(mutex_);
        waiting_ += text;
        arrival_.notify_all();
    }
    /// Waits until the reader has read all of it and asks for more.
    void wait_until_read() {
        std::unique_lock lock(mutex_);
        arrival_.wait(lock, [this] { return hungry_ && waiting_.empty(); });
    }
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        arrival_.notify_all();
    }

protected:
    int_type underflow() override {
        std::unique_lock lock(mutex_);
        hungry_ = true;
        arrival_.notify_all();
        arrival_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
        hungry_ = false;
        if (waiting_.empty()) return traits_type::eof();
        current_ = std::move(waiting_);
        waiting_.clear();
        setg(current_.data(), current_.data(), current_.data() + current_.size());
        return traits_type::to_int_type(current_.front());
    }

private:
    std::mutex mutex_;
    std::condition_variable arrival_;
    std::string waiting_;
    std::string current_;
    bool ended_ = false;
    bool hungry_ = false;
};

/// A queue that reads such input. The reading thread may outlive the queue, so the input lives
/// until the thread has seen its end and `next()` returns none.
struct SlowQueue {
    SlowInput input;
    std::istream stream{&input};
    CommandQueue queue{stream};

    ~SlowQueue() {
        input.end();
        while (queue.next()) continue;
    }
};

/// Two lines, of which the second lacks its end because reading on fails.
class BrokenInput : public std::streambuf {
public:
    explicit BrokenInput(std::function<void()> fail) : fail_(std::move(fail)) {}

protected:
    int_type underflow() override {
        if (std::exchange(told_, true)) fail_();
        setg(text_.data(), text_.data(), text_.data() + text_.size());
        return traits_type::to_int_type(text_.front());
    }

private:
    std::function<void()> fail_;
    std::string text_ = "one\ntwo";
    bool told_ = false;
};

/// What `wait` does on a thread of its own. `finish` ends it in any case.
struct Waiter {
    explicit Waiter(CommandQueue& listened, CommandQueue::Sign sign = CommandQueue::Sign::any)
        : queue(listened),
          over(std::async(std::launch::async, [this, sign] { queue.wait(sign, done); })) {}
    ~Waiter() { finish(); }

    [[nodiscard]] bool ends() const { return over.wait_for(60s) == std::future_status::ready; }
    void finish() {
        done = true;
        queue.notify();
    }

    CommandQueue& queue;
    std::atomic<bool> done = false;
    std::future<void> over;
};

} // namespace

TEST_CASE("lines come in order and without their ends, even if the last one has none") {
    using Lines = std::vector<std::string>;
    struct Case {
        std::string text;
        Lines lines;
    };
    const auto given = GENERATE(values<Case>({
        {"", {}},
        {"\n", {""}},
        {"one\ntwo\n", {"one", "two"}},
        {"one\ntwo", {"one", "two"}},
        {"one\r\ntwo\r\n", {"one", "two"}},
        {"one\r\ntwo\r", {"one", "two"}},
        {"\n\n one \n", {"", "", " one "}},
        {"a\rb\n", {"a\rb"}},
        {"\r\r\n", {"\r"}},
        {std::string("a\0b\n", 4), {std::string("a\0b", 3)}},
    }));
    CAPTURE(given.text);
    CHECK(all_lines(given.text) == given.lines);
}

TEST_CASE("next waits no longer than its patience, and loses no line") {
    SlowQueue slow;
    CHECK_FALSE(slow.queue.next(1ms));
    slow.input.type("one\ntwo\n");
    CHECK(slow.queue.next(60s) == "one");
    CHECK(slow.queue.next(60s) == "two");
    CHECK_FALSE(slow.queue.next(1ms));
    slow.input.end();
    CHECK_FALSE(slow.queue.next(60s));
}

TEST_CASE("after the end of the input next returns none again and again") {
    std::istringstream input("one\n");
    CommandQueue queue(input);
    CHECK(queue.next() == "one");
    CHECK_FALSE(queue.next());
    CHECK_FALSE(queue.next());
}

TEST_CASE("next waits for a whole line") {
    SlowQueue slow;
    auto line = std::async(std::launch::async, [&slow] { return slow.queue.next(); });
    slow.input.type("half");
    slow.input.type(" a line\n");
    CHECK(line.get() == "half a line");
}

TEST_CASE("a line ends the wait, and half a line does not") {
    const auto sign = GENERATE(CommandQueue::Sign::any, CommandQueue::Sign::line);
    SlowQueue slow;
    Waiter waiter(slow.queue, sign);
    slow.input.type("half a");
    slow.input.wait_until_read();
    CHECK(waiter.over.wait_for(0ms) == std::future_status::timeout);
    slow.input.type(" line\n");
    CHECK(waiter.ends());
    CHECK_FALSE(waiter.done);
    CHECK(slow.queue.next() == "half a line");
}

TEST_CASE("a line that has come before ends the wait at once") {
    SlowQueue slow;
    slow.input.type("one\ntwo\n");
    CHECK(slow.queue.next() == "one");
    std::atomic<bool> done = false;
    slow.queue.wait(CommandQueue::Sign::any, done);
    CHECK(slow.queue.next() == "two");
}

TEST_CASE("the end of the input ends the wait, whether it comes before or during it") {
    SlowQueue slow;
    if (GENERATE(true, false)) {
        slow.input.end();
        CHECK_FALSE(slow.queue.next());
    }
    const Waiter waiter(slow.queue);
    slow.input.end();
    CHECK(waiter.ends());
    CHECK_FALSE(waiter.done);
}

TEST_CASE("a wait ends when what it waits for is done, and takes no later line") {
    SlowQueue slow;
    Waiter waiter(slow.queue);
    waiter.finish();
    CHECK(waiter.ends());
    slow.input.type("one\n");
    CHECK(slow.queue.next() == "one");
}

TEST_CASE("a wait for lines only ignores the end of the input") {
    SlowQueue slow;
    CHECK_FALSE(slow.queue.ended());
    const bool line_first = GENERATE(true, false);
    if (line_first) slow.input.type("one\n");
    slow.input.end();
    Waiter waiter(slow.queue, CommandQueue::Sign::line);
    while (!slow.queue.ended()) std::this_thread::yield();
    if (!line_first) {
        CHECK(waiter.over.wait_for(0ms) == std::future_status::timeout);
        waiter.finish();
    }
    CHECK(waiter.ends());
    CHECK(waiter.done == !line_first);
}

TEST_CASE("a line that is too long is shortened, and the next one is complete") {
    for (const std::size_t length :
         {longest_line - 1, longest_line, longest_line + 1, 3 * longest_line}) {
        CAPTURE(length);
        const auto lines = all_lines(std::string(length, 'x') + "\r\nnext\n");
        REQUIRE(lines.size() == 2);
        CHECK(lines[0] == std::string(std::min(length, longest_line), 'x'));
        CHECK(lines[1] == "next");
    }
}

TEST_CASE("when the queue is full, lines wait in the pipe and none is lost") {
    constexpr int flood = 30'000;
    SlowQueue slow;
    std::string text;
    for (int number = 0; number < flood; ++number) text += std::to_string(number) + '\n';
    slow.input.type(text);
    slow.input.end();
    for (int number = 0; number < flood; ++number) {
        if (number == flood / 2) CHECK_FALSE(slow.queue.ended()); // it has not read all of it
        REQUIRE(slow.queue.next() == std::to_string(number));
    }
    CHECK_FALSE(slow.queue.next());
    CHECK(slow.queue.ended());
}

TEST_CASE("a read error counts as the end of the input") {
    // As of a folder or a terminal that was hung up.
    BrokenInput broken([] { throw std::ios_base::failure("broken"); });
    std::istream input(&broken);
    CommandQueue queue(input);
    CHECK(queue.next() == "one");
    CHECK(queue.next() == "two");
    CHECK_FALSE(queue.next());
}

TEST_CASE("what goes wrong while the input is read is thrown after the lines before it") {
    BrokenInput broken([] { throw std::bad_alloc(); });
    std::istream input(&broken);
    CommandQueue queue(input);
    CHECK(queue.next() == "one");
    CHECK_THROWS_AS(queue.next(), std::bad_alloc);
    CHECK_THROWS_AS(queue.next(60s), std::bad_alloc);
    CHECK(queue.ended());
    const std::atomic<bool> done = false;
    queue.wait(CommandQueue::Sign::any, done);
}

TEST_CASE("replies that are written together reach the client when they are flushed") {
    struct Pipe : std::stringbuf {
        int flushes = 0;
        int sync() override {
            ++flushes;
            return 0;
        }
    } pipe;
    std::istringstream input("one\ntwo\n");
    std::ostream output(&pipe);
    Dialogue dialogue(input, output, "");
    CHECK(dialogue.next() == "one");
    dialogue.write("first");
    while (!dialogue.has_line()) std::this_thread::yield();
    CHECK(pipe.flushes == 0);
    CHECK(dialogue.next() == "two");
    CHECK_FALSE(dialogue.has_line());
    dialogue.write("second");
    dialogue.flush();
    CHECK(pipe.flushes == 1);
    dialogue.reply("third");
    CHECK(pipe.flushes == 2);
    CHECK(pipe.str() == "first\nsecond\nthird\n");
    CHECK_FALSE(dialogue.lost());
}
