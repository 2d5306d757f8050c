#include "protocol/dialects/dialogue.h"

#include "engine/base/text.h"

#include <algorithm>

namespace emilia {

Dialogue::Dialogue(std::istream& input, std::ostream& output, const std::string& log_file)
    : output_(output), log_(log_file), queue_(input) {}

std::optional<std::string> Dialogue::next() {
    return lost() ? std::nullopt : logged(queue_.next());
}

std::optional<std::string> Dialogue::next(std::chrono::milliseconds patience) {
    return lost() ? std::nullopt : logged(queue_.next(patience));
}

std::optional<std::string> Dialogue::logged(std::optional<std::string> line) {
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
