#include "engine/base/text.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "tests/fuzz/dialect.h"

using namespace emilia;

namespace {

bool is_result(std::string_view line) {
    constexpr std::size_t board = 65;
    return line.size() > board && line.find(", move ") <= board + 1
           && line.find(" <= v <= ") != std::string_view::npos;
}

bool is_command(std::string_view line) {
    return take_word(line) == "ENGINE-PROTOCOL";
}

/// What a person types is answered for people, in words of its own.
void check_reply(std::string_view command, std::string_view line) {
    fuzz::demand(fuzz::is_printable(line), "every character is printable");
    if (!is_command(command)) return;
    fuzz::demand(line == "ready." || line == "ok." || line == "bye bye."
                     || line.starts_with("ERROR: ") || line.starts_with("version: ")
                     || line.starts_with("node ") || is_result(line),
                 "Cassio knows the line");
}

/// Whether the output ends with the last line of an answer.
bool is_answered(std::string_view output) {
    if (!output.ends_with('\n')) return false;
    const std::string_view last = fuzz::lines_of(output).back();
    return last == "ready." || last == "ok." || last == "bye bye." || last.starts_with("ERROR: ")
           || last.starts_with("node ");
}

bool is_typed(std::string_view line) {
    return TypedCommands::has(take_word(line));
}

bool is_quit(std::string_view line) {
    return take_word(line) == "ENGINE-PROTOCOL" && take_word(line) == "quit";
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Conversation conversation(make_cassio);
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        const bool goes_on = conversation.tell(line);
        fuzz::demand(goes_on != is_quit(line), "quit ends it, and nothing else");
        if (!goes_on) break;
        if (!is_typed(line)) conversation.wait_for(is_answered);
        fuzz::demand(conversation.tell("ENGINE-PROTOCOL stop"), "stop ends only the search");
        const std::string text = conversation.heard();
        fuzz::demand(text.ends_with("ready.\n"), "stop is answered");
        for (const std::string_view written : fuzz::lines_of(text)) check_reply(line, written);
    }
    return 0;
}
