#include "protocol/dialects/session.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <chrono>
#include <list>
#include <sstream>
#include <string>
#include <utility>

using namespace emilia;

namespace {

SessionSettings small_session() {
    SessionSettings settings;
    settings.engine.hash_megabytes = 1;
    settings.engine.depth = 1;
    return settings;
}

/// Returns all replies to `commands`. The inputs live on, because threads read them.
std::string replies(SessionSettings settings, const char* commands) {
    static std::list<std::istringstream> inputs;
    std::ostringstream output;
    converse(std::move(settings), inputs.emplace_back(commands), output);
    return output.str();
}

} // namespace

TEST_CASE("a session with default settings recognises the dialect and plays without a book") {
    CHECK(replies(small_session(), "nboard 2\nping 1\n") == "set myname Emilia\nstatus\npong 1\n");
    CHECK(replies(small_session(), "1 name\nquit\nname\n") == "=1 Emilia\n\n=\n\n");
    CHECK(replies(small_session(), "nboard 2\nmove f5\nlearn\n")
              .find("learned\nstatus Not learned: no book is in use")
          != std::string::npos);
}

TEST_CASE("an analysis without a limit ends a while after it began if the input has ended") {
    SessionSettings settings = small_session();
    CHECK(settings.seconds_after_end_of_input == 3);
    settings.seconds_after_end_of_input = 0.3;
    settings.engine.depth.reset();
    const auto start = std::chrono::steady_clock::now();
    const std::string output = replies(std::move(settings), "name\nemilia-analyze 1\n");
    CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(300));
    CHECK(output.find("info move ") != std::string::npos);
    CHECK(output.ends_with("\n\n"));
}

TEST_CASE("NBoard shows what is wrong with the settings of a session, again after each request") {
    SessionSettings settings = small_session();
    settings.note = "playing without a book: cannot read '/a/long/path/x.book': it is a folder";
    const std::string note =
        "status playing without a book: cannot read: it is a folder: '/a/long/path/x.book'\n";
    const std::string output =
        replies(std::move(settings), "nboard 2\nping 1\nhint 1\nping 2\ngo\nanalyze\n");
    CHECK(output.starts_with("set myname Emilia\n" + note + "pong 1\n"));
    std::size_t shown = 0;
    for (std::size_t at = output.find(note); at != std::string::npos;
         at = output.find(note, at + 1))
        ++shown;
    CHECK(shown == 4);
    CHECK(output.ends_with(note));
}

TEST_CASE("a session that can't start has not begun to read its input") {
    bool started = false;
    const auto note_start = [&started] { started = true; };
    std::istringstream input("nboard 2\n");
    std::ostringstream output;
    SessionSettings settings = small_session();
    settings.log_file = "/no/such/folder/log";
    CHECK_THROWS_AS(converse(std::move(settings), input, output, note_start), std::runtime_error);
    CHECK_FALSE(started);
    CHECK(input.tellg() == 0);
    CHECK(output.str().empty());
    converse(small_session(), input, output, note_start);
    CHECK(started);
}

TEST_CASE("the settings of a session fix its dialect and the name that clients see") {
    SessionSettings settings = small_session();
    settings.dialect = &dialects().back();
    settings.player_name = "nobody";
    CHECK(replies(std::move(settings), "ping 1\nname\n")
          == "? unknown command\n\n= Emilia-nobody\n\n");
}

TEST_CASE("a log that ends within a line goes on with a new line, and any other where it ends") {
    const std::string torn = "2026-11-01 12:00:00.000 < the best 3 moves until yo";
    for (const std::string& before : {torn, torn + '\n', std::string()}) {
        const testing::TemporaryFile log(before);
        SessionSettings settings = small_session();
        settings.log_file = log.path();
        CHECK(replies(std::move(settings), "name\nquit\n") == "= Emilia\n\n=\n\n");
        const std::string text = log.text();
        const bool adds_line_end = before == torn;
        REQUIRE(text.starts_with(before + (adds_line_end ? "\n20" : "20")));
    }
}

TEST_CASE("a log shows control characters and broken UTF-8 of the client's lines escaped") {
    const testing::TemporaryFile log("");
    SessionSettings settings = small_session();
    settings.log_file = log.path();
    CHECK(replies(std::move(settings), "name \x1b[2J J\xf6rg J\xc3\xb6rg\nquit\n")
          == "= Emilia\n\n=\n\n");
    CHECK(log.text().find(" > name \\x1b[2J J\\xf6rg J\xc3\xb6rg\n") != std::string::npos);
}
