#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/dialects/transcript.h"

#include <algorithm>

using namespace emilia;
using namespace emilia::testing;

namespace {

std::vector<std::filesystem::path> transcript_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(testing::transcripts_path())) {
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string departure_from(Referee::Dialect dialect, std::string_view text) {
    return testing::departure_from(parse_transcript(text, dialect));
}

} // namespace

TEST_CASE("the program follows the transcripts") {
    const auto files = transcript_files();
    REQUIRE(files.size() > 10);
    for (const auto& file : files) {
        DYNAMIC_SECTION(file.stem().string()) {
            CHECK(testing::departure_from(read_transcript(file)) == std::string());
        }
    }
}

TEST_CASE("a difference from the transcript is found") {
    using Dialect = Referee::Dialect;
    struct Case {
        const char* what;
        Dialect dialect;
        const char* text;
        bool as_written;
    };
    const auto [what, dialect, text,
                as_written] = GENERATE(table<const char*, Dialect, const char*, bool>({
        {"nothing wrong", Dialect::gtp, "> name\n< = Emilia\n<\n", true},
        {"another word", Dialect::gtp, "> name\n< = Edax\n<\n", false},
        {"a line too few expected", Dialect::gtp, "> name\n< = Emilia\n", false},
        {"a line too many expected", Dialect::gtp, "> name\n.\n< = Emilia\n<\n<\n", false},
        {"not a number", Dialect::gtp, "> name\n< = {n}\n<\n", false},
        {"a number", Dialect::gtp, "> protocol_version\n< = {n}\n<\n", true},
        {"a placeholder for a part", Dialect::gtp, "> version\n< = {n}\n<\n", false},
        {"a full stop for any character", Dialect::gtp, "> name\n< = E.ilia\n<\n", false},
        {"no move", Dialect::gtp, "> version\n< = {move}\n<\n", false},
        {"repeated lines that may come", Dialect::gtp, "> name\n* = {n}\n< = Emilia\n<\n", true},
        {"repeated lines that come", Dialect::nboard,
         "> set depth 3\n> ping 1\n< pong 1\n> hint 1\n* search {variation} {score} 0 {n}\n"
         "* nodestats {n} {seconds}\n* status Emilia is analyzing\n< status\n",
         true},
        {"not that many kinds of repeated lines", Dialect::nboard,
         "> set depth 3\n> ping 1\n< pong 1\n> hint 1\n* search {variation} {score} 0 {n}\n"
         "* status Emilia is analyzing\n< status\n",
         false},
        {"an exit status", Dialect::gtp, "! --protocol morse\n> name\n", false},
        {"an illegal move in the variation", Dialect::nboard, "> nboard 2\n< set {pv} Emilia\n",
         false},
    }));
    CAPTURE(what);
    CHECK((departure_from(dialect, text) == "") == as_written);
}

TEST_CASE("a text that is no transcript is refused") {
    const auto* const text = GENERATE("", "# nothing\n", "> name\n= Emilia\n", ">name\n");
    CAPTURE(text);
    CHECK_THROWS_AS(parse_transcript(text, Referee::Dialect::gtp), std::runtime_error);
}

TEST_CASE("the referee follows the game and knows which moves are legal") {
    const auto gtp = Referee::make(Referee::Dialect::gtp);
    gtp->sent("1 play black d3 # a comment");
    CHECK(gtp->accepts_move("d3"));
    CHECK_FALSE(gtp->accepts_move("D3"));
    CHECK_FALSE(gtp->accepts_move("pass"));
    CHECK_FALSE(gtp->received("=1"));
    CHECK_FALSE(gtp->received(""));
    CHECK_FALSE(gtp->accepts_move("d3"));
    CHECK(gtp->accepts_variation("c3c4"));
    CHECK_FALSE(gtp->accepts_variation("c3c3"));
    CHECK_FALSE(gtp->accepts_variation(""));

    gtp->sent("play white a1");
    CHECK_FALSE(gtp->received("? illegal move"));
    CHECK_FALSE(gtp->received(""));
    gtp->sent("play white a1");
    CHECK(gtp->received("="));

    const auto nboard = Referee::make(Referee::Dialect::nboard);
    nboard->sent("set game (;GM[Othello]PC[x]TY[8]BO[8 ---------------------------O*------*O------"
                 "--------------------- *]B[F5];)");
    CHECK(nboard->accepts_move("f6"));
    nboard->sent("move F6/0.5/1.0");
    CHECK(nboard->accepts_variation("E6f4"));
    CHECK_FALSE(nboard->accepts_variation("E6-f4"));
    CHECK_FALSE(nboard->accepts_move("f6"));

    // Black must pass, which counts as a move.
    nboard->sent("set game (;GM[Othello]PC[x]TY[8]BO[8 *-O------O------OO**-------**------***-----"
                 "--------------------- *];)");
    CHECK(nboard->accepts_move("PA"));
    CHECK_FALSE(nboard->accepts_move("pass"));
    CHECK(nboard->accepts_variation("PAE3"));
    CHECK_FALSE(nboard->accepts_variation("E3"));
}
