// The recorded sessions of the real server's own program, in tests/server/sessions.

#include "protocol/server/messages.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/server/talk.h"
#include "tests/protocol/temporary_file.h"

#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"

#include <filesystem>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace {

/// What the server has sent in a session, without the lines of its user and the remarks.
std::string sent_in(const std::string& file) {
    std::string bytes;
    const std::string text = contents(tests_path("server/sessions/" + file));
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
        const std::string line = text.substr(begin, end - begin);
        if (!line.starts_with(">>> ") && !line.starts_with("[[")) bytes += line;
        begin = end;
    }
    return bytes;
}

std::vector<std::string> all_sessions() {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(to_path(tests_path("server/sessions"))))
        files.push_back(entry.path().filename().string());
    std::sort(files.begin(), files.end());
    return files;
}

/// The records that a client of this name keeps when it hears a session.
std::vector<std::string> results_in(const std::string& file, const std::string& user) {
    Talk talk({.user = user});
    talk.log_in();
    talk.hear_bytes(sent_in(file));
    std::vector<std::string> results;
    for (const Keep& kept : talk.all<Keep>()) {
        const Game& game = kept.game;
        results.push_back(fmt::format("{}-{} {} {}", game.black_name, game.white_name,
                                      game.moves().size(),
                                      game.result ? to_ggf_result(*game.result) : "none"));
    }
    return results;
}

} // namespace

TEST_CASE("each line of the recorded sessions is understood or named as harmless") {
    const auto files = all_sessions();
    CHECK(files.size() > 40);
    for (const std::string& file : files) {
        MessageReader reader;
        bool greeted = false;
        for (const RawMessage& raw : reader.take(sent_in(file))) {
            greeted = greeted || raw.head == "(banner)";
            if (raw.head == "(banner)") continue;
            CAPTURE(file, raw.head);
            const auto message = parse_message(raw);
            REQUIRE(message);
            CHECK_FALSE(std::holds_alternative<Strange>(*message));
            if (const auto* const board = std::get_if<BoardMessage>(&*message))
                CHECK(board->strange.empty());
        }
    }
}

TEST_CASE("print") {
    for (const std::string& file : all_sessions()) {
        for (const char* user : {"alice", "emilia"})
        for (const std::string& result : results_in(file, user)) fmt::print("{} {}: {}\n", file, user, result);
    }
}
