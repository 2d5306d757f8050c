#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/server/game_files.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <csignal>
#include <memory>

#include <sys/resource.h>

using namespace emilia;
using namespace emilia::ggs;
using namespace emilia::testing;

namespace {

/// While it lives, no file may grow beyond `bytes`, as on a full disk; empty ones can be written.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
        const rlimit now{bytes, before_.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &now) == 0);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, signal_);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit before_{};
    void (*signal_)(int);
};

} // namespace

TEST_CASE("a game that ends while the disk is full stays among the unfinished ones until it can be "
          "added") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    const Game game = *parse_moves("f5d6c3");
    GameFiles files(path);
    REQUIRE(files.keep({0, game, true}));
    Game won = game;
    won.result = result_of_lead(12);
    {
        const FullDisk full(0);
        const auto kept = files.keep(won, 0);
        REQUIRE_FALSE(kept);
        CHECK(kept.error().starts_with("'" + path + "' can't be written: "));
    }
    CHECK(contents(path).empty());
    CHECK(parse_ggf(contents(path + ".unfinished")) == game);
    REQUIRE(files.write());
    CHECK(parse_ggf(contents(path))->result == won.result);
    CHECK(contents(path + ".unfinished").empty());
}

TEST_CASE("while finished games can't be added they are kept with the unfinished ones") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    const Game ended = *parse_moves("f5d6c3");
    const Game next = *parse_moves("f5f6");
    auto files = std::make_unique<GameFiles>(path);
    for (int i = 0; i < 4; ++i) REQUIRE(files->keep(ended, i));
    const std::string before = contents(path);
    {
        const FullDisk full(before.size()); // room for a file of four games, not of five
        CHECK_FALSE(files->keep(ended, 4));
        CHECK_FALSE(files->keep({5, next, true}));
    }
    CHECK(contents(path) == before);
    CHECK(contents(path + ".unfinished").starts_with("4 unrated (;"));
    CHECK(contents(path + ".unfinished").ends_with("5 continues " + to_ggf(next) + '\n'));
    if (GENERATE(true, false)) {
        REQUIRE(files->write());
    } else {
        files.reset(); // a kill
        files = std::make_unique<GameFiles>(path);
    }
    CHECK(contents(path).size() == before.size() / 4 * 5);
    files.reset();
    CHECK(GameFiles(path).left_over().size() == 1);
}
