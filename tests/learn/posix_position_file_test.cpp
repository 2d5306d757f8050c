#include "engine/learn/position_file.h"
#include "tests/catch.h"
#include "tests/protocol/temporary_file.h"
#include "tests/random_game.h"

#include <csignal>
#include <filesystem>

#include <fmt/format.h>
#include <sys/resource.h>

using namespace emilia;
using namespace emilia::testing;

namespace {

/// Limits the size of files that this process writes, as if the disk were full.
class FileSizeLimit {
public:
    explicit FileSizeLimit(std::size_t bytes) {
        std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, SIG_DFL);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
};

} // namespace

TEST_CASE("a game that does not fit the disk leaves a file of positions as it was") {
    const TemporaryFile file;
    Random random(3);
    std::vector<LabelledPosition> positions;
    for (const Board& board : positions_of_games(random, 1)) positions.push_back({board, Score()});
    auto writer = PositionWriter::open(file.path(), "selfplay");
    REQUIRE(writer);
    REQUIRE(writer->append(0, positions));
    const std::string before = file.text();
    {
        const FileSizeLimit limit(before.size() + 5);
        CHECK(writer->append(1, positions).error()
              == fmt::format("'{}' can't be written: File too large", file.path()));
    }
    CHECK(file.text() == before);
    CHECK(writer->games().size() == 1);
    CHECK(writer->positions() == positions.size());

    REQUIRE(writer->append(1, positions));
    std::size_t read = 0;
    CHECK(read_positions(file.path(), [&read](std::uint32_t, auto game) { read += game.size(); }));
    CHECK(read == 2 * positions.size());
}
