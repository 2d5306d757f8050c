// The check of a book's moves, `emilia book check --sample`.

#include "book/book_file.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/pattern.h"
#include "tests/protocol/commands/book/book_program.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace emilia;
using namespace emilia::testing;

namespace {

using nlohmann::json;

/// A folder with a small book that plays some moves.
struct PlayedBook : TemporaryFolder {
    PlayedBook() {
        REQUIRE(book({"build", "--book", path(), "--positions", "90", "--depth", "2", "--hash", "1",
                      "--threads", "1", "--wthor", testing::data_path("wthor/WTH_1978.wtb"),
                      "--played", "3"})
                    .status
                == 0);
    }
    [[nodiscard]] std::string path() const { return file("played.book"); }

    /// Checks its moves, however much they lose.
    [[nodiscard]] Finished check(const Words& more) const {
        Words words{"check", "--book", path(), "--sample", "20", "--loss", "64", "--hash", "1"};
        words.insert(words.end(), more.begin(), more.end());
        return book(words);
    }
};

} // namespace

TEST_CASE("a check into a file continues after any cut, with the same verdicts") {
    const PlayedBook played;
    const std::string scores = played.file("scores.jsonl");
    const Finished whole = played.check({"--output", scores});
    CHECK(whole.status == 0);
    CHECK(contains(whole.output, " moves in 20 positions: "));
    CHECK(played.check({"--threads", "1"}).output == whole.output);
    CHECK(played.check({"--threads", "3"}).output == whole.output);
    const std::string text = contents(scores);
    REQUIRE(split_lines(text).size() == 20);
    const std::size_t last = text.rfind('\n', text.size() - 2) + 1;
    for (const std::size_t size : {std::size_t{0}, text.size() - 30, last + 1, last + 20, last}) {
        CAPTURE(size);
        write(scores, text.substr(0, size));
        const Finished again = played.check({"--output", scores});
        CHECK(again.status == 0);
        CHECK(again.errors.empty());
        CHECK(again.output == whole.output);
        CHECK(split_lines(contents(scores)).size() == 20);
    }
}

TEST_CASE("a check takes the scores of its file instead of searching") {
    const PlayedBook played;
    const std::string scores = played.file("scores.jsonl");
    REQUIRE(played.check({"--output", scores}).status == 0);
    std::string changed;
    for (const std::string& line : split_lines(contents(scores))) {
        json record = json::parse(line);
        for (auto& score : record["moves"]) score = 60.5;
        record["moves"]["a1"] = 63;
        record["best"] = "a1";
        // The format stands first.
        changed += R"({"format":1,)" + record.dump().substr(1) + "\n";
    }
    write(scores, changed);
    const Finished run = played.check({"--output", scores});
    CHECK(contains(run.output, ": 0.0 % are best by the deeper search; they lose 2.500 discs\n"));
    const Pattern loss("after [a-h1-8]+: [a-h][1-8] loses 2.50; by the search it is worth "
                       "\\+60.50, and [ah][18] \\+63.00; the book says [+-][0-9.]+\n");
    CHECK(has_match(run.output, loss));
    CHECK(contents(scores) == changed);
}

TEST_CASE("scores that the file has of other moves than the check's change no verdict") {
    const PlayedBook played;
    const std::string scores = played.file("scores.jsonl");
    const Finished whole = played.check({"--output", scores});
    std::string changed;
    for (const std::string& line : split_lines(contents(scores))) {
        json record = json::parse(line);
        record["moves"]["a1"] = 63;
        changed += R"({"format":1,)" + record.dump().substr(1) + "\n";
    }
    write(scores, changed);
    CHECK(played.check({"--output", scores}).output == whole.output);
    CHECK(contents(scores) == changed);
}

TEST_CASE("other depths, moves and weights are searched anew and added") {
    const PlayedBook played;
    const std::string scores = played.file("scores.jsonl");
    const std::string weights = played.file("simple.weights");
    REQUIRE(run_command("train", {"--initial", "--output", weights}).status == 0);
    std::size_t before = 0;
    for (const Words& more : {Words{}, Words{"--deeper", "3"}, Words{"--weights", weights},
                              Words{"--book-cost", "600"}}) {
        CAPTURE(more);
        Words with_file = more;
        with_file.insert(with_file.end(), {"--output", scores});
        const Finished run = played.check(with_file);
        CHECK(run.status == 0);
        CHECK(run.output == played.check(more).output);
        const std::size_t lines = split_lines(contents(scores)).size();
        CHECK(lines > before);
        before = lines;
    }
    // The file has the scores of more moves now, which belong to another --book-cost.
    const std::string all = contents(scores);
    CHECK(played.check({"--output", scores}).output == played.check({}).output);
    CHECK(contents(scores) == all);
}

TEST_CASE("a file of anything else is refused as it is, and so is a file that the check reads") {
    const PlayedBook played;
    const std::string scores = played.file("scores.jsonl");
    REQUIRE(played.check({"--output", scores}).status == 0);
    const std::string record = split_lines(contents(scores)).front() + "\n";
    const std::string board = to_string(Position{Board::start(), Color::black});
    for (const std::string& text :
         {std::string("f5d6\n"), std::string("{\"format\":1,\"book_position\":\"x\"}\n"),
          std::string("{\"format\":1,\"board\":\"-"), "x\n" + record, record + "x\n",
          // Complete, but of another kind; scores of no game; a move on no square; no best move;
          // no score of the best move; too deep.
          std::string(R"({"format":1,"book_position":"notes","text":"mine"})"),
          R"({"format":1,"book_position":")" + board + R"(","depth":2,"confidence":63,)"
              + R"("best":"f5","moves":{"f5":65},"settings":{}})" + "\n",
          R"({"format":1,"book_position":")" + board + R"(","depth":2,"confidence":63,)"
              + R"("best":"f5","moves":{"f5":6,"f9":6},"settings":{}})" + "\n",
          R"({"format":1,"book_position":")" + board + R"(","depth":2,"confidence":63,)"
              + R"("moves":{"f5":6},"settings":{}})" + "\n",
          R"({"format":1,"book_position":")" + board + R"(","depth":2,"confidence":63,)"
              + R"("best":"d3","moves":{"f5":6},"settings":{}})" + "\n",
          R"({"format":1,"book_position":)" + std::string(200'000, '[') + std::string(200'000, ']')
              + "}\n"}) {
        CAPTURE(text);
        write(scores, text);
        const Finished run = played.check({"--output", scores});
        CHECK(run.status == 1);
        CHECK(contains(run.errors, "is not a position's scores, so nothing was changed; choose "
                                   "another file for --output\n"));
        CHECK(contents(scores) == text);
    }
    CHECK(contains(book({"check", "--book", played.path(), "--output", scores}).errors,
                   "--output needs --sample"));
    const std::string before = contents(played.path());
    const Finished run = played.check({"--output", played.path()});
    CHECK(run.status == 2);
    CHECK(contains(run.errors, "cannot be both input and output"));
    CHECK(contents(played.path()) == before);
}

TEST_CASE("a check plans the searches behind bad moves, and their answers go into the book") {
    const PlayedBook played;
    const std::string round = played.file("round.txt");
    const std::string answers = played.file("answers.txt");
    const Words planning{"check", "--book", played.path(), "--sample", "90", "--loss",
                         "0.5",   "--hash", "1",           "--plan",   round};
    CHECK(book(planning).status == 1);
    const std::vector<std::string> first = split_lines(contents(round));
    CHECK(first.size() > 5);
    // The book was searched 2 plies deep, and up to 4 where a choice was in doubt.
    const Pattern deepen(".* X deepen [6-8]@93% .*");
    for (const std::string& line : first) CHECK(matches(line, deepen));
    CHECK(std::set(first.begin(), first.end()).size() == first.size());

    REQUIRE(book({"search", round, "--output", answers, "--hash", "1"}).status == 0);
    REQUIRE(book({"take-in", answers, "--book", played.path()}).status == 0);
    CHECK(book({"check", "--book", played.path()}).status == 0);
    book(planning);
    for (const std::string& line : split_lines(contents(round))) {
        CAPTURE(line);
        CHECK(std::count(first.begin(), first.end(), line) == 0);
    }
}

TEST_CASE("a check plans nothing where no move loses too much, and no plan replaces its input") {
    const PlayedBook played;
    const std::string round = played.file("round.txt");
    CHECK(played.check({"--plan", round}).status == 0);
    CHECK(contents(round).empty());
    const std::string before = contents(played.path());
    CHECK(contains(played.check({"--plan", played.path()}).errors,
                   "cannot be both input and output"));
    CHECK(contents(played.path()) == before);
    CHECK(contains(played.check({"--plan", round, "--output", round}).errors,
                   "cannot be both input and output"));
    CHECK(contains(played.check({"--plan", played.file("no/folder")}).errors, "no/folder"));
    CHECK(contains(book({"check", "--book", played.path(), "--plan", round}).errors,
                   "--plan needs --sample"));
}
