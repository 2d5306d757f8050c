// The recorded sessions of the real server's own program, in tests/server/sessions.

#include "engine/base/text.h"
#include "engine/notation/formats/ggf.h"
#include "protocol/server/messages.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/server/talk.h"
#include "tests/protocol/temporary_file.h"

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
std::vector<std::string> records_in(const std::string& session, const std::string& user) {
    Talk talk({.user = user, .password = {}});
    talk.log_in();
    talk.hear_bytes(sent_in(session + ".log"));
    std::vector<std::string> records;
    for (const Keep& kept : talk.all<Keep>()) {
        const Game& game = kept.game;
        records.push_back(fmt::format("{}-{} {} {}", game.black_name, game.white_name,
                                      game.moves().size(),
                                      game.result ? to_ggf_result(*game.result) : "none"));
    }
    return records;
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

TEST_CASE("a client that hears a recorded session keeps the records that the server has") {
    struct Case {
        const char* session;
        std::vector<std::string> records;
    };
    const auto given = GENERATE(values<Case>({
        {"06-8w-rated-whole-game-alice", {"bob-alice 60 +12.00"}},
        {"08-8-undo-score-resign-unrated-alice",
         {"alice-bob 5 -64.00", "alice-bob 4 +4.00:s", "alice-bob 4 none", "alice-bob 4 none"}},
        {"09-rated-break-continue-alice", {}},
        {"11c-timeout-rated-alice", {"alice-bob 2 -64.00:t"}},
        // Of these two the server's archive has the results -18 and -12; the match's was -3.
        {"14-synchro-rated-whole-alice", {"alice-bob 44 -18.00", "bob-alice 45 -12.00"}},
        {"15-synchro-abort-break-resign-timeout-alice",
         {"alice-bob 5 none", "bob-alice 4 none", "alice-bob 5 none", "bob-alice 4 none",
          "alice-bob 5 -64.00:r", "bob-alice 4 +64.00:r", "bob-alice 0 -64.00:t",
          "alice-bob 0 -64.00:t", "alice-bob 5 none", "bob-alice 4 none", "alice-bob 5 -64.00:r",
          "bob-alice 4 +64.00:r", "bob-alice 0 -64.00:t", "alice-bob 0 -64.00:t"}},
        {"17-bells-vt100-client-bob", {"bob-alice 2 none", "bob-alice 1 none", "bob-alice 2 none"}},
        {"40-more-alice",
         {"alice-emilia 0 none", "alice-emilia 62 +2.00:t", "alice-emilia 3 -64.00:r",
          "emilia-alice 3 +64.00:r"}},
        {"41-td-alice",
         {"alice-emilia 58 -64.00", "emilia-alice 57 +64.00", "alice-emilia 10 none",
          "emilia-alice 10 none", "emilia-alice 63 +64.00", "alice-emilia 8 none"}},
        {"42-os-restart-alice", {}},
        {"53-synchro-one-finished-alice", {"emilia-alice 49 +64.00", "alice-emilia 66 -58.00"}},
    }));
    CAPTURE(given.session);
    CHECK(records_in(given.session, "alice") == given.records);
    for (const std::string& record : given.records) {
        if (record.find("emilia") == std::string::npos) continue;
        CHECK(records_in(given.session, "emilia") == given.records);
        break;
    }
}
