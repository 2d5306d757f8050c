#include "protocol/dialects/nboard.h"

#include "engine/base/text.h"
#include "protocol/dialects/typed_commands.h"
#include "tests/fuzz/dialect.h"

#include <array>

using namespace emilia;

namespace {

/// The only first words that NBoard understands.
constexpr std::array<std::string_view, 9> first_words = {
    "set", "pong", "status", "===", "search", "book", "nodestats", "analysis", "learned"};

/// What a person types is answered for people, in words of its own.
bool is_typed(std::string_view line) {
    return TypedCommands::has(take_word(line));
}

void check_reply(std::string_view command, std::string_view line) {
    fuzz::demand(fuzz::is_printable(line), "NBoard can read every character");
    if (is_typed(command)) return;
    const std::string_view word = take_word(line);
    fuzz::demand(std::find(first_words.begin(), first_words.end(), word) != first_words.end(),
                 "NBoard knows the first word");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Conversation conversation(make_nboard);
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        const auto [text, goes_on] = conversation.handle(line);
        fuzz::demand(text.empty() || text.ends_with('\n'), "the last line is whole");
        for (const std::string_view written : fuzz::lines_of(text)) check_reply(line, written);
        if (!goes_on) break;
    }
    return 0;
}
