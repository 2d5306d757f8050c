#include "protocol/dialects/dialogue.h"

#include "engine/base/start_thread.h"
#include "engine/base/text.h"

#include <algorithm>
#include <utility>

namespace emilia {
namespace {

// No client sends more than this before it waits for a reply.
constexpr std::size_t most_lines = 10'000;
constexpr std::size_t most_bytes = std::size_t{16} << 20;

constexpr int end = std::char_traits<char>::eof();

/// Treats a read error as the end of the input: a folder, or a terminal that was hung up.
int next_byte(std::streambuf& bytes) {
    try {
        return bytes.sbumpc();
    } catch (const std::ios_base::failure&) {
        return end;
    }
}

} // namespace

bool read_line(std::istream& input, std::string& line) {
    line.clear();
    std::streambuf& bytes = *input.rdbuf();
    int byte = next_byte(bytes);
    if (byte == end) return false;
    for (; byte != end && byte != '\n'; byte = next_byte(bytes)) {
        if (line.size() < longest_line) line += static_cast<char>(byte);
    }
    if (line.ends_with('\r')) line.pop_back();
    return true;
}

CommandQueue::CommandQueue(std::istream& input) : shared_(std::make_shared<Shared>()) {
    // Detached, because a blocking read can't be cancelled and `quit` must not wait for another
    // line.
    start_thread([&input, shared = shared_] { read(input, *shared); }).detach();
}

void CommandQueue::read(std::istream& input, Shared& shared) noexcept {
    std::exception_ptr failure;
    try {
        std::string line;
        while (read_line(input, line)) {
            std::unique_lock lock(shared.mutex);
            shared.departure.wait(lock, [&shared] {
                return shared.lines.size() < most_lines && shared.bytes < most_bytes;
            });
            shared.lines.push_back(std::exchange(line, {}));
            shared.bytes += shared.lines.back().size();
            shared.arrival.notify_one();
        }
    } catch (...) {
        failure = std::current_exception();
    }
    const std::lock_guard lock(shared.mutex);
    shared.failure = failure;
    shared.ended = true;
    shared.arrival.notify_one();
}

std::optional<std::string> CommandQueue::next(std::optional<std::chrono::milliseconds> patience) {
    std::unique_lock lock(shared_->mutex);
    const auto has_arrived = [this] { return !shared_->lines.empty() || shared_->ended; };
    if (patience) {
        shared_->arrival.wait_for(lock, *patience, has_arrived);
    } else {
        shared_->arrival.wait(lock, has_arrived);
    }
    if (shared_->lines.empty()) {
        if (shared_->failure) std::rethrow_exception(shared_->failure);
        return std::nullopt;
    }
    std::string line = std::move(shared_->lines.front());
    shared_->lines.pop_front();
    shared_->bytes -= line.size();
    shared_->departure.notify_one();
    return line;
}

bool CommandQueue::ended() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->ended;
}

void CommandQueue::wait(Sign sign, const std::atomic<bool>& done) {
    std::unique_lock lock(shared_->mutex);
    shared_->arrival.wait(lock, [&] {
        return done || !shared_->lines.empty() || (shared_->ended && sign == Sign::any);
    });
}

void CommandQueue::notify() {
    const std::lock_guard lock(shared_->mutex);
    shared_->arrival.notify_one();
}

Dialogue::Dialogue(std::istream& input, std::ostream& output, const std::string& log_file)
    : output_(output), log_(log_file), queue_(input) {}

std::optional<std::string> Dialogue::next(std::optional<std::chrono::milliseconds> patience) {
    if (lost()) return std::nullopt;
    auto line = queue_.next(patience);
    if (line) {
        const std::lock_guard lock(writing_);
        log_.add("> ", printable(*line));
    }
    return line;
}

bool Dialogue::lost() const {
    const std::lock_guard lock(writing_);
    return !output_;
}

void Dialogue::reply(std::string_view line) {
    std::string text(line);
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c != '\n' && (c < ' ' || c > '~'); }, '?');
    const std::lock_guard lock(writing_);
    output_ << text << '\n' << std::flush;
    log_.add("< ", text);
}

} // namespace emilia
