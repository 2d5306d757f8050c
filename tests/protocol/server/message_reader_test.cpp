#include "protocol/server/message_reader.h"
#include "tests/catch.h"

#include <algorithm>

using namespace emilia::ggs;

namespace {

struct Read {
    std::vector<std::string> heads;
    std::vector<std::size_t> body_sizes;
};

/// Feeds `bytes` in pieces of `size`.
Read read(std::string_view bytes, std::size_t size) {
    MessageReader reader;
    Read result;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(size, bytes.size()))) {
        for (const RawMessage& message : reader.take(bytes.substr(0, size))) {
            result.heads.push_back(message.head);
            result.body_sizes.push_back(message.body.size());
        }
    }
    return result;
}

} // namespace

TEST_CASE("messages are the same however the network cuts them") {
    const std::string bytes = ": Enter login (yours, or one you'd like to use).\r\n\r\nREADY\r\n"
                              "\n/os: update .5 8 K?\n|  1: f5\n|\nREADY\n/os: - .8 x\nREADY\n"
                              "READY\n\n: +ack:  tell /os open 1 => x\nREADY\n";
    const std::vector<std::string> heads{": Enter login (yours, or one you'd like to use).",
                                         "/os: update .5 8 K?", "/os: - .8 x",
                                         ": +ack:  tell /os open 1 => x"};
    for (std::size_t size = 1; size <= bytes.size(); ++size) {
        CAPTURE(size);
        const Read found = read(bytes, size);
        CHECK(found.heads == heads);
        CHECK(found.body_sizes == std::vector<std::size_t>{0, 2, 0, 0});
    }
}

TEST_CASE("a prompt is complete without a line end") {
    MessageReader reader;
    CHECK(reader.take(": Enter your passwo").empty());
    const auto messages = reader.take("rd.");
    REQUIRE(messages.size() == 1);
    CHECK(asks_for_password(messages[0].head));
    CHECK(reader.take("\nREADY\n").empty());
}

TEST_CASE("only the server's own sentences are prompts") {
    CHECK(asks_for_login(": Enter login (yours, or one you'd like to use)."));
    CHECK(asks_for_password(": Enter your password."));
    for (const char* line :
         {"", ":", "Enter your password.", "bob: Enter your password.",
          "/os: .5 A 1720 bob: Enter login.", ": Enter your password", ": Enter login"}) {
        CAPTURE(line);
        CHECK_FALSE(asks_for_login(line));
        CHECK_FALSE(asks_for_password(line));
    }
}

TEST_CASE("a message without its last line ends where the next one begins") {
    const Read found = read("/os: update .5 8\n|  1: f5\n/os: - .8\nREADY\n", 1000);
    CHECK(found.heads == std::vector<std::string>{"/os: update .5 8", "/os: - .8"});
    CHECK(found.body_sizes == std::vector<std::size_t>{1, 0});
}

TEST_CASE("a bar without a message before it is nothing") {
    CHECK(read("| 1 - - -\nREADY\n", 1000).heads.empty());
}

TEST_CASE("an endless line or message costs no memory") {
    MessageReader reader;
    for (int i = 0; i < 100; ++i) CHECK(reader.take(std::string(10'000, 'x')).empty());
    const auto line = reader.take("\nREADY\n");
    REQUIRE(line.size() == 1);
    CHECK(line[0].head.size() == MessageReader::longest_line);
    CHECK(reader.take("/os: x\n").empty());
    for (int i = 0; i < 10'000; ++i) CHECK(reader.take("| more\n").empty());
    const auto message = reader.take("READY\n");
    REQUIRE(message.size() == 1);
    CHECK(message[0].body.size() == MessageReader::most_lines);
}
