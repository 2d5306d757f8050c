#include "engine/base/text.h"
#include "protocol/dialects/session.h"
#include "protocol/dialects/typed_commands.h"
#include "tests/fuzz/dialect.h"

#include <array>

using namespace emilia;

namespace {

constexpr std::array<std::string_view, 8> first_words = {"id",   "option",   "ugiok",    "readyok",
                                                         "info", "bestmove", "response", ""};

/// What a person types is answered for people, in words of its own.
void check_reply(std::string_view command, std::string_view line) {
    fuzz::demand(fuzz::is_printable(line), "every character is printable");
    if (TypedCommands::has(take_word(command))) return;
    const std::string_view word = take_word(line);
    fuzz::demand(std::find(first_words.begin(), first_words.end(), word) != first_words.end(),
                 "a manager knows the first word");
}

bool ends_the_session(std::string_view line) {
    return take_word(line) == "quit";
}

/// How many searches have said their move.
int moves_in(std::string_view text) {
    int moves = 0;
    for (std::string_view line : fuzz::lines_of(text)) moves += take_word(line) == "bestmove";
    return moves;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Conversation conversation(make_ugi);
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        const bool goes_on = conversation.tell(line);
        fuzz::demand(goes_on != ends_the_session(line), "quit ends it, and nothing else");
        if (!goes_on) break;
        fuzz::demand(conversation.tell("stop"), "stop ends only the search");
        const std::string text = conversation.heard();
        fuzz::demand(text.empty() || text.ends_with('\n'), "the last line is whole");
        std::string_view rest = line;
        const bool asks_for_move =
            take_word(rest) == "go" && text.find("info string Error: ") == std::string::npos;
        fuzz::demand(moves_in(text) == (asks_for_move ? 1 : 0), "each search says one move");
        for (const std::string_view written : fuzz::lines_of(text)) check_reply(line, written);
    }
    return 0;
}
