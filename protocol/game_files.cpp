#include "protocol/game_files.h"

#include "engine/files/read_file.h"
#include "engine/notation/ggf.h"
#include "engine/notation/move_list.h"
#include "engine/notation/obf.h"
#include "engine/notation/sgf.h"
#include "engine/notation/text.h"
#include "engine/notation/wthor.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace emilia {
namespace {

class Reader {
public:
    explicit Reader(const std::string& path) : path_(path) {}

    [[nodiscard]] GameFile read(std::string_view text) && {
        if (text.find('\0') != std::string_view::npos) {
            read_wthor(text);
        } else if (text.find("GM[2]") != std::string_view::npos) {
            take("the game", parse_sgf(text));
        } else if (text.find("(;") != std::string_view::npos) {
            const auto games = parse_ggf_games(text);
            for (std::size_t i = 0; i < games.size(); ++i)
                take(fmt::format("game {}", i + 1), games[i]);
        } else {
            read_lines(text);
        }
        if (file_.games.empty() && file_.problems.empty())
            file_.problems.push_back(fmt::format("'{}' holds no games", path_));
        return std::move(file_);
    }

private:
    void take(const std::string& place, const Parsed<Game>& game) {
        if (game) {
            file_.games.push_back(*game);
        } else {
            file_.problems.push_back(
                fmt::format("'{}', {}: {}", path_, place, game.error().message));
        }
    }

    void read_wthor(std::string_view bytes) {
        const auto base = parse_wthor(bytes);
        if (!base) {
            file_.problems.push_back(fmt::format("'{}': {}", path_, base.error().message));
            return;
        }
        for (const WthorGame& recorded : base->games) {
            Game game;
            for (const Square move : recorded.moves) static_cast<void>(game.play(move));
            file_.games.push_back(std::move(game));
        }
    }

    void read_lines(std::string_view text) {
        std::size_t number = 1;
        for (std::size_t begin = 0; begin < text.size(); ++number) {
            const std::size_t end = std::min(text.find('\n', begin), text.size());
            const std::string_view line = trimmed(text.substr(begin, end - begin));
            if (!is_obf_comment(line)) take(fmt::format("line {}", number), parse_moves(line));
            begin = end + 1;
        }
    }

    const std::string& path_;
    GameFile file_;
};

} // namespace

GameFile read_games(const std::string& path) {
    const auto text = read_file(path);
    if (!text) throw std::runtime_error(text.error());
    return Reader(path).read(*text);
}

} // namespace emilia
