#include "protocol/server/message_reader.h"

#include "engine/base/text.h"

#include <algorithm>
#include <utility>

namespace emilia::ggs {
namespace {

/// Whether `line` is `: ` and a sentence that begins so; both prompts end with a full stop.
bool is_prompt(std::string_view line, std::string_view beginning) noexcept {
    line = trimmed(line);
    if (!line.starts_with(':')) return false;
    line.remove_prefix(1);
    return trimmed(line).starts_with(beginning) && line.ends_with('.');
}

} // namespace

bool asks_for_login(std::string_view line) noexcept {
    return is_prompt(line, "Enter login");
}

bool asks_for_password(std::string_view line) noexcept {
    return is_prompt(line, "Enter your password");
}

std::vector<RawMessage> MessageReader::take(std::string_view bytes) {
    std::vector<RawMessage> complete;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        line_.append(bytes.substr(0, std::min(end, longest_line - line_.size())));
        if (end == bytes.size()) break;
        take_line(complete);
        bytes.remove_prefix(end + 1);
    }
    if (asks_for_login(line_) || asks_for_password(line_)) take_line(complete);
    return complete;
}

void MessageReader::take_line(std::vector<RawMessage>& complete) {
    const std::string line = std::exchange(line_, {});
    const std::string_view text = trimmed(line);
    if (text.empty()) return;
    if (text == "READY") return finish_message(complete);
    if (text.front() == '|') {
        if (!message_.head.empty() && message_.body.size() < most_lines)
            message_.body.emplace_back(text.substr(1));
        return;
    }
    finish_message(complete);
    message_.head = text;
    if (asks_for_login(text) || asks_for_password(text)) finish_message(complete);
}

void MessageReader::finish_message(std::vector<RawMessage>& complete) {
    if (!message_.head.empty()) complete.push_back(std::move(message_));
    message_ = {};
}

} // namespace emilia::ggs
