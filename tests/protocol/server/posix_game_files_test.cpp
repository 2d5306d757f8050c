#include "engine/notation/formats/ggf.h"
#include "engine/notation/move_list.h"
#include "protocol/server/game_files.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"

#include <csignal>

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
    REQUIRE(files.keep_unfinished({game}));
    tl::expected<void, std::string> kept;
    tl::expected<void, std::string> replaced;
    {
        const FullDisk full(0);
        kept = files.keep(game);
        replaced = files.keep_unfinished({});
    }
    REQUIRE_FALSE(kept);
    CHECK(kept.error().starts_with("'" + path + "' can't be written: "));
    CHECK_FALSE(replaced);
    CHECK(contents(path).empty());
    CHECK(parse_ggf(contents(path + ".unfinished")) == game);
    REQUIRE(files.write());
    CHECK(parse_ggf(contents(path))->moves() == game.moves());
    CHECK(contents(path + ".unfinished").empty());
}

TEST_CASE("while finished games can't be added they are kept with the unfinished ones") {
    const TemporaryFolder folder;
    const std::string path = folder.file("games.ggf");
    const Game ended = *parse_moves("f5d6c3");
    const Game next = *parse_moves("f5f6");
    GameFiles files(path);
    for (int i = 0; i < 4; ++i) REQUIRE(files.keep(ended));
    const std::string before = contents(path);
    bool kept = false;
    bool replaced = false;
    {
        const FullDisk full(before.size()); // room for a file of four games, not of five
        kept = files.keep(ended).has_value();
        replaced = files.keep_unfinished({next}).has_value();
    }
    CHECK_FALSE(kept);
    CHECK_FALSE(replaced);
    CHECK(contents(path) == before);
    const std::string unfinished = contents(path + ".unfinished");
    CHECK(parse_ggf(unfinished)->moves() == ended.moves());
    CHECK(unfinished.ends_with(to_ggf(next) + '\n'));
    REQUIRE(files.write());
    CHECK(contents(path).size() == before.size() / 4 * 5);
    CHECK(contents(path + ".unfinished") == to_ggf(next) + '\n');
}
