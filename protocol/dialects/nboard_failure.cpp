#include "protocol/dialects/nboard_failure.h"

#include "engine/base/text.h"
#include "protocol/dialects/dialogue.h"

#include <chrono>
#include <string>

#include <fmt/format.h>

namespace emilia {

void show_failure_in_nboard(std::string_view message, std::istream& input, std::ostream& output) {
    constexpr std::chrono::seconds patience(2); // NBoard sends its first line at once
    Dialogue dialogue(input, output, "");
    auto line = dialogue.next(patience);
    std::string_view rest = line ? *line : std::string_view();
    if (take_word(rest) != "nboard") return;
    const std::string status = fmt::format("status Error: {}", message);
    dialogue.reply(status);
    bool is_nboard = false;
    while ((line = dialogue.next())) {
        rest = *line;
        const std::string_view word = take_word(rest);
        if (word == "set") {
            is_nboard = is_nboard || rest.find("PC[NBoard]") != std::string_view::npos;
        } else if (!is_nboard || word == "quit") {
            return;
        } else if (word == "ping") {
            dialogue.reply(status);
        }
    }
}

} // namespace emilia
