#include "engine/base/text.h"
#include "tests/fuzz/dialect.h"

using namespace emilia;

namespace {

/// Preprocesses a line as the GTP specification demands: removes comments and control characters.
std::string cleaned(std::string_view line) {
    std::string text;
    for (const char c : line.substr(0, line.find('#'))) {
        if (c == '\t') text += ' ';
        if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') text += c;
    }
    return text;
}

struct Command {
    std::string id;
    std::string name;
    std::string arguments;
};

Command command_of(std::string_view text) {
    Command command;
    std::string_view word = take_word(text);
    if (!word.empty() && std::all_of(word.begin(), word.end(), is_digit)) {
        command.id = word;
        word = take_word(text);
    }
    command.name = word;
    command.arguments = trimmed(text);
    return command;
}

/// Whether a command reads a file other than game.sgf. Replaces that name by the path of a game of
/// the tests, so that no fuzzer reads arbitrary files.
bool reads_another_file(Command& command) {
    if (command.name != "loadsgf") return false;
    std::string_view rest = command.arguments;
    if (take_word(rest) != "game.sgf") return true;
    command.arguments = EMILIA_GAME_FILE + std::string(rest);
    return false;
}

void check_reply(std::string_view reply, const std::string& id) {
    fuzz::demand(!reply.empty() && (reply[0] == '=' || reply[0] == '?'),
                 "a reply begins with = or ?");
    fuzz::demand(reply.substr(1).starts_with(id), "a reply has its command's id");
    fuzz::demand(reply.find("\n\n") == reply.size() - 2, "a reply ends with its only empty line");
    for (const std::string_view line : fuzz::lines_of(reply))
        fuzz::demand(fuzz::is_printable(line), "a reply is printable");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Conversation conversation(make_gtp);
    for (const std::string_view line : fuzz::lines_of(fuzz::as_text(data, size))) {
        Command command = command_of(cleaned(line));
        if (reads_another_file(command)) continue;
        const auto [reply, goes_on] =
            command.name == "loadsgf"
                ? conversation.handle(command.id + " loadsgf " + command.arguments)
                : conversation.handle(line);
        fuzz::demand(goes_on == (command.name != "quit"), "quit ends it, and nothing else");
        if (command.id.empty() && command.name.empty()) {
            fuzz::demand(reply.empty(), "blank lines and comments have no reply");
        } else {
            check_reply(reply, command.id);
        }
        if (!goes_on) break;
    }
    return 0;
}
