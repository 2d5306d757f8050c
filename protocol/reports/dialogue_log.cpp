#include "protocol/reports/dialogue_log.h"

#include "engine/base/files.h"
#include "engine/base/text.h"
#include "engine/system/paths.h"
#include "protocol/reports/message.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace emilia {
namespace {

/// Call it right after the failure, which has set errno.
std::string cannot_write_log(const std::string& file) {
    return fmt::format("cannot write the log '{}': {}", file, std::strerror(errno));
}

/// Whether a file begins with a line that `DialogueLog::add` writes.
bool begins_log(std::string_view text) {
    constexpr std::string_view form = "0000-00-00 00:00:00.000 ";
    return text.size() > form.size()
           && std::equal(form.begin(), form.end(), text.begin(), [](char wanted, char found) {
                  return wanted == '0' ? is_digit(found) : wanted == found;
              });
}

/// Throws std::runtime_error if it is a file with other contents than a log.
void check_log(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(to_path(file), ignored)) return;
    const auto before = or_throw(read_beginning(file));
    if (before.empty() || begins_log(before)) return;
    fail("'{}' is no log, so nothing is appended to it; choose another --log", file);
}

/// Whether the file ends within a line, as after a kill or on a full disk.
bool ends_within_line(const std::string& file) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(to_path(file), ignored)) return false;
    std::ifstream log(to_path(file), std::ios::binary);
    return log.seekg(-1, std::ios::end) && log.get() != '\n';
}

} // namespace

DialogueLog::DialogueLog(const std::string& file) : file_(file) {
    if (file.empty()) return;
    check_log(file);
    const bool torn = ends_within_line(file);
    log_.open(to_path(file), std::ios::app | std::ios::binary);
    if (!log_) throw std::runtime_error(cannot_write_log(file));
    if (torn) log_ << '\n';
}

void DialogueLog::add(std::string_view direction, std::string_view text) {
    if (!log_.is_open()) return;
    const auto now =
        std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    const auto milliseconds = now.time_since_epoch().count() % 1000;
    log_ << fmt::format("{:%F %T}.{:03} {}{}\n",
                        fmt::gmtime(std::chrono::system_clock::to_time_t(now)), milliseconds,
                        direction, text)
         << std::flush;
    if (log_) return;
    print_message("{}; the session goes on without it", cannot_write_log(file_));
    log_.close();
}

} // namespace emilia
