#include "engine/base/files.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "engine/system/paths.h"
#include "protocol/play/play_session.h"
#include "protocol/play/saved_games.h"
#include "tests/catch.h"
#include "tests/protocol/play/quick_session.h"
#include "tests/protocol/temporary_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace emilia;
using namespace emilia::testing;

namespace {

using Kind = PlayMessage::Kind;

// After these moves black must pass; after these black wins all discs with c5.
constexpr const char* black_must_pass = "d3c3e6d2d1e1b2c1";
constexpr const char* before_wipe_out = "e6f4e3f6g5d6e7f5";

/// A game that others have played, as their tournament recorded it.
Game game_of_others(const std::string& moves) {
    Game game = parse_moves(moves).value();
    game.black_name = "Cerf";
    game.white_name = "Mimura";
    game.black_rating = "2100";
    game.white_rating = "2000";
    game.result = GameResult{.winner = Color::black, .margin = 64, .ending = Ending::resigned};
    return game;
}

} // namespace

TEST_CASE("the opponent answers each move until the game is over") {
    PlaySession session(quick());
    CHECK(has(session.take_messages(), Kind::note, "You play black against Emilia (level 1)."));
    while (!session.table().is_over()) {
        const Board& board = session.table().position().board;
        REQUIRE(session.table().is_persons_turn());
        const Square move = board.must_pass() ? Square::pass : first_square(board.legal_moves());
        session.execute({.verb = PlayVerb::move, .move = move});
        static_cast<void>(settle(session));
    }
    CHECK(session.status() == session.table().result_text());
    CHECK(has(say(session, "f5"), Kind::error, "the game is over; type new for another one"));
    CHECK(has(say(session, "hint"), Kind::error, "a hint is for your turn"));
    CHECK(has(say(session, "new"), Kind::note, "You play black"));
    CHECK(moves_in(session) == 0);
}

TEST_CASE("a player of the literature can be the opponent, from the start or later") {
    PlaySettings settings = quick();
    settings.opponent = {.level = {}, .player = "maximize-difference"};
    PlaySession session(std::move(settings));
    CHECK(has(say(session, "f5"), Kind::move, "Emilia plays "));
    CHECK(session.table().game().white_name == "Emilia as maximize-difference");
    CHECK(has(say(session, "player random"), Kind::note, "You play against Emilia as random."));
    CHECK(has(say(session, "player nobody"), Kind::error, "there is no player 'nobody'"));
    CHECK(session.opponent_name() == "Emilia as random");
    CHECK(has(say(session, "level 2"), Kind::note, "You play against Emilia (level 2)."));
}

TEST_CASE("a pass gets a message, and the opponent passes without help") {
    PlaySession session(quick(black_must_pass));
    CHECK(has(session.take_messages(), Kind::note, "You have no move: type pass."));
    CHECK(session.status() == "You have no move: pass");
    CHECK(has(say(session, "f5"), Kind::error, "; type pass"));
    CHECK(has(say(session, "pass"), Kind::move, "Emilia plays "));
    PlaySettings settings = quick(black_must_pass);
    settings.person = Color::white;
    PlaySession other(std::move(settings));
    CHECK(has(settle(other), Kind::move, "Emilia has no move and passes."));
    CHECK(other.table().is_persons_turn());
}

TEST_CASE("an illegal move is refused with the legal ones, and changes nothing") {
    PlaySession session(quick());
    CHECK(has(say(session, "a1"), Kind::error,
              "a1 is not a legal move for black; legal: d3 c4 f5 e6"));
    CHECK(has(say(session, "pass"), Kind::error, "black cannot pass, it has a move"));
    CHECK(has(say(session, "castle"), Kind::error, "'castle' is neither a move"));
    CHECK(say(session, "  ").empty());
    CHECK(moves_in(session) == 0);
}

TEST_CASE("undo takes back a move and its answer, and switch gives the other side") {
    PlaySession session(quick());
    CHECK(has(say(session, "undo"), Kind::error, "there is no move of yours to take back"));
    static_cast<void>(say(session, "f5"));
    CHECK(moves_in(session) == 2);
    CHECK(has(say(session, "undo"), Kind::note, "Taken back."));
    CHECK(moves_in(session) == 0);
    CHECK(has(say(session, "switch"), Kind::move, "Emilia plays "));
    CHECK(session.table().person() == Color::white);
    CHECK(session.table().game().black_name == "Emilia (level 1)");
}

TEST_CASE("redo gives back what undo took, with the opponent's answer") {
    PlaySession session(quick());
    CHECK(has(say(session, "redo"), Kind::error, "there is nothing that undo has taken back"));
    static_cast<void>(say(session, "f5"));
    const auto played = session.table().game().moves();
    static_cast<void>(say(session, "undo"));
    CHECK(has(say(session, "redo"), Kind::note, "Played again, up to "));
    CHECK(session.table().game().moves() == played);
}

TEST_CASE("a game says its opening when it reaches one, and beside its moves") {
    PlaySettings settings = quick("f5d6c3d3");
    PlaySession session(std::move(settings));
    CHECK(has(say(session, "c4"), Kind::note, "The opening is Tiger."));
    CHECK(has(say(session, "moves"), Kind::note, "The opening is "));
    PlaySession fresh(quick());
    CHECK_FALSE(has(say(fresh, "moves"), Kind::note, "The opening is "));
}

TEST_CASE("a move can be taken back while the opponent thinks") {
    PlaySettings settings = quick();
    settings.engine.level = 60;
    settings.opponent.level = 60;
    PlaySession session(std::move(settings));
    session.execute_line("f5");
    session.advance();
    CHECK(session.status() == "Emilia is thinking");
    session.execute_line("d6");
    CHECK(has(session.take_messages(), Kind::error, "it is not your turn"));
    session.execute_line("undo");
    CHECK_FALSE(session.is_busy());
    CHECK(session.table().is_persons_turn());
    CHECK(moves_in(session) == 0);
    session.execute_line("f5");
    session.advance();
    session.execute_line("quit");
    CHECK(session.has_quit());
    CHECK_FALSE(session.table().is_persons_turn());
}

TEST_CASE("hints and the evaluation are at full strength, whatever the opponent's level is") {
    PlaySettings settings = quick();
    settings.evaluation = true;
    PlaySession session(std::move(settings));
    static_cast<void>(settle(session));
    CHECK_FALSE(session.evaluation().empty());
    static_cast<void>(say(session, "eval off"));
    CHECK(session.evaluation().empty());
    CHECK(has(say(session, "hint"), Kind::note, "Best moves: "));
    PlaySession solved(quick(before_wipe_out));
    const auto hint = say(solved, "hint 1");
    CHECK(has(hint, Kind::note, "Best moves: c5 +64"));
    CHECK(has(hint, Kind::note, "Best line: c5"));
    static_cast<void>(say(solved, "eval on"));
    CHECK(solved.evaluation() == "black wins by 64 (exact)");
}

TEST_CASE("a comment says after a bad move what would have been better") {
    PlaySession session(quick(before_wipe_out));
    CHECK(has(say(session, "comment on"), Kind::note, "Comments are on."));
    const Board& board = session.table().position().board;
    const Square worse = first_square(board.legal_moves() & ~bit(Square::c5));
    session.execute({.verb = PlayVerb::move, .move = worse});
    CHECK(has(settle(session), Kind::note, "c5 would have kept "));
    static_cast<void>(say(session, "undo"));
    CHECK_FALSE(has(say(session, "c5"), Kind::note, "would have kept"));
}

TEST_CASE("a new game, undo or switch right after a move cancels its comment") {
    for (const PlayVerb verb : {PlayVerb::new_game, PlayVerb::undo, PlayVerb::switch_sides}) {
        PlaySession session(quick(before_wipe_out));
        static_cast<void>(say(session, "comment on"));
        const Board& board = session.table().position().board;
        const Square worse = first_square(board.legal_moves() & ~bit(Square::c5));
        session.execute({.verb = PlayVerb::move, .move = worse});
        session.execute({.verb = verb});
        CHECK_FALSE(has(settle(session), Kind::note, "would have kept"));
    }
}

TEST_CASE("the analysis of a game is a page with a line for each move") {
    PlaySession session(quick(before_wipe_out));
    CHECK(has(say(session, "c5"), Kind::note, "Black wins 64-0."));
    const auto messages = say(session, "analysis");
    CHECK(has(messages, Kind::page, "Player – Emilia (level 1), 64-0"));
    CHECK(has(messages, Kind::page, "  9  X  c5        +64"));
    PlaySession empty(quick());
    CHECK(has(say(empty, "analysis"), Kind::error, "there is no move to analyze yet"));
}

TEST_CASE("a finished game keeps its sides and names, until undo lets it go on") {
    PlaySettings timed = quick();
    timed.game.time = TimeControl{.seconds = 1e-9};
    PlaySession lost(std::move(timed));
    static_cast<void>(settle(lost));
    REQUIRE(lost.table().result_text() == "White wins on time.");
    CHECK(has(say(lost, "switch"), Kind::error, "the game is over; type new for another one"));
    CHECK(lost.table().person() == Color::black);
    CHECK(lost.table().game().black_name == "Player");

    PlaySession won(quick(before_wipe_out));
    static_cast<void>(say(won, "c5"));
    CHECK(has(say(won, "level 9"), Kind::note, "You play against Emilia (level 9)."));
    CHECK(won.table().game().white_name == "Emilia (level 1)");
    static_cast<void>(say(won, "undo"));
    CHECK(won.table().game().white_name == "Emilia (level 9)");
}

TEST_CASE("the end of a game is announced once, and again after an undo") {
    PlaySession session(quick(before_wipe_out));
    for (int ends = 0; ends < 2; ++ends) {
        CHECK(has(say(session, "c5"), Kind::note, "Black wins 64-0."));
        CHECK_FALSE(has(say(session, "level 2"), Kind::note, "Black wins"));
        CHECK(has(say(session, "undo"), Kind::note, "Taken back."));
    }
}

TEST_CASE("a finished game of others stays theirs, until undo lets it go on") {
    PlaySettings settings = quick();
    settings.game = game_of_others(std::string(before_wipe_out) + "c5");
    settings.date = "2026-11-25";
    PlaySession session(std::move(settings));
    CHECK(has(say(session, "analysis"), Kind::page, "Cerf – Mimura, 64-0, Fishhook\n"));
    Game record = session.table().record();
    CHECK(record.black_rating == "2100");
    CHECK(record.date.empty());
    static_cast<void>(say(session, "undo"));
    record = session.table().record();
    CHECK(record.black_name == "Player");
    CHECK(record.white_name == "Emilia (level 1)");
    CHECK(record.black_rating.empty());
    CHECK(record.white_rating.empty());
    CHECK(record.date == "2026-11-25");
    CHECK(record.event == "emilia play");
}

TEST_CASE(
    "an unfinished game of others that goes on has neither their ratings nor its old result") {
    const TemporaryFolder folder;
    PlaySettings settings = quick();
    settings.game = game_of_others("f5d6");
    settings.folder = to_path(folder.path());
    PlaySession session(std::move(settings));
    static_cast<void>(say(session, "c3"));
    const auto kept = parse_ggf(read_file(folder.file("unfinished-1.ggf")).value());
    REQUIRE(kept);
    CHECK(kept->black_name == "Player");
    CHECK(kept->black_rating.empty());
    CHECK_FALSE(kept->result);
}

TEST_CASE("an unfinished game is kept after each move, and goes on with the same opponent") {
    const TemporaryFolder folder;
    const auto settings = [&folder] {
        PlaySettings result = quick();
        result.folder = to_path(folder.path());
        return result;
    };
    {
        PlaySession session(settings());
        CHECK(session.farewell().empty());
        static_cast<void>(say(session, "switch"));
        CHECK(session.farewell().empty()); // Emilia's move alone is nothing to keep
        static_cast<void>(say(session, "level 2"));
        const Square move = first_square(session.table().position().board.legal_moves());
        session.execute({.verb = PlayVerb::move, .move = move});
        static_cast<void>(settle(session));
        CHECK(session.farewell().find("unfinished-1.ggf") != std::string::npos);
    }
    PlaySession session(settings());
    CHECK(has(session.take_messages(), Kind::note, "A game with 3 moves is not finished"));
    CHECK(has(say(session, "resume"), Kind::note, "You play white against Emilia (level 2)."));
    CHECK(moves_in(session) == 3);
    CHECK(has(say(session, "resume"), Kind::error, "there is no unfinished game to go on with"));
}

TEST_CASE("a game that has ended is no longer kept") {
    const TemporaryFolder folder;
    PlaySettings settings = quick(before_wipe_out);
    settings.folder = to_path(folder.path());
    PlaySession session(settings);
    static_cast<void>(say(session, "c5"));
    CHECK(session.farewell().empty());
    settings.resume = true;
    CHECK_THROWS_WITH(PlaySession(settings), "there is no unfinished game to go on with");
}

TEST_CASE("a game that is lost on time is no longer kept") {
    const TemporaryFolder folder;
    PlaySettings settings = quick();
    settings.folder = to_path(folder.path());
    {
        PlaySession unfinished(settings);
        static_cast<void>(say(unfinished, "f5"));
    }
    settings.resume = settings.clock_chosen = true;
    settings.game.time = TimeControl{.seconds = 1e-9};
    PlaySession session(settings);
    CHECK_FALSE(session.farewell().empty());
    CHECK(has(settle(session), Kind::note, "White wins on time."));
    CHECK(session.farewell().empty());
}

TEST_CASE("a game that can't be kept goes on, with one message about it") {
    const TemporaryFolder folder;
    std::ofstream(folder.file("file")) << "no folder";
    PlaySettings settings = quick();
    settings.folder = to_path(folder.file("file"));
    PlaySession session(std::move(settings));
    CHECK(has(say(session, "f5"), Kind::note, "The unfinished game is not kept: cannot make"));
    const Square move = first_square(session.table().position().board.legal_moves());
    session.execute({.verb = PlayVerb::move, .move = move});
    CHECK_FALSE(has(settle(session), Kind::note, "not kept"));
}

TEST_CASE("a saved game is loaded with its sides, and saved again under its own name only") {
    const TemporaryFolder folder;
    PlaySession session(quick());
    static_cast<void>(say(session, "f5"));
    const std::string file = folder.file("game.ggf");
    CHECK(has(say(session, "save " + file), Kind::note, "Saved as"));
    static_cast<void>(say(session, "undo"));
    CHECK(has(say(session, "save " + file), Kind::note, "Saved as"));
    static_cast<void>(say(session, "new"));
    CHECK(has(say(session, "save " + file), Kind::error, "exists already"));
    static_cast<void>(say(session, "f5"));
    CHECK(has(say(session, "save " + folder.file("other.sgf")), Kind::note, "Saved as"));
    static_cast<void>(say(session, "switch"));
    static_cast<void>(say(session, "player random"));
    CHECK(has(say(session, "load " + folder.file("other.sgf")), Kind::note,
              "You play black against Emilia (level 1)."));
    CHECK(moves_in(session) == 2);
    CHECK(has(say(session, "load " + folder.file("none.ggf")), Kind::error, "No such file"));
    CHECK(moves_in(session) == 2);
}

TEST_CASE("a game is loaded while the opponent thinks, whoever it is") {
    const TemporaryFolder folder;
    const std::string file = folder.file("other.ggf");
    for (const char* player : {"student-final", "mobility", ""}) {
        CAPTURE(player);
        PlaySettings settings = quick();
        settings.opponent = {.level = {}, .player = player};
        settings.player.plies = 60; // it would never end
        settings.engine.level.reset();
        settings.engine.nodes = 1'000'000'000;
        PlaySession session(std::move(settings));
        session.execute_line("save " + file);
        session.execute_line("f5");
        session.advance();
        session.wait(std::chrono::milliseconds(10)); // the search has begun
        REQUIRE(session.is_busy());
        session.execute_line("load " + file);
        CHECK(moves_in(session) == 0);
        CHECK(has(settle(session), Kind::note, "You play black against Emilia"));
        REQUIRE(std::filesystem::remove(file));
    }
}

TEST_CASE("side and opponent of the command line count before those of the game it begins with") {
    PlaySettings settings = quick("f5d6");
    settings.game.black_name = "Player";
    settings.game.white_name = "Emilia (level 2)";
    PlaySession same(settings);
    CHECK(has(same.take_messages(), Kind::note, "You play black against Emilia (level 2)."));
    settings.person = Color::white;
    settings.person_chosen = settings.opponent_chosen = true;
    PlaySession other(settings);
    CHECK(has(other.take_messages(), Kind::note, "You play white against Emilia (level 1)."));
}

TEST_CASE("another level comes without the limits of the command line, which return with it") {
    PlaySettings settings = quick();
    settings.engine.level = settings.opponent.level = 7; // without deliberate errors
    settings.engine.depth = 1;
    PlaySession session(settings);
    const auto evaluation_after = [&session](const std::string& line) {
        static_cast<void>(say(session, "new"));
        static_cast<void>(say(session, line));
        static_cast<void>(say(session, "f5"));
        return session.table().game().moves().back().evaluation;
    };
    const auto shallow = evaluation_after("board");
    CHECK(evaluation_after("level 6") != shallow);
    CHECK(evaluation_after("level 7") == shallow);
}

TEST_CASE("the limits of the command line are for its player, not for that of a loaded game") {
    const TemporaryFolder folder;
    const std::string file = folder.file("game.ggf");
    Game game;
    game.black_name = "Player";
    game.white_name = "Emilia as student-frontiers";
    REQUIRE(save_game(game, file, false));
    const auto answer = [&file](const char* player, bool limited) {
        PlaySettings settings = quick();
        settings.opponent = {.level = {}, .player = player};
        if (limited) settings.player.plies = 2;
        PlaySession session(std::move(settings));
        static_cast<void>(say(session, "load " + file));
        static_cast<void>(say(session, "f5"));
        return session.table().game().moves().back().move;
    };
    const Square usual = answer("student-frontiers", false);
    REQUIRE(answer("student-frontiers", true) != usual);
    CHECK(answer("weighted-squares", true) == usual);
}

TEST_CASE("a game against an opponent without a level goes on against the present one") {
    PlaySettings settings = quick("f5d6");
    settings.game.black_name = "Player";
    settings.game.white_name = "Emilia";
    PlaySession leveled(settings);
    CHECK(has(leveled.take_messages(), Kind::note, "You play black against Emilia (level 1)."));
    CHECK(leveled.table().game().white_name == "Emilia (level 1)");
    settings.opponent = {.level = {}, .player = "random"};
    PlaySession random(settings);
    CHECK(has(random.take_messages(), Kind::note, "You play black against Emilia as random."));
    settings.engine.level.reset();
    settings.engine.depth = 1;
    settings.opponent = {};
    PlaySession limited(settings);
    CHECK(has(limited.take_messages(), Kind::note, "You play black against Emilia."));
}
