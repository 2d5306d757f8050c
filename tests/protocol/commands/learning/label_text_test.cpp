#include "engine/learn/position_file.h"
#include "engine/notation/position.h"
#include "tests/catch.h"
#include "tests/locations.h"
#include "tests/protocol/commands/program.h"
#include "tests/protocol/temporary_file.h"
#include "tests/snapshots.h"

#include <map>

#include <fmt/format.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

const std::string board = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--";
// Black has no move, white has.
const std::string passed = "OX------" + std::string(54, '-') + "XO";

using Games = std::map<std::uint32_t, std::vector<LabelledPosition>>;

Games games_of(const std::string& path) {
    Games games;
    CHECK(read_positions(path, [&games](std::uint32_t game, auto positions) {
        games[game].assign(positions.begin(), positions.end());
    }));
    return games;
}

Finished label(Words words) {
    words.insert(words.begin(), {"label", "--threads", "1", "--hash", "4"});
    return run_program(words);
}

} // namespace

TEST_CASE("label --scores takes OBF, CSV and lines of JSON") {
    const TemporaryFile obf("% a comment\n" + board + " X; H1:+12; G8:+18;\n");
    const TemporaryFile csv("\xEF\xBB\xBF" + board + " X,18\r\n" + board + " O,-3.25\n" + passed
                            + " X,5\n");
    const TemporaryFile named("id,board,player,score,certainty,distance,game\n1," + board
                              + ",X,18,exact,0,7\n2," + board + ",X,1.5,63%,3,7\n");
    const TemporaryFile lines(
        fmt::format(R"({{"board":"{0}","player":"X","score":18,"certainty":"exact"}})"
                    "\n"
                    R"({{"board":"{0} X","score":-0.07,"move":null}})"
                    "\n",
                    board));
    const TemporaryFolder folder;
    const auto added = [&folder](const TemporaryFile& text) {
        const std::string path = folder.file("positions");
        write(path, "");
        const Finished run = label({"--scores", text.path(), "--output", path});
        CHECK(run.status == 0);
        CHECK(run.errors.empty());
        return games_of(path);
    };
    const Board black = parse_position(board + " X")->board;
    const LabelledPosition exact{black, Score::from_discs(18), LabelSource::exact, 0};
    CHECK(added(obf) == Games{{0, {exact}}});
    const Board after_pass = parse_position(passed + " O")->board;
    CHECK(
        added(csv)
        == Games{{0,
                  {{black, Score::from_discs(18), LabelSource::search, 0},
                   {{black.opponent, black.player}, Score::nearest(-3.25), LabelSource::search, 0},
                   {after_pass, Score::from_discs(-5), LabelSource::search, 0}}}});
    CHECK(added(named)
          == Games{{7, {exact, {black, Score::nearest(1.5), LabelSource::search, 3}}}});
    CHECK(added(lines)
          == Games{{0, {exact, {black, Score::nearest(-0.07), LabelSource::search, 0}}}});
}

TEST_CASE("what label --list prints, label --scores reads again unchanged") {
    const TemporaryFolder folder;
    const std::string labelled = folder.file("labelled");
    REQUIRE(label({"--wthor", testing::data_path("wthor"), "--exact-at", "6", "--output", labelled})
                .status
            == 0);
    const Games games = games_of(labelled);
    CHECK(games.size() == 8);
    for (const Words& form : {Words{}, Words{"--csv"}}) {
        Words words{"--list", labelled};
        words.insert(words.end(), form.begin(), form.end());
        const Finished listed = label(words);
        CHECK(listed.status == 0);
        const std::string text = folder.file("text");
        write(text, listed.output);
        const std::string again = folder.file("again" + std::to_string(form.size()));
        CHECK(label({"--scores", text, "--output", again}).status == 0);
        CHECK(games_of(again) == games);
        // A second time nothing is added.
        CHECK(label({"--scores", text, "--output", again}).output.starts_with("0 positions added"));
        CHECK(games_of(again) == games);
    }
}

TEST_CASE("the results of solve --output are labels") {
    const TemporaryFolder folder;
    const std::string results = folder.file("results");
    REQUIRE(run_program({"solve", testing::data_path("ffo/fforum-1-19.obf"), "--hash", "4",
                         "--output", results})
                .status
            == 0);
    const std::string path = folder.file("positions");
    CHECK(label({"--scores", results, "--output", path}).output.starts_with("19 positions added"));
    const auto games = games_of(path);
    for (const LabelledPosition& position : games.at(0))
        CHECK(position.source == LabelSource::exact);
}

TEST_CASE("label --scores names the lines that it can't read, and takes the others") {
    const TemporaryFile text("rubbish\n" + board + " X\n" + board + " X,65\n" + board + " X,many\n"
                             + board + " X,nan\n{\"board\":\n{\"score\":3}\n[]\n"
                             + std::string(64, 'X') + " O,-64\n" + board + " X,2\n");
    const TemporaryFolder folder;
    const std::string path = folder.file("positions");
    const Finished run = label({"--scores", text.path(), "--output", path});
    CHECK(run.status == 1);
    CHECK(run.output.starts_with("1 position added"));
    const Words errors = split_lines(run.errors);
    REQUIRE(errors.size() == 9);
    for (std::size_t at = 0; at < errors.size(); ++at)
        CHECK(errors[at].starts_with(fmt::format("emilia: {}:{}: ", text.path(), at + 1)));
    CHECK(label({"--scores", folder.file("none"), "--output", path}).status == 1);
    CHECK(label({"--scores", text.path(), "--output", text.path()}).status == 2);
    CHECK(label({"--list", text.path()}).status == 1);
}

TEST_CASE("label --game labels the games of other files, also from a position of their own") {
    const TemporaryFolder folder;
    const std::string moves = folder.file("moves");
    const std::string base = testing::data_path("wthor/WTH_1978.wtb");
    write(moves, run_program({"convert", base, "--to", "moves"}).output);
    const std::string of_base = folder.file("base.pos");
    const std::string of_moves = folder.file("moves.pos");
    const Words exact{"--exact-at", "8", "--output"};
    const auto run = [&exact](Words words, const std::string& output) {
        words.insert(words.end(), exact.begin(), exact.end());
        words.push_back(output);
        return label(words);
    };
    CHECK(run({"--game", moves}, of_moves).output.starts_with("8 games, "));
    CHECK(run({"--wthor", base}, of_base).status == 0);
    const Games games = games_of(of_moves);
    CHECK(games.begin()->first == 1);
    CHECK(games.rbegin()->first == 8);
    // Only the base knows the score at 24 empty squares; the solved positions are the same.
    CHECK(games.at(1).back() == games_of(of_base).begin()->second.back());
    CHECK(run({"--game", moves}, of_moves).output.starts_with("there already: 8 of 8 games"));

    const std::string ggf = folder.file("games.ggf");
    write(ggf, "(;GM[Othello]PB[a]PW[b]TY[8]BO[8 " + board + " *]B[g8];)\nrubbish\n");
    const std::string of_ggf = folder.file("ggf.pos");
    const Finished set_up = label({"--game", ggf, "--exact-at", "14", "--output", of_ggf});
    CHECK(set_up.status == 0);
    CHECK(games_of(of_ggf).at(1).front().score == Score::from_discs(18));

    std::string turned;
    for (const std::string& line : split_lines(contents(moves))) turned.insert(0, line + '\n');
    write(moves, turned);
    CHECK(contains(run({"--game", moves}, of_moves).errors, "holds another game as number 1"));
}

TEST_CASE("label takes one kind of input") {
    const std::vector<Words> wrong = {
        {"label", "--output", "x"},
        {"label", "--wthor", "a", "--game", "b", "--output", "x"},
        {"label", "--scores", "a", "--part", "1/2", "--output", "x"},
        {"label", "--list", "a", "--output", "x"},
        {"label", "--game", "a", "--years", "1999", "--output", "x"},
        {"label", "--game", "a", "--csv", "--output", "x"},
    };
    check_snapshot("messages", "label's inputs", refusals(wrong, 2));
}
