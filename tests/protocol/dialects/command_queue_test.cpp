#include "protocol/dialects/command_queue.h"
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
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        arrival_.notify_all();
    }

protected:
    int_type underflow() override {
        std::unique_lock lock(mutex_);
        arrival_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
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

bool becomes_true(const std::atomic<bool>& flag) {
    constexpr auto patience = 60s;
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!flag && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
    return flag;
}

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

TEST_CASE("next waits for a line") {
    SlowQueue slow;
    auto line = std::async(std::launch::async, [&slow] { return slow.queue.next(); });
    CHECK(line.wait_for(20ms) == std::future_status::timeout);
    slow.input.type("half");
    CHECK(line.wait_for(20ms) == std::future_status::timeout);
    slow.input.type(" a line\n");
    CHECK(line.get() == "half a line");
}

TEST_CASE("input that arrives during a watch sets stop") {
    SlowQueue slow;
    std::atomic<bool> stop = true;
    {
        const CommandQueue::Watch watch(slow.queue, stop);
        CHECK_FALSE(stop);
        slow.input.type("half a");
        std::this_thread::sleep_for(20ms);
        CHECK_FALSE(stop);
        slow.input.type(" line\n");
        CHECK(becomes_true(stop));
    }
    CHECK(slow.queue.next() == "half a line");
}

TEST_CASE("input that is already waiting sets stop at once") {
    SlowQueue slow;
    slow.input.type("one\ntwo\n");
    CHECK(slow.queue.next() == "one");
    std::atomic<bool> stop = false;
    // The second line came with the first, but the thread may not have read it yet.
    const CommandQueue::Watch watch(slow.queue, stop);
    CHECK(becomes_true(stop));
}

TEST_CASE("the end of the input sets stop, whether it comes before the watch or during it") {
    const bool before = GENERATE(true, false);
    CAPTURE(before);
    SlowQueue slow;
    std::atomic<bool> stop = false;
    if (before) {
        slow.input.end();
        CHECK_FALSE(slow.queue.next());
    }
    const CommandQueue::Watch watch(slow.queue, stop);
    if (before) {
        CHECK(stop);
    } else {
        CHECK_FALSE(stop);
        slow.input.end();
        CHECK(becomes_true(stop));
    }
}

TEST_CASE("input after a watch leaves its flag alone") {
    SlowQueue slow;
    std::atomic<bool> stop = false;
    { const CommandQueue::Watch watch(slow.queue, stop); }
    slow.input.type("one\n");
    CHECK(slow.queue.next() == "one");
    CHECK_FALSE(stop);
}

TEST_CASE("a watch for lines only ignores the end of the input") {
    SlowQueue slow;
    std::atomic<bool> stop = true;
    const CommandQueue::Watch watch(slow.queue, stop, CommandQueue::Sign::line);
    CHECK_FALSE(stop);
    CHECK_FALSE(slow.queue.ended());
    const bool line_first = GENERATE(true, false);
    if (line_first) slow.input.type("one\n");
    slow.input.end();
    while (!slow.queue.ended()) std::this_thread::sleep_for(1ms);
    CHECK(stop == line_first);
    std::atomic<bool> again = !line_first;
    const CommandQueue::Watch late(slow.queue, again, CommandQueue::Sign::line);
    CHECK(again == line_first);
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
    std::this_thread::sleep_for(50ms);
    CHECK_FALSE(slow.queue.ended()); // the queue has not read all of it
    for (int number = 0; number < flood; ++number) {
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
    std::atomic<bool> stop = false;
    const CommandQueue::Watch watch(queue, stop);
    CHECK(stop);
}
