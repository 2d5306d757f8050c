#include "protocol/dialects/dialogue.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

/// Call it right after the failure, which has set errno.
std::string cannot_write_log(const std::string& file) {
    return fmt::format("cannot write the log '{}': {}", file, std::strerror(errno));
}

} // namespace

Dialogue::Dialogue(std::istream& input, std::ostream& output, const std::string& log_file)
    : queue_(input), output_(output), log_file_(log_file) {
    if (log_file.empty()) return;
    log_.open(log_file, std::ios::app);
    if (!log_) throw std::runtime_error(cannot_write_log(log_file));
}

std::optional<std::string> Dialogue::next() {
    if (lost()) return std::nullopt;
    auto line = queue_.next();
    if (line) {
        const std::lock_guard lock(writing_);
        log("> ", *line);
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
    log("< ", text);
}

void Dialogue::log(std::string_view direction, std::string_view text) {
    if (!log_.is_open()) return;
    const auto now =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto milliseconds = now.time_since_epoch().count() % 1000;
    log_ << fmt::format("{:%F %T}.{:03} {}{}\n",
                        fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds,
                        direction, text)
         << std::flush;
    if (log_) return;
    std::cerr << fmt::format("emilia: {}; the session goes on without it\n",
                             cannot_write_log(log_file_));
    log_.close();
}

} // namespace emilia
