#include "engine/notation/formats/wthor.h"

#include "engine/base/bytes.h"
#include "engine/base/numbers.h"
#include "engine/board/board.h"
#include "engine/notation/position.h"
#include "engine/notation/square_text.h"

#include <fmt/format.h>

namespace emilia {
namespace {

constexpr std::size_t header_size = 16;
constexpr std::size_t game_size = 68;
constexpr std::size_t moves_offset = 8; // within a game
constexpr int max_discs = 64;

constexpr int max_depth = 60;

/// Whether the board byte of a header means 8 by 8; old files write 0.
bool is_8_by_8(unsigned board) noexcept {
    return board == 0 || board == 8;
}

unsigned byte_at(std::string_view bytes, std::size_t offset) noexcept {
    return static_cast<unsigned char>(bytes[offset]);
}

std::uint16_t word_at(std::string_view bytes, std::size_t offset) noexcept {
    return static_cast<std::uint16_t>(byte_at(bytes, offset) | byte_at(bytes, offset + 1) << 8);
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

/// Parses the moves and inserts the passes; `offset` is the position of the game in the file.
Parsed<std::vector<Square>> parse_moves(std::string_view game, std::size_t offset) {
    std::vector<Square> moves;
    Position position;
    for (std::size_t at = moves_offset; at < game_size; ++at) {
        const unsigned byte = byte_at(game, at);
        if (byte == 0) {
            const std::size_t more = game.find_first_not_of('\0', at);
            if (more == std::string_view::npos) break;
            return parse_failure("a move follows the 0 that ends the game's moves", offset + more);
        }
        const Square move = square_of(byte);
        if (move == Square::none) {
            return parse_failure(fmt::format("{} is not a move", byte), offset + at);
        }
        if (position.board.must_pass()) {
            moves.push_back(Square::pass);
            position = position.after(Square::pass);
        }
        if (!position.board.is_legal(move)) {
            return parse_failure(fmt::format("{} is not a legal move for {}", to_string(move),
                                             to_string(position.to_move)),
                                 offset + at);
        }
        moves.push_back(move);
        position = position.after(move);
    }
    return moves;
}

Parsed<std::uint8_t> parse_discs(std::string_view game, std::size_t at, std::size_t offset) {
    const unsigned discs = byte_at(game, at);
    if (discs <= max_discs) return static_cast<std::uint8_t>(discs);
    return parse_failure(fmt::format("black has {} discs, more than {}", discs, max_discs),
                         offset + at);
}

Parsed<WthorGame> parse_game(std::string_view game, std::size_t offset) {
    const auto final_discs = parse_discs(game, 6, offset);
    if (!final_discs) return tl::unexpected(final_discs.error());
    const auto perfect_discs = parse_discs(game, 7, offset);
    if (!perfect_discs) return tl::unexpected(perfect_discs.error());
    auto moves = parse_moves(game, offset);
    if (!moves) return tl::unexpected(moves.error());
    return WthorGame{.tournament = word_at(game, 0),
                     .black = word_at(game, 2),
                     .white = word_at(game, 4),
                     .final_discs = *final_discs,
                     .perfect_discs = *perfect_discs,
                     .moves = std::move(*moves)};
}

/// The header as it is stored in the file.
struct Header {
    std::array<std::uint8_t, 4> written{};
    std::uint32_t games = 0;
    std::uint16_t names = 0;
    std::uint16_t year = 0;
    std::uint8_t board = 0;
    std::uint8_t kind = 0;
    std::uint8_t depth = 0;
    std::uint8_t reserved = 0;
};
static_assert(sizeof(Header) == header_size);

Parsed<Header> parse_header(std::string_view bytes) {
    constexpr std::size_t board_offset = 12;
    constexpr std::size_t depth_offset = 14;
    const std::size_t size = bytes.size();
    Header header;
    if (!take(bytes, header)) {
        return parse_failure(
            fmt::format("the file ends after {} of the header's {} bytes", size, header_size),
            size);
    }
    if (!is_8_by_8(header.board)) {
        return parse_failure(
            fmt::format("the board has {} by {} squares, not 8 by 8", header.board, header.board),
            board_offset);
    }
    if (header.depth < 1 || header.depth > max_depth) {
        return parse_failure(
            fmt::format("the depth of perfect play is {}, not 1 to {} empty squares", header.depth,
                        max_depth),
            depth_offset);
    }
    return header;
}

Parsed<void> check_size(std::string_view bytes, std::size_t count) {
    constexpr std::size_t count_offset = 4;
    const std::size_t whole = (bytes.size() - header_size) / game_size;
    const std::size_t rest = (bytes.size() - header_size) % game_size;
    if (whole < count) {
        const std::string end = rest == 0 ? "" : fmt::format(" and part of another");
        return parse_failure(fmt::format("the header announces {}, but the file holds {}{}",
                                         counted(count, "game"), whole, end),
                             bytes.size());
    }
    if (whole > count || rest != 0) {
        return parse_failure(fmt::format("the header announces {}, but the file continues after {}",
                                         counted(count, "game"), count == 1 ? "it" : "them"),
                             count_offset);
    }
    return {};
}

void put_game(std::string& bytes, const WthorGame& game) {
    const std::size_t end = bytes.size() + game_size;
    put(bytes, game.tournament);
    put(bytes, game.black);
    put(bytes, game.white);
    put(bytes, game.final_discs);
    put(bytes, game.perfect_discs);
    for (const Square move : game.moves) {
        if (is_on_board(move)) put(bytes, byte_of(move));
    }
    bytes.resize(end, '\0');
}

} // namespace

bool looks_like_wthor(std::string_view bytes) noexcept {
    constexpr int first_year = 1971; // the year in which Othello was published
    constexpr int last_year = 2199;
    constexpr std::uint8_t max_board = 10;
    Header header;
    std::string_view rest = bytes;
    if (!take(rest, header)) return false;
    if (header.names != 0 || header.reserved != 0 || header.board > max_board) return false;
    const bool has_its_size = header.games != 0 && rest.size() / game_size == header.games
                              && rest.size() % game_size == 0;
    return has_its_size
           || (header.year >= first_year && header.year <= last_year && header.depth <= max_depth);
}

Parsed<WthorBase> parse_wthor(std::string_view bytes) {
    const Parsed<Header> header = parse_header(bytes);
    if (!header) return tl::unexpected(header.error());
    if (const auto right = check_size(bytes, header->games); !right) {
        return tl::unexpected(right.error());
    }
    WthorBase base{.year = header->year,
                   .depth = header->depth,
                   .games = {},
                   .damaged = {},
                   .written = header->written,
                   .names = header->names,
                   .board = header->board,
                   .kind = header->kind,
                   .reserved = header->reserved};
    base.games.reserve(header->games);
    for (std::size_t i = 0; i < header->games; ++i) {
        const std::size_t offset = header_size + i * game_size;
        auto game = parse_game(bytes.substr(offset, game_size), offset);
        if (game) {
            base.games.push_back(std::move(*game));
            base.games.back().number = i + 1;
        } else {
            base.damaged.push_back({i + 1, std::move(game.error())});
        }
    }
    return base;
}

std::string to_wthor(const WthorBase& base) {
    std::string bytes;
    bytes.reserve(header_size + base.games.size() * game_size);
    put(bytes, Header{.written = base.written,
                      .games = static_cast<std::uint32_t>(base.games.size()),
                      .names = base.names,
                      .year = static_cast<std::uint16_t>(base.year),
                      .board = base.board,
                      .kind = base.kind,
                      .depth = static_cast<std::uint8_t>(base.depth),
                      .reserved = base.reserved});
    for (const WthorGame& game : base.games) put_game(bytes, game);
    return bytes;
}

} // namespace emilia
