// Real games, written in every format and read again.

#include "engine/base/files.h"
#include "engine/base/numbers.h"
#include "engine/notation/formats/game_line.h"
#include "engine/notation/formats/ggf.h"
#include "engine/notation/formats/pgn.h"
#include "engine/notation/formats/record_text.h"
#include "engine/notation/formats/sgf.h"
#include "engine/notation/formats/wthor_files.h"
#include "engine/notation/move_list.h"
#include "tests/reliability/rows.h"

#include <fmt/format.h>

namespace emilia::testing {

namespace {

/// A format that texts of games are written in.
struct Writer {
    std::string_view name;
    std::string (*write)(const Game& game);
    bool keeps_everything; ///< that a WTHOR game has
};

constexpr Writer writers[] = {
    {"GGF", to_ggf, true},
    {"SGF", to_sgf, true},
    {"PGN", to_pgn, true},
    {"listing", [](const Game& game) { return to_game_line(game).value(); }, false},
    {"moves", [](const Game& game) { return to_string(moves_of(game)); }, false},
    {"board and moves",
     [](const Game& game) { return to_string(game.start()) + ' ' + to_string(moves_of(game)); },
     false},
};

void check(const Writer& writer, const std::vector<Game>& games, const std::string& path) {
    std::string text;
    for (const Game& game : games) text += writer.write(game) + '\n';
    std::size_t number = 0;
    const auto take = [&](const Parsed<Game>& read, const TextPlace& place) {
        const auto fail = [&](std::string_view what) {
            throw Finding(fmt::format("game {} of '{}' in {}, {}: {}", number, path, writer.name,
                                      to_string(place), what));
        };
        if (number == games.size()) fail("there are more games than were written");
        const Game& game = games[number++];
        if (!read) fail(read.error().message);
        if (writer.keeps_everything ? *read != game : moves_of(*read) != moves_of(game))
            fail("it is another game");
        if (writer.write(*read) != writer.write(game)) fail("it is written in another way");
    };
    (void)read_text_games(text, text_kind(text), take);
    if (number != games.size())
        throw Finding(fmt::format("'{}' in {}: {} games of {}", path, writer.name, number, games.size()));
}

} // namespace

Summary run_archives(Run& run, const std::string& folder) {
    const auto paths = or_throw(expand_folders({folder}));
    std::size_t games = 0;
    for (const std::string& path : paths) {
        if (!run.goes_on()) break;
        const WthorBase base = or_throw(parse_wthor_file(path, or_throw(read_file(path))));
        if (!base.damaged.empty()) throw Finding(damage_text(path, base.damaged.front()));
        const auto again = or_throw(parse_wthor_file(path, to_wthor(base)));
        std::vector<Game> played;
        for (std::size_t i = 0; i < base.games.size(); ++i) {
            played.push_back(to_game(base.games[i], base.year, {}));
            if (again.games.size() != base.games.size()
                || to_game(again.games[i], again.year, {}) != played.back())
                throw Finding(fmt::format("'{}' in WTHOR: game {} is another one", path, i + 1));
        }
        for (const Writer& writer : writers) check(writer, played, path);
        games += played.size();
        run.finish_case();
    }
    return {fmt::format("{} games of {} WTHOR bases, written by every writer and read by every reader: "
                        "WTHOR, GGF, SGF, PGN, listings, moves, boards with moves",
                        with_commas(games), run.done()),
            "all are equal"};
}

} // namespace emilia::testing
