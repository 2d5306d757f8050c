#include "engine/notation/formats/wthor.h"

#include "engine/base/bytes.h"
#include "engine/base/numbers.h"
#include "engine/base/text.h"
#include "engine/board/board.h"
#include "engine/notation/position.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace emilia {
namespace {

static_assert(sizeof(WthorHeader) == 16);

/// A game as it is stored.
struct StoredGame {
    WthorGameHeader header;
    std::array<std::uint8_t, 60> moves = {};
};
static_assert(sizeof(StoredGame) == 68);

constexpr int max_depth = 60;

/// Whether the board byte of a header means 8 by 8; old files write 0.
bool is_8_by_8(unsigned board) noexcept {
    return board == 0 || board == 8;
}

/// Decodes a move byte; `Square::none` if it is not a square.
Square square_of(unsigned byte) noexcept {
    const unsigned row = byte / 10;
    const unsigned column = byte % 10;
    if (row < 1 || row > 8 || column < 1 || column > 8) return Square::none;
    return square_at(static_cast<int>(column) - 1, static_cast<int>(row) - 1);
}

std::uint8_t byte_of(Square square) noexcept {
    return static_cast<std::uint8_t>((row_of(square) + 1) * 10 + column_of(square) + 1);
}

/// Parses the moves and inserts the passes; `offset` is that of the game in the file.
Parsed<std::vector<Square>> parse_moves(const StoredGame& game, std::size_t offset) {
    std::vector<Square> moves;
    Position position;
    const auto play = [&](Square move) {
        moves.push_back(move);
        position = position.after(move);
    };
    for (std::size_t at = 0; at < game.moves.size(); ++at) {
        const std::size_t place = offset + offsetof(StoredGame, moves) + at;
        const unsigned byte = game.moves[at];
        if (byte == 0) {
            const auto rest = game.moves.begin() + at;
            const auto more = std::find_if(rest, game.moves.end(), std::identity());
            if (more == game.moves.end()) break;
            return parse_failure("a move follows the 0 that ends the game's moves",
                                 place + static_cast<std::size_t>(more - rest));
        }
        const Square move = square_of(byte);
        if (move == Square::none)
            return parse_failure(fmt::format("{} is not a move", byte), place);
        if (position.board.must_pass()) play(Square::pass);
        if (!position.board.is_legal(move))
            return parse_failure(illegal_move(move, position), place);
        play(move);
    }
    return moves;
}

/// `offset` is that of the game in the file.
Parsed<WthorGame> parse_game(const StoredGame& game, std::size_t offset) {
    for (const auto& [discs, place] :
         {std::pair(game.header.final_discs, offsetof(WthorGameHeader, final_discs)),
          std::pair(game.header.perfect_discs, offsetof(WthorGameHeader, perfect_discs))}) {
        if (discs <= square_count) continue;
        return parse_failure(fmt::format("black has {} discs, more than {}", discs, square_count),
                             offset + place);
    }
    return parse_moves(game, offset).map([&game](std::vector<Square>&& moves) {
        return WthorGame{game.header, std::move(moves)};
    });
}

/// Takes the header from the front of `bytes`.
Parsed<WthorHeader> take_header(std::string_view& bytes) {
    const std::size_t size = bytes.size();
    WthorHeader header;
    if (take(bytes, header)) return header;
    return parse_failure(
        fmt::format("the file ends after {} of the header's {} bytes", size, sizeof header), size);
}

Parsed<void> check_header(const WthorHeader& header) {
    if (!is_8_by_8(header.board)) {
        return parse_failure(
            fmt::format("the board has {} by {} squares, not 8 by 8", header.board, header.board),
            offsetof(WthorHeader, board));
    }
    if (header.depth < 1 || header.depth > max_depth) {
        return parse_failure(
            fmt::format("the depth of perfect play is {}, not 1 to {} empty squares", header.depth,
                        max_depth),
            offsetof(WthorHeader, depth));
    }
    return {};
}

/// Checks that `games`, what follows the header, has the size of `count` games.
Parsed<void> check_size(std::string_view games, std::size_t count) {
    const std::size_t whole = games.size() / sizeof(StoredGame);
    const std::size_t rest = games.size() % sizeof(StoredGame);
    if (whole < count) {
        return parse_failure(fmt::format("the header announces {}, but the file holds {}{}",
                                         counted(count, "game"), whole,
                                         rest == 0 ? "" : " and part of another"),
                             sizeof(WthorHeader) + games.size());
    }
    if (whole > count || rest != 0) {
        return parse_failure(fmt::format("the header announces {}, but the file continues after {}",
                                         counted(count, "game"), count == 1 ? "it" : "them"),
                             offsetof(WthorHeader, game_count));
    }
    return {};
}

constexpr std::size_t width(WthorNameKind kind) noexcept {
    return kind == WthorNameKind::players ? 20 : 26;
}

} // namespace

bool looks_like_wthor(std::string_view bytes) noexcept {
    constexpr int first_year = 1971; // the year in which Othello was published
    constexpr int last_year = 2199;
    constexpr std::uint8_t max_board = 10;
    WthorHeader header;
    if (!take(bytes, header)) return false;
    if (header.name_count != 0 || header.reserved != 0 || header.board > max_board) return false;
    const bool has_its_size =
        header.game_count != 0 && bytes.size() == header.game_count * sizeof(StoredGame);
    return has_its_size
           || (header.year >= first_year && header.year <= last_year && header.depth <= max_depth);
}

Parsed<WthorBase> parse_wthor(std::string_view bytes) {
    const auto header = take_header(bytes);
    if (!header) return tl::unexpected(header.error());
    if (const auto right = check_header(*header); !right) return tl::unexpected(right.error());
    if (const auto right = check_size(bytes, header->game_count); !right)
        return tl::unexpected(right.error());
    WthorBase base{*header, {}, {}};
    base.games.reserve(header->game_count);
    for (std::size_t number = 1; number <= header->game_count; ++number) {
        StoredGame stored;
        static_cast<void>(take(bytes, stored)); // the size is checked
        auto game = parse_game(stored, sizeof(WthorHeader) + (number - 1) * sizeof(StoredGame));
        if (game) {
            base.games.push_back(std::move(*game));
            base.games.back().number = number;
        } else {
            base.damaged.push_back({number, std::move(game.error())});
        }
    }
    return base;
}

std::string to_wthor(const WthorBase& base) {
    WthorHeader header = base;
    header.game_count = static_cast<std::uint32_t>(base.games.size());
    std::string bytes;
    bytes.reserve(sizeof header + base.games.size() * sizeof(StoredGame));
    put(bytes, header);
    for (const WthorGame& game : base.games) {
        StoredGame stored{.header = game};
        std::size_t number = 0;
        for (const Square move : game.moves) {
            if (is_on_board(move)) stored.moves[number++] = byte_of(move);
        }
        put(bytes, stored);
    }
    return bytes;
}

std::string WthorNames::name(std::size_t number) const {
    if (number >= bytes.size()) return "";
    const std::string_view whole = bytes[number];
    return without_controls(from_latin_1(trimmed(whole.substr(0, whole.find('\0')))));
}

std::optional<WthorNameKind> wthor_name_kind(std::string_view bytes) noexcept {
    WthorHeader header;
    if (!take(bytes, header) || header.game_count != 0 || header.name_count == 0) return {};
    for (const WthorNameKind kind : {WthorNameKind::players, WthorNameKind::tournaments}) {
        if (bytes.size() == header.name_count * width(kind)) return kind;
    }
    return {};
}

Parsed<WthorNames> parse_wthor_names(std::string_view bytes, WthorNameKind kind) {
    const std::size_t size = bytes.size();
    const auto header = take_header(bytes);
    if (!header) return tl::unexpected(header.error());
    const std::size_t wanted = sizeof *header + header->name_count * width(kind);
    if (size != wanted) {
        return parse_failure(
            fmt::format("the header announces {}, which {} {} bytes, but the file has {}",
                        counted(header->name_count, "name"),
                        header->name_count == 1 ? "takes" : "take", wanted, size),
            size < wanted ? size : offsetof(WthorHeader, name_count));
    }
    WthorNames names{.kind = kind, .header = *header, .bytes = {}};
    names.bytes.reserve(header->name_count);
    for (; !bytes.empty(); bytes.remove_prefix(width(kind)))
        names.bytes.emplace_back(bytes.substr(0, width(kind)));
    return names;
}

std::string to_wthor_names(const WthorNames& names) {
    WthorHeader header = names.header;
    header.name_count = static_cast<std::uint16_t>(names.bytes.size());
    std::string bytes;
    put(bytes, header);
    for (std::string name : names.bytes) {
        name.resize(width(names.kind), '\0');
        bytes += name;
    }
    return bytes;
}

Game to_game(const WthorGame& recorded, int year, const WthorNameBook& names) {
    Game game;
    game.black_name = names.players.name(recorded.black);
    game.white_name = names.players.name(recorded.white);
    game.event = names.tournaments.name(recorded.tournament);
    game.date = fmt::format("{}", year);
    game.result = result_of_lead(2 * recorded.final_discs - square_count);
    // The moves are legal, because the parser refuses a base with illegal ones.
    for (const Square move : recorded.moves) static_cast<void>(game.play(move));
    return game;
}

} // namespace emilia
