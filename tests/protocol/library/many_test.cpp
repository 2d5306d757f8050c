#include "tests/protocol/library/library_objects.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace emilia::testing;

namespace {

struct Boards {
    std::vector<std::uint64_t> players;
    std::vector<std::uint64_t> opponents;

    void add(const emilia_position* position) {
        players.push_back(emilia_position_player(position));
        opponents.push_back(emilia_position_opponent(position));
    }
    [[nodiscard]] PositionPointer operator[](std::size_t index) const {
        emilia_position* position = nullptr;
        REQUIRE(emilia_position_new_board(players[index], opponents[index], EMILIA_BLACK, &position)
                == EMILIA_OK);
        return PositionPointer(position);
    }
    [[nodiscard]] std::size_t size() const { return players.size(); }
};

/// Positions of random games, one that must pass and one that is over.
Boards some_boards(std::size_t number) {
    Boards boards;
    boards.add(position_of(game_over).get());
    boards.add(position_of(must_pass).get());
    std::mt19937 random(5);
    while (boards.size() < number) {
        const auto game = position_of("");
        for (int ply = 0; ply < 30; ++ply) {
            const std::string moves = emilia_position_moves(game.get());
            if (moves.empty()) break;
            const std::string move = moves.substr(random() % (moves.size() / 2) * 2, 2);
            REQUIRE(emilia_position_play(game.get(), move.c_str()) == EMILIA_OK);
            if (ply % 5 == 0 && boards.size() < number) boards.add(game.get());
        }
    }
    return boards;
}

/// Arrays for all that `emilia_analyze_many` finds.
struct Arrays {
    explicit Arrays(std::size_t size)
        : scores(size, 99),
          estimates(size),
          moves(size),
          kinds(size),
          depths(size),
          confidences(size),
          nodes(size),
          interrupted(size) {}

    [[nodiscard]] emilia_answers all() {
        emilia_answers answers{};
        answers.size = sizeof answers;
        answers.scores = scores.data();
        answers.estimates = estimates.data();
        answers.moves = moves.data();
        answers.kinds = kinds.data();
        answers.depths = depths.data();
        answers.confidences = confidences.data();
        answers.nodes = nodes.data();
        answers.interrupted = interrupted.data();
        return answers;
    }

    std::vector<double> scores;
    std::vector<double> estimates;
    std::vector<std::int8_t> moves;
    std::vector<std::uint8_t> kinds;
    std::vector<std::uint8_t> depths;
    std::vector<std::uint8_t> confidences;
    std::vector<std::uint64_t> nodes;
    std::vector<std::uint8_t> interrupted;
};

emilia_status analyze(emilia_engine* engine, const Boards& boards, const emilia_limits& limits,
                      const emilia_answers& answers) {
    return emilia_analyze_many(engine, boards.players.data(), boards.opponents.data(),
                               boards.size(), &limits, &answers);
}

emilia_status evaluate(emilia_engine* engine, const Boards& boards, double* scores) {
    return emilia_evaluate_many(engine, boards.players.data(), boards.opponents.data(),
                                boards.size(), nullptr, scores);
}

EnginePointer engine_of(int threads) {
    auto settings = small();
    settings.threads = threads;
    return engine_with(settings);
}

} // namespace

TEST_CASE("the library evaluates many boards as it evaluates each of them") {
    const Boards boards = some_boards(10'000); // more than one thread takes at once
    for (const int threads : {1, 3}) {
        const auto engine = engine_of(threads);
        std::vector<double> scores(boards.size());
        REQUIRE(evaluate(engine.get(), boards, scores.data()) == EMILIA_OK);
        CHECK(scores[0] == 62); // the game is over
        bool same = true;
        for (std::size_t i = 0; i < boards.size(); ++i) {
            double score = 0;
            REQUIRE(emilia_evaluate(engine.get(), boards[i].get(), &score) == EMILIA_OK);
            same = same && score == scores[i];
        }
        CHECK(same);
    }
}

TEST_CASE("where the player must pass, an evaluation is that for the opponent, turned round") {
    const auto engine = engine_with();
    const auto position = position_of(must_pass);
    double before = 0;
    double after = 0;
    REQUIRE(emilia_evaluate(engine.get(), position.get(), &before) == EMILIA_OK);
    REQUIRE(emilia_position_play(position.get(), "pa") == EMILIA_OK);
    REQUIRE(emilia_evaluate(engine.get(), position.get(), &after) == EMILIA_OK);
    CHECK(before == -after);
    CHECK(before != 0);
}

TEST_CASE("the library analyzes many boards as it analyzes each of them, with any threads") {
    const Boards boards = some_boards(200);
    auto given = limits();
    given.depth = 4;
    given.lines = 1;
    const auto single = engine_with();
    for (const int threads : {1, 3}) {
        const auto engine = engine_of(threads);
        Arrays arrays(boards.size());
        REQUIRE(analyze(engine.get(), boards, given, arrays.all()) == EMILIA_OK);
        CHECK(arrays.scores[0] == 62);
        CHECK(arrays.moves[0] == -1);
        CHECK(arrays.kinds[0] == EMILIA_EXACT);
        CHECK(arrays.moves[1] == 64);
        for (std::size_t i = 1; i < boards.size(); ++i) {
            REQUIRE(emilia_forget(single.get()) == EMILIA_OK);
            emilia_result* found = nullptr;
            REQUIRE(emilia_analyze(single.get(), boards[i].get(), &given, &found) == EMILIA_OK);
            const ResultPointer result(found);
            const emilia_line& line = *emilia_result_line(found, 0);
            const std::string move = line.move;
            INFO(i);
            CHECK(arrays.scores[i] == line.score);
            CHECK(arrays.estimates[i] == line.estimate);
            CHECK(arrays.kinds[i] == line.kind);
            CHECK(arrays.depths[i] == line.depth);
            CHECK(arrays.confidences[i] == line.confidence);
            CHECK(arrays.nodes[i] == emilia_result_nodes(found));
            CHECK(arrays.interrupted[i] == 0);
            if (move != "pa") CHECK(arrays.moves[i] == move[0] - 'a' + 8 * (move[1] - '1'));
        }
    }
}

TEST_CASE("many boards are solved for discs and for outcomes") {
    Boards boards;
    boards.add(position_of(endgame).get());
    const auto engine = engine_with();
    auto given = limits();
    given.lines = 1;
    given.goal = EMILIA_FIND_EXACT;
    Arrays arrays(1);
    REQUIRE(analyze(engine.get(), boards, given, arrays.all()) == EMILIA_OK);
    CHECK(arrays.scores[0] == 18);
    CHECK(arrays.kinds[0] == EMILIA_EXACT);
    given.goal = EMILIA_FIND_OUTCOME;
    REQUIRE(analyze(engine.get(), boards, given, arrays.all()) == EMILIA_OK);
    CHECK(arrays.scores[0] == 1);
    CHECK(arrays.estimates[0] >= 2);
}

TEST_CASE("a program hears of each of many boards once, and may leave out arrays") {
    struct Heard {
        std::vector<int> times;
        std::size_t lines = 0;
        std::size_t counted = 0;
        std::thread::id asking = std::this_thread::get_id();
        bool counted_here = true;
    };
    const Boards boards = some_boards(100);
    Heard heard{.times = std::vector<int>(boards.size())};
    emilia_answers answers{};
    answers.size = sizeof answers;
    answers.data = &heard;
    answers.found = [](std::size_t index, const emilia_result* result, void* data) {
        auto& all = *static_cast<Heard*>(data);
        ++all.times[index];
        all.lines += emilia_result_size(result);
        return 0;
    };
    answers.counted = [](std::size_t done, void* data) {
        auto& all = *static_cast<Heard*>(data);
        all.counted = done;
        all.counted_here = all.counted_here && std::this_thread::get_id() == all.asking;
        return 0;
    };
    auto given = limits();
    given.depth = 2;
    given.lines = 2;
    REQUIRE(analyze(engine_of(2).get(), boards, given, answers) == EMILIA_OK);
    CHECK(heard.times == std::vector<int>(boards.size(), 1));
    CHECK(heard.lines > boards.size());
    CHECK(heard.counted == boards.size());
    CHECK(heard.counted_here);
}

TEST_CASE("a stop ends a call for many boards and leaves the rest without scores") {
    const Boards boards = some_boards(100);
    const auto engine = engine_of(2);
    emilia_stop_token* token = nullptr;
    REQUIRE(emilia_stop_token_new(&token) == EMILIA_OK);
    emilia_stop_token_request(token);

    std::vector<double> scores(boards.size());
    REQUIRE(emilia_evaluate_many(engine.get(), boards.players.data(), boards.opponents.data(),
                                 boards.size(), token, scores.data())
            == EMILIA_OK);
    CHECK(std::isnan(scores.front()));
    CHECK(std::isnan(scores.back()));

    auto given = limits();
    given.goal = EMILIA_FIND_EXACT; // would take years
    given.stop = token;
    Arrays arrays(boards.size());
    REQUIRE(analyze(engine.get(), boards, given, arrays.all()) == EMILIA_OK);
    CHECK(std::isnan(arrays.scores.back()));
    CHECK(arrays.moves.back() == -1);
    emilia_stop_token_free(token);

    given.stop = nullptr;
    auto answers = arrays.all();
    answers.counted = [](std::size_t, void*) { return 1; };
    REQUIRE(analyze(engine.get(), boards, given, answers) == EMILIA_OK);
    CHECK(std::isnan(arrays.scores.back()));

    given = limits();
    given.depth = 1;
    answers = arrays.all();
    answers.found = [](std::size_t, const emilia_result*, void*) { return 1; };
    REQUIRE(analyze(engine.get(), boards, given, answers) == EMILIA_OK);
    CHECK(std::count_if(arrays.scores.begin(), arrays.scores.end(),
                        [](double score) { return !std::isnan(score); })
          > 0);
}

TEST_CASE("what a program's function for many boards throws stays behind the border of C") {
    const Boards boards = some_boards(10);
    Arrays arrays(boards.size());
    auto answers = arrays.all();
    answers.found = [](std::size_t, const emilia_result*, void*) -> int {
        throw std::runtime_error("mine");
    };
    auto given = limits();
    given.depth = 1;
    const auto engine = engine_of(2);
    CHECK(message_after(analyze(engine.get(), boards, given, answers), EMILIA_FAILED) == "mine");
    CHECK(analyze(engine.get(), boards, given, arrays.all()) == EMILIA_OK);
}

TEST_CASE("the library refuses boards that are none, and changes no array then") {
    const auto engine = engine_with();
    Boards boards = some_boards(4);
    boards.players[3] |= boards.opponents[3];
    Arrays arrays(4);
    auto given = limits();
    given.depth = 1;
    const auto refused =
        message_after(analyze(engine.get(), boards, given, arrays.all()), EMILIA_BAD_POSITION);
    CHECK(refused.find("board 3 has a disc of both sides on ") == 0);
    CHECK(arrays.scores[0] == 99);
    std::vector<double> scores(4, 99);
    CHECK(message_after(evaluate(engine.get(), boards, scores.data()), EMILIA_BAD_POSITION)
          == refused);
    CHECK(scores[0] == 99);
    emilia_position* position = nullptr;
    CHECK(
        message_after(emilia_position_new_board(3, 2, EMILIA_BLACK, &position), EMILIA_BAD_POSITION)
        == "the board has a disc of both sides on b1");
    CHECK(position == nullptr);
}

TEST_CASE("the library refuses null arrays and limits that many boards can't have") {
    const auto engine = engine_with();
    const Boards boards = some_boards(2);
    Arrays arrays(2);
    const auto answers = arrays.all();
    auto given = limits();
    std::vector<double> scores(2);
    const auto* players = boards.players.data();
    const auto* opponents = boards.opponents.data();
    emilia_engine* const one = engine.get();
    CHECK(message_after(emilia_evaluate_many(one, nullptr, opponents, 2, nullptr, scores.data()),
                        EMILIA_BAD_ARGUMENT)
          == "players must not be null");
    CHECK(message_after(emilia_evaluate_many(one, players, nullptr, 2, nullptr, scores.data()),
                        EMILIA_BAD_ARGUMENT)
          == "opponents must not be null");
    CHECK(message_after(emilia_evaluate_many(one, players, opponents, 2, nullptr, nullptr),
                        EMILIA_BAD_ARGUMENT)
          == "scores must not be null");
    CHECK(
        message_after(emilia_evaluate_many(nullptr, players, opponents, 2, nullptr, scores.data()),
                      EMILIA_BAD_ARGUMENT)
        == "engine must not be null");
    CHECK(message_after(emilia_evaluate(one, nullptr, scores.data()), EMILIA_BAD_ARGUMENT)
          == "position must not be null");
    CHECK(message_after(emilia_evaluate(one, position_of("").get(), nullptr), EMILIA_BAD_ARGUMENT)
          == "score must not be null");
    CHECK(message_after(emilia_analyze_many(one, players, opponents, 2, &given, nullptr),
                        EMILIA_BAD_ARGUMENT)
          == "answers must not be null");
    CHECK(emilia_evaluate_many(one, nullptr, nullptr, 0, nullptr, nullptr) == EMILIA_OK);
    CHECK(emilia_analyze_many(one, nullptr, nullptr, 0, nullptr, &answers) == EMILIA_OK);

    auto unsized = answers;
    unsized.size = 0;
    CHECK(message_after(analyze(one, boards, given, unsized), EMILIA_BAD_ARGUMENT)
          == "the member 'size' must be sizeof(emilia_answers)");
    given.progress = [](const emilia_result*, void*) { return 0; };
    CHECK(message_after(analyze(one, boards, given, answers), EMILIA_BAD_ARGUMENT)
          == "the limits of many boards have no progress; emilia_answers has functions for it");
    given = limits();
    given.clock = 1;
    CHECK(message_after(analyze(one, boards, given, answers), EMILIA_BAD_ARGUMENT)
          == "only emilia_choose has a clock");
    given = limits();
    given.seconds = std::nan("");
    CHECK(message_after(analyze(one, boards, given, answers), EMILIA_BAD_ARGUMENT)
          == "seconds is 0.001 to 10000000, not nan");
    CHECK(arrays.scores[0] == 99);
}
